package linter

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// systemFolders hold the programs and libraries of the system. A linter sees no other folder of the host: /etc, /home,
// /root and /var may hold secrets, and agents of CI servers live in /opt, often together with the checkout.
var systemFolders = [...]string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

// devices are those of /dev that programs cannot do without.
var devices = [...]string{"null", "zero", "full", "random", "urandom"}

// readOnly is how the linter sees files of the host.
const readOnly = syscall.MS_RDONLY | syscall.MS_NOSUID | syscall.MS_NODEV

// buildRoot makes the new root, and returns the path of the program in it.
func buildRoot(c cage) (program string, err error) {
	root := c.Root
	if err := mount("tmpfs", root, "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, "size=1m,nr_inodes=1k,mode=755"); err != nil {
		return "", err
	}
	for _, dir := range []string{"/dev", "/proc", "/tmp", workRoot, "/linter", "/etc"} {
		if err := os.Mkdir(root+dir, 0o755); err != nil {
			return "", err
		}
	}
	for _, dir := range systemFolders {
		if err := showSystem(root, dir); err != nil {
			return "", err
		}
	}
	if err := showDevices(root); err != nil {
		return "", err
	}
	if err := mount("proc", root+"/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, ""); err != nil {
		return "", err
	}
	if err := mount("tmpfs", root+"/tmp", "tmpfs", syscall.MS_NOSUID|syscall.MS_NODEV, "size=64m,nr_inodes=16k,mode=1777"); err != nil {
		return "", err
	}
	if err := show(c.Work, root+workRoot, readOnly); err != nil {
		return "", err
	}
	for _, dir := range systemFolders {
		if under(c.Program, dir) {
			return c.Program, nil
		}
	}
	program = "/linter/" + filepath.Base(c.Args[0])
	return program, showFile(c.Program, root+program, readOnly)
}

// showSystem shows a folder of the system; where that is a symlink, as /bin often is, it makes the same one.
func showSystem(root, dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(dir)
		if err != nil {
			return err
		}
		return os.Symlink(to, root+dir)
	case !info.IsDir():
		return nil
	}
	if err := os.Mkdir(root+dir, 0o755); err != nil {
		return err
	}
	return show(dir, root+dir, readOnly)
}

func showDevices(root string) error {
	for _, name := range devices {
		// Read-only protects the file in /dev, not the device.
		if err := showFile("/dev/"+name, root+"/dev/"+name, syscall.MS_RDONLY|syscall.MS_NOSUID|syscall.MS_NOEXEC); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"} {
		if err := os.Symlink("/proc/self/fd"+to, root+"/dev/"+name); err != nil {
			return err
		}
	}
	return nil
}

// showFile is show for a file, which needs one to stand in for it.
func showFile(source, target string, flags uintptr) error {
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		return err
	}
	return show(source, target, flags)
}

// show makes a part of the host visible below the new root, with all that is mounted in it: the kernel refuses
// to uncover what lies below a mount.
func show(source, target string, flags uintptr) error {
	if err := mount(source, target, "", syscall.MS_BIND|syscall.MS_REC, ""); err != nil {
		return err
	}
	table, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return fmt.Errorf("list the mounts: %w", err)
	}
	mounts := mountsAt(string(table), target)
	if len(mounts) == 0 { // nothing would be restricted
		return fmt.Errorf("mount %s: the kernel does not list it", source)
	}
	for _, at := range mounts {
		if err := restrict(at, flags); err != nil {
			return err
		}
	}
	return nil
}

// mountsAt lists the mounts at and below a path, from the text of mountinfo.
func mountsAt(table, target string) []string {
	var found []string
	unescape := strings.NewReplacer(`\040`, " ", `\043`, "#", `\011`, "\t", `\012`, "\n", `\134`, `\`)
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) < 5 {
			continue
		}
		if at := unescape.Replace(fields[4]); at == target || under(at, target) {
			found = append(found, at)
		}
	}
	return found
}

// restrict adds flags to one mount. Those that it has stay: the kernel refuses to take them away.
func restrict(target string, flags uintptr) error {
	var now syscall.Statfs_t
	if err := syscall.Statfs(target, &now); err != nil {
		return fmt.Errorf("look at the mount of %s: %w", target, err)
	}
	kept := uintptr(now.Flags) & (syscall.MS_RDONLY | syscall.MS_NOSUID | syscall.MS_NODEV | syscall.MS_NOEXEC) // as ST_*
	return mount("", target, "", syscall.MS_REMOUNT|syscall.MS_BIND|flags|kept, "")
}

// mount names what it could not do.
func mount(source, target, kind string, flags uintptr, data string) error {
	if err := syscall.Mount(source, target, kind, flags, data); err != nil {
		what := source
		if what == "" {
			what = target
		}
		return fmt.Errorf("mount %s: %w", what, err)
	}
	return nil
}
