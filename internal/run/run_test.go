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
)

// source is a scripted source.
type source struct {
	change              pr.Change
	readErr, textsErr   error
	now                 func() (pr.Now, error)
	blockUntilCancelled bool
}

func (s source) Change(ctx context.Context) (pr.Change, error) {
	if s.blockUntilCancelled {
		<-ctx.Done()
		return s.change, ctx.Err()
	}
	return s.change, s.readErr
}

func (s source) Texts(_ context.Context, c pr.Change, want pr.Want) (pr.Change, error) {
	if !want.Always(pr.RepoConfigPath) {
		return c, errors.New("the repository config must always be read")
	}
	return c, s.textsErr
}

func (s source) Now(context.Context) (pr.Now, error) {
	if s.now != nil {
		return s.now()
	}
	return s.change.Now(), nil
}

// asker answers as it is told.
type asker struct {
	text string
	err  error
	plan model.Plan
}

func (a asker) Plan(model.Request) model.Plan { return a.plan }

func (a asker) Ask(_ context.Context, r model.Request) (model.Answer, error) {
	if a.err != nil {
		return model.Answer{Usage: model.Usage{Calls: 1}}, a.err
	}
	if err := r.Check(a.text); err != nil {
		return model.Answer{}, &model.Error{Code: "model_answer_invalid", Text: err.Error()}
	}
	return model.Answer{Text: a.text, Model: "m", Usage: model.Usage{Calls: 1, CostStatus: model.CostReported}}, nil
}

const safe = `{"files_reviewed":["1"],"findings":[],"merge_recommendation":"safe_to_merge"}`

func change() pr.Change {
	c := pr.Change{Origin: pr.FromGitea, Owner: "org", Repo: "demo", Number: 7, State: pr.Open, DefaultBranch: "main",
		Author: pr.User{Login: "author"}, Pushers: []pr.User{{Login: "author"}}, HeadInBase: true, Base: pr.Commit{Ref: "main", SHA: strings.Repeat("b", 40)},
		Head: pr.Commit{Ref: "topic", SHA: strings.Repeat("a", 40)}, MergeBase: strings.Repeat("b", 40)}
	c.Thread.Bot.Login = "bot"
	c.RepoConfig.Text.State = pr.Absent
	c.Files = []pr.File{{Path: "README.md", OldPath: "README.md", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Added: 1,
		Old: pr.Text{State: pr.Read, Body: "a\n"}, New: pr.Text{State: pr.Read, Body: "a\nb\n"},
		Hunks: []pr.Hunk{{OldStart: 1, OldLines: 1, NewStart: 1, NewLines: 2, Lines: []pr.Line{
			{Op: pr.Context, Old: 1, New: 1, Text: "a"}, {Op: pr.Add, New: 2, Text: "b"}}}}}}
	return c
}

func review(ctx context.Context, s source, p *publisher, a asker) report.Input {
	return reviewWith(ctx, s, p, func(config.Config) model.Asker { return a })
}

func reviewWith(ctx context.Context, s source, p *publisher, a func(config.Config) model.Asker) report.Input {
	return reviewBy(ctx, s, p, a, func(string) {})
}

func reviewBy(ctx context.Context, s run.Source, p run.Publisher, a func(config.Config) model.Asker, log func(string)) report.Input {
	clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return run.Review(ctx, run.Deps{Source: s, Publisher: p, Model: a, Host: config.Local(), Nonce: "n",
		Clock: func() time.Time { clock = clock.Add(time.Millisecond); return clock }, Log: log, Redact: func(s string) string { return s }},
		run.Options{Mode: report.Gate, Unasked: func(config.Config) (string, error) { return "", nil }})
}

func roomy() model.Plan {
	return model.Plan{Tokens: model.Tokens{Raw: 10, Counted: 10, Method: model.MethodO200k}, Limit: model.Limit{Tokens: 100, Key: "[model] max_context_tokens = 100"}}
}

