package evidence

import (
	"slices"
	"strings"

	"werkrevisor/internal/config"
)

// Report replays a record, and says in words what came out; same is false where something differs.
func (r Record) Report() (text string, same bool) {
	p := &page{}
	p.line(0, "hashes: all %d sections are as they were written", len(r.sections()))
	list := r.Replay()
	if len(list) == 0 {
		p.line(0, "decision: %s, exit %d, status %q, %s: the same again", r.Decision.Verdict, r.Decision.Exit, r.Decision.Status.Description,
			count(len(r.Decision.Reasons), "reason"))
	}
	for _, d := range list {
		p.line(0, "DIFFERS %s", d)
	}
	var again []string
	cfg, ok := config.Config{}, false
	if r.HasTexts() {
		if cfg, ok = r.Effective(); ok {
			again = r.Rerun(cfg)
		}
	}
	switch {
	case r.Source == nil:
		p.line(0, "rules: their recorded results count; the texts are not in the record, so they cannot be applied again")
	case len(r.Rules.Results) == 0:
		p.line(0, "rules: the run did not come to them")
	case !ok:
		p.line(0, "rules: their recorded results count; secrets were taken out of the texts or the configuration, so they cannot be applied again")
	case len(again) == 0:
		p.line(0, "rules: applied again to the texts in the record, with the same results (but for repo_config, which needs the host's layer)")
	}
	for _, d := range again {
		p.line(0, "DIFFERS %s", d)
	}
	return p.out.String(), len(list)+len(again) == 0
}

// valid is a text as JSON holds it: what is no UTF-8 becomes a mark there.
func valid(text string) string { return string([]rune(text)) }

// Compare decides with another configuration, and says in words what that changes.
func (r Record) Compare(cfg config.Config) (string, error) {
	again, err := r.Redecide(cfg)
	if err != nil {
		return "", err
	}
	p := &page{}
	was, is := r.Decision, again.Decision
	p.line(0, "recorded: %s, exit %d (%s)", was.Verdict, was.Exit, or(r.Run.ConfigSources, "unknown configuration"))
	p.line(0, "now:      %s, exit %d (%s)", is.Verdict, is.Exit, cfg.Sources)
	p.title("Reasons")
	has := func(list []Reason, reason Reason) bool {
		return slices.ContainsFunc(list, func(other Reason) bool { return sameReason(other, reason) && valid(other.Text) == valid(reason.Text) })
	}
	for _, reason := range is.Reasons {
		mark := "+"
		if has(was.Reasons, reason) {
			mark = "="
		}
		p.line(0, "%s %s", mark, words(reason))
	}
	for _, reason := range was.Reasons {
		if !has(is.Reasons, reason) {
			p.line(0, "- %s", words(reason))
		}
	}
	if len(is.Reasons)+len(was.Reasons) == 0 {
		p.line(0, "none, before and now")
	}
	p.title("What was done again")
	p.line(0, "applied again: %s", or(strings.Join(again.Rerun, ", "), "no rule"))
	if len(again.Kept) > 0 {
		p.line(0, "could not be applied again, because the record has no texts: %s; their recorded results count", strings.Join(again.Kept, ", "))
	}
	p.line(0, "not asked again: model and classifier; their recorded answers count")
	for _, note := range again.Notes {
		p.line(0, "note: %s", note)
	}
	return p.out.String(), nil
}
