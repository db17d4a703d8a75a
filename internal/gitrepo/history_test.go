package gitrepo

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

func itoa(n int) string { return strconv.Itoa(n) }

// oddNames are names that a diff has to quote, or that look like something else.
var oddNames = []string{
	"plain.txt", "with space.txt", "a b/c b/a b/c", " b b.txt", "tab\there", "new\nline", `quo"te`, `back\slash\`, "ünï 文.txt",
	"latin-\xe9.txt", "-dash", ":colon", "*.star", "#hash", "dir//x", "trailing ", "\x01\x7f", "--- a", "dir/.gitattributes",
}

// generate makes a history of commits that change files in every way, with merges.
func generate(t *testing.T, seed uint64, commits int) (*repo, []string) {
	random := rand.New(rand.NewPCG(seed, 1))
	r := newRepo(t)
	text := func() string {
		var b strings.Builder
		for range random.IntN(30) {
			fmt.Fprintf(&b, "line %d%s\n", random.IntN(20), []string{"", "\r", "\f", "\u2028", "\xe9", " \\"}[random.IntN(6)])
		}
		s := b.String()
		if random.IntN(4) == 0 {
			s = strings.TrimSuffix(s, "\n")
		}
		if random.IntN(12) == 0 {
			s += "\x00"
		}
		return s
	}
	var files, ids []string
	for n := range commits {
		for range 1 + random.IntN(4) {
			name := fmt.Sprintf("d%d/%s", random.IntN(3), oddNames[random.IntN(len(oddNames))])
			old := ""
			if len(files) > 0 {
				old = files[random.IntN(len(files))]
			}
			switch kind := random.IntN(10); {
			case old == "" || kind < 3:
				r.remove(name)
				r.write(name, text())
				files = append(files, name)
			case kind == 3:
				r.remove(old)
			case kind == 4 && r.isFile(old):
				r.remove(name)
				r.write(name, r.read(old)+"moved\n")
				if old != name {
					r.remove(old)
				}
				files = append(files, name)
			case kind == 5 && r.isFile(old):
				if err := os.Chmod(r.path(old), []os.FileMode{0o644, 0o755}[random.IntN(2)]); err != nil {
					t.Fatal(err)
				}
			case kind == 6:
				r.link("target "+itoa(random.IntN(3)), old)
			case kind == 7 && r.isFile(old):
				r.write(old, r.read(old)+"appended\n")
			default:
				r.remove(old)
				r.write(old, text())
			}
		}
		r.git("add", "-A")
		if random.IntN(3) == 0 {
			r.git("update-index", "--add", "--cacheinfo", fmt.Sprintf("160000,%040x,sub%d", 1+random.IntN(5), random.IntN(2)))
		}
		r.git("commit", "-q", "--allow-empty", "-m", "commit "+itoa(n))
		if n%5 == 4 {
			r.git("branch", "-f", "side", "HEAD~2")
			r.git("merge", "-q", "-s", "ours", "-m", "merge", "--no-ff", "--allow-unrelated-histories", r.sideCommit(n))
		}
		ids = append(ids, strings.TrimSpace(r.git("rev-parse", "HEAD")))
	}
	return r, ids
}

// sideCommit makes a commit beside HEAD, without the checkout.
func (r *repo) sideCommit(n int) string {
	tree := strings.TrimSpace(r.git("rev-parse", "HEAD~1^{tree}"))
	return strings.TrimSpace(r.git("commit-tree", "-p", "side", "-m", "side "+itoa(n), tree))
}

func (r *repo) isFile(name string) bool {
	info, err := os.Lstat(r.path(name))
	return err == nil && info.Mode().IsRegular()
}

func (r *repo) read(name string) string {
	data, err := os.ReadFile(r.path(name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// TestRangesOfAHistoryAgreeWithGit takes every third range, which has every length, and compares names and counts with git's own, and proves every diff.
func TestRangesOfAHistoryAgreeWithGit(t *testing.T) {
	t.Parallel()
	var seen [3]map[pr.Status]int
	t.Cleanup(func() { // after all histories
		for _, s := range []pr.Status{pr.Added, pr.Deleted, pr.Modified, pr.Renamed, pr.TypeChanged} {
			if seen[0][s]+seen[1][s]+seen[2][s] == 0 {
				t.Errorf("no history has a file that is %s", s)
			}
		}
	})
	for seed := range uint64(3) {
		t.Run("history "+itoa(int(seed)), func(t *testing.T) {
			t.Parallel()
			r, ids := generate(t, seed, 10)
			statuses := map[pr.Status]int{}
			seen[seed] = statuses
			blobs := map[string]pr.Text{}
			for i, from := range ids {
				for n, to := range ids[i:] {
					if (i+n)%3 != int(seed) {
						continue
					}
					c := read(t, r.dir, from+".."+to, pr.Want{})
					want := r.git("diff", "--numstat", "-z", "-M", from+"..."+to)
					if got := numstat(c.Files); got != want {
						t.Fatalf("%.10s..%.10s:\ngot  %q\nwant %q", from, to, got, want)
					}
					for _, f := range c.Files {
						statuses[f.Status]++
						r.checkTexts(c, f, blobs)
					}
				}
			}
		})
	}
}

// checkTexts compares the states and texts of a file with the objects of git, of which it remembers what it has asked for.
func (r *repo) checkTexts(c pr.Change, f pr.File, blobs map[string]pr.Text) {
	r.t.Helper()
	for _, side := range []struct {
		text   pr.Text
		mode   pr.Mode
		commit string
		path   string
	}{{f.Old, f.OldMode, c.MergeBase, f.OldPath}, {f.New, f.NewMode, c.Head.SHA, f.Path}} {
		want := pr.Text{State: pr.Absent}
		if side.mode.Regular() {
			name, known := side.commit+":"+side.path, false
			if want, known = blobs[name]; !known {
				want = pr.TextOf([]byte(r.git("cat-file", "blob", name)))
				blobs[name] = want
			}
		} else if side.mode != 0 {
			want.State = pr.NotFile
		}
		if side.text != want {
			r.t.Fatalf("%q at %.10s: got %v, want %v", side.path, side.commit, side.text, want)
		}
	}
}

// TestIndexAndFilesAgreeWithTheirCommit: what is staged, and what lies on disk, is the same change as its commit.
func TestIndexAndFilesAgreeWithTheirCommit(t *testing.T) {
	t.Parallel()
	r, ids := generate(t, 7, 6)
	for i, from := range ids {
		for n, to := range ids[i+1:] {
			if n%2 != 0 {
				continue
			}
			r.git("checkout", "-q", "-f", "--detach", to)
			r.git("clean", "-q", "-f", "-d", "-x")
			r.git("reset", "-q", "--soft", from)
			want := read(t, r.dir, from+".."+to, pr.Want{})
			if !strings.Contains(r.git("merge-base", from, to), from) {
				continue
			}
			for _, spec := range []string{"staged", "worktree"} {
				got := read(t, r.dir, spec, pr.Want{})
				if got.Head.SHA != "" || got.MergeBase != from || got.Base.SHA != from {
					t.Fatalf("%s: head %q, merge base %q", spec, got.Head.SHA, got.MergeBase)
				}
				if !slices.EqualFunc(got.Files, want.Files, sameFile) {
					t.Fatalf("%s of %.10s..%.10s:\ngot  %q\nwant %q", spec, from, to, numstat(got.Files), numstat(want.Files))
				}
			}
			r.git("reset", "-q", "--hard", to)
		}
	}
}

func sameFile(a, b pr.File) bool {
	return a.Path == b.Path && a.OldPath == b.OldPath && a.Status == b.Status && a.OldMode == b.OldMode &&
		a.NewMode == b.NewMode && a.Added == b.Added && a.Deleted == b.Deleted && a.Binary == b.Binary && a.Old == b.Old && a.New == b.New
}
