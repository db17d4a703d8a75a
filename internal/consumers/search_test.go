package consumers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// siblingsOf makes a folder of checkouts with files of these names and texts.
func siblingsOf(t testing.TB, pairs ...string) string {
	t.Helper()
	root := t.TempDir()
	for i := 0; i+1 < len(pairs); i += 2 {
		write(t, root, pairs[i], pairs[i+1])
	}
	return root
}

func write(t testing.TB, root, name, text string) {
	t.Helper()
	name = filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func elements(names ...string) []Element {
	var list []Element
	for _, name := range names {
		list = append(list, Element{Name: name, Kind: "symbol"})
	}
	return list
}

// show writes hits as "element consumer file:line ×count".
func show(hits []Hit) []string {
	list := []string{}
	for _, h := range hits {
		list = append(list, fmt.Sprintf("%s %s %s:%d ×%d", h.Element.Name, h.Consumer, h.File, h.Line, h.Count))
	}
	return list
}

// all makes every consumer readable.
var all = []string{"shop", "billing", "web", "z"}

func TestHitsComeInTheOrderOfElementsConsumersFilesAndLines(t *testing.T) {
	root := siblingsOf(t,
		"web/b/x.go", "CancelOrder()\n\nCancelOrder(CancelOrder)\n",
		"web/b.go", "// CancelOrder\n",
		"web/a.go", "GetOrder()\n",
		"shop/x.go", "\nGetOrder()\nCancelOrder()",
		"billing/README.md", "nothing\n",
	)
	out := Search(t.Context(), root, "api", elements("GetOrder", "CancelOrder"), all, Limits{})
	want := []string{
		"GetOrder shop x.go:2 ×1", "GetOrder web a.go:1 ×1",
		"CancelOrder shop x.go:3 ×1", "CancelOrder web b.go:1 ×1", "CancelOrder web b/x.go:1 ×1", "CancelOrder web b/x.go:3 ×1",
	}
	if diff := cmp.Diff(want, show(out.Hits)); diff != "" {
		t.Error(diff)
	}
	if out.Consumers != 3 || out.Notes != nil {
		t.Errorf("got %d consumers, notes %q", out.Consumers, out.Notes)
	}
	again := Search(t.Context(), root, "api", elements("GetOrder", "CancelOrder"), all, Limits{})
	if diff := cmp.Diff(out, again); diff != "" {
		t.Error(diff)
	}
}

func TestConsumersThatAreNotReadableGiveNothingButACount(t *testing.T) {
	root := siblingsOf(t, "shop/secret.go", "CancelOrder()\nCancelOrder()\n", "shop/other.go", "CancelOrder\n", "web/w.go", "CancelOrder\n")
	for name, readable := range map[string][]string{"listed": {"web"}, "another spelling": {"web", "Shop", "shop/"}} {
		out := Search(t.Context(), root, "api", elements("CancelOrder"), readable, Limits{})
		if diff := cmp.Diff([]string{"CancelOrder shop :0 ×3", "CancelOrder web w.go:1 ×1"}, show(out.Hits)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if text := fmt.Sprint(out); strings.Contains(text, "secret") || strings.Contains(text, "other.go") {
			t.Errorf("%s: the outcome tells names: %s", name, text)
		}
	}
}

func TestSomeFilesAndFoldersAreLeftOut(t *testing.T) {
	large := "CancelOrder\n" + strings.Repeat("x", maxFile)
	root := siblingsOf(t,
		"z/.git/x", "CancelOrder\n", "z/sub/.git", "CancelOrder\n", "z/node_modules/m/x.js", "CancelOrder\n", "z/sub/vendor/v/v.go", "CancelOrder\n",
		"z/vendored.go", "CancelOrder\n", "z/.github/w.yml", "CancelOrder\n", "z/image.png", "CancelOrder\n\x00", "z/large.txt", large,
		"z/limit.txt", large[:maxFile], "z/latin1.txt", "caf\xe9 CancelOrder\n",
	)
	out := Search(t.Context(), root, "api", elements("CancelOrder"), all, Limits{})
	want := []string{"CancelOrder z .github/w.yml:1 ×1", "CancelOrder z latin1.txt:1 ×1", "CancelOrder z limit.txt:1 ×1", "CancelOrder z vendored.go:1 ×1"}
	if diff := cmp.Diff(want, show(out.Hits)); diff != "" {
		t.Error(diff)
	}
	notes := []string{`consumer "z": 1 files have more than 1048576 bytes and were left out`, `consumer "z": 2 folders named node_modules or vendor were left out`}
	if diff := cmp.Diff(notes, out.Notes); diff != "" {
		t.Error(diff)
	}
}

func TestEveryLimitIsNoted(t *testing.T) {
	root := siblingsOf(t, "shop/a.go", "X1\nX1\nX1\n", "shop/b.go", "X1\n", "web/a.go", "X1\n")
	for name, tt := range map[string]struct {
		limits Limits
		hits   []string
		note   string
	}{
		"consumers": {Limits{Consumers: 1}, []string{"X1 shop a.go:1 ×1", "X1 shop a.go:2 ×1", "X1 shop a.go:3 ×1", "X1 shop b.go:1 ×1"}, "[deep] consumers_root has 2 checkouts; only the first 1 were searched"},
		"entries":   {Limits{Entries: 1}, []string{"X1 web a.go:1 ×1"}, `consumer "shop": it has more than 1 files and folders; the search ended there`},
		"bytes":     {Limits{Bytes: 9}, []string{"X1 shop a.go:1 ×1", "X1 shop a.go:2 ×1", "X1 shop a.go:3 ×1", "X1 web a.go:1 ×1"}, `consumer "shop": it has more than 9 bytes of text; the search ended there`},
		"hits":      {Limits{Hits: 2}, []string{"X1 shop a.go:1 ×1", "X1 shop a.go:2 ×1", "X1 web a.go:1 ×1"}, `consumer "shop": 1 elements are used in more places than the 2 that are listed`},
	} {
		t.Run(name, func(t *testing.T) {
			out := Search(t.Context(), root, "api", elements("X1"), all, tt.limits)
			if diff := cmp.Diff(tt.hits, show(out.Hits)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{tt.note}, out.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
	hidden := Search(t.Context(), root, "api", elements("X1"), nil, Limits{Hits: 2})
	if diff := cmp.Diff([]string{"X1 shop :0 ×4", "X1 web :0 ×1"}, show(hidden.Hits)); diff != "" || hidden.Notes != nil {
		t.Errorf("notes %q: %s", hidden.Notes, diff)
	}
}

func TestFoldersThatAreTooDeepAreNoted(t *testing.T) {
	root := siblingsOf(t, "z/"+strings.Repeat("d/", maxDepth)+"x.go", "X1\n", "z/"+strings.Repeat("d/", maxDepth+1)+"x.go", "X1\n")
	out := Search(t.Context(), root, "api", elements("X1"), nil, Limits{})
	if diff := cmp.Diff([]string{"X1 z :0 ×1"}, show(out.Hits)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{`consumer "z": 1 files or folders could not be read`}, out.Notes); diff != "" {
		t.Error(diff)
	}
}

func TestTheEndOfTheContextEndsTheSearch(t *testing.T) {
	root := siblingsOf(t, "shop/a.go", "X1\n", "web/a.go", "X1\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := Search(ctx, root, "api", elements("X1"), all, Limits{})
	want := Outcome{Notes: []string{`the time of the search ended before consumer "shop"; 2 of 2 were not searched`}}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	m, _ := newMatcher(elements("X1"))
	top, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer top.Close()
	s := newSweep(ctx, "shop", m, elements("X1"), Limits{}.orDefault(), true)
	s.run(top)
	if diff := cmp.Diff([]string{"the time of the search ended there"}, s.notes()); diff != "" || s.hits(0) != nil {
		t.Errorf("hits %v: %s", s.hits(0), diff)
	}
}

func TestARootThatCannotBeSearchedIsNoted(t *testing.T) {
	empty := siblingsOf(t, "file", "X1\n", "api/own.go", "X1\n")
	for name, tt := range map[string]struct{ root, note string }{
		"missing": {filepath.Join(empty, "none"), "there is no such folder; nothing was searched; name a folder of checkouts that can be read"},
		"a file":  {filepath.Join(empty, "file"), "it cannot be read as a folder; nothing was searched; name a folder of checkouts that can be read"},
		"empty":   {empty, "it has no checkout besides the reviewed one; nothing was searched"},
	} {
		out := Search(t.Context(), tt.root, "api", elements("X1"), all, Limits{})
		want := Outcome{Notes: []string{fmt.Sprintf("[deep] consumers_root = %q: %s", tt.root, tt.note)}}
		if diff := cmp.Diff(want, out); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if out := Search(t.Context(), filepath.Join(empty, "none"), "api", nil, all, Limits{}); !cmp.Equal(out, Outcome{}) {
		t.Errorf("without elements: %+v", out)
	}
}

func TestManyElementsAreSearchedInOnePass(t *testing.T) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("Element%03dName", i), fmt.Sprintf("/api/v%d/orders", i))
	}
	line := strings.Repeat("func (s *Server) handle(w http.ResponseWriter, r *http.Request) error { return nil }\n", 6000)
	root := t.TempDir()
	for i := range 40 {
		write(t, root, fmt.Sprintf("z/f%02d.go", i), line+"Element042Name\n")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // 20 MB: it takes less than a second
	defer cancel()
	out := Search(ctx, root, "api", elements(names...), nil, Limits{})
	if diff := cmp.Diff([]string{"Element042Name z :0 ×40"}, show(out.Hits)); diff != "" || out.Notes != nil {
		t.Errorf("notes %q: %s", out.Notes, diff)
	}
}
