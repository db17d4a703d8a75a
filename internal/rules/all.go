package rules

// All lists every rule, in the order of docs/rules.md and of product.md 7.
var All = []Rule{
	{"readiness", []string{"not_marked_ready", "draft"}, true, readiness},
	{"repo_config", []string{"repo_config_invalid", "repo_config_unknown"}, false, repoConfig},
	{"pr_doc", []string{"open_questions"}, true, prDoc},
	{"hard_paths", []string{"critical_path", "risky_path", "db_schema", "confusable_path"}, false, hardPaths},
	{"secret_scan", []string{"secret"}, true, secretScan},
	{"injection", []string{"hidden_characters", "addressed_to_reviewer"}, false, injection},
	{"size", []string{"too_many_lines", "too_many_files"}, false, size},
	{"origin", []string{"untrusted_author", "base_not_allowed", "base_changed"}, false, origin},
	{"merging", []string{"several_merge_bases", "merge_drops_commits", "merge_moves_files", "merge_driver"}, false, merging},
	{"writing", []string{"writing_rule"}, false, writing},
	{"change_kind", []string{"change_kind"}, false, changeKind},
	{"unreviewable", []string{"unreviewable_change", "not_reviewed"}, false, unreviewable},
}
