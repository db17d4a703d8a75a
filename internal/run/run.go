package run

import (
	"context"
	"fmt"
	"slices"
	"time"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/deep"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/state"
	"werkrevisor/internal/verdict"
)

// Deps is what the outside world gives to a run.
type Deps struct {
	Source    Source
	Publisher Publisher // nil: nothing is written
	// Model and Classifier make the clients for the merged configuration.
	Model      func(config.Config) model.Asker
	Classifier func(config.Config) classify.Asker
	// Deep gives what the deep review needs besides; it is called only where the configuration wants that review.
	Deep  func(config.Config, pr.Change) deep.Deps
	Host  config.Layer
	Nonce string
	// Key authenticates the states in comments; the zero value neither makes nor takes over any.
	Key   state.Key
	Clock func() time.Time
	Log   func(line string)
	// Redact removes the secrets of the environment from a text that leaves the program.
	Redact func(string) string
	Limits Limits
}

// Options is what the command line and the environment ask for.
type Options struct {
	Version    string
	Mode       report.Mode
	HostConfig string // "env", the path of the file, or "embedded"
	NoRepo     bool   // leave .werkrevisor.toml out
	Force      bool   // review again although this head has a result
	Focus      string // what the deep review should look hardest at; the caller's words
	RepoConfig *config.Layer
	// Expected is what the environment says about the PR; it is shown where the PR could not be read.
	Expected pr.Change
	// Unasked says why no model is asked although a review is due; empty: it is asked.
	// An error means that the configured model cannot be asked, though it must be.
	Unasked func(config.Config) (why string, err error)
	// Unclassified is the same for the classifier.
	Unclassified func(config.Config) (why string, err error)
}

// Review is one run: read → secure → check → ask → decide → write. It always returns what it knows, also after a failure;
// Decision.Exit is the exit code.
func Review(ctx context.Context, d Deps, o Options) report.Input {
	r := &runner{Deps: d, options: o, started: d.Clock()}
	in := report.Input{Version: o.Version, Mode: o.Mode, HostConfig: o.HostConfig, Started: r.started}
	in, out := r.examine(ctx, in)
	in.Decision = r.decide(in, out)
	in.Duration = d.Clock().Sub(r.started)
	if d.Publisher != nil {
		in = r.publish(ctx, in, out)
		in.Duration = d.Clock().Sub(r.started) // what the comment says is without the writing of it
	}
	if in.Change.Repo == "" {
		in.Change = o.Expected
	}
	in.Steps = r.steps
	return in
}

// runner holds what every phase needs and, but for the steps, none changes.
type runner struct {
	Deps
	options Options
	started time.Time
	steps   []report.Step
}

// step logs a step that ended, and keeps it for the report. Steps end one after the other.
func (r *runner) step(name string, took time.Duration, found string) {
	r.Log(report.StepLine(name, took, found))
	r.steps = append(r.steps, report.Step{Name: name, Took: took, Found: found})
}

// outcome is what the first four phases found.
type outcome struct {
	reasons []verdict.Reason
	proof   verdict.Proof
	past    past
	anchor  string // of the state in the comment that stands for this run; "": none, or nobody knows
	// owed are results of this head that this run deleted, so that the comment that stays must remember them.
	owed    []state.State
	refused []string // people whom the server did not let this run ask
	// conflict says that the server could not schedule the merge, because of a conflict with the base as far as it tells.
	conflict bool
}

// decide folds an outcome into a decision about this change.
func (r *runner) decide(in report.Input, out outcome) verdict.Decision {
	reasons := slices.Concat(out.reasons, out.past.escalated(in, out.reasons))
	allowRed := in.Config.Classifier != nil && in.Config.Classifier.AllowRed
	return verdict.Decide(verdict.Input{Change: in.Change, Reasons: reasons, Proof: out.proof, Gate: in.Config.Gate, ClassifierRed: allowRed,
		Reused: in.Reused, Keep: out.past.keeps(in), Odd: r.recall(in.Change).odd, Refused: out.refused, Conflict: out.conflict})
}

