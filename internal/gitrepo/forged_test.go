package gitrepo

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"errors"
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

// TestEveryObjectMustHaveTheContentOfItsID: git reads a loose object, or a place in a pack, without a look at its hash.
func TestEveryObjectMustHaveTheContentOfItsID(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		spec         string
		victim, with string // the content of victim is replaced by that of with
	}{
		"the head":                     {"base..evil", "evil", "base"},
		"the merge base":               {"base..evil", "base", "evil"},
		"the tree of the head":         {"base..evil", "evil^{tree}", "base^{tree}"},
		"a folder":                     {"base..evil", "evil:dir", "base:dir"},
		"a blob":                       {"base..evil", "evil:dir/b", "base:dir/b"},
		"a blob of the old side":       {"base..evil", "base:dir/b", "evil:dir/b"},
		"a commit on the way":          {"tip..evil", "middle", "liar"},
		"the tree of HEAD, for staged": {"staged", "evil^{tree}", "base^{tree}"},
		"the tree of HEAD, for files":  {"worktree", "evil^{tree}", "base^{tree}"},
		"the policy":                   {"evil..other", "evil:" + pr.RepoConfigPath, "base:" + pr.RepoConfigPath},
		"the tree of the policy":       {"evil..other", "evil^{tree}", "base^{tree}"},
		"a folder of a context file":   {"evil..other", "evil:dir", "base:dir"},
	} {
		for _, format := range []string{"sha1", "sha256"} {
			if format == "sha256" && !strings.HasPrefix(name, "a ") {
				continue // the ways are the same
			}
			t.Run(name+" in "+format, func(t *testing.T) {
				t.Parallel()
				r := newRepo(t, "--object-format="+format)
				r.write(pr.RepoConfigPath, "a = 1\n")
				r.write("dir/b", "1\n")
				r.commit("base")
				r.git("tag", "base")
				r.git("tag", "middle", r.side("base", "middle"))
				r.git("tag", "tip", r.side("middle", "tip"))
				r.git("tag", "other", r.side("base", "other"))
				r.write(pr.RepoConfigPath, "a = 2\n")
				r.write("dir/b", "2\n")
				r.commit("evil")
				r.git("tag", "evil")
				r.git("tag", "liar", r.side("evil", "liar"))
				r.forge(r.id(test.victim), r.id(test.with))
				repo, err := Open(context.Background(), r.dir, test.spec)
				if err == nil {
					defer repo.Close()
					var c pr.Change
					if c, err = repo.Change(context.Background()); err == nil {
						_, err = repo.Texts(context.Background(), c, pr.Want{Context: []string{"dir/b"}})
					}
				}
				// Git itself looks at the hash of a commit that is named.
				if !errors.Is(err, pr.ErrIncomplete) && (err == nil || !strings.Contains(err.Error(), "or cannot read it")) {
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

// side makes a commit with the tree of base.
func (r *repo) side(parent, message string) string {
	r.t.Helper()
	return strings.TrimSpace(r.git("commit-tree", "-p", parent, "-m", message, "base^{tree}"))
}

// forge gives a loose object the content of another one.
func (r *repo) forge(victim, with string) {
	r.t.Helper()
	place := func(id string) string { return ".git/objects/" + id[:2] + "/" + id[2:] }
	r.overwrite(place(victim), []byte(r.read(place(with))))
}

func TestAForgedCacheOfTheIndexHidesNothing(t *testing.T) {
	t.Parallel()
	r, baseTree, _ := evil(t)
	r.git("reset", "-q", "--soft", "base")
	r.git("write-tree") // writes the cache
	index := []byte(r.read(".git/index"))
	index = bytes.ReplaceAll(index, unhex(t, r.id("evil^{tree}")), unhex(t, baseTree))
	sum := sha1.Sum(index[:len(index)-sha1.Size])
	r.overwrite(".git/index", append(index[:len(index)-sha1.Size], sum[:]...))
	if got := strings.TrimSpace(r.git("write-tree")); got != baseTree {
		t.Fatal("git itself is not fooled, so this test would show nothing")
	}
	if got := paths(read(t, r.dir, "staged", pr.Want{}).Files); got != "dir/b" {
		t.Errorf("got %q", got)
	}
}
