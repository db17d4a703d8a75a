package config

var engineKeys = []Key{
	{Section: "engine", Name: "mode", Type: String, Default: "llm", Rule: HostOnly,
		Allowed: []string{"llm", "classifier", "combined"},
		Text: "`llm`: the model reviews. `classifier`: Jev judges the PR documents, no model is asked. " +
			"`combined`: Jev judges, then the model reviews with its hints."},
	{Section: "engine", Name: "review", Type: String, Default: "single", Rule: HostOnly, Allowed: []string{"single", "deep"},
		Text: "`single`: one prompt. `deep`: several stages, see `[deep]`."},
}

var classifierKeys = []Key{
	{Section: "classifier", Name: "endpoint", Type: String, Required: true, Rule: HostOnly, Check: endpoint,
		Text: "E.g. `https://api.typesafe.ai/v1/systemone`; https, or http on a loopback address."},
	{Section: "classifier", Name: "model", Type: String, Required: true, Rule: HostOnly, Check: oneLine,
		Text: "E.g. `jev-latest`."},
	{Section: "classifier", Name: "api_key_env", Type: String, Default: "TYPESAFE_API_KEY", Rule: HostOnly, Check: keyVariable,
		Text: "Environment variable with the key; `\"\"`: no key is sent."},
	{Section: "classifier", Name: "input_price_usd_per_mtok", Type: Number, Required: true, Rule: HostOnly, Max: dollars,
		Text: "USD per 1M input tokens, maintained by the operator; the output is free."},
	{Section: "classifier", Name: "max_state_chars", Type: Int, Required: true, Rule: HostOnly, Min: 1, Max: many,
		Text: "A unit with a larger JSON state is not sent: YELLOW `classifier_context_incomplete`."},
	{Section: "classifier", Name: "max_units", Type: Int, Required: true, Rule: HostOnly, Min: 1, Max: many,
		Text: "Units beyond this number are not sent: YELLOW `classifier_context_incomplete`."},
	{Section: "classifier", Name: "timeout_seconds", Type: Int, Required: true, Rule: HostOnly, Min: 1, Max: 86400,
		Text: "Time limit of one request."},
	{Section: "classifier", Name: "allow_red", Type: Bool, Default: false, Rule: HostOnly,
		Text: "A very likely risk and a confirmed finding of high severity give RED; without it both stay ORANGE."},
	{Section: "classifier", Name: "confirm_can_soften", Type: Bool, Default: false, Rule: HostOnly,
		Text: "A finding that Jev doubts counts at most YELLOW."},
	{Section: "classifier", Name: "pr_doc_globs", Type: GlobList, Required: true, Rule: Replace, Check: badGlob,
		Text: "PR documents that are judged; `TEMPLATE*.md` and `README.md` never count."},
	{Section: "classifier", Name: "min_confidence", Type: Number, Required: true, Rule: Replace, Max: 1,
		Text: "A choice or score answer below this confidence does not count for the verdict; 0 disables it."},
	questionKey("scenario_questions", true, "Questions about each scenario of a PR document."),
	questionKey("section_questions", true, "Questions about each section of a PR document."),
	questionKey("changeset_questions", false, "Questions about each changed Liquibase changeset."),
	questionKey("file_questions", false, "Questions about each changed file that matches their `globs`."),
	questionKey("confirm_questions", false, "Questions about each finding of high or medium severity."),
}

func questionKey(name string, required bool, text string) Key {
	k := Key{Section: "classifier", Name: name, Type: Questions, Required: required, Rule: Replace,
		Fields: questionFields("classifier." + name), Text: text}
	if !required {
		k.Default = []Question{}
	}
	return k
}

// questionFields are the keys of a question. Every question asks for a problem, so a high value is bad.
func questionFields(section string) []Key {
	keys := []Key{
		{Name: "name", Type: String, Required: true, Check: oneLine, Text: "Name of the question, once per list."},
		{Name: "type", Type: String, Required: true, Allowed: []string{"noul", "choice", "score"},
			Text: "`noul`: probability of yes. `choice`: summed probability of the problem options. " +
				"`score`: expected level divided by the top level."},
		{Name: "instructions", Type: String, Required: true, Check: notBlank, Text: "The question."},
		{Name: "criteria", Type: Criteria,
			Text: "`noul`: optional table with the texts of `true` and `false`. `choice`: table of 2 to 255 options. " +
				"`score`: list of 2 to 10 levels from no problem to the worst."},
		{Name: "problem_options", Type: Set, Check: oneLine, Text: "Only `choice`: the options that are a problem."},
		{Name: "yellow_above", Type: Number, Required: true, Max: 1, Text: "A value above it gives YELLOW."},
		{Name: "red_above", Type: Number, Required: true, Max: 1,
			Text: "A value above it gives ORANGE; the key keeps its name from 0.5.0."},
		{Name: "very_likely_above", Type: Number, Max: 1, Text: "A value above it gives RED, if `allow_red` is on."},
	}
	if section == "classifier.file_questions" {
		keys = append(keys, Key{Name: "globs", Type: GlobList, Required: true, Check: badGlob,
			Text: "Only in `file_questions`: the files that are judged."})
	}
	for i := range keys {
		keys[i].Section, keys[i].Entry = section, true
	}
	return keys
}

