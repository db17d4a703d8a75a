package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"werkrevisor/internal/gitea"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/protection"
)

// assessmentContext is the default of [gate] assessment_context; this command reads no configuration.
const assessmentContext = "ai-review/assessment"

// protector sets or brings back one rule.
type protector struct {
	c      *command
	ctx    context.Context
	flags  protectionFlags
	target target
	repo   *gitea.Repository
	saved  string             // file with the old rule, once it is written
	styles *protection.Styles // that the repository has; nil: they are left alone
}

// set changes or creates the rule of the branch.
func (p *protector) set() error {
	f := p.flags
	old, err := p.repo.Rule(p.ctx, f.branch)
	if err != nil {
		return adminHint(err)
	}
	if err := p.governed(f.branch); err != nil {
		return err
	}
	if len(f.styles) > 0 {
		if err := p.readStyles(); err != nil {
			return err
		}
	}
	target := protection.Target(old, protection.Wish{Mode: f.mode, Contexts: f.contexts, Approvers: f.approvers})
	p.say("branch-protection of %s, branch %s, mode %s", p.target.page(), f.branch, f.mode)
	if err := p.write(f.branch, old, target); err != nil {
		return err
	}
	if p.changesStyles() {
		if p.saved == "" && !f.dryRun { // the rule is as it should be
			if err := p.save(f.branch, old, nil); err != nil {
				return err
			}
		}
		if err := p.setStyles(protection.Styles{Allowed: f.styles, Default: p.styles.Default}); err != nil {
			return err
		}
	}
	merged := protection.Rule{}
	for _, part := range []protection.Rule{old, target} {
		for name, value := range part {
			merged[name] = value
		}
	}
	for _, w := range protection.Warnings(merged, assessmentContext) {
		p.say("warning: %s", w)
	}
	p.recommendStyles()
	return nil
}

// governed refuses a rule that would not count, because another one comes before it. The server takes the first rule
// whose pattern fits, and a new rule is the last one.
func (p *protector) governed(name string) error {
	branch, found, err := p.repo.Branch(p.ctx, name)
	switch {
	case err != nil:
		return err
	case !found && !strings.ContainsAny(name, patternSigns):
		p.say("note: there is no branch %s yet; the rule waits for it", name)
	case found && branch.Rule != "" && branch.Rule != name:
		return fmt.Errorf("the branch %s is governed by the rule %s, which comes first; give --branch %s --base-status none to change "+
			"that rule, or put a rule of the branch's own name before it in the settings of the repository",
			name, branch.Rule, protection.Quote(branch.Rule))
	}
	return nil
}

// bringBack restores the rule of a file: as it was, or gone if there was none.
func (p *protector) bringBack() error {
	text, err := readFile(p.flags.restore)
	if err != nil {
		return wrongUse{errors.New(strings.Replace(err.Error(), "config file", "file", 1))}
	}
	want, err := protection.ParseSaved([]byte(text))
	if err != nil {
		return wrongUse{err}
	}
	if !sameOrigin(want.Server, p.target.baseURL) || !strings.EqualFold(want.Repository, p.target.owner+"/"+p.target.repo) {
		return wrongUse{fmt.Errorf("the file is of the repository %s on %s; name it with --repo", want.Repository, want.Server)}
	}
	if p.flags.branch != "" && p.flags.branch != want.Branch {
		return wrongUse{fmt.Errorf("the file is of the branch %s; leave --branch out", want.Branch)}
	}
	old, err := p.repo.Rule(p.ctx, want.Branch)
	if err != nil {
		return adminHint(err)
	}
	p.say("branch-protection of %s, branch %s, back to %s", p.target.page(), want.Branch, want.Time.UTC().Format("2006-01-02 15:04:05 UTC"))
	if want.MergeStyles != nil {
		if err := p.readStyles(); err != nil {
			return err
		}
		if !p.styles.Equal(*want.MergeStyles) && !p.flags.dryRun {
			if err := p.save(want.Branch, old, nil); err != nil {
				return err
			}
		}
		if err := p.setStyles(*want.MergeStyles); err != nil {
			return err
		}
	}
	if want.Rule != nil {
		return p.write(want.Branch, old, want.Rule.Settable())
	}
	if old == nil {
		p.say("nothing to do: there was no rule, and there is none")
		return nil
	}
	if d := protection.Differences(old, want.Made); want.Made == nil || len(d) > 0 {
		return errors.New("the file says that there was no rule, but the one that stands is not the one that this command made; " +
			"nothing was changed, delete it in the settings if it is not wanted")
	}
	p.say("the rule did not exist; it will be deleted")
	if p.flags.dryRun {
		p.say("dry run: nothing was written")
		return nil
	}
	if err := p.save(want.Branch, old, nil); err != nil {
		return err
	}
	if err := p.repo.DeleteRule(p.ctx, want.Branch); err != nil {
		return p.halfway(err)
	}
	if left, err := p.repo.Rule(p.ctx, want.Branch); err != nil || left != nil {
		return p.halfway(errors.Join(errors.New("the server does not show that the rule is gone"), err))
	}
	p.say("done: the rule is deleted")
	return nil
}

