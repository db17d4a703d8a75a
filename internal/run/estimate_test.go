package run_test

import (
	"errors"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/report"
)

// planner counts as the real client does, and asks nobody.
type planner struct {
	asker
	client *model.Client
}

func (p planner) Plan(r model.Request) model.Plan { return p.client.Plan(r) }

func TestAnEstimatedCountSaysSoInReasonCommentAndUsageLine(t *testing.T) {
	const note = "token count estimated"
	for name, broken := range map[string]bool{"a counter that works": false, "a counter that cannot be set up": true} {
		t.Run(name, func(t *testing.T) {
			count := func() (func(string) int, error) {
				if broken {
					return nil, errors.New("injected")
				}
				return func(text string) int { return len(text) }, nil
			}
			in := reviewWith(t.Context(), source{change: change()}, &publisher{}, func(cfg config.Config) model.Asker {
				cfg.Model.TokenCountFactor, cfg.Model.MaxContextTokens = 1.15, 100
				return planner{client: model.New(model.Options{Config: cfg.Model, Budget: cfg.Budget, Tokens: count})}
			})
			reason := ""
			for _, r := range in.Decision.Reasons {
				if r.Code == "too_long_for_model" {
					reason = r.Text
				}
			}
			if !strings.Contains(reason, "above the limit of 100") {
				t.Fatalf("reasons %v", in.Decision.Reasons)
			}
			usage := report.NewUsage(in)
			usage.Reasons = nil // the reason is checked apart
			comment := strings.ReplaceAll(report.Comment(in), reason, "")
			for where, text := range map[string]string{"reason": reason, "comment": comment, "usage line": string(usage.Line())} {
				if strings.Contains(text, note) != broken {
					t.Errorf("%s: %s", where, text)
				}
			}
			if want := "o200k_base"; !broken && usage.TokenMethod != want {
				t.Errorf("method %q, want %q", usage.TokenMethod, want)
			}
		})
	}
}
