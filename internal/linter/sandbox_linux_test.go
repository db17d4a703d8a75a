package linter

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestALinterSeesNothingButItsFilesAndCanChangeNothing(t *testing.T) {
	w := newWorld(t, "tool")
	secret := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	inherited, err := os.Open(secret)
	if err != nil {
		t.Fatal(err)
	}
	defer inherited.Close()
	clearCloseOnExec(t, inherited)
	t.Setenv("API_KEY", "secret")
	link := filepath.Join(t.TempDir(), "link with space")
	if err := os.Symlink(w.options.Temp, link); err != nil {
		t.Fatal(err)
	}
	w.options.Temp = link
	o := w.run(own(t, "spy", secret, listener.Addr().String()), added("a.txt", "text\n"))
	if w.refused(o) {
		return
	}
	want := []string{
		"environment = [PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp LANG=C.UTF-8]",
		"pid = 1",
		"processes = [1]",
		"root = [/dev /etc /linter /proc /tmp /work]",
		"etc = []",
		"work = [/work /work/files /work/files/file-001.txt]",
		"reads a secret = false",
		"reaches the host = false",
		"addresses = []",
		"writes /x = false",
		"writes /work/x = false",
		"writes /work/files/file-001.txt = false",
		"writes /usr/x = false",
		"writes /linter/tool = false",
		"writes /dev/x = false",
		"writes /proc/sys/kernel/core_pattern = false",
		"changes a device = false",
		"writes /tmp = true",
		"uses /dev/null = true",
		"mounts = false",
		"makes /usr writable = false",
		"makes a user namespace = false",
		"files = [/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2]",
		"CapInh = 0000000000000000",
		"CapPrm = 0000000000000000",
		"CapEff = 0000000000000000",
		"CapBnd = 0000000000000000",
		"CapAmb = 0000000000000000",
		"NoNewPrivs = 1",
		"writable = [/tmp]",
		"Max cpu time 244 244 seconds",
		"Max file size 67108864 67108864 bytes",
		fmt.Sprintf("Max data size %d %d bytes", w.options.Memory, w.options.Memory),
		"Max core file size 0 0 bytes",
		"Max processes 512 512 processes",
		"Max open files 1024 1024 files",
	}
	got := map[string]bool{}
	for _, p := range o.Problems {
		if kind, ok := strings.CutPrefix(p.Message, "namespace "); !ok {
			got[p.Message] = true
		} else if own, err := os.Readlink("/proc/self/ns/" + kind[:strings.Index(kind, ":")]); err != nil || own == kind {
			t.Errorf("a linter shares %s, %v", own, err)
		}
	}
	var missing []string
	for _, fact := range want {
		if !got[fact] {
			missing = append(missing, fact)
		}
	}
	if len(missing) > 0 || len(o.Problems) != len(want)+6 || len(o.Notes) > 0 {
		t.Errorf("missing: %v\nin: %v\nnotes: %v", missing, cmp.Diff(nil, o.Problems), o.Notes)
	}
}

// clearCloseOnExec lets a file be inherited, as those are with which a careless host starts werkrevisor.
func clearCloseOnExec(t *testing.T, f *os.File) {
	t.Helper()
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_SETFD, 0); errno != 0 {
		t.Fatal(errno)
	}
}

func TestTheEndOfWerkrevisorEndsTheLinter(t *testing.T) {
	w := newWorld(t, "tool", "reviewer")
	word := filepath.Base(w.bin) + "-" + filepath.Base(filepath.Dir(w.bin)) // of this test alone
	cmd := exec.CommandContext(t.Context(), filepath.Join(w.bin, "reviewer"), w.bin, w.options.Temp, word)
	cmd.Args[0] = "reviewer"
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !canSandbox(t) {
		if _ = cmd.Wait(); !strings.Contains(out.String(), "its sandbox was refused, so it did not run: ") {
			t.Errorf("%s", out.String())
		}
		return
	}
	until(t, func() bool { return len(running(t, word)) == 2 })
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	until(t, func() bool { return len(running(t, word)) == 0 })
}

// until waits for what must come.
func until(t *testing.T, there func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(30 * time.Second)
	for !there() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatal("it does not come")
		}
	}
}

func TestEveryMountBelowAFolderIsRestricted(t *testing.T) {
	const table = `21 1 8:1 / / rw,relatime - ext4 /dev/sda rw
22 21 8:2 / /t/root/usr rw,relatime shared:1 - ext4 /dev/sdb rw
23 22 8:3 / /t/root/usr/a\040b\134\043 rw - ext4 /dev/sdc rw
24 21 8:3 / /t/root/usr-local rw - ext4 /dev/sdc rw
25
`
	want := []string{"/t/root/usr", `/t/root/usr/a b\#`}
	if diff := cmp.Diff(want, mountsAt(table, "/t/root/usr")); diff != "" {
		t.Error(diff)
	}
}
