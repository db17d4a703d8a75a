package linter

import (
	"net"
	"os"
	"path/filepath"
	"testing"

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
	}
	got := map[string]bool{}
	for _, p := range o.Problems {
		got[p.Message] = true
	}
	var missing []string
	for _, fact := range want {
		if !got[fact] {
			missing = append(missing, fact)
		}
	}
	if len(missing) > 0 || len(got) != len(want) || len(o.Notes) > 0 {
		t.Errorf("missing: %v\nin: %v\nnotes: %v", missing, cmp.Diff(nil, o.Problems), o.Notes)
	}
}
