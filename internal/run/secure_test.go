package run_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/run"
	"werkrevisor/internal/verdict"
)

// outdated is the change of a PR that the bot approved and scheduled at an earlier head.
func outdated() pr.Change {
	c := change()
	bot := pr.User{Login: "bot"}
	c.Thread.Reviews = []pr.Review{
		{ID: 3, User: bot, State: "APPROVED", CommitSHA: strings.Repeat("c", 40), Official: true},
		{ID: 4, User: pr.User{Login: "ann"}, State: "APPROVED", CommitSHA: strings.Repeat("c", 40)}}
	c.Thread.Events = []pr.Event{{ID: 1, Type: pr.Pushed}, {ID: 2, Type: pr.MergeScheduled, User: bot},
		{ID: 3, Type: pr.Pushed, Commits: []string{c.Head.SHA}}}
	return c
}

// early reviews and keeps what was written before the model was asked.
func early(ctx context.Context, s run.Source, p *publisher, during func()) (in report.Input, before string, asked bool) {
	in = reviewBy(ctx, s, p, func(config.Config) model.Asker {
		if !asked {
			asked, before = true, strings.Join(p.log, ", ")
			during()
		}
		return asker{text: safe, plan: roomy(), err: ctx.Err()}
	}, func(line string) { p.lines = append(p.lines, line) })
	return in, before, asked
}

func TestAPRIsSecuredBeforeAnybodyIsAsked(t *testing.T) {
	p := &publisher{}
	in, before, _ := early(t.Context(), source{change: outdated()}, p, func() {})
	if before != "delete review, cancel" || strings.Count(strings.Join(p.log, " "), "delete review") != 1 || strings.Count(strings.Join(p.log, " "), "cancel") != 1 {
		t.Errorf("before the model %q, all %v", before, p.log)
	}
	if log := strings.Join(p.lines, "\n"); in.Decision.Exit != 0 || strings.Count(log, "secure ") != 1 {
		t.Errorf("exit %d\n%s", in.Decision.Exit, log)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	p = &publisher{}
	if in, before, _ = early(ctx, source{change: outdated()}, p, func() { cancel(run.ErrInterrupted) }); before != "delete review, cancel" ||
		in.Decision.Exit != 30 || len(p.log) != 2 {
		t.Errorf("a signal at the model: exit %d, writes %v", in.Decision.Exit, p.log)
	}
}

func TestNothingToSecureMakesNoStep(t *testing.T) {
	c := outdated()
	c.Thread.Reviews, c.Thread.Events = c.Thread.Reviews[1:], c.Thread.Events[:1]
	p := &publisher{}
	_, before, _ := early(t.Context(), source{change: c}, p, func() {})
	if log := strings.Join(p.lines, "\n"); before != "" || strings.Contains(log, "secure") {
		t.Errorf("writes %q\n%s", before, log)
	}
}

func TestWhoSecuresNothing(t *testing.T) {
	moved := func() (pr.Now, error) { n := change().Now(); n.Head = strings.Repeat("d", 40); return n, nil }
	unnamed := outdated()
	unnamed.Thread.Bot = pr.User{}
	for name, s := range map[string]source{
		"a run whose head moved":     {change: outdated(), now: moved},
		"a superseded run":           {change: outdated(), readErr: fmt.Errorf("x: %w", pr.ErrSuperseded)},
		"a run of a closed PR":       {change: outdated(), readErr: fmt.Errorf("x: %w", pr.ErrNotOpen)},
		"a bot that nobody can name": {change: unnamed},
	} {
		p := &publisher{}
		in, _, asked := early(t.Context(), s, p, func() {})
		if log := strings.Join(p.log, " "); in.Decision.Exit != 30 || asked || strings.Contains(log, "delete") || strings.Contains(log, "cancel") {
			t.Errorf("%s: exit %d, asked %v, writes %v", name, in.Decision.Exit, asked, p.log)
		}
	}
	in := reviewBy(t.Context(), source{change: outdated()}, nil, func(config.Config) model.Asker { return asker{text: safe, plan: roomy()} }, func(string) {})
	if in.Decision.Exit != 0 || len(in.Decision.Actions) == 0 || in.Decision.Actions[0].Kind != verdict.DeleteReview {
		t.Errorf("a dry run plans it only: %+v", in.Decision)
	}
}

func TestWhatCannotBeSecuredIsAnErrorBeforeTheModel(t *testing.T) {
	for _, what := range []string{"delete review", "cancel"} {
		p := &publisher{fail: map[string]error{what: errors.New("x")}}
		in, _, asked := early(t.Context(), source{change: outdated()}, p, func() {})
		if len(in.Decision.Reasons) != 1 || in.Decision.Reasons[0].Code != "write_failed" || asked {
			t.Errorf("%s: reasons %+v, asked %v", what, in.Decision.Reasons, asked)
		}
	}
}

// signalled is a source that a signal meets at a moment of the read.
type signalled struct {
	source
	cancel func(error)
}

func (s signalled) Change(context.Context) (pr.Change, error) {
	s.cancel(run.ErrInterrupted)
	return s.change, context.Canceled
}

func TestASignalWhileReadingSecuresWhatIsKnown(t *testing.T) {
	vague := outdated()
	vague.Thread.Events = nil
	for name, tc := range map[string]struct {
		change pr.Change
		want   string
	}{"the timeline is known": {outdated(), "delete review, cancel"}, "the timeline is not known": {vague, ""}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		p := &publisher{}
		in, _, asked := early(ctx, signalled{source{change: tc.change}, cancel}, p, func() {})
		if got := strings.Join(p.log, ", "); got != tc.want || asked || in.Decision.Reasons[0].Code != "interrupted" {
			t.Errorf("%s: writes %q, reasons %+v", name, got, in.Decision.Reasons)
		}
	}
}

func TestASignalCutsTheSecuringOnlyAfterAMoment(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	p := &publisher{hang: "cancel", before: map[string]func(){"delete review": func() { cancel(run.ErrInterrupted) }}}
	start := time.Now()
	in, _, _ := early(ctx, source{change: outdated()}, p, func() {})
	if took := time.Since(start); took > 2*time.Second || took < time.Second || in.Decision.Reasons[0].Code != "interrupted" || len(p.log) != 2 {
		t.Errorf("it took %s, writes %v, reasons %+v", took, p.log, in.Decision.Reasons)
	}
}
