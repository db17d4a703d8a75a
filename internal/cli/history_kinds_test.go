package cli_test

import (
	"testing"
)

const (
	unchecked = "package a\n\nfunc Open(name string) error {\n\treturn open(name)\n}\n"
	checked   = "package a\n\nfunc Open(name string) error {\n\tif !allowed(name) {\n\t\treturn errDenied\n\t}\n\treturn open(name)\n}\n"
)

// wrongMerge is a history whose merge gives something else than its diff says, by some styles.
type wrongMerge struct {
	nodes       []node
	main, topic int
	wrong       []string // styles
	why         string   // what differs then
	code        string   // the reason that holds it back
}

// wrongMerges are histories whose diff shows one changed blank, and whose merge does something else.
func wrongMerges() map[string]wrongMerge {
	start := snapshot{"w.go": "package a\n\nvar one = 1\n", "check.go": unchecked}
	fixed := start.with("check.go", checked)
	blank := func(s snapshot) snapshot { return s.with("w.go", "package a\n\nvar  one = 1\n") }
	note := func(s snapshot) snapshot { return s.with("n.md", "n\n") }
	hole := start.with(".gitattributes", "*.md text\n/check.go -diff merge=union\n").with("check.go", "package a\n\nvar open = true\nvar two = 2\n")
	rebases := []string{"rebase", "rebase-merge"}
	const another = "check.go is another"
	return map[string]wrongMerge{
		"several merge bases": {[]node{
			{nil, start, "start"}, {[]int{0}, fixed, "security fix"}, {[]int{0}, note(start), "a"},
			{[]int{0, 1}, fixed, "main merges the fix"}, {[]int{3, 2}, note(fixed), "main merges a"},
			{[]int{2, 1}, note(start), "merge -s ours of the fix"}, {[]int{5}, blank(note(start)), "blank"},
		}, 4, 6, []string{"merge", "squash"}, another, "several_merge_bases"},
		"a merge commit that restores": {[]node{
			{nil, fixed, "start"}, {[]int{0}, note(fixed), "main goes on"}, {[]int{0}, start, "takes the check out"},
			{[]int{2, 1}, note(fixed), "merges main and restores the check"}, {[]int{3}, blank(note(fixed)), "blank"},
		}, 1, 4, rebases, another, "merge_drops_commits"},
		"a cherry-pick that is taken back": {[]node{
			{nil, start, "start"}, {[]int{0}, fixed, "security fix"}, {[]int{0}, fixed, "cherry-pick of the fix"},
			{[]int{2}, start, "takes it back"}, {[]int{3}, blank(start), "blank"},
		}, 1, 4, rebases, another, "merge_drops_commits"},
		"a single commit that main has had": {[]node{
			{nil, start, "start"}, {[]int{0}, blank(start), "blank"}, {[]int{1}, start, "takes it back"}, {[]int{0}, blank(start), "blank again"},
		}, 2, 3, rebases, "w.go is another", "merge_drops_commits"},
		"a single commit that a side of main has had": {[]node{
			{nil, start, "start"}, {[]int{0}, blank(start), "blank"}, {[]int{1}, start, "takes it back"},
			{[]int{0}, note(start), "note"}, {[]int{3, 2}, note(start), "main merges the side"}, {[]int{0}, blank(start), "blank again"},
		}, 4, 5, rebases, "w.go is another", "merge_drops_commits"},
		"a line that a merge driver brings back": {[]node{
			{nil, hole, "start"}, {[]int{0}, hole.with("check.go", "package a\n\nvar two = 2\n"), "closes the hole"},
			{[]int{0}, hole.with("check.go", "package a\n\nvar open = true\nvar  two = 2\n"), "blank"},
		}, 1, 2, []string{"merge", "squash", "rebase", "rebase-merge"}, "the diff does not fit at check.go", "merge_driver"},
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
				if got[style] != outcome || outcome == mergeDiffers && why[style] != tc.why {
					t.Errorf("%s: %s, want %s; %s", style, got[style], outcome, why[style])
				}
			}
		})
	}
}
