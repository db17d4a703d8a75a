// Package state keeps the result of a review in the comment that shows it, so that a rerun can take it over
// (product.md 10).
//
// Every writer of a repository can edit the bot's comments (gitea.md, finding 6). So a state counts only with a
// message authentication code over repository, PR and the whole comment; everything else is as if it were not there.
// The package is pure.
package state

import (
	"slices"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// version is the format of the state; another one does not count.
const version = 1

// State is what a comment keeps of its review.
type State struct {
	Number      int       `json:"-"` // of the other PR that it comes from; it is not kept
	Version     int       `json:"v"`
	Head        string    `json:"head"`
	BaseRef     string    `json:"base_ref"`
	MergeBase   string    `json:"merge_base"`
	Verdict     string    `json:"verdict"`
	Reasons     []Reason  `json:"reasons"`
	Kind        string    `json:"kind"`
	Fingerprint string    `json:"config"` // of the effective configuration
	Findings    []Finding `json:"findings"`
	// More says that findings were left out, because there were too many.
	More bool `json:"more,omitempty"`
	// CostUSD is what all reviews of this head cost together; a call of unknown cost counts with its worst case.
	CostUSD float64 `json:"cost_usd"`
	// Replaced are the anchors of states of this head that this one took the place of.
	Replaced []string `json:"replaced,omitempty"`
	// Heads are earlier heads of the PR, as far as they were known.
	Heads []string `json:"heads,omitempty"`
	// Missing are results that this review missed.
	Missing []Missing `json:"missing,omitempty"`
}

// Reason is a reason without its text.
type Reason struct {
	Code   string `json:"code"`
	Level  string `json:"level"`
	Source string `json:"source"`
}

// New is the state of a decision. Findings and cost are added by the caller.
func New(c pr.Change, fingerprint string, d verdict.Decision) State {
	s := State{Version: version, Head: c.Head.SHA, BaseRef: c.Base.Ref, MergeBase: c.MergeBase, Verdict: d.Level.String(),
		Reasons: []Reason{}, Kind: string(c.Kind), Fingerprint: fingerprint, Findings: []Finding{}}
	for _, r := range d.Reasons {
		s.Reasons = append(s.Reasons, Reason{r.Code, r.Level.String(), string(r.Source)})
	}
	return s
}

// Level is the verdict. A state with an unknown one is never authentic, so ERROR is only a safe default.
func (s State) Level() verdict.Level { return levelOf(s.Verdict) }

// Fits reports whether a review of this change under this configuration would start from the same facts.
func (s State) Fits(c pr.Change, fingerprint string) bool {
	return s.Head == c.Head.SHA && s.BaseRef == c.Base.Ref && s.MergeBase == c.MergeBase && s.Fingerprint == fingerprint &&
		s.Level() != verdict.Error
}

// SameRules reports whether these reasons of rules, found now, are those that the state keeps. Sticky ones are left out:
// they stay, whatever the rules find now.
func (s State) SameRules(found []verdict.Reason) bool {
	kept, now := []string{}, []string{}
	for _, r := range s.Reasons {
		if r.Source == string(verdict.Rule) && r.Code != Sticky {
			kept = append(kept, r.Level+" "+r.Code)
		}
	}
	for _, r := range found {
		if r.Source == verdict.Rule && r.Code != Sticky {
			now = append(now, r.Level.String()+" "+r.Code)
		}
	}
	slices.Sort(kept)
	slices.Sort(now)
	return slices.Equal(kept, now)
}

// Sticky is the code of a reason that a head never loses: a new base takes the place of the old one in the state.
const Sticky = "base_changed"

// gateCodes say what the gate did. They are found anew in every run.
var gateCodes = []string{"red_escalated", "request_failed"}

// Restored returns the reasons of these sources, and the sticky ones, as reasons of this run; text says where they come from.
func (s State) Restored(text string, sources ...verdict.Source) []verdict.Reason {
	var list []verdict.Reason
	for _, r := range s.Reasons {
		if slices.Contains(gateCodes, r.Code) {
			continue
		}
		if slices.Contains(sources, verdict.Source(r.Source)) || r.Code == Sticky {
			list = append(list, verdict.Reason{Source: verdict.Source(r.Source), Level: levelOf(r.Level), Code: r.Code, Text: text})
		}
	}
	return list
}

// Worse reports whether the verdict of a is worse than that of b.
func (s State) Worse(than State) bool { return s.Level() > than.Level() }

func levelOf(word string) verdict.Level {
	for l := verdict.Green; l < verdict.Error; l++ {
		if strings.EqualFold(word, l.String()) {
			return l
		}
	}
	return verdict.Error
}
