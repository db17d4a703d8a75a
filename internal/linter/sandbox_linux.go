package linter

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// Sandbox becomes the linter. It is the first process in namespaces of its own, builds a root that has nothing but
// system programs and the work folder, gives up every privilege, and executes the program. It returns only on failure,
// and tells the cause on file descriptor 3.
func Sandbox(args []string) int {
	if os.Getpid() != 1 || len(args) != 1 {
		fmt.Fprintln(os.Stderr, "werkrevisor: "+SandboxWord+" is for werkrevisor itself, which starts linters with it")
		return 2
	}
	runtime.LockOSThread() // privileges belong to a thread, and the one that calls exec counts
	fmt.Fprint(os.NewFile(3, "cause"), enter(args[0]))
	return 2
}

// enter does the steps in the only order in which they work. It returns only with an error.
func enter(spec string) error {
	var c cage
	if err := json.Unmarshal([]byte(spec), &c); err != nil || len(c.Args) == 0 {
		return errors.New("its description cannot be read")
	}
	if err := mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return err
	}
	program, err := buildRoot(c)
	if err != nil {
		return err
	}
	if err := onlyOneUserNamespace(c.Root); err != nil {
		return err
	}
	if err := pivot(c.Root); err != nil {
		return err
	}
	if err := os.Chdir(path.Join(workRoot, c.Dir)); err != nil {
		return fmt.Errorf("enter the work folder: %w", err)
	}
	if err := closeFiles(); err != nil {
		return err
	}
	if err := setLimits(c); err != nil {
		return err
	}
	if err := dropPrivileges(); err != nil {
		return err
	}
	environment := []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/tmp", "LANG=C.UTF-8"}
	return fmt.Errorf("execute %s: %w", filepath.Base(program), syscall.Exec(program, c.Args, environment))
}

// onlyOneUserNamespace keeps the linter from making namespaces in which it would have privileges again.
// Afterwards nobody can write to /proc: a werkrevisor that is root would be root for the kernel's settings, too.
func onlyOneUserNamespace(root string) error {
	proc := root + "/proc"
	if err := os.WriteFile(proc+"/sys/user/max_user_namespaces", []byte("0"), 0); err != nil {
		return fmt.Errorf("forbid further namespaces: %w", err)
	}
	return restrict(proc, syscall.MS_RDONLY|syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC)
}

// pivot makes the folder the root, and leaves no way to the old one.
func pivot(root string) error {
	old := root + "/old"
	if err := os.Mkdir(old, 0o700); err != nil {
		return err
	}
	if err := syscall.PivotRoot(root, old); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	if err := os.Chdir("/"); err != nil {
		return err
	}
	if err := syscall.Unmount("/old", syscall.MNT_DETACH); err != nil {
		return fmt.Errorf("leave the old root: %w", err)
	}
	if err := os.Remove("/old"); err != nil {
		return err
	}
	return restrict("/", syscall.MS_RDONLY|syscall.MS_NOSUID|syscall.MS_NODEV)
}

// closeFiles lets the linter inherit only the standard files: also those that werkrevisor inherited stay behind.
func closeFiles() error {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return fmt.Errorf("list the open files: %w", err)
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
	return nil
}

// setLimits bounds what each process of the linter may use.
func setLimits(c cage) error {
	const processes = 6 // RLIMIT_NPROC, which package syscall does not name
	for _, l := range []struct {
		name  string
		which int
		most  uint64
	}{
		{"file size", syscall.RLIMIT_FSIZE, 64 << 20},
		{"CPU time", syscall.RLIMIT_CPU, c.CPUSeconds},
		{"open files", syscall.RLIMIT_NOFILE, 1024},
		{"core dumps", syscall.RLIMIT_CORE, 0},
		{"memory", syscall.RLIMIT_DATA, c.Memory}, // not RLIMIT_AS: many runtimes reserve far more than they use
		{"processes", processes, 512},
	} {
		var now syscall.Rlimit
		if err := syscall.Getrlimit(l.which, &now); err != nil {
			return fmt.Errorf("read the limit of the %s: %w", l.name, err)
		}
		most := min(l.most, now.Max)
		if err := syscall.Setrlimit(l.which, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit the %s: %w", l.name, err)
		}
	}
	return nil
}

// dropPrivileges empties the bounding set, so that nothing is left after exec, and no program can bring anything back.
func dropPrivileges() error {
	const dropBound, noNewPrivileges = 24, 38 // PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS
	for capability := range uintptr(64) {
		_, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, dropBound, capability, 0, 0, 0, 0)
		if errno == syscall.EINVAL && capability > 0 {
			break // beyond the last one
		}
		if errno != 0 {
			return fmt.Errorf("drop capability %d: %w", capability, errno)
		}
	}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, noNewPrivileges, 1, 0, 0, 0, 0); errno != 0 {
		return fmt.Errorf("forbid new privileges: %w", errno)
	}
	return nil
}

// under reports whether a path is in a folder.
func under(path, folder string) bool { return strings.HasPrefix(path, folder+"/") }
