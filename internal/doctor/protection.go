package doctor

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/protection"
)

var protectionChecks = fields()

// fields is a check for each row of the protection table, between those about the rule as a whole.
func fields() []Check {
	checks := []Check{{"branch-protection", "whether the base branches exist and are protected", protected}}
	for _, field := range protection.Fields(protection.Approval) {
		checks = append(checks, Check{field.Name, field.Why, func(f Facts) (list []Result) {
			return f.eachRule(func(gate config.Gate, b Branch) []Result { return f.field(gate, b, field) })
		}})
	}
	return append(checks,
		Check{"base-status", "whether the base branches require the status that names them", baseStatus},
		Check{"hidden-fields", "which fields only an administrator sees", hidden},
		Check{"ways-around", "settings that let a change past the gate, or hold every PR", around})
}

func protected(f Facts) (list []Result) {
	if !f.reachable() || f.Config.Value == nil {
		return nil
	}
	for _, b := range f.Server.Branches {
		switch {
		case b.Problem != "":
			list = append(list, fail("%s", b.Problem)...)
		case !b.Found:
			list = append(list, fail("the base branch %s does not exist; correct [gate] base_branches", b.Name)...)
		case !b.Protected:
			list = append(list, f.lock("%s is not protected, so nothing holds a merge; run: %s", b.Name, f.mend(b.Name))...)
		case f.wrongFields(b) > 0:
			list = append(list, f.lock("%s is protected, and %d fields below are wrong; run: %s", b.Name, f.wrongFields(b), f.mend(b.Name))...)
		default:
			list = append(list, pass("%s is protected", b.Name)...)
		}
	}
	return list
}

// wrongFields counts the fields of the table that the call of mend would set.
func (f Facts) wrongFields(b Branch) (n int) {
	for _, field := range protection.Fields(f.Config.Value.Gate.YellowGate) {
		for _, r := range f.field(f.Config.Value.Gate, b, field) {
			if r.Level != Pass {
				n++
			}
		}
	}
	return n
}

// lock is a FAIL about what holds a merge, and a WARN as long as the gate is on trial.
func (f Facts) lock(format string, args ...any) []Result {
	if f.Config.Value != nil && f.Config.Value.Gate.Observe {
		return warn(format+" (when the trial ends)", args...)
	}
	return fail(format, args...)
}

// mend is the call that sets the protection.
func (f Facts) mend(branch string) string {
	gate := f.Config.Value.Gate
	call := fmt.Sprintf("werkrevisor branch-protection --repo %s --branch %s --mode %s --status %s", f.Server.Page, protection.Quote(branch), gate.YellowGate, protection.Quote(gate.GateContext))
	if gate.BaseContext != protection.BaseContext {
		call += " --base-status " + protection.Quote(gate.BaseContext)
	}
	for _, login := range f.approvers() {
		call += " --approver " + protection.Quote(login)
	}
	return call
}

// approvers are the logins whose approval must count.
func (f Facts) approvers() []string {
	gate := f.Config.Value.Gate
	var list []string
	if gate.YellowGate == protection.Approval && f.bot().Login != "" {
		list = append(list, f.bot().Login)
	}
	if gate.YellowGate != protection.Block {
		list = append(list, gate.HumanReviewers...)
	}
	return list
}

// eachRule runs a check for every protected base branch.
func (f Facts) eachRule(check func(config.Gate, Branch) []Result) (list []Result) {
	if !f.reachable() || f.Config.Value == nil {
		return nil
	}
	for _, b := range f.Server.Branches {
		if b.Protected {
			list = append(list, check(f.Config.Value.Gate, b)...)
		}
	}
	return list
}

