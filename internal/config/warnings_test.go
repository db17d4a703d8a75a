package config

import (
	"strings"
	"testing"
)

func TestSettingsWithoutEffectAreWarnedOf(t *testing.T) {
	for _, tc := range []struct {
		name   string
		id     string
		tokens int
		want   string // words of the one warning; empty: none
	}{
		{"a budget for a model that ignores it", "openrouter/anthropic/claude-sonnet-5.5", 2000, "reasoning_max_tokens = 2000 has no effect on this model"},
		{"the same model under another name", "openrouter/anthropic/Claude-Opus-5", 2000, "no effect"},
		{"the number before the name", "openrouter/anthropic/claude-5-sonnet", 2000, "no effect"},
		{"no budget", "openrouter/anthropic/claude-sonnet-5.5", 0, ""},
		{"a model that takes a budget", "openrouter/anthropic/claude-sonnet-4.5", 2000, ""},
		{"an older name", "openrouter/anthropic/claude-3.5-sonnet", 2000, ""},
		{"a date is no number of a model", "openrouter/anthropic/claude-sonnet-4-20260514", 2000, ""},
		{"another maker", "openrouter/google/gemini-3.8-flash", 2000, ""},
		{"an endpoint that does not get it", "qwen3-coder", 2000, "only OpenRouter gets it"},
		{"an alias", "openrouter/~anthropic/claude-sonnet-latest", 0, "[model] id is an alias"},
		{"no model", "", 2000, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := warnings(Model{ID: tc.id, ReasoningMaxTokens: tc.tokens})
			text := strings.Join(got, "\n")
			if (tc.want == "") != (len(got) == 0) || len(got) > 1 || !strings.Contains(text, tc.want) || tc.id != "" && strings.Contains(text, tc.id) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	chain := warnings(Model{ID: "openrouter/a/b", Fallback: []Model{{ID: "openrouter/a/c"}, {ID: "openrouter/~a/d"}}})
	if len(chain) != 1 || !strings.HasPrefix(chain[0], "[[model.fallback]] entry 2: id is an alias") {
		t.Errorf("chain %q", chain)
	}
}
