package run_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/run"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

const rivalHost = `
[model]
id = "m"
base_url = "http://localhost:1"
input_price_usd_per_mtok = 2.0
output_price_usd_per_mtok = 10.0
max_context_tokens = 150000
max_output_tokens = 4000
timeout_seconds = 5
[budget]
max_usd_per_review = 1.0
[size]
max_changed_lines = 800
max_files = 30
[categories]
docs = ["*.md"]
tests = ["*_test.go"]
main = ["*.go"]
auto_approvable = ["docs_only", "harmless_only"]
[hard_orange]
paths = []
[hard_yellow]
paths = []
[writing]
enabled = false
[mechanical]
enabled = false
[review]
max_findings = 3
[pr_doc]
globs = ["doc/PR/*.md"]
[gate]
yellow_gate = "approval"
bot_login = "bot"
human_reviewers = ["ann", "bob"]
require_wip_transition = true
automerge = true
`

// verdicts are how a run of the tests comes to each level: by the answer of its model, or by a rule.
var verdicts = map[verdict.Level]asker{
	verdict.Green:  {text: safe, plan: roomy()},
	verdict.Yellow: {text: strings.Replace(safe, "safe_to_merge", "merge_with_caution", 1), plan: roomy()},
	verdict.Orange: {plan: roomy(), text: strings.Replace(safe, `"findings":[]`, `"findings":[{"file":"README.md","side":"new","start_line":2,`+
		`"end_line":2,"quote":"b","scenario":"s","title":"t","body":"x","severity":"high","confidence":0.9}]`, 1)},
	verdict.Red:   {plan: roomy()},
	verdict.Error: {err: &model.Error{Code: "model_timeout", Text: "x"}, plan: roomy()},
}

// changeFor is the change as the run of a level sees it. The real server shows all runs the same; here a rule fires for one.
func changeFor(level verdict.Level) pr.Change {
	c := change()
	c.Lock = pr.Lock{Known: true, Protected: true, Approvals: 1, StatusChecks: true, MayMerge: true}
	if level == verdict.Red {
		text := "# A\n\n## Open Questions\n\n- [ ] Who?\n"
		f := pr.File{Path: "doc/PR/a.md", OldPath: "doc/PR/a.md", Status: pr.Added, NewMode: pr.ModeFile, Added: 5, New: pr.Text{State: pr.Read, Body: text}}
		f.Old.State = pr.Absent
		hunk := pr.Hunk{NewStart: 1, NewLines: 5}
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			hunk.Lines = append(hunk.Lines, pr.Line{Op: pr.Add, New: i + 1, Text: line})
		}
		f.Hunks = []pr.Hunk{hunk}
		c.Files = append(c.Files, f)
	}
	return c
}

// contest lets runs of one head reach their ends with their calls to the server in a random order, which the seed decides.
func contest(t *testing.T, seed uint64, levels []verdict.Level) (*server, []report.Input, int) {
	s := newServer()
	results := make([]report.Input, len(levels))
	last, started := 0, 0
	synctest.Test(t, func(t *testing.T) {
		coin := rand.New(rand.NewPCG(seed, 3))
		for i, level := range levels {
			r := &rival{server: s, run: i}
			go func() {
				results[i] = r.review(level)
			}()
		}
		for {
			synctest.Wait()
			if len(s.waiting) == 0 {
				return
			}
			n := coin.IntN(len(s.waiting))
			// Rules find the same in every run, so one that reads later than another one's RED comes to RED as well: here the
			// runs read first where only one of them finds it.
			if reads := len(levels) - started; reads > 0 && slices.Contains(levels, verdict.Red) {
				n = 0
				for s.waiting[n].run != started {
					n++
				}
				started++
			}
			w := s.waiting[n]
			s.waiting = append(s.waiting[:n:n], s.waiting[n+1:]...)
			last = w.run
			close(w.begin)
		}
	})
	return s, results, last
}

func (r *rival) review(level verdict.Level) report.Input {
	key, _ := state.NewKey("", "token")
	return run.Review(context.Background(), run.Deps{Source: rivalSource{r, level}, Publisher: r, Nonce: "n", Key: key,
		Model: func(config.Config) model.Asker { r.turn(); return verdicts[level] },
		Host:  config.Layer{Name: "host", TOML: rivalHost}, Clock: time.Now, Log: func(string) {}, Redact: func(s string) string { return s }},
		run.Options{Mode: report.Gate, Force: true, Unasked: func(config.Config) (string, error) { return "", nil }})
}