var deepKeys = []Key{
	{Section: "deep", Name: "rigor", Type: String, Default: "production", Rule: Replace,
		Allowed: []string{"poc", "prototype", "production"}, Text: "How findings of style and maintainability count."},
	{Section: "deep", Name: "max_workers", Type: Int, Default: 4, Rule: HostOnly, Min: 1, Max: 100, Text: "Calls at the same time."},
	{Section: "deep", Name: "max_areas", Type: Int, Default: 10, Rule: OnlyLower, Min: 1, Max: 1000,
		Text: "Areas, each with its own reviewer."},
	{Section: "deep", Name: "max_iterations", Type: Int, Default: 12, Rule: OnlyLower, Min: 1, Max: 1000,
		Text: "Tool rounds of one reviewer."},
	{Section: "deep", Name: "scan", Type: Bool, Default: true, Rule: HostOnly, Text: "A cheap first pass lists suspicious places."},
	{Section: "deep", Name: "refine_areas", Type: Bool, Default: true, Rule: HostOnly, Text: "A model may rebalance the areas."},
	{Section: "deep", Name: "refuted_can_clear", Type: Bool, Default: false, Rule: HostOnly,
		Text: "A refuted finding does not count; without it a refuted high one stays YELLOW `refuted_finding`."},
	{Section: "deep", Name: "verify", Type: Bool, Default: true, Rule: OnlyOn,
		Text: "Findings of high and medium severity are verified in a fresh context."},
	{Section: "deep", Name: "suggest", Type: Bool, Default: false, Rule: HostOnly, Text: "A last stage writes a fix for verified findings."},
	{Section: "deep", Name: "timeout_seconds", Type: Int, Default: 1200, Rule: HostOnly, Min: 1, Max: 86400,
		Text: "Time limit of the run."},
	{Section: "deep", Name: "conventions", Type: Strings, Rule: Replace, Check: relativePath,
		Default: []string{"AGENTS.md", "CLAUDE.md", "CONTRIBUTING.md", "CONVENTIONS.md", "ARCHITECTURE.md",
			"docs/architecture.md", ".github/copilot-instructions.md"},
		Text: "Files with the project's conventions, read at the base commit."},
	{Section: "deep", Name: "misses", Type: String, Default: ".werkrevisor/misses.toml", Rule: Replace, Check: relativePathOrEmpty,
		Text: "File with what earlier reviews missed, read at the base commit; `\"\"`: none."},
	globKey("deep", "org_context_globs", Replace, "Recorded decisions, read at the base commit."),
	globKey("deep", "prior_art_globs", Replace, "Operational history, read at the base commit."),
	{Section: "deep", Name: "consumers_root", Type: String, Default: "", Rule: HostOnly, Check: oneLineOrEmpty,
		Text: "Folder with checkouts of consumers; `\"\"`: none."},
	{Section: "deep", Name: "consumers_readable", Type: Set, Default: []string{}, Rule: HostOnly, Check: oneLine,
		Text: "Consumers whose file and line a comment may name."},
	{Section: "deep", Name: "linters", Type: Linters, Default: []Linter{}, Rule: HostOnly, Fields: linterFields,
		Text: "Linters that may run; `actionlint`, `hadolint`, `tflint` and `buf` need only their name."},
	stageKey("scan", "the scan"), stageKey("areas", "the areas"), stageKey("reviewers", "the reviewers"),
	stageKey("synthesis", "the synthesis"), stageKey("verification", "the verification"),
}

var linterFields = []Key{
	{Section: "deep.linters", Entry: true, Name: "name", Type: String, Required: true, Check: oneLine, Text: "Name of the linter."},
	{Section: "deep.linters", Entry: true, Name: "command", Type: Strings, Check: oneLine,
		Text: "Program and arguments; needed unless the name is known."},
	{Section: "deep.linters", Entry: true, Name: "format", Type: String, Check: oneLine,
		Text: "Format of the output: `sarif`, `checkstyle` or an errorformat; needed unless the name is known."},
	{Section: "deep.linters", Entry: true, Name: "globs", Type: GlobList, Check: badGlob,
		Text: "Files that the linter gets; needed unless the name is known."},
}

// knownLinters lists the linters that need nothing but their name.
var knownLinters = []string{"actionlint", "hadolint", "tflint", "buf"}

func stageKey(name, stage string) Key {
	return Key{Section: "deep.models", Name: name, Type: Models, Default: []fields{}, Rule: HostOnly, Fields: modelFields("deep.models."+name, true),
		Text: "Chain of models for " + stage + "; empty: `[model]`."}
}
