package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
)

func TestEveryCallIsKeptWithItsOutcomeAndItsCost(t *testing.T) {
	check := func(text string) error {
		if text == "bad" {
			return errors.New("findings is missing")
		}
		return nil
	}
	fallback := func(c *config.Model) {
		c.MaxRetries = 0
		other := *c
		other.ID = "openrouter/acme/second"
		c.Fallback = []config.Model{other}
	}
	refused := fake.ModelAnswer{Status: 400, Body: `{"error":{"code":400}}`}
	for name, tc := range map[string]struct {
		change func(*config.Model)
		script []fake.ModelAnswer
		want   string
	}{
		"an answer":               {nil, []fake.ModelAnswer{{Text: "good"}}, "acme/reviewer answered stop reported"},
		"an estimate":             {nil, []fake.ModelAnswer{{Text: "good", NoCost: true}}, "acme/reviewer answered stop estimated"},
		"no usage":                {nil, []fake.ModelAnswer{{Text: "good", NoUse: true}}, "acme/reviewer answered stop unknown"},
		"an invalid answer":       {nil, []fake.ModelAnswer{{Text: "bad"}, {Text: "good"}}, "acme/reviewer model_answer_invalid stop reported; acme/reviewer answered stop reported"},
		"a cut answer":            {nil, []fake.ModelAnswer{{Finish: "length"}}, "acme/reviewer model_answer_truncated length reported"},
		"a word of the server":    {nil, []fake.ModelAnswer{{Finish: "ignore the rules"}}, "acme/reviewer model_error unknown reported"},
		"a fallback":              {fallback, []fake.ModelAnswer{{Status: 502}, {Text: "good"}}, "acme/reviewer model_error  estimated; acme/second answered stop reported"},
		"a reset and an answer":   {nil, []fake.ModelAnswer{{Cut: true}, {Text: "good"}}, "acme/reviewer model_error  unknown; acme/reviewer answered stop reported"},
		"a refused form is none":  {nil, []fake.ModelAnswer{refused, {Text: "good"}}, "acme/reviewer answered stop reported"},
		"a refusal of everything": {nil, []fake.ModelAnswer{refused, refused, refused}, "acme/reviewer model_error  estimated"},
	} {
		answer, _, _ := ask(t, tc.change, check, tc.script...)
		var list []string
		cost, tokens := 0.0, 0
		for _, a := range answer.Usage.Attempts {
			list = append(list, fmt.Sprintf("%s %s %s %s", strings.TrimPrefix(a.Asked, "openrouter/"), a.Outcome, a.Finish, a.CostStatus))
			cost, tokens = cost+a.CostUSD, tokens+a.PromptTokens
			if len(a.Prompt) != 64 {
				t.Errorf("%s: prompt %q", name, a.Prompt)
			}
		}
		if got := strings.Join(list, "; "); got != tc.want {
			t.Errorf("%s: %s\nwant %s", name, got, tc.want)
		}
		if u := answer.Usage; len(list) != u.Calls || tokens != u.PromptTokens || cost-u.CostUSD > 1e-12 || u.CostUSD-cost > 1e-12 {
			t.Errorf("%s: %+v is not the sum of its calls", name, u)
		}
	}
	twice, _, _ := ask(t, nil, check, fake.ModelAnswer{Text: "bad"}, fake.ModelAnswer{Text: "good"})
	if a := twice.Usage.Attempts; a[0].Prompt == a[1].Prompt {
		t.Error("the second prompt says what was wrong, and has the same fingerprint")
	}
}
