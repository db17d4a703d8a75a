package cli_test

import (
	"testing"
)

const (
	unchecked = "package a\n\nfunc Open(name string) error {\n\treturn open(name)\n}\n"
	checked   = "package a\n\nfunc Open(name string) error {\n\tif !allowed(name) {\n\t\treturn errDenied\n\t}\n\treturn open(name)\n}\n"
)

// wrongMerges are histories whose diff shows one changed blank, and whose merge does more, with the styles that do so.
func wrongMerges() map[string]struct {
	nodes       []node
	main, topic int
	wrong       []string
} {
	start := snapshot{"w.go": "package a\n\nvar one = 1\n", "check.go": unchecked}
	fixed := start.with("check.go", checked)
	blank := func(s snapshot) snapshot { return s.with("w.go", "package a\n\nvar  one = 1\n") }
	note := func(s snapshot) snapshot { return s.with("n.md", "n\n") }
	return map[string]struct {
		nodes       []node
		main, topic int
		wrong       []string
	}{
		"several merge bases": {[]node{
			{nil, start, "start"}, {[]int{0}, fixed, "security fix"}, {[]int{0}, note(start), "a"},
			{[]int{0, 1}, fixed, "main merges the fix"}, {[]int{3, 2}, note(fixed), "main merges a"},
			{[]int{2, 1}, note(start), "merge -s ours of the fix"}, {[]int{5}, blank(note(start)), "blank"},
		}, 4, 6, []string{"merge", "squash"}},
		"a merge commit that restores": {[]node{
			{nil, fixed, "start"}, {[]int{0}, note(fixed), "main goes on"}, {[]int{0}, start, "takes the check out"},
			{[]int{2, 1}, note(fixed), "merges main and restores the check"}, {[]int{3}, blank(note(fixed)), "blank"},
		}, 1, 4, []string{"rebase", "rebase-merge"}},
		"a cherry-pick that is taken back": {[]node{
			{nil, start, "start"}, {[]int{0}, fixed, "security fix"}, {[]int{0}, fixed, "cherry-pick of the fix"},
			{[]int{2}, start, "takes it back"}, {[]int{3}, blank(start), "blank"},
		}, 1, 4, []string{"rebase", "rebase-merge"}},
	}
}

// TestWrongMerges shows that each kind of history merges wrongly by exactly the styles that it is known for.
func TestWrongMerges(t *testing.T) {
	for name, tc := range wrongMerges() {
		t.Run(name, func(t *testing.T) {
			h := newHistory(t, t.TempDir(), tc.nodes, tc.main, tc.topic, false)
			got, why := h.outcomes(t)
			want := map[string]outcome{"merge": mergeOK, "squash": mergeOK, "rebase": mergeOK, "rebase-merge": mergeOK}
			for _, style := range tc.wrong {
				want[style] = mergeDiffers
			}
			for style, outcome := range want {
				if got[style] != outcome || outcome == mergeDiffers && why[style] != "check.go is another" {
					t.Errorf("%s: %s, want %s; %s", style, got[style], outcome, why[style])
				}
			}
		})
	}
}
