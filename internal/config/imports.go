package config

import (
	"regexp"
	"slices"
)

// ImportRule is what [mechanical.imports] says about one file extension.
type ImportRule struct {
	// Regexes match a whole line each; an empty list switches the extension off.
	Regexes []*regexp.Regexp
	// BuiltIn: the regexes are the built-in ones, so the rule knows the language.
	// Extensions with custom regexes allow only reordering and removal (product.md 7).
	BuiltIn bool
}

// The built-in import regexes of seed 000, [mechanical]. They match one line, or the joined lines of one statement.
var (
	javaImports = []string{
		`\s*import\s+[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*(?:\.\*)?\s*;?\s*`,
		`\s*package\s+[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*\s*;?\s*`,
	}
	scriptImports = []string{
		`\s*import\s+(?:type\s+)?[\p{L}_$*{][\p{L}\p{N}_$\s,{}*]*\sfrom\s*(?:'[^'\n]+'|"[^"\n]+")\s*;?\s*`,
		`\s*import\s+(?:type\s+)?(?:[\p{L}_$][\p{L}\p{N}_$]*\s*,\s*)?\{[\p{L}\p{N}_$\s,]*\}\s*from\s*(?:'[^'\n]+'|"[^"\n]+")\s*;?\s*`,
	}
	goImports = []string{
		`\s*import\s+(?:(?:\p{L}[\p{L}\p{N}_]*|_[\p{L}\p{N}_]+)\s+)?"[^"\n]+"\s*`,
		`\s*import\s*\(\s*(?:(?:(?:\p{L}[\p{L}\p{N}_]*|_[\p{L}\p{N}_]+)\s+)?"[^"\n]+"\s*)*\)\s*`,
	}
	rustImports = []string{
		`\s*(?:pub\s+)?use\s+(?:::)?[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}\p{N}_:,{}*\s]+)?\s*;\s*`,
	}
)

// builtInImports is the default of [mechanical] imports.
var builtInImports = map[string][]string{
	"java": javaImports, "kt": javaImports, "kts": javaImports,
	"ts": scriptImports, "tsx": scriptImports, "js": scriptImports, "jsx": scriptImports, "mjs": scriptImports,
	"go": goImports,
	"rs": rustImports,
}

// wholeLine compiles a regex so that it must match the whole text. The bare regex is compiled first,
// because a group around it could complete a broken one such as "a)(b".
func wholeLine(text string) (*regexp.Regexp, error) {
	if _, err := regexp.Compile(text); err != nil {
		return nil, err
	}
	return regexp.Compile(`\A(?:` + text + `)\z`)
}

// importRules compiles the checked regexes of the effective configuration.
func importRules(byExtension map[string][]string) map[string]ImportRule {
	rules := make(map[string]ImportRule, len(byExtension))
	for ext, texts := range byExtension {
		rule := ImportRule{BuiltIn: slices.Equal(texts, builtInImports[ext]) && len(texts) > 0}
		for _, text := range texts {
			if re, err := wholeLine(text); err == nil {
				rule.Regexes = append(rule.Regexes, re)
			}
		}
		rules[ext] = rule
	}
	return rules
}
