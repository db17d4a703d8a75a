package run_test

import (
	"context"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
)

const panicSecret = "CANARY-secret"

// panicking panics at the named places.
type panicking struct {
	source
	*publisher
	at string
}

func (p panicking) check(place string) {
	if p.at == place {
		panic(panicSecret)
	}
}

func (p panicking) Change(ctx context.Context) (pr.Change, error) {
	p.check("change")
	return p.source.Change(ctx)
}

func (p panicking) Texts(ctx context.Context, c pr.Change, want pr.Want) (pr.Change, error) {
	p.check("texts")
	c, err := p.source.Texts(ctx, c, want)
	if p.at == "rules" { // a hunk that no source makes
		c.Files[0].Hunks = []pr.Hunk{{Lines: []pr.Line{{Op: pr.Context, Old: -9, New: -9}}}}
		c.Files[0].New.Body, c.Files[0].Old.Body = "", ""
	}
	return c, err
}

func (p panicking) Now(ctx context.Context) (pr.Now, error) { p.check("now"); return p.source.Now(ctx) }

func (p panicking) Comments(ctx context.Context) ([]pr.Comment, error) {
	p.check("comments")
	return p.publisher.Comments(ctx)
}

func (p panicking) Comment(ctx context.Context, body string) (pr.Comment, error) {
	p.check("comment")
	return p.publisher.Comment(ctx, body)
}

func (p panicking) Status(ctx context.Context, s pr.CommitStatus) error {
	if s.State == "success" {
		p.check("status")
	}
	return p.publisher.Status(ctx, s)
}

// panickingAsker panics when it is asked, or when it plans.
type panickingAsker struct {
	asker
	at string
}

func (a panickingAsker) Plan(r model.Request) model.Plan {
	if a.at == "plan" {
		panic(panicSecret)
	}
	return a.asker.Plan(r)
}

func (a panickingAsker) Ask(ctx context.Context, r model.Request) (model.Answer, error) {
	if a.at == "ask" {
		var none []int
		_ = none[len(r.User)]
	}
	return a.asker.Ask(ctx, r)
}

func TestAPanicInAnyPhaseIsReportedAsEveryOtherFailure(t *testing.T) {
	for _, tc := range []struct{ at, writes string }{
		{"change", ""},
		{"texts", "comment, status error"},
		{"plan", "comment, status error"},
		{"ask", "comment, status error"},
		{"now", ""},
		{"comments", ""},
		{"comment", ""},
		{"status", "comment, edit, status error"},
	} {
		t.Run(tc.at, func(t *testing.T) {
			p := &publisher{}
			both := panicking{source{change: change()}, p, tc.at}
			logs := ""
			in := reviewBy(t.Context(), both, both, func(config.Config) model.Asker {
				return panickingAsker{asker{text: safe, plan: roomy()}, tc.at}
			}, func(line string) { logs += line + "\n" })
			if in.Decision.Exit != 30 || len(in.Decision.Reasons) == 0 || in.Decision.Reasons[0].Code != "internal" {
				t.Errorf("decision %+v", in.Decision)
			}
			texts := logs
			for _, r := range in.Decision.Reasons {
				texts += r.Text
			}
			for _, c := range p.bodies {
				texts += c
			}
			if strings.Contains(texts, panicSecret) || strings.Contains(texts, "goroutine") || strings.Contains(texts, ".go:") {
				t.Errorf("a secret or a trace in %s", texts)
			}
			if got := strings.Join(p.log, ", "); got != tc.writes {
				t.Errorf("writes %q, want %q", got, tc.writes)
			}
		})
	}
}
