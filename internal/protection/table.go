package protection

import (
	"regexp"
	"slices"
	"strings"
)

// Modes are the values of [gate] yellow_gate, and of the option --mode.
const (
	Approval = "approval"
	PassWith = "pass_with_review_request"
	Block    = "block"
)

// BaseContext is the default of [gate] base_context, the status that names a branch.
const BaseContext = "ai-review/base/{base}"

// Field is a row of the table: a field of the rule that the gate needs.
type Field struct {
	Name string
	Why  string // one clause for people
	// Block says that the mode block needs the field, too. There the gate's status alone is the lock.
	Block bool
	// Visible says that everybody who can read the repository sees the field (GET /branches/{branch}).
	Visible bool
}

// table is seed 000, "Approval mode", and what the server turned out to need besides (gitea.md 1.5, 2.10).
var table = []Field{
	{Name: "required_approvals", Why: "the approval is the lock", Visible: true},
	{Name: "enable_approvals_whitelist", Why: "only listed users count"},
	{Name: "approvals_whitelist_username", Why: "a GREEN review of the bot or a human approval unlocks the merge"},
	{Name: "approvals_whitelist_teams", Why: "a team would let others than the listed users approve"},
	{Name: "block_on_rejected_reviews", Why: "a RED review blocks the merge"},
	{Name: "block_on_official_review_requests", Why: "the request of a YELLOW or ORANGE blocks until the human reviews"},
	{Name: "dismiss_stale_approvals", Why: "a new commit removes the approvals of the old head", Block: true},
	{Name: "ignore_stale_approvals", Why: "an approval of an old head that comes late must not count", Block: true},
	{Name: "block_on_outdated_branch", Why: "the host starts no review when only the base moves", Block: true},
	{Name: "enable_status_check", Why: "the gate's status is required", Block: true, Visible: true},
	{Name: "status_check_contexts", Why: "the statuses of the gate and of your builds", Block: true, Visible: true},
}

// Fields lists the rows that a mode needs, in the order of the table.
func Fields(mode string) []Field {
	if mode != Block {
		return slices.Clone(table)
	}
	return slices.DeleteFunc(slices.Clone(table), func(f Field) bool { return !f.Block })
}

// Wish is what an operator asks for.
type Wish struct {
	Mode      string   // one of the modes; "" is Approval
	Contexts  []string // statuses that a merge needs
	Approvers []string // logins whose approval counts; unused in mode Block
}

// Target is the fields of a rule that fulfils the wish. Contexts that the old rule requires stay (seed 001,
// scenario 18.04); the old rule may be nil.
func Target(old Rule, w Wish) Rule {
	contexts := slices.Clone(old.Texts("status_check_contexts"))
	if !old.Bool("enable_status_check") {
		contexts = nil // the server keeps the list of a check that is switched off; nothing requires it
	}
	contexts = append(contexts, Missing("", contexts, w.Contexts)...)
	all := map[string]any{
		"required_approvals": 1, "enable_approvals_whitelist": true,
		"approvals_whitelist_username": slices.Clone(w.Approvers), "approvals_whitelist_teams": []string{},
		"status_check_contexts": contexts,
	}
	target := Rule{}
	for _, f := range Fields(w.Mode) {
		value, special := all[f.Name]
		if !special {
			value = true
		}
		target[f.Name] = value
	}
	return target
}

// Covers lists the contexts that also require the status of a name: contexts are patterns, so that "ai-review/*"
// requires the informative assessment, too, which is pending as long as a human must look (gitea.md 2.5).
func Covers(contexts []string, name string) []string {
	var list []string
	for _, c := range contexts {
		pattern := regexp.QuoteMeta(c)
		pattern = strings.ReplaceAll(strings.ReplaceAll(pattern, `\*`, `.*`), `\?`, `.`)
		if ok, err := regexp.MatchString(`(?s)^`+pattern+`$`, name); err == nil && ok {
			list = append(list, c)
		}
	}
	return list
}
