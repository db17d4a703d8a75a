package gitea

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
	"werkrevisor/internal/pr"
)

// flipper answers each read that belongs to no commit from one of two heads. The bit of a request is that of its path,
// page and number, so that the order of parallel requests does not matter.
type flipper struct {
	pull    *fake.Pull
	heads   [2]string
	pattern int
	bits    map[string]int // bit of "path?page #n"

	mu   sync.Mutex // held from the flip to the end of the answer
	seen map[string]int
	err  error
}

// flipping are the reads that depend on the head, and how many of each a run can make. The first look at the PR has no bit:
// another head than the wanted one ends the run there.
var flipping = []struct {
	path string
	from int
	upTo int
}{{"/pulls/7", 1, 4}, {"/pulls/7.diff", 0, 2}, {"/pulls/7/files", 0, 4}}

func (f *flipper) inject(g *fake.Gitea) (bits int) {
	f.bits, f.seen = map[string]int{}, map[string]int{}
	for _, r := range flipping {
		for n := r.from; n < r.upTo; n++ {
			f.bits[fmt.Sprintf("%s #%d", r.path, n)] = len(f.bits)
		}
		g.Inject(fake.Fault{Method: "GET", Path: r.path, Edit: func(s string) string { f.mu.Unlock(); return s }, Before: func() {
			f.mu.Lock()
			name := fmt.Sprintf("%s #%d", r.path, f.seen[r.path])
			f.seen[r.path]++
			head := 0
			if bit, ok := f.bits[name]; ok {
				head = f.pattern >> bit & 1
			}
			if err := f.pull.Flip(f.heads[head]); err != nil {
				f.err = err
			}
		}})
	}
	return len(f.bits)
}

// begin sets the next pattern.
func (f *flipper) begin(pattern int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pattern = pattern
	clear(f.seen)
}

// TestNoInterleavingOfTwoHeadsMixesThem tries every pattern of two heads over the reads that belong to no commit
// (gitea.md, finding 14): what is read without an error is the wanted head, the whole of it and nothing else.
func TestNoInterleavingOfTwoHeadsMixesThem(t *testing.T) {
	for _, evil := range []string{"more", "same-files", "same-counts"} {
		t.Run(evil, func(t *testing.T) {
			s := newScene(t,
				fake.Commit{Branch: "main", Files: files("a.txt", "one\ntwo\n", "b.txt", "b\n")},
				fake.Commit{Branch: "feature", From: "main", Files: files("a.txt", "one\n2\n")},
				fake.Commit{Branch: "more", From: "main", Files: files("a.txt", "one\n2\n", "evil.sql", "x\n")},
				fake.Commit{Branch: "same-files", From: "main", Files: files("a.txt", "one\nevil\nmore\n")},
				fake.Commit{Branch: "same-counts", From: "main", Files: files("a.txt", "one\nevil\n")})
			c := s.as(t, Config{Token: s.Token("bot"), WantHead: s.pull.HeadSHA()})
			want := describe(mustRead(t, c, pr.Want{}).Files)
			f := &flipper{pull: s.pull, heads: [2]string{"feature", evil}}
			bits := f.inject(s.Gitea)
			whole, failed := 0, 0
			for pattern := range 1 << bits {
				f.begin(pattern)
				change, err := read(t, c, pr.Want{})
				if err == nil {
					var now pr.Now
					if now, err = c.Now(t.Context()); err == nil && change.Now().Difference(now) != "" {
						err = pr.ErrSuperseded
					}
				}
				switch {
				case errors.Is(err, pr.ErrSuperseded) || errors.Is(err, pr.ErrIncomplete):
					failed++
				case err != nil:
					t.Errorf("pattern %b: %v", pattern, err)
				default:
					whole++
					if diff := cmp.Diff(want, describe(change.Files)); diff != "" {
						t.Errorf("pattern %b mixes the heads: %s", pattern, diff)
					}
				}
			}
			if f.err != nil || whole == 0 || failed == 0 {
				t.Errorf("%d patterns were read and %d refused: %v", whole, failed, f.err)
			}
			t.Logf("%d patterns: %d read, %d refused, %s", 1<<bits, whole, failed, strings.Join(want, " "))
		})
	}
}
