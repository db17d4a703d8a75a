package review_test

import (
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/tokens"
)

const (
	largeFiles = 3000
	largeLines = 100_000
)

// large is a change of 3,000 files and 100,000 lines of code.
func large() pr.Change {
	c := pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Title: "A large change", Kind: pr.Mixed, Head: pr.Commit{SHA: strings.Repeat("a", 40)}}
	code := []string{
		"func (s *Server) handle%d(w http.ResponseWriter, r *http.Request) {", "\tid := r.PathValue(\"id\")",
		"\tif id == \"\" {", "\t\thttp.Error(w, \"id %d is missing\", http.StatusBadRequest)", "\t\treturn", "\t}",
		"\tcustomer, err := s.store.Customer(r.Context(), id)", "\t// größe: the limit of %d entries is in the contract", "}", "",
	}
	for i := range largeFiles {
		name := fmt.Sprintf("src/module%d/handler%d.go", i/50, i)
		f := pr.File{Path: name, OldPath: name, Status: pr.Added, NewMode: pr.ModeFile, Category: pr.Main, New: pr.Text{State: pr.NotRead}}
		f.Added = (i+1)*largeLines/largeFiles - i*largeLines/largeFiles
		h := pr.Hunk{NewStart: 1, NewLines: f.Added}
		for n := range f.Added {
			text := code[n%len(code)]
			if strings.Contains(text, "%d") {
				text = fmt.Sprintf(text, i*100+n)
			}
			h.Lines = append(h.Lines, pr.Line{Op: pr.Add, New: n + 1, Text: text})
		}
		f.Hunks = []pr.Hunk{h}
		c.Files = append(c.Files, f)
	}
	return c
}

// planner is a client that counts with the real vocabulary.
func planner() *model.Client {
	return model.New(model.Options{Config: config.Model{MaxContextTokens: 150_000, TokenCountFactor: 1.15}, Budget: config.Budget{MaxUSDPerReview: 1},
		Tokens: func() (func(string) int, error) {
			c, err := tokens.New()
			if err != nil {
				return nil, err
			}
			return c.Count, nil
		}})
}

func TestALargeChangeIsCountedExactly(t *testing.T) {
	prompt, result := review.Plan(planner(), review.Input{Change: large(), Config: settings(false, "off"), Nonce: nonce})
	count := result.Plan.Tokens
	if count.Method != model.MethodO200k || count.Raw < 10*largeLines || count.Raw > len(prompt.User) {
		t.Errorf("%+v for %d bytes", count, len(prompt.User))
	}
	if len(result.Reasons) != 1 || !strings.Contains(result.Reasons[0].Text, fmt.Sprintf("%d tokens, above the limit of 150000 ([model] max_context_tokens", count.Counted)) {
		t.Errorf("reasons %v", result.Reasons)
	}
	if n := len(prompt.Files); n != largeFiles {
		t.Errorf("%d files in the prompt", n)
	}
}

func BenchmarkALargeChangeIsBuiltAndCounted(b *testing.B) {
	in := review.Input{Change: large(), Config: settings(false, "off"), Nonce: nonce}
	b.ReportAllocs()
	size, count := 0, 0
	for b.Loop() {
		prompt, result := review.Plan(planner(), in)
		size, count = len(prompt.User), result.Plan.Tokens.Raw
	}
	b.SetBytes(int64(size))
	b.ReportMetric(float64(count), "tokens")
}