// field compares one field of a branch with the table.
func (f Facts) field(gate config.Gate, b Branch, field protection.Field) []Result {
	rule := b.Rule
	switch {
	case gate.YellowGate == protection.Block && !field.Block:
		return nil
	case rule == nil && !field.Visible:
		return nil
	case rule == nil:
		rule = protection.Rule{"required_approvals": b.RequiredApprovals, "enable_status_check": b.StatusCheck, "status_check_contexts": b.Contexts}
	}
	is := fmt.Sprintf("%s: is %s", b.Name, protection.Show(rule[field.Name]))
	if _, known := rule[field.Name]; !known {
		return f.lock("%s: this server has no such field: %s; update Gitea", b.Name, field.Why)
	}
	switch field.Name {
	case "required_approvals":
		if n := rule.Number(field.Name); n < 1 {
			return f.lock("%s, should be 1: %s", is, field.Why)
		} else if n > 1 {
			return warn("%s, should be 1: %d approvals hold GREEN, too, until a human approves", is, n)
		}
	case "approvals_whitelist_username":
		return f.whitelist(is, rule.Texts(field.Name), b)
	case "approvals_whitelist_teams":
		if teams := rule.Texts(field.Name); len(teams) > 0 {
			return warn("%s, should be []: %s; take the teams off the list", is, field.Why)
		}
	case "status_check_contexts":
		if len(protection.Covers(rule.Texts(field.Name), gate.GateContext)) == 0 {
			return f.lock("%s, should have %q, the context of the gate", is, gate.GateContext)
		}
	default:
		if !rule.Bool(field.Name) {
			return f.lock("%s, should be true: %s", is, field.Why)
		}
	}
	return pass("%s", is)
}

func (f Facts) whitelist(is string, have []string, b Branch) []Result {
	want := f.approvers()
	missing := protection.Missing("approvals_whitelist_username", have, want)
	more := protection.Missing("approvals_whitelist_username", want, have)
	switch {
	case len(missing) > 0:
		return f.lock("%s, should have %s", is, strings.Join(missing, ", "))
	case len(more) > 0:
		return warn("%s, should be %s: an approval of %s unlocks every merge; take them off, or add them to [gate] human_reviewers",
			is, protection.Show(want), strings.Join(more, ", "))
	}
	return pass("%s", is)
}

// hidden says what was not checked: a line that is missing must not look like one that passed.
func hidden(f Facts) []Result {
	if f.Server.AdminProblem != "" && f.reachable() {
		return fail("GITEA_ADMIN_TOKEN: %s; give the token of an administrator of the repository, or none", f.Server.AdminProblem)
	}
	return f.eachRule(func(gate config.Gate, b Branch) []Result {
		if b.Rule != nil {
			return nil
		}
		var names []string
		for _, field := range protection.Fields(gate.YellowGate) {
			if !field.Visible {
				names = append(names, field.Name)
			}
		}
		return warn("%s: the bot cannot see %s; set GITEA_ADMIN_TOKEN for this call to check them", b.Name, strings.Join(names, ", "))
	})
}

func around(f Facts) []Result {
	return f.eachRule(func(gate config.Gate, b Branch) (list []Result) {
		if b.Rule != nil {
			for _, w := range protection.Warnings(b.Rule, gate.AssessmentContext) {
				list = append(list, warn("%s: %s", b.Name, w)...)
			}
			if gate.RequestReviewers == askAll && len(gate.HumanReviewers) > 1 && b.Rule.Bool("block_on_official_review_requests") {
				list = append(list, warn("%s: [gate] request_reviewers = \"all\" and block_on_official_review_requests hold a PR until every reviewer "+
					"answered or the gate ran again; set request_reviewers = \"one\"", b.Name)...)
			}
			return list
		}
		if b.MayPush {
			list = append(list, warn("%s: the bot can push to the branch without a PR, and others perhaps, too; restrict or switch off enable_push", b.Name)...)
		}
		if wide := protection.Covers(b.Contexts, gate.AssessmentContext); b.StatusCheck && len(wide) > 0 {
			list = append(list, warn("%s: %s", b.Name, protection.CoversText(wide, gate.AssessmentContext))...)
		}
		return list
	})
}