// examine is the first four phases. It is the one place that turns an error into a reason, by fault.
func (r *runner) examine(ctx context.Context, in report.Input) (report.Input, outcome) {
	reading, stop := context.WithTimeoutCause(ctx, r.Limits.reading(), errTimeLimit(r.Limits.whole(config.Config{}), config.Config{}))
	defer stop()
	err := safely(func() (err error) { in, err = r.read(reading, in); return err })
	before := r.recall(in.Change)
	if err != nil {
		before.unjudged = true
		r.secureLate(ctx, in)
		return in, failed(fault(reading, err), before)
	}
	if err = safely(func() (err error) { in, err = r.secure(ctx, in); return err }); err != nil {
		return in, failed(fault(ctx, err), before)
	}
	if in.Config.Gate.YellowGate == verdict.Approval && in.Change.Thread.Bot.Is(in.Change.Author) {
		return in, failed(verdict.Fault("own_pr", "the bot opened this PR itself, and may not approve it; let another account open it"), before)
	}
	limit := r.Limits.whole(in.Config)
	left := limit - r.Limits.writing() - r.Clock().Sub(r.started)
	ctx, cancel := context.WithTimeoutCause(ctx, left, errTimeLimit(limit, in.Config))
	defer cancel()
	in.Change, before, err = r.readMore(ctx, in, before)
	in.Memory = before.memory()
	if err != nil {
		return in, failed(fault(ctx, err), before)
	}
	if err = safely(func() (err error) { in, err = r.check(ctx, in); return err }); err != nil {
		return in, failed(fault(ctx, err), before)
	}
	if reasons, ok := before.reuse(in); ok && !r.options.Force && r.Publisher != nil {
		in.Reused, in.CommentURL = true, before.url
		r.step("ask", 0, "an earlier review of this commit is taken over")
		return in, outcome{reasons: reasons, proof: verdict.ByState, past: before, anchor: r.Key.Anchor(placeOf(in.Change), *before.result)}
	}
	out := outcome{reasons: in.Rules.Reasons(), past: before}
	var asked []verdict.Reason
	err = safely(func() (err error) { in, asked, out.proof, err = r.ask(ctx, in, before); return err })
	out.reasons = append(out.reasons, asked...)
	out.reasons = append(out.reasons, before.carry(in, out.reasons)...)
	if len(before.odd) > 0 {
		in.Notes = append(in.Notes, oddComment)
	}
	if before.foreign {
		in.Notes = append(in.Notes, foreignResults)
	}
	if err != nil {
		out.reasons = append(out.reasons, fault(ctx, err))
	}
	return in, out
}

// oddComment names an edit of the bot's comment (product.md 10).
const oddComment = "the earlier comment on this commit does not fit its state (somebody edited it, or the key of the states changed), " +
	"so the commit was reviewed again"

func failed(why verdict.Reason, before past) outcome {
	return outcome{reasons: []verdict.Reason{why}, past: before}
}

// read takes the snapshot and merges the configuration.
func (r *runner) read(ctx context.Context, in report.Input) (report.Input, error) {
	step := r.Clock()
	in.Config, _ = config.Merge(r.Host, nil) // [gate] is needed to report a failure; what is wrong comes out below
	var err error
	in.Change, err = r.Source.Change(ctx)
	if err != nil {
		r.Log("config: " + in.Config.Sources)
		return in, readError{err}
	}
	repo, err := r.repoLayer(in.Change)
	if err != nil {
		return in, err
	}
	if in.Config, err = config.Merge(r.Host, repo); err != nil {
		return in, err
	}
	if r.Publisher != nil && in.Change.Thread.Bot.Login == "" {
		return in, &config.Error{Layer: "host config", Key: "[gate] bot_login",
			Text: "must name the bot, because its token may not ask the server who it is (scope read:user)"}
	}
	r.Log(fmt.Sprintf("config: %s; time limit %s", in.Config.Sources, r.Limits.whole(in.Config)))
	for _, w := range in.Config.Warnings {
		r.Log("warning: " + w)
	}
	if err := r.askable(in.Config); err != nil {
		return in, err
	}
	added, deleted := in.Change.Lines()
	r.step("read", r.Clock().Sub(step), fmt.Sprintf("head %s, files %d, lines +%d -%d", in.Change.Head.SHA, len(in.Change.Files), added, deleted))
	return in, nil
}

// repoLayer is the repository's config: that of the base commit, or the file that the command line names.
func (r *runner) repoLayer(c pr.Change) (*config.Layer, error) {
	switch {
	case r.options.NoRepo:
		return nil, nil
	case r.options.RepoConfig != nil:
		return r.options.RepoConfig, nil
	}
	return RepoLayer(c.RepoConfig, c.Base.SHA)
}

// RepoLayer is the layer of a repository's config that was read at a base commit; nil: there is none.
// What stands in the place of the file and is none is an error, because the policy of the repository is unknown then.
func RepoLayer(c pr.RepoConfig, base string) (*config.Layer, error) {
	at := fmt.Sprintf("%s at base %s", pr.RepoConfigPath, base[:min(7, len(base))])
	switch {
	case c.Odd != "":
		return nil, &config.Error{Layer: at, Text: "it is a " + c.Odd + " instead of a file; replace it"}
	case c.Text.State == pr.Absent:
		return nil, nil
	case c.Text.State != pr.Read:
		return nil, &config.Error{Layer: at, Text: "it cannot be read as UTF-8 text; replace it"}
	}
	return &config.Layer{Name: at, TOML: c.Text.Body}, nil
}
