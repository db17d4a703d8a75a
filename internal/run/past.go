package run

import (
	"fmt"
	"slices"
	"time"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// past is what the bot's own comments keep of the earlier reviews of a PR (product.md 10).
type past struct {
	states  []state.State // the authentic ones, of every head
	result  *state.State  // of this head, the worst one; nil: there is none that counts
	url     string        // of its comment
	odd     []int64       // comments with a result of this head whose state does not fit them
	spent   float64       // USD of all earlier reviews of the PR
	onHead  float64       // USD of those of this head
	blocked bool          // the author of the PR or the owner of the repository has blocked the bot
	// elsewhere are results on other PRs about this change.
	elsewhere []state.State
	// twins are all results on each other PR that had this head, too.
	twins [][]state.State
	// repository are the bot's comments by PR, as they were when they were last read; nil: they were not.
	repository map[int][]pr.Comment
	readAt     time.Time
	// missing are results whose statuses are there, and whose states are not; lost is how many of them, GREEN ones included,
	// this PR and this head had.
	missing []state.Missing
	lost    int
	foreign bool // there are results of another key or name of the repository
	many    bool // the PR has more earlier heads than are looked at
	// unjudged: this run failed before it knew facts and policy, so nobody can tell whether the result fits them.
	unjudged bool
}

// recall reads the states. A comment without an authentic state is as if it were not there.
func (r *runner) recall(c pr.Change) past {
	var p past
	for _, comment := range c.Thread.Comments {
		marker, marked := verdict.ParseMarker(comment.Body)
		s, ok := r.Key.Open(placeOf(c), comment.Body)
		if !ok {
			if marked && !marker.Failed && marker.Head == c.Head.SHA {
				p.odd = append(p.odd, comment.ID)
			}
			continue
		}
		p.states = append(p.states, s)
		p.spent += s.CostUSD
		if s.Head != c.Head.SHA {
			continue
		}
		p.onHead += s.CostUSD
		if !marker.Failed && (p.result == nil || s.Worse(*p.result)) {
			p.result, p.url = &s, comment.URL
		}
	}
	return p
}

func placeOf(c pr.Change) state.Place { return state.Place{Repository: c.Slug(), Number: c.Number} }

// fitting is the earlier result of this head, if it was made from the same facts under the same policy.
func (p past) fitting(in report.Input) *state.State {
	if p.result == nil || !p.result.Fits(in.Change, in.Config.Fingerprint) {
		return nil
	}
	return p.result
}

// keeps reports whether a failed run must leave the earlier result of this head alone, because a rerun may take it over.
// Else a failing server would wipe out what an earlier review found.
func (p past) keeps(in report.Input) bool {
	return p.fitting(in) != nil || p.unjudged && p.result != nil
}

const (
	worseElsewhere = "a review of this same commit on another PR came to this result, and of two results the worse one stays"

	takenOver = "taken over from the earlier review of this commit, whose comment names the details"
	worseKept = "an earlier review of this same commit came to this result, and of two results the worse one stays"
)

// reuse is the earlier result of this head as reasons of this run; ok says that it can be taken over.
// The rules were applied again: if they find something else now, the head is reviewed anew.
func (p past) reuse(in report.Input) (reasons []verdict.Reason, ok bool) {
	s := p.fitting(in)
	found := in.Rules.Reasons()
	if s == nil || !s.SameRules(found) || p.misses(s) {
		return nil, false
	}
	for _, old := range s.Restored(takenOver, verdict.Model, verdict.Classifier, verdict.System) {
		if !has(found, old) {
			found = append(found, old)
		}
	}
	return found, true
}

// misses reports whether a result of this head is missing of which the one that is there does not know: somebody may have
// put an older text of a comment into its place.
func (p past) misses(s *state.State) bool {
	return slices.ContainsFunc(p.missing, func(m state.Missing) bool {
		return m.Number == 0 && m.Head == s.Head && !slices.Contains(s.Missing, m)
	})
}

// carry is what a new review may not lose of the earlier ones (product.md 10): what one of the same head and the same
// facts found worse, and findings about lines that this review does not mention.
func (p past) carry(in report.Input, asked []verdict.Reason) []verdict.Reason {
	more := p.missingReasons()
	if in.Review.Complete {
		more = append(more, state.Earlier(slices.Concat(p.states, p.elsewhere), withSettled(in.Review), in.Change, in.Config.Deep.RefutedCanClear)...)
	}
	if s := p.fitting(in); s != nil {
		for _, old := range s.Restored(worseKept, verdict.Model, verdict.Classifier) {
			if !has(asked, old) {
				more = append(more, old)
			}
		}
	}
	for _, s := range p.elsewhere {
		if !s.Fits(in.Change, in.Config.Fingerprint) {
			continue
		}
		for _, old := range s.Restored(worseElsewhere, verdict.Model, verdict.Classifier) {
			if !has(asked, old) && !has(more, old) {
				more = append(more, old)
			}
		}
	}
	if s := p.result; s != nil && s.BaseRef != in.Change.Base.Ref && !slices.ContainsFunc(asked, func(r verdict.Reason) bool { return r.Code == state.Sticky }) {
		more = append(more, verdict.Reason{Source: verdict.Rule, Level: verdict.Yellow, Code: "base_changed", Text: rules.BaseChangedText(s.BaseRef)})
	}
	return more
}

// withSettled is all that a review says of lines: its findings, and those that it did not raise again.
func withSettled(r review.Result) []finding.Finding {
	list := slices.Clone(r.Findings)
	if r.Deep != nil {
		for _, s := range r.Deep.Settled {
			list = append(list, s.Finding)
		}
	}
	return list
}

// redRounds is how many earlier heads in a row, up to the latest, were RED (seed 002). A head without a completed review
// neither counts nor ends the row.
// Another PR with the same head had its rounds, too, and a RED result that is missing was one.
func (p past) redRounds(head string) int {
	rounds := redRow(p.states, head)
	for _, states := range p.twins {
		rounds += redRow(states, head)
	}
	for _, m := range p.missing {
		if m.Level() == verdict.Red && m.Head != head {
			rounds++
		}
	}
	return rounds
}

// redRow is how many heads in a row, up to the latest but this one, were RED.
func redRow(states []state.State, head string) int {
	rounds := 0
	seen := map[string]bool{head: true}
	for _, s := range slices.Backward(states) {
		if seen[s.Head] || s.Level() == verdict.Error {
			continue
		}
		seen[s.Head] = true
		if s.Level() != verdict.Red {
			break
		}
		rounds++
	}
	return rounds
}

// escalated is the reason of a RED head after too many RED ones (seed 002).
func (p past) escalated(in report.Input, reasons []verdict.Reason) []verdict.Reason {
	limit, rounds := in.Config.Gate.MaxRedRounds, p.redRounds(in.Change.Head.SHA)
	worst := verdict.Green
	for _, r := range reasons {
		worst = max(worst, r.Level)
	}
	if limit == 0 || rounds < limit || worst != verdict.Red {
		return nil
	}
	return []verdict.Reason{{Source: verdict.System, Level: verdict.Red, Code: "red_escalated", Text: fmt.Sprintf(
		"%d earlier commits in a row were RED, so the automatic rounds end and a human decides how to go on ([gate] max_red_rounds = %d)", rounds, limit)}}
}

// has reports whether the reasons hold one with the code and at least the level of r.
func has(reasons []verdict.Reason, r verdict.Reason) bool {
	for _, other := range reasons {
		if other.Code == r.Code && other.Level >= r.Level {
			return true
		}
	}
	return false
}

// cost is what the reviews of this head cost, this one included; a call whose cost is unknown counts with its worst case.
func (p past) cost(in report.Input) float64 {
	u := in.Review.Usage
	own := u.CostUSD
	if u.CostStatus == model.CostUnknown {
		own = max(own, in.Review.Plan.WorstCaseUSD)
	}
	return p.onHead + own + in.Classifier.CostUSD
}