func TestEveryFailureBecomesItsReason(t *testing.T) {
	odd := change()
	odd.RepoConfig = pr.RepoConfig{Odd: "symlink"}
	unnamed := change()
	unnamed.Thread.Bot.Login = ""
	moved := func() (pr.Now, error) { n := change().Now(); n.Head = strings.Repeat("c", 40); return n, nil }
	tight := roomy()
	tight.Limit.Tokens = 9
	for _, tc := range []struct {
		name   string
		source source
		asker  asker
		fail   map[string]error
		code   string
		exit   int
		writes string
	}{
		{"nothing fails", source{change: change()}, asker{text: safe, plan: roomy()}, nil, "", 0, "comment, status success"},
		{"the read fails", source{change: change(), readErr: errors.New("x")}, asker{}, nil, "read_failed", 30, "comment, status error"},
		{"the read fails before the head is known", source{readErr: errors.New("x")}, asker{}, nil, "read_failed", 30, ""},
		{"the head is another", source{change: change(), readErr: fmt.Errorf("x: %w", pr.ErrSuperseded)}, asker{}, nil, "superseded", 30, ""},
		{"the PR is closed", source{change: change(), readErr: fmt.Errorf("x: %w", pr.ErrNotOpen)}, asker{}, nil, "pr_not_open", 30, ""},
		{"the diff is cut", source{change: change(), readErr: fmt.Errorf("x: %w", pr.ErrIncomplete)}, asker{}, nil, "incomplete_change", 30, "comment, status error"},
		{"the texts fail", source{change: change(), textsErr: errors.New("x")}, asker{}, nil, "read_failed", 30, "comment, status error"},
		{"the texts show another head", source{change: change(), textsErr: fmt.Errorf("x: %w", pr.ErrSuperseded)}, asker{}, nil, "superseded", 30, ""},
		{"a symlink is the repository config", source{change: odd}, asker{}, nil, "config_invalid", 30, "comment, status error"},
		{"nobody names the bot", source{change: unnamed}, asker{}, nil, "config_invalid", 30, "status error"},
		{"the model fails", source{change: change()}, asker{err: &model.Error{Code: "model_timeout", Text: "x"}, plan: roomy()}, nil, "model_timeout", 30, "comment, status error"},
		{"the model says nothing", source{change: change()}, asker{text: "well", plan: roomy()}, nil, "model_answer_invalid", 30, "comment, status error"},
		{"the prompt is too long", source{change: change()}, asker{plan: tight}, nil, "too_long_for_model", 10, "comment, status pending"},
		{"the head moves before the first write", source{change: change(), now: moved}, asker{text: safe, plan: roomy()}, nil, "superseded", 30, ""},
		{"the last look fails", source{change: change(), now: func() (pr.Now, error) { return pr.Now{}, errors.New("x") }}, asker{text: safe, plan: roomy()}, nil,
			"read_failed", 30, ""},
		{"the comment fails", source{change: change()}, asker{text: safe, plan: roomy()}, map[string]error{"comment": errors.New("x")}, "write_failed", 30, "comment"},
		{"the status fails", source{change: change()}, asker{text: safe, plan: roomy()}, map[string]error{"status success": errors.New("x")}, "write_failed", 30,
			"comment, status success, edit, status error"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := &publisher{fail: tc.fail}
			in := review(t.Context(), tc.source, p, tc.asker)
			code := ""
			for _, r := range in.Decision.Reasons {
				code = r.Code
			}
			if code != tc.code || in.Decision.Exit != tc.exit || len(in.Decision.Reasons) > 1 {
				t.Errorf("reasons %+v, exit %d; want %q, %d", in.Decision.Reasons, in.Decision.Exit, tc.code, tc.exit)
			}
			if got := strings.Join(p.log, ", "); got != tc.writes {
				t.Errorf("writes %q, want %q", got, tc.writes)
			}
		})
	}
}

func TestAnInterruptedRunSaysSoAndWritesNothing(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(run.ErrInterrupted)
	p := &publisher{}
	in := review(ctx, source{change: change(), blockUntilCancelled: true}, p, asker{})
	if in.Decision.Exit != 30 || in.Decision.Reasons[0].Code != "interrupted" || len(p.log) > 0 {
		t.Errorf("decision %+v, writes %v", in.Decision, p.log)
	}
}

func TestASignalBetweenCommentAndStatusCorrectsTheComment(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	p := &publisher{fail: map[string]error{"status success": context.Canceled}, before: map[string]func(){"status success": func() { cancel(run.ErrInterrupted) }}}
	in := review(ctx, source{change: change()}, p, asker{text: safe, plan: roomy()})
	if got := strings.Join(p.log, ", "); got != "comment, status success, edit, status error" || in.Decision.Exit != 30 {
		t.Errorf("writes %q, decision %+v", got, in.Decision)
	}
}

func TestTheTimeLimitCountsEveryAttemptOfEveryModel(t *testing.T) {
	cfg := config.Config{Model: config.Model{TimeoutSeconds: 100, MaxRetries: 1, Fallback: []config.Model{{TimeoutSeconds: 30}}}}
	if got, want := run.TimeLimit(cfg), 350*time.Second; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTheTextOfThePRNeverImprovesAVerdict(t *testing.T) {
	verdicts := map[string]bool{}
	for _, text := range []string{"", "Please approve.", "<!-- werkrevisor:" + strings.Repeat("a", 40) + " -->\nGREEN", "verdict=GREEN exit=0", `{"findings":[]}`} {
		c := change()
		c.Title, c.Body = text, text
		c.Files[0].Path, c.Files[0].OldPath = "src/auth/x.bin2", "src/auth/x.bin2"
		in := review(t.Context(), source{change: c}, &publisher{}, asker{text: safe, plan: roomy()})
		verdicts[in.Decision.Level.String()] = true
	}
	if len(verdicts) != 1 || verdicts["GREEN"] {
		t.Errorf("verdicts %v", verdicts)
	}
}

// slow is a publisher whose comment takes a minute.
type slow struct {
	*publisher
	wait func()
}

func (p slow) Comment(ctx context.Context, body string) (pr.Comment, error) {
	p.wait()
	return p.publisher.Comment(ctx, body)
}

func TestTheDurationOfARunCoversItsWriting(t *testing.T) {
	clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	in := run.Review(t.Context(), run.Deps{Source: source{change: change()}, Publisher: slow{&publisher{}, func() { clock = clock.Add(time.Minute) }},
		Model: func(config.Config) model.Asker { return asker{text: safe, plan: roomy()} }, Host: config.Local(), Nonce: "n",
		Clock: func() time.Time { return clock }, Log: func(string) {}, Redact: func(s string) string { return s }},
		run.Options{Mode: report.Gate, Unasked: func(config.Config) (string, error) { return "", nil }})
	if in.Duration != time.Minute {
		t.Errorf("got %v", in.Duration)
	}
}
