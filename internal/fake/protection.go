package fake

import (
	"fmt"
	"maps"
	"path"
	"slices"
)

// newRule is a rule as the server makes it from a request that sets nothing.
func newRule(name string) map[string]any {
	r := map[string]any{"branch_name": name, "rule_name": name, "required_approvals": 0.0, "protected_file_patterns": "", "unprotected_file_patterns": ""}
	for _, flag := range []string{"enable_push", "enable_push_whitelist", "push_whitelist_deploy_keys", "enable_force_push",
		"enable_force_push_allowlist", "force_push_allowlist_deploy_keys", "enable_merge_whitelist", "enable_status_check",
		"enable_approvals_whitelist", "block_on_rejected_reviews", "block_on_official_review_requests", "block_on_outdated_branch",
		"dismiss_stale_approvals", "ignore_stale_approvals", "require_signed_commits", "block_admin_merge_override"} {
		r[flag] = false
	}
	for _, list := range append([]string{"push_whitelist_teams", "force_push_allowlist_teams", "merge_whitelist_teams",
		"approvals_whitelist_teams", "status_check_contexts"}, loginLists...) {
		r[list] = []any{}
	}
	return r
}

// loginLists are the fields with logins, which the server checks.
var loginLists = []string{"push_whitelist_usernames", "force_push_allowlist_usernames", "merge_whitelist_usernames", "approvals_whitelist_username"}

// SetRule makes a rule, or changes fields of one, as an administrator can. The values are those of decoded JSON.
func (r *Repo) SetRule(name string, fields map[string]any) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	rule := r.rule(name)
	if rule == nil {
		rule = r.addRule(name)
	}
	maps.Copy(rule, fields)
	r.sync(name)
}

// Rule is a copy of a rule; nil: there is none.
func (r *Repo) Rule(name string) map[string]any {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	return maps.Clone(r.rule(name))
}

// RemoveRule deletes a rule.
func (r *Repo) RemoveRule(name string) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	r.rules = slices.DeleteFunc(r.rules, func(rule map[string]any) bool { return rule["rule_name"] == name })
	r.sync(name)
}

func (r *Repo) rule(name string) map[string]any {
	for _, rule := range r.rules {
		if rule["rule_name"] == name {
			return rule
		}
	}
	return nil
}

func (r *Repo) addRule(name string) map[string]any {
	rule := newRule(name)
	rule["priority"] = float64(len(r.rules) + 1)
	rule["created_at"], rule["updated_at"] = r.g.now(), r.g.now()
	r.rules = append(r.rules, rule)
	return rule
}

// effective is the rule that counts for a branch: the oldest one whose name or pattern fits; nil: none.
func (r *Repo) effective(branch string) map[string]any {
	for _, rule := range r.rules {
		name, _ := rule["rule_name"].(string)
		if ok, err := path.Match(name, branch); name == branch || ok && err == nil {
			return rule
		}
	}
	return nil
}

// sync keeps what reviews and branches look at.
func (r *Repo) sync(name string) {
	if rule := r.rule(name); rule != nil {
		r.protections[name] = visible(rule)
	} else {
		delete(r.protections, name)
	}
}

// visible is the part of a rule that reviews and branches look at.
func visible(rule map[string]any) Protection {
	number, _ := rule["required_approvals"].(float64)
	p := Protection{RequiredApprovals: int(number), StatusChecks: rule["enable_status_check"] == true,
		Contexts:        list(rule["status_check_contexts"]),
		BlockOnRejected: rule["block_on_rejected_reviews"] == true, BlockOnRequests: rule["block_on_official_review_requests"] == true,
		BlockOnOutdated: rule["block_on_outdated_branch"] == true, DismissStale: rule["dismiss_stale_approvals"] == true,
		IgnoreStale: rule["ignore_stale_approvals"] == true}
	if rule["enable_approvals_whitelist"] == true {
		p.Whitelist = append([]string{}, list(rule["approvals_whitelist_username"])...)
	}
	if p.push = rule["enable_push"] == true; p.push && rule["enable_push_whitelist"] == true {
		p.pushers = append([]string{}, list(rule["push_whitelist_usernames"])...)
	}
	return p
}

func (p Protection) mayPush(login string) bool {
	return p.push && (p.pushers == nil || slices.Contains(p.pushers, login))
}

func list(value any) []string {
	var texts []string
	all, _ := value.([]any)
	for _, v := range all {
		texts = append(texts, fmt.Sprint(v))
	}
	return texts
}
