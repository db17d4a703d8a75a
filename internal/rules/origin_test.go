package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

func TestAHeadIsRetargetedUntilTheNextPush(t *testing.T) {
	push, to := pr.Event{Type: pr.Pushed}, func(from, to string) pr.Event { return pr.Event{Type: pr.BaseChanged, Old: from, New: to} }
	for _, tc := range []struct {
		name   string
		events []pr.Event
		want   string
	}{
		{"never", []pr.Event{push, {Type: pr.TitleChanged, Old: "a", New: "b"}}, ""},
		{"after the push", []pr.Event{push, to("dev", "main")}, "dev"},
		{"away and back", []pr.Event{push, to("main", "dev"), to("dev", "main")}, "main"},
		{"the server's own push event behind it is no push", []pr.Event{to("dev", "main"), push}, "dev"},
		{"before the next push", []pr.Event{to("dev", "main"), push, push}, ""},
		{"away and back, then a push", []pr.Event{to("main", "dev"), to("dev", "main"), push, push}, ""},
		{"a push between is not on record any more", []pr.Event{to("main", "dev"), to("dev", "main"), push}, "main"},
		{"a server that keeps its push events", []pr.Event{push, to("dev", "main"), push}, ""},
		{"without any push on record", []pr.Event{to("dev", "main")}, "dev"},
	} {
		if got := retargeted(tc.events); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
