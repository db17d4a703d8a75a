package gitrepo

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// evil is a repository with a commit base and a commit evil after it, and the trees of both.
func evil(t *testing.T) (r *repo, baseTree, evilTree string) {
	r = newRepo(t)
	r.write("a", "1\n")
	r.write("dir/b", "1\n")
	r.commit("base")
	r.git("tag", "base")
	r.write("dir/b", "evil\n")
	r.commit("evil")
	r.git("tag", "evil")
	return r, r.id("base^{tree}"), r.id("evil^{tree}")
}

func (r *repo) id(name string) string {
	r.t.Helper()
	return strings.TrimSpace(r.git("rev-parse", "--verify", name))
}

// overwrite replaces a file, also one that is not writable.
func (r *repo) overwrite(name string, data []byte) {
	r.t.Helper()
	r.remove(name)
	r.write(name, string(data))
}

// TestFilesBesideTheObjectsCannotLie: git trusts a commit-graph and a multi-pack-index without a look at the objects.
func TestFilesBesideTheObjectsCannotLie(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]func(r *repo, base, evil string){
		"a commit-graph that names another tree": func(r *repo, base, evil string) {
			r.git("commit-graph", "write", "--reachable")
			const name = ".git/objects/info/commit-graph"
			r.overwrite(name, bytes.ReplaceAll([]byte(r.read(name)), unhex(t, evil), unhex(t, base)))
		},
		"a multi-pack-index that points to another tree": func(r *repo, base, evil string) {
			r.git("repack", "-a", "-d", "-q")
			r.git("multi-pack-index", "write")
			const name = ".git/objects/pack/multi-pack-index"
			data := []byte(r.read(name))
			ids, offsets := chunk(t, data, "OIDL"), chunk(t, data, "OOFF")
			place := func(id string) []byte {
				at := bytes.Index(ids, unhex(t, id)) / 20 * 8
				return offsets[at : at+8]
			}
			copy(place(evil), place(base))
			r.overwrite(name, data)
		},
		"a replaced tree": func(r *repo, base, evil string) {
			r.git("replace", evil, base)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, baseTree, evilTree := evil(t)
			forge(r, baseTree, evilTree)
			if got := r.git("diff", "base", "evil"); got != "" {
				t.Fatalf("git itself is not fooled, so this test would show nothing:\n%s", got)
			}
			if got := paths(read(t, r.dir, "base..evil", pr.Want{}).Files); got != "dir/b" {
				t.Errorf("got %q", got)
			}
		})
	}
}

func unhex(t *testing.T, id string) []byte {
	t.Helper()
	data, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// chunk finds a part of a multi-pack-index.
func chunk(t *testing.T, data []byte, name string) []byte {
	t.Helper()
	for at := 12; at+24 <= len(data); at += 12 {
		if string(data[at:at+4]) == name {
			return data[binary.BigEndian.Uint64(data[at+4:]):binary.BigEndian.Uint64(data[at+16:])]
		}
	}
	t.Fatalf("there is no chunk %s", name)
	return nil
}
