package rules

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// readiness gives ERROR to a PR that its author has not finished, if [gate] require_wip_transition asks for it
// (seed 001; product.md 7): it is a draft, or its title never lost a WIP prefix. Only the last change between WIP and
// ready counts. It is no matter of the change itself, so its reasons come from the system.
func readiness(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	if !cfg.Gate.RequireWIPTransition || c.Origin.Local() {
		return out
	}
	ready := MarkedReady(c.Thread.Events, cfg.Gate.WIPPrefixes)
	out.Inputs = []Input{
		{"draft", fmt.Sprint(c.Draft), "[gate] require_wip_transition", "true"},
		{"last change from WIP to ready", fmt.Sprint(ready), "[gate] wip_prefixes", strings.Join(cfg.Gate.WIPPrefixes, " ")},
	}
	switch {
	case c.Draft:
		out.Reasons = append(out.Reasons, verdict.Fault("draft", "the PR is a draft, so it is not reviewed; take the WIP prefix off its title when it is finished"))
	case !ready:
		out.Reasons = append(out.Reasons, verdict.Fault("not_marked_ready", fmt.Sprintf(
			"nobody marked the PR as finished: its title must change from one with a prefix to one without ([gate] wip_prefixes = %s); "+
				"add the prefix, and take it off when the PR is finished", strings.Join(cfg.Gate.WIPPrefixes, ", "))))
	}
	return out
}

// MarkedReady reports whether the last change of the title between WIP and ready made the PR ready.
func MarkedReady(events []pr.Event, prefixes []string) bool {
	ready := false
	for _, e := range events {
		if was, is := isWIP(e.Old, prefixes), isWIP(e.New, prefixes); e.Type == pr.TitleChanged && was != is {
			ready = was
		}
	}
	return ready
}

// isWIP compares as the server does: at the start, without the case of ASCII letters, without trimming (gitea.md 2.7).
func isWIP(title string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if prefix != "" && len(title) >= len(prefix) && lowerASCII(title[:len(prefix)]) == lowerASCII(prefix) {
			return true
		}
	}
	return false
}

func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