// write makes a rule have these fields, after the old one was saved, and compares what the server stored.
func (p *protector) write(name string, old, target protection.Rule) error {
	changes := protection.Differences(old, target)
	for _, d := range changes {
		is := d.Is
		if is == "" {
			is = "not set"
		}
		p.say("  %s: is %s, should be %s", d.Field, is, d.Should)
	}
	switch {
	case old != nil && len(changes) == 0:
		p.say("nothing to do: the rule is as it should be")
		return nil
	case old == nil:
		p.say("there is no rule yet; it will be created")
	}
	if p.flags.dryRun {
		p.say("dry run: nothing was written")
		return nil
	}
	made := target
	if old != nil {
		made = nil
	}
	if err := p.save(name, old, made); err != nil {
		return err
	}
	switch now, err := p.repo.Rule(p.ctx, name); {
	case err != nil:
		return fmt.Errorf("nothing was changed: %w", err)
	case !now.Equal(old):
		return errors.New("the rule changed while this command was running, so nothing was changed; run it again")
	}
	var stored protection.Rule
	var err error
	if old == nil {
		stored, err = p.repo.CreateRule(p.ctx, name, target)
	} else {
		stored, err = p.repo.EditRule(p.ctx, name, protection.Changes(old, target))
	}
	var refused *httpx.StatusError
	if old == nil && errors.As(err, &refused) && refused.Status < 500 {
		return fmt.Errorf("%w\nno rule was made; if somebody else made one meanwhile, run this again", err)
	}
	if err != nil {
		return p.halfway(err)
	}
	if err := p.compare(stored, target); err != nil {
		return err
	}
	if stored, err = p.repo.Rule(p.ctx, name); err != nil { // what stands counts, not what the server answers to the write
		return p.halfway(err)
	}
	if err := p.compare(stored, target); err != nil {
		return err
	}
	if branch, found, err := p.repo.Branch(p.ctx, name); err != nil {
		return p.halfway(err)
	} else if found && (!branch.Protected || branch.Rule != "" && branch.Rule != name) {
		return p.halfway(fmt.Errorf("the rule is stored, but the branch %s does not show it; look at the order of the rules in the settings", name))
	}
	p.say("done: the server stored the rule as asked")
	return nil
}

// compare names everything that the server stored in another way: it drops users without access in silence (gitea.md 2.10).
func (p *protector) compare(stored, target protection.Rule) error {
	var wrong []string
	for _, d := range protection.Differences(stored, target) {
		missing := protection.Missing(d.Field, stored.Texts(d.Field), target.Texts(d.Field))
		switch {
		case d.Is == "":
			wrong = append(wrong, d.Field+" is unknown to this server; update Gitea")
		case len(missing) > 0 && strings.Contains(d.Field, "username"):
			wrong = append(wrong, fmt.Sprintf("%s: the server dropped %s, who cannot write to the repository; give them access and run this again",
				d.Field, strings.Join(missing, ", ")))
		default:
			wrong = append(wrong, fmt.Sprintf("%s is %s, should be %s", d.Field, d.Is, d.Should))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return p.halfway(fmt.Errorf("the server did not store the rule as asked: %s", strings.Join(wrong, "; ")))
}