// TestOfRunsOfOneHeadTheWorseVerdictStandsWithAllThatFollowsFromIt plays two and three runs of one head with every pair of
// verdicts in many orders of their calls.
func TestOfRunsOfOneHeadTheWorseVerdictStandsWithAllThatFollowsFromIt(t *testing.T) {
	all := []verdict.Level{verdict.Green, verdict.Yellow, verdict.Orange, verdict.Red, verdict.Error}
	orders := uint64(12)
	if os.Getenv("WERKREVISOR_TEST_SEQUENCES") != "" {
		orders = 500
	}
	var sets [][]verdict.Level
	for i, a := range all {
		for j, b := range all[i:] {
			sets = append(sets, []verdict.Level{a, b})
			for _, c := range all[i+j:] {
				sets = append(sets, []verdict.Level{a, b, c})
			}
		}
	}
	for _, levels := range sets {
		t.Run(fmt.Sprint(levels), func(t *testing.T) {
			missed := 0
			for seed := range orders {
				s, results, last := contest(t, seed, levels)
				if what := s.missed(); what != "" { // three runs may still write their notes over each other
					if missed++; len(levels) == 2 || missed > 1+int(orders)/200 {
						t.Fatalf("seed %d: %s\n%s", seed, what, strings.Join(s.log, "\n"))
					}
				}
				if problem := s.wrong(levels, results, last); problem != "" {
					text := ""
					for i, r := range results {
						text += fmt.Sprintf("run %d: %s exit %d %v\n", i, r.Decision.Level, r.Decision.Exit, r.Decision.Reasons)
					}
					t.Fatalf("seed %d: %s\n%s%s", seed, problem, text, strings.Join(s.log, "\n"))
				}
			}
		})
	}
}

// wrong says what does not fit the worst verdict of the runs; "" if all does.
func (s *server) wrong(levels []verdict.Level, results []report.Input, last int) string {
	worst, failed := verdict.Level(-1), false
	for _, l := range levels {
		if l != verdict.Error {
			worst = max(worst, l)
		}
		failed = failed || l == verdict.Error
	}
	var stand []string
	for _, c := range s.comments {
		if m, ok := verdict.ParseMarker(c.Body); ok && !m.Failed {
			stand = append(stand, strings.Fields(strings.SplitAfter(c.Body, "## werkrevisor: ")[1])[0])
		}
	}
	approved, rejected, asked := 0, 0, 0
	for _, r := range s.reviews {
		switch r.State {
		case "APPROVED":
			approved++
		case "REQUEST_CHANGES":
			rejected++
		case "REQUEST_REVIEW":
			asked++
		}
	}
	count := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	exit := map[verdict.Level]int{verdict.Green: 0, verdict.Yellow: 0, verdict.Orange: 0, verdict.Red: 20}[worst]
	base := map[bool]string{true: "success", false: "failure"}[exit == 0]
	assessment := map[verdict.Level]string{verdict.Green: "success", verdict.Yellow: "pending", verdict.Orange: "warning", verdict.Red: "failure"}[worst]
	switch {
	case worst < verdict.Green:
		if approved+rejected+asked > 0 || s.scheduled {
			return "after errors alone there is a review, a request or a schedule"
		}
	case len(stand) != 1 || stand[0] != worst.String():
		return fmt.Sprintf("the results that stand are %v", stand)
	case approved != count(worst == verdict.Green) || rejected != count(worst == verdict.Red):
		return fmt.Sprintf("%d approvals, %d rejections", approved, rejected)
	case s.scheduled && worst == verdict.Red, !s.scheduled && worst < verdict.Red && !failed: // an ERROR takes a schedule back
		return fmt.Sprintf("scheduled %v", s.scheduled)
	case asked > 1 || asked == 0 && (worst == verdict.Yellow || worst == verdict.Orange):
		return fmt.Sprintf("%d people are asked", asked)
	case !failed && (s.statuses["ai-review/assessment"] != assessment || s.statuses["ai-review/base/main"] != base):
		return fmt.Sprintf("statuses %v", s.statuses)
	case levels[last] != verdict.Error && (results[last].Decision.Level != worst || results[last].Decision.Exit != exit):
		return "the run that ended last has another verdict"
	}
	for i, r := range results {
		if levels[i] != verdict.Error && r.Decision.Level == verdict.Error {
			return fmt.Sprintf("run %d failed", i)
		}
	}
	return ""
}

// missed names a status whose result nobody has any more, although only runs wrote; a later run would miss it.
func (s *server) missed() string {
	key, _ := state.NewKey("", "token")
	var known state.Known
	at := state.Place{Repository: change().Slug(), Number: change().Number}
	for _, c := range s.comments {
		if found, ok := key.Open(at, c.Body); ok {
			key.Add(&known, at, found)
		}
	}
	var rows []pr.CommitStatus
	for _, row := range s.rows {
		if row.Context == "ai-review/assessment" {
			rows = append(rows, row)
		}
	}
	lost, _ := key.Missing(at.Repository, known, rows)
	for _, m := range lost {
		if m.Level() != verdict.Green {
			return fmt.Sprintf("a %s result is missing", m.Verdict)
		}
	}
	return ""
}
