package config

var sizeKeys = []Key{
	{Section: "size", Name: "max_changed_lines", Type: Int, Default: 800, Rule: Replace, Max: many,
		Text: "Changed lines of all files that are neither docs nor mechanical; more are ORANGE."},
	{Section: "size", Name: "max_files", Type: Int, Default: 30, Rule: Replace, Max: many,
		Text: "Changed files that are neither docs nor mechanical; more are ORANGE."},
}

// Approvable lists the change kinds that can become GREEN (seed 000, [categories]).
var Approvable = []string{"docs_only", "tests_only_added", "docs_and_tests", "refactoring", "feature_with_tests",
	"harmless_only", "mechanical_only"}

// neverApprovable lists the change kinds that are at most YELLOW.
var neverApprovable = []string{"tests_modified", "feature_with_modified_tests", "mixed"}

var categoryKeys = []Key{
	globKey("categories", "api_spec", Replace, "Files that describe an API. The first match wins, in the order of this table."),
	globKey("categories", "tests", Replace, "Tests."),
	globKey("categories", "docs", Replace, "Documents."),
	globKey("categories", "main", Replace, "Main code."),
	globKey("categories", "harmless", Replace, "Files that do not spoil an AI-approvable change kind, e.g. `.editorconfig`."),
	{Section: "categories", Name: "auto_approvable", Type: Set, Default: []string{}, Rule: Replace, Allowed: Approvable,
		Text: "Change kinds that can become GREEN."},
}

var pathKeys = []Key{
	globKey("hard_orange", "paths", Add, "Critical files: a change is ORANGE."),
	globKey("hard_yellow", "paths", Add, "Risky files: a change is YELLOW. The built-in ones always count."),
	{Section: "hard_yellow", Name: "secret_scan", Type: Bool, Default: true, Rule: OnlyOn, Text: "Search added lines for secrets."},
	globKey("hard_yellow", "secret_scan_exclude", Replace, "Files with fake secrets: only real key formats count there."),
	{Section: "hard_yellow", Name: "injection_scan", Type: Bool, Default: true, Rule: OnlyOn,
		Text: "Search for hidden characters and for texts that address the reviewer."},
	globKey("hard_yellow", "injection_exclude", Replace,
		"Files that quote such texts on purpose; hidden characters count there too."),
}

var docKeys = []Key{
	globKey("pr_doc", "globs", Replace, "PR documents, e.g. `doc/PR/*.md`; `TEMPLATE*.md` and `README.md` never count."),
	{Section: "pr_doc", Name: "open_question_headings", Type: Set, Default: []string{"Open Questions", "Offene Fragen"},
		Rule: Replace, Check: oneLine,
		Text: "Headings of the section with open questions, compared without case and a trailing colon."},
	{Section: "writing", Name: "enabled", Type: Bool, Default: true, Rule: Replace, Text: "Check the writing rules."},
	{Section: "writing", Name: "max_line_length", Type: Int, Default: 128, Rule: Replace, Min: 1, Max: many,
		Text: "Characters per line."},
	{Section: "writing", Name: "max_sentences_per_paragraph", Type: Int, Default: 5, Rule: Replace, Min: 1, Max: many,
		Text: "Sentences per paragraph; each list item is a paragraph of its own."},
	globKey("writing", "globs", Replace, "Checked files; empty: the `docs` category. PR documents always count."),
}

var mechanicalKeys = []Key{
	{Section: "mechanical", Name: "enabled", Type: Bool, Default: true, Rule: Replace, Text: "Find the mechanical files."},
	{Section: "mechanical", Name: "whitespace_significant", Type: GlobList, Rule: Replace, Check: badGlob,
		Default: []string{"*.py", "*.yml", "*.yaml", "Makefile", "makefile", "GNUmakefile", "*.mk", "*.md", "*.haml", "*.pug",
			"*.coffee", "*.nim", "*.fs"},
		Text: "Files in which whitespace has a meaning."},
	{Section: "mechanical", Name: "imports", Type: Regexes, Default: builtInImports, Rule: PerExtension, Check: badRegex,
		Text: "Regexes of whole import lines by file extension without the dot; an empty list switches an extension off."},
}

var reviewKeys = []Key{
	{Section: "review", Name: "extra_instructions", Type: String, Default: "", Rule: Append,
		Text: "Review rules of the project for the model."},
	{Section: "review", Name: "max_findings", Type: Int, Default: 3, Rule: Replace, Min: 1, Max: 1000,
		Text: "Findings that the model is asked for and the comment shows; all of them count."},
	{Section: "review", Name: "orange_min_medium", Type: Int, Default: 2, Rule: Replace, Max: 1000,
		Text: "This many findings of medium severity give ORANGE; 0 disables it."},
	{Section: "review", Name: "repo_context_files", Type: Strings, Default: []string{}, Rule: Replace, Check: relativePath,
		Text: "Files that are read at the base commit and added to every prompt."},
	{Section: "review", Name: "full_files", Type: Bool, Default: false, Rule: Replace,
		Text: "Add the complete new text of every changed file to the prompt."},
	{Section: "review", Name: "max_full_file_chars", Type: Int, Default: 40000, Rule: OnlyLower, Max: many,
		Text: "Characters of one full file; a larger one is left out."},
	{Section: "review", Name: "max_full_files_chars", Type: Int, Default: 120000, Rule: OnlyLower, Max: many,
		Text: "Characters of all full files together; files beyond it are left out."},
	{Section: "review", Name: "pr_description", Type: String, Default: "after_diff", Rule: Replace,
		Allowed: []string{"after_diff", "before_diff", "omit"},
		Text:    "Place of the title and description in the prompt: framing a change as harmless lowers detection."},
	globKey("review", "exclude_globs", Replace, "Files that the model does not get; each one is YELLOW `not_reviewed`."),
	{Section: "review", Name: "red_min_findings", Replaced: "[review] orange_min_medium"},
}

func globKey(section, name string, rule Rule, text string) Key {
	return Key{Section: section, Name: name, Type: GlobList, Default: []string{}, Rule: rule, Check: badGlob, Text: text}
}
