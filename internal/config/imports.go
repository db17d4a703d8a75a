package config

import (
	"errors"
	"regexp"
	"regexp/syntax"
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

var errTooLarge = errors.New("the regex is too large")

// The built-in import regexes of seed 000, [mechanical]. They match one line, or the joined lines of one statement.
// Static imports and aliases belong to the import header too; the rule decides which of them may move.
var (
	javaImports = []string{
		`\s*import\s+(?:static\s+)?[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*(?:\.\*)?(?:\s+as\s+[\p{L}_][\p{L}\p{N}_]*)?\s*;?\s*`,
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

// maxRegexes and maxRegexSize bound what one layer can make the program compile: the repository's layer is checked
// as it stands in a PR, and a short regex such as ((a{1000}){1000}){10} can be huge.
const (
	maxRegexes   = 200
	maxRegexSize = 5_000 // parts after the repetitions are written out
)

// regexSize is how many parts a regex has when its repetitions are written out.
func regexSize(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)/100 // a literal or a class; large classes count more
	if re.Op == syntax.OpLiteral {
		size = len(re.Rune)
	}
	for _, sub := range re.Sub {
		size += regexSize(sub)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return min(size, maxRegexSize+1)
}

// wholeLine compiles a regex so that it must match the whole text. The bare regex is compiled first,
// because a group around it could complete a broken one such as "a)(b".
func wholeLine(text string) (*regexp.Regexp, error) {
	bare, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if regexSize(bare) > maxRegexSize {
		return nil, errTooLarge
	}
	return regexp.Compile(`\A(?:` + text + `)\z`)
}

// importRules compiles the checked regexes of the effective configuration. Extensions that share texts share regexes.
func importRules(byExtension map[string][]string) map[string]ImportRule {
	compiled := map[string]*regexp.Regexp{}
	rules := make(map[string]ImportRule, len(byExtension))
	for ext, texts := range byExtension {
		rule := ImportRule{BuiltIn: slices.Equal(texts, builtInImports[ext]) && len(texts) > 0}
		for _, text := range texts {
			re := compiled[text]
			if re == nil {
				re, _ = wholeLine(text) // every text was checked
				compiled[text] = re
			}
			rule.Regexes = append(rule.Regexes, re)
		}
		rules[ext] = rule
	}
	return rules
}
