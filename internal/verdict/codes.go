package verdict

// Code is one reason code: who gives it, and the worst level that it can have.
type Code struct {
	Name   string
	Source Source
	Worst  Level
}

// Codes lists every reason code (product.md 4 and 7).
// A reason with another code or another source is a mistake of the program; Decide counts it as ERROR "internal".
var Codes = []Code{
	// What the rules find.
	{"repo_config_invalid", Rule, Red},
	{"repo_config_unknown", Rule, Yellow},
	{"open_questions", Rule, Red},
	{"critical_path", Rule, Orange},
	{"risky_path", Rule, Yellow},
	{"db_schema", Rule, Yellow},
	{"confusable_path", Rule, Yellow},
	{"secret", Rule, Yellow},
	{"hidden_characters", Rule, Orange},
	{"addressed_to_reviewer", Rule, Yellow},
	{"too_many_lines", Rule, Orange},
	{"too_many_files", Rule, Orange},
	{"untrusted_author", Rule, Yellow},
	{"base_not_allowed", Rule, Yellow},
	{"base_changed", Rule, Yellow},
	{"several_merge_bases", Rule, Yellow},
	{"merge_drops_commits", Rule, Yellow},
	{"merge_moves_files", Rule, Yellow},
	{"merge_driver", Rule, Yellow},
	{"writing_rule", Rule, Orange},
	{"change_kind", Rule, Yellow},
	{"unreviewable_change", Rule, Yellow},
	{"not_reviewed", Rule, Yellow},

	// What the model says.
	{"high_finding", Model, Orange},
	{"medium_findings", Model, Orange},
	{"minor_findings", Model, Yellow},
	{"merge_with_caution", Model, Yellow},
	{"changes_required", Model, Yellow},
	{"change_kind_objection", Model, Yellow},
	{"unclear_answer", Model, Yellow},
	{"not_confirmed", Model, Yellow},

	// What the classifier says; RED needs the host's switch, so the cap decides.
	{"classifier_clear", Classifier, Orange},
	{"classifier_likely", Classifier, Yellow},
	{"classifier_context_incomplete", Classifier, Yellow},
	{"very_likely_risk", Classifier, Red},
	{"confirmed_finding", Classifier, Red},

	// What the review could not see.
	{"no_model_review", System, Yellow},
	{"too_long_for_model", System, Yellow},
	{"full_file_left_out", System, Yellow},
	{"earlier_finding", System, Yellow},
	{"earlier_result_missing", System, Yellow},

	// The gate.
	{"red_escalated", System, Red},
	{"request_failed", System, Red},

	// The deep review.
	{"deep_fault", System, Yellow},
	{"refuted_finding", Model, Yellow},
	{"attention_migration", Model, Yellow},
	{"attention_auth", Model, Yellow},
	{"attention_money", Model, Yellow},
	{"attention_secrets", Model, Yellow},
	{"attention_guard", Model, Yellow},
	{"attention_decision", Model, Yellow},

	// A review that was not completed.
	{"not_marked_ready", System, Error},
	{"draft", System, Error},
	{"superseded", System, Error},
	{"pr_not_open", System, Error},
	{"read_failed", System, Error},
	{"incomplete_change", System, Error},
	{"config_invalid", System, Error},
	{"budget", System, Error},
	{"model_error", System, Error},
	{"model_timeout", System, Error},
	{"model_answer_invalid", System, Error},
	{"model_answer_truncated", System, Error},
	{"model_refused", System, Error},
	{"coverage", System, Error},
	{"classifier_error", System, Error},
	{"classifier_answer_invalid", System, Error},
	{"own_pr", System, Error},
	{"approval_not_official", System, Error},
	{"write_failed", System, Error},
	{"timed_out", System, Error},
	{"interrupted", System, Error},
	{"internal", System, Error},
}

// Silent lists the codes of runs that write nothing at all to the server:
// the head is not the one that was reviewed, or the process was told to stop (product.md 2 and 6).
var Silent = []string{"superseded", "pr_not_open", "interrupted"}

// FindCode looks up a reason code.
func FindCode(name string) (Code, bool) {
	for _, c := range Codes {
		if c.Name == name {
			return c, true
		}
	}
	return Code{}, false
}

// Fault is the ERROR reason of a run that could not be completed.
func Fault(code, text string) Reason {
	return Reason{Source: System, Level: Error, Code: code, Text: text}
}
