package deep

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
)

// source has code, comments in several forms, and a directive of C.
const source = `#include <stdlib.h>
// every caller checks n first
if count == 0 {
	return errZero
}

/* the divisor
if n == 0 { return }
*/
x := "http://shop/*" // not a comment to its reader
total := sum / n
-- the column is never empty
` + "text := `" + `
if m == 0 { return }
` + "`\n"

func TestWhatAQuoteProves(t *testing.T) {
	for _, tc := range []struct {
		name, quote string
		line        int
		want        string
	}{
		{"a line of code", "if count == 0 {", 3, "code 3"},
		{"with other white space", "  if count==0   {", 3, "code 3"},
		{"some lines away", "if count == 0 {", 12, "code 3"},
		{"too far away", "if count == 0 {", 14, "no quote"},
		{"two lines of code", "if count == 0 {\nreturn errZero", 3, "code 3 4"},
		{"a blank line between the lines", "}\n/* the divisor", 5, "comment 5 7"},
		{"a line is left out", "if count == 0 {\n}", 3, "no quote"},
		{"a part of a line", "count == 0 {", 3, "no quote"},
		{"a line that says too little", "}", 5, "no quote"},
		{"nothing", "\n \n", 3, "no quote"},
		{"a negative line", "if count == 0 {", -5, "code 3"},
		{"a line far behind the end", "if count == 0 {", 1 << 40, "no quote"},
		{"a comment of one line", "// every caller checks n first", 2, "comment 2"},
		{"a comment and its code", "// every caller checks n first\nif count == 0 {", 2, "code 2 3"},
		{"a brace beside a comment", "/* the divisor\nif n == 0 { return }\n*/", 7, "comment 7 8 9"},
		{"within a comment of several lines", "if n == 0 { return }", 8, "comment 8"},
		{"within a text of several lines", "if m == 0 { return }", 14, "comment 14"},
		{"a comment of SQL", "-- the column is never empty", 12, "comment 12"},
		{"a directive of C is code", "#include <stdlib.h>", 1, "code 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := "no quote"
			if at := quotedAt(source, finding.Evidence{Line: tc.line, Quote: tc.quote}); len(at) > 0 {
				kind := "code"
				if onlyComments("a.c", source, at, quotedLines(source)) {
					kind = "comment"
				}
				got = kind + " " + strings.Trim(fmt.Sprint(at), "[]")
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestWhatALineProves: the forms that a lying model tried.
func TestWhatALineProves(t *testing.T) {
	for _, tc := range []struct {
		name, line string
		want       bool
	}{
		{"a.go", "if count == 0 {", true},
		{"a.go", "return total / count // checked above", true},
		{"a.go", "} // the caller holds the lock", false},
		{"a.rb", "end # the caller holds the lock", false},
		{"a.jsx", "{/* the caller holds the lock */}", false},
		{"a.go", "}}}}}}}}}}", false},
		{"a.js", "\u00a0// the caller holds the lock", false},
		{"a.js", "\v// the caller holds the lock", false},
		{"a.go", "\ufeff// the caller holds the lock", false},
		{"a.py", "# if the caller holds the lock", false},
		{"a.py", "#define the caller", false},
		{"a.c", "#define CALLER 1", true},
		{"a.c", "  # define CALLER 1", true},
		{"a.c", "#if 0 /* the caller holds the lock */", false},
	} {
		if got := isCode(tc.name, tc.line); got != tc.want {
			t.Errorf("%s: %q is code: %v", tc.name, tc.line, got)
		}
	}
}

// key is an account that has an answer about its budget.
type key struct {
	Asker
	left  float64
	error error
}

func (k key) KeyBudget(context.Context) (*float64, bool, error) { return &k.left, true, k.error }

// TestTheBudgetOfKeys: a review begins when the first models can be paid. A fallback may never be asked, so only an empty
// key of one stops it.
func TestTheBudgetOfKeys(t *testing.T) {
	down := &model.Error{Code: "model_error", Text: "no answer"}
	empty := &model.Error{Code: "budget", Text: "the key has 0 USD left"}
	first := config.Model{ID: "first", APIKeyEnv: "A", Fallback: []config.Model{{ID: "second", APIKeyEnv: "B"}, {ID: "third", APIKeyEnv: "A"}}}
	for _, tc := range []struct {
		name         string
		reviewers    []config.Model
		keys         map[string]error
		asked, notes []string
		want         string
	}{
		{name: "every account once", asked: []string{"first", "second"}},
		{name: "the first cannot be read", keys: map[string]error{"first": down}, asked: []string{"first"}, want: "no answer"},
		{name: "the first is empty", keys: map[string]error{"first": empty}, asked: []string{"first"}, want: "the key has 0 USD left"},
		{name: "a fallback cannot be read", keys: map[string]error{"second": down}, asked: []string{"first", "second"},
			notes: []string{"the budget of the key for second could not be read: no answer"}},
		{name: "a fallback is empty", keys: map[string]error{"second": empty}, asked: []string{"first", "second"}, want: "the key has 0 USD left"},
		{name: "the run ends", keys: map[string]error{"second": context.Canceled}, asked: []string{"first", "second"}, want: "context canceled"},
		{name: "the fallback of one chain is the first of another", reviewers: []config.Model{{ID: "own", APIKeyEnv: "B"}},
			keys: map[string]error{"own": down}, asked: []string{"own"}, want: "no answer"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var asked []string
			in := review.Input{Config: config.Config{Model: first}}
			in.Config.Deep.Models.Reviewers = tc.reviewers
			e := newEngine(Deps{Model: func(m config.Model) Asker { return key{left: 3, error: tc.keys[m.ID]} }}, in)
			e.Model = func(m config.Model) Asker {
				asked = append(asked, m.ID)
				return key{left: 3, error: tc.keys[m.ID]}
			}
			var usage model.Usage
			got := ""
			if err := e.payable(t.Context(), model.Plan{}, &usage); err != nil {
				got = err.Error()
			} else if usage.KeyBefore == nil || *usage.KeyBefore != 3 {
				t.Errorf("budget before: %v", usage.KeyBefore)
			}
			if got != tc.want || !slices.Equal(asked, tc.asked) || !slices.Equal(e.out.Notes, tc.notes) {
				t.Errorf("got %q, asked %q, notes %q", got, asked, e.out.Notes)
			}
		})
	}
}
