package pr

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEarlierHeads(t *testing.T) {
	push := func(ids ...string) Event { return Event{Type: Pushed, Commits: ids} }
	forced := func(ids ...string) Event { return Event{Type: Pushed, Commits: ids, Forced: true} }
	for name, tc := range map[string]struct {
		events []Event
		want   []string
	}{
		"a PR that was opened":              {[]Event{push("h")}, nil},
		"opened with two commits":           {[]Event{push("a", "h")}, []string{"a"}},
		"pushed to":                         {[]Event{push("a", "b"), push("c", "h")}, []string{"c", "b", "a"}},
		"pushed to, in the other order":     {[]Event{push("b", "a"), push("h", "c")}, []string{"c", "a", "b"}},
		"amended":                           {[]Event{push("a"), forced("a", "h")}, []string{"a"}},
		"amended twice and back":            {[]Event{push("h"), forced("h", "b"), forced("b", "h")}, []string{"b"}},
		"a long push":                       {[]Event{push("a", "x", "y", "h")}, []string{"a"}},
		"another base":                      {[]Event{{Type: BaseChanged}, push("a", "x", "y", "h")}, []string{"y", "x", "a"}},
		"another base, a title, and a push": {[]Event{{Type: BaseChanged}, {Type: TitleChanged}, push("a", "x", "b"), push("h")}, []string{"b", "x", "a"}},
		"a push without commits":            {[]Event{push(), push("h")}, nil},
	} {
		c := Change{Head: Commit{SHA: "h"}, Thread: Thread{Events: tc.events}}
		if d := cmp.Diff(tc.want, c.EarlierHeads()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
