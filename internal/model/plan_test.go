package model_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
)

// bytesAsTokens stands for the real counter.
func bytesAsTokens() (func(string) int, error) {
	return func(text string) int { return len(text) }, nil
}

func TestThePromptIsCounted(t *testing.T) {
	request := model.Request{System: strings.Repeat("s", 20), User: strings.Repeat("u", 50), Schema: model.Schema{JSON: []byte(strings.Repeat("j", 22))}}
	const raw = 20 + 50 + 22 + 2*4
	budget := config.Budget{MaxUSDPerReview: 1, CharsPerToken: 2, PromptOverheadChars: 100, DiffExpansionFactor: 1.5}
	for name, tc := range map[string]struct {
		factor   float64
		fallback []float64
		tokens   func() (func(string) int, error)
		want     model.Tokens
	}{
		"both messages, the schema and the frame of each message": {factor: 1, tokens: bytesAsTokens,
			want: model.Tokens{Raw: raw, Counted: raw, Factor: 1, Method: model.MethodO200k}},
		"the factor multiplies, rounded up": {factor: 1.155, tokens: bytesAsTokens,
			want: model.Tokens{Raw: raw, Counted: 116, Factor: 1.155, Method: model.MethodO200k}},
		"a binary fraction adds no token": {factor: 1.1, tokens: bytesAsTokens,
			want: model.Tokens{Raw: raw, Counted: 110, Factor: 1.1, Method: model.MethodO200k}},
		"the highest factor of the chain counts": {factor: 1.2, fallback: []float64{1.5, 1.3}, tokens: bytesAsTokens,
			want: model.Tokens{Raw: raw, Counted: 150, Factor: 1.5, Method: model.MethodO200k}},
		"a counter that cannot be set up leaves the estimate": {factor: 1.2,
			tokens: func() (func(string) int, error) { return nil, errors.New("injected") },
			want:   model.Tokens{Raw: 119, Counted: 119, Factor: 1, Method: model.MethodEstimate}},
		"no counter leaves the estimate": {factor: 1.2,
			want: model.Tokens{Raw: 119, Counted: 119, Factor: 1, Method: model.MethodEstimate}},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := settings("http://127.0.0.1:1")
			cfg.TokenCountFactor = tc.factor
			for _, factor := range tc.fallback {
				other := settings("http://127.0.0.1:1")
				other.TokenCountFactor = factor
				cfg.Fallback = append(cfg.Fallback, other)
			}
			plan := model.New(model.Options{Config: cfg, Budget: budget, Tokens: tc.tokens}).Plan(request)
			if diff := cmp.Diff(tc.want, plan.Tokens); diff != "" {
				t.Error(diff)
			}
			if estimated := plan.Tokens.Note() == " (token count estimated)"; estimated != (tc.want.Method == model.MethodEstimate) {
				t.Errorf("the note is %q", plan.Tokens.Note())
			}
			input := float64(plan.Tokens.Counted) * 2 * 2 // 2 USD per million tokens, 2 attempts
			if want := (input + 4000*10*2) / 1e6 * float64(1+len(tc.fallback)); plan.WorstCaseUSD < want-1e-9 || plan.WorstCaseUSD > want+1e-9 {
				t.Errorf("worst case %v, want %v", plan.WorstCaseUSD, want)
			}
		})
	}
}
