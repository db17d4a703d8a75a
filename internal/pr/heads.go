package pr

import "slices"

// EarlierHeads are commits that may have been the head of the PR before, as far as its timeline tells, the newest first.
// The opening of a PR counts as a push there. Which end of its commits is the head depends on the kind of push, so both count.
// A change of the base replaces all pushes by one with all commits of the branch, and each of them may have been a head.
func (c Change) EarlierHeads() []string {
	var heads []string
	add := func(id string) {
		if id != c.Head.SHA && !slices.Contains(heads, id) {
			heads = append(heads, id)
		}
	}
	for i, e := range slices.Backward(c.Thread.Events) {
		if e.Type != Pushed || len(e.Commits) == 0 {
			continue
		}
		if !e.Forced && rewritten(c.Thread.Events[:i]) {
			for _, id := range slices.Backward(e.Commits) {
				add(id)
			}
			continue
		}
		add(e.Commits[len(e.Commits)-1])
		add(e.Commits[0])
	}
	return heads
}

// rewritten reports whether a push behind these events is the one that stands for all before a change of the base.
func rewritten(before []Event) bool {
	for _, e := range slices.Backward(before) {
		switch e.Type {
		case BaseChanged:
			return true
		case Pushed:
			return false
		}
	}
	return false
}
