package config

var gateKeys = []Key{
	{Section: "gate", Name: "yellow_gate", Type: String, Default: "block", Rule: HostOnly,
		Allowed: []string{"block", "pass_with_review_request", "approval"},
		Text:    "How YELLOW and ORANGE can pass: `block` (exit 10 and 15), `pass_with_review_request` or `approval`."},
	{Section: "gate", Name: "human_reviewers", Type: Set, Default: []string{}, Rule: HostOnly, Check: login,
		Text: "Logins whose approval unlocks YELLOW and ORANGE and who get review requests; required unless `block`."},
	{Section: "gate", Name: "assessment_context", Type: String, Default: "ai-review/assessment", Rule: HostOnly, Check: oneLine,
		Text: "Context of the informative commit status."},
	{Section: "gate", Name: "gate_context", Type: String, Default: "ai-review/gate", Rule: HostOnly, Check: oneLine,
		Text: "Context of the host's own status, the gate itself."},
	{Section: "gate", Name: "observe", Type: Bool, Default: false, Rule: HostOnly,
		Text: "Trial: no review, request or merge is made, and the exit code is 0 for every verdict but ERROR."},
	{Section: "gate", Name: "base_branches", Type: Set, Default: []string{}, Rule: HostOnly, Check: oneLine,
		Text: "Branches that a PR may merge into; empty: the default branch. Any other base never passes."},
	{Section: "gate", Name: "trusted_authors", Type: Set, Default: []string{}, Rule: HostOnly, Check: login,
		Text: "Logins without write access that count as trusted."},
	{Section: "gate", Name: "require_wip_transition", Type: Bool, Default: false, Rule: HostOnly,
		Text: "Review only a PR whose title lost a WIP prefix."},
	{Section: "gate", Name: "wip_prefixes", Type: Set, Default: []string{"WIP:", "[WIP]"}, Rule: HostOnly, Check: oneLine,
		Text: "Prefixes of a title that mark a draft; the server does not tell its own."},
	{Section: "gate", Name: "automerge", Type: Bool, Default: false, Rule: HostOnly,
		Text: "Schedule the merge after GREEN, YELLOW and ORANGE; needs `yellow_gate = \"approval\"` and `require_wip_transition`."},
	{Section: "gate", Name: "merge_style", Type: String, Default: "", Rule: HostOnly,
		Allowed: []string{"", "merge", "rebase", "rebase-merge", "squash", "fast-forward-only"},
		Text:    "Style of a scheduled merge; `\"\"`: the repository's default."},
	{Section: "gate", Name: "max_red_rounds", Type: Int, Default: 3, Rule: HostOnly, Max: 1000,
		Text: "After this many RED heads in a row the next one asks a human; 0 never does."},
	{Section: "gate", Name: "bot_login", Type: String, Default: "", Rule: HostOnly, Check: loginOrEmpty,
		Text: "The bot's own login, needed only when its token lacks the scope `read:user`."},
	{Section: "gate", Name: "ignore_approvals_of_committers", Type: Bool, Default: false, Rule: HostOnly,
		Text: "An approval by someone who pushed to the PR does not unlock."},
}

var outputKeys = []Key{
	{Section: "output", Name: "artifacts", Type: Set, Default: []string{"usage"}, Rule: HostOnly,
		Allowed: []string{"usage", "evidence", "report", "sarif", "junit", "rdjson", "source"},
		Text: "What a run writes to its output folder, which the host publishes: `usage`, `evidence`, `report`, `sarif`, `junit`, " +
			"`rdjson`. `source` allows texts of the change in evidence and report."},
}
