package deep

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/consumers"
	"werkrevisor/internal/pr"
)

// maxElements is how many names the sweep looks for.
const maxElements = 1000

// minElement is how long a name must be to mean something elsewhere.
const minElement = 4

// definition finds names of a contract in a line of code: the first group is the name.
type definition struct {
	kind  string
	files *regexp.Regexp // on the lower-case path
	line  *regexp.Regexp
}

// definitions is the table of what other repositories can depend on (deep.md, stage 8).
var definitions = []definition{
	{"symbol", regexp.MustCompile(`\.go$`), regexp.MustCompile(`^(?:func\s+(?:\([^)]*\)\s*)?|type\s+|var\s+|const\s+|\t)([A-Z]\w*)\b(?:\s*[(=\[]|\s+\S)`)},
	{"symbol", regexp.MustCompile(`\.(java|kt|kts|cs|scala|groovy)$`), regexp.MustCompile(`^\s*(?:(?:public|open|abstract|final|static|sealed|data|case|partial)\s+)*(?:class|interface|record|enum|object|trait|struct)\s+(\w+)`)},
	{"symbol", regexp.MustCompile(`\.(java|cs|groovy)$`), regexp.MustCompile(`^\s*public\s+(?:[\w<>\[\],.?]+\s+)*(\w+)\s*\(`)},
	{"symbol", regexp.MustCompile(`\.(kt|kts|scala)$`), regexp.MustCompile(`^\s*(?:(?:public|open|override|suspend|inline|operator)\s+)*(?:fun|def)\s+(?:<[^>]*>\s*)?(?:\w+\.)?(\w+)\s*[(\[:=]`)},
	{"symbol", regexp.MustCompile(`\.(js|mjs|cjs|jsx|ts|tsx|vue|svelte)$`), regexp.MustCompile(`^\s*export\s+(?:default\s+|declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|const|let|var|interface|type|enum)\s+([A-Za-z_$][\w$]*)`)},
	{"symbol", regexp.MustCompile(`\.py$`), regexp.MustCompile(`^(?:async\s+)?(?:def|class)\s+([A-Za-z]\w*)`)},
	{"symbol", regexp.MustCompile(`\.rs$`), regexp.MustCompile(`^\s*pub\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|const|static|mod)\s+(\w+)`)},
	{"symbol", regexp.MustCompile(`\.(rb|php|ex|exs)$`), regexp.MustCompile(`^\s*(?:public\s+)?(?:static\s+)?(?:def|defmodule|function|class|module)\s+(?:self\.)?([A-Za-z]\w*)`)},
	{"field", regexp.MustCompile(`\.proto$`), regexp.MustCompile(`^\s*(?:message|service|rpc|enum)\s+(\w+)`)},
	{"field", regexp.MustCompile(`\.proto$`), regexp.MustCompile(`^\s*(?:repeated\s+|optional\s+|required\s+)?[\w.<>, ]+\s+(\w+)\s*=\s*\d+`)},
	{"field", regexp.MustCompile(`\.(graphqls?|avsc)$`), regexp.MustCompile(`^\s*(?:type|input|enum|interface|"name"\s*:\s*")?\s*"?(\w+)"?\s*[({:,!]`)},
	{"field", regexp.MustCompile(`\.go$`), regexp.MustCompile("`[^`]*json:\"(\\w[\\w.-]*)")},
	{"field", regexp.MustCompile(`\.(java|kt|cs)$`), regexp.MustCompile(`@(?:JsonProperty|SerializedName|JsonPropertyName)\(\s*(?:value\s*=\s*)?"([\w.-]+)"`)},
	{"path", regexp.MustCompile(`(^|/)(openapi|swagger)[^/]*\.(ya?ml|json)$|api`), regexp.MustCompile(`^\s*"?(/[A-Za-z0-9_{}./-]+)"?\s*:`)},
	{"path", regexp.MustCompile(`\.(go|java|kt|cs|js|mjs|ts|tsx|py|rb|php|rs|ex)$`), regexp.MustCompile("[\"'`](?:(?:GET|POST|PUT|PATCH|DELETE) )?(/(?:api|v\\d+|rest|graphql)[A-Za-z0-9_{}:./-]*)[\"'`]")},
	{"key", regexp.MustCompile(`(^|/)(config|conf|settings)/.*\.(toml|ya?ml|ini|json)$|(^|/)(config|conf|settings|application)[^/]*\.(toml|ya?ml|properties|ini|env|json)$|\.(properties|env)$`), regexp.MustCompile(`^\s*"?([A-Za-z][\w.-]*)"?\s*[=:]`)},
}

// elements lists the names of contracts that the change removes, or whose defining line it changes. What only moved, and
// stands as it was in an added line, is left out. It is pure.
// beyond is how many names were left out, because there are too many.
func elements(files []fileFacts) (found []consumers.Element, beyond int) {
	type key struct{ kind, name string }
	kept := map[key]bool{} // defining lines that stand in an added line as they were
	for _, f := range files {
		quoted := quotedLines(f.New.Body)
		eachDefinition(f.File, pr.Add, func(kind, name, text string, line int) {
			if !quoted[line] {
				kept[key{kind, name + "\x00" + squeeze(text)}] = true
			}
		})
	}
	var list []consumers.Element
	seen := map[key]bool{}
	for _, f := range files {
		eachDefinition(f.File, pr.Remove, func(kind, name, text string, line int) {
			if len(name) < minElement || kept[key{kind, name + "\x00" + squeeze(text)}] || seen[key{kind, name}] {
				return
			}
			seen[key{kind, name}] = true
			list = append(list, consumers.Element{Name: name, Kind: kind, File: f.Path, Line: line, Old: true})
		})
	}
	slices.SortStableFunc(list, func(a, b consumers.Element) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	beyond = max(0, len(list)-maxElements)
	return list[:len(list)-beyond], beyond
}

// quotedLines are the lines of a text that may stand within a comment or a text of several lines: a definition there is
// none, and no evidence. It knows the signs of common languages, not the languages: whether // and # begin a comment is
// read both ways, and a line that is quoted in either is quoted. It takes linear time.
func quotedLines(text string) map[int]bool {
	quoted := map[int]bool{}
	markQuoted(quoted, text, true)
	markQuoted(quoted, text, false)
	return quoted
}

// markQuoted reads a text once; with lineComments nothing opens behind // or behind a # at the beginning of a line.
func markQuoted(quoted map[int]bool, text string, lineComments bool) {
	end, n := "", 1 // what closes the open text or comment; the number of the line
	for i := 0; i < len(text); {
		switch {
		case text[i] == '\n':
			if n++; end != "" {
				quoted[n] = true
			}
			i++
		case end != "":
			if strings.HasPrefix(text[i:], end) {
				i, end = i+len(end), ""
			} else {
				i++
			}
		case lineComments && (strings.HasPrefix(text[i:], "//") || text[i] == '#' && lineStart(text, i)):
			for i < len(text) && text[i] != '\n' { // a sign within a comment of one line opens nothing
				i++
			}
		default:
			step := 1
			for _, pair := range pairs {
				if strings.HasPrefix(text[i:], pair[0]) {
					step, end = len(pair[0]), pair[1]
					break
				}
			}
			i += step
		}
	}
}

// lineStart reports whether only blanks stand before a place in its line.
func lineStart(text string, at int) bool {
	for at--; at >= 0 && text[at] != '\n'; at-- {
		if text[at] != ' ' && text[at] != '\t' {
			return false
		}
	}
	return true
}

// pairs open and close comments and texts of several lines.
var pairs = [][2]string{{`"""`, `"""`}, {"'''", "'''"}, {"`", "`"}, {"/*", "*/"}, {"<!--", "-->"}, {"=begin", "=end"}, {"=pod", "=cut"}, {"{-", "-}"}, {"(*", "*)"},
	{"--[[", "]]"}}

// eachDefinition finds the definitions in the changed lines with one mark. Tests and docs define nothing for others.
func eachDefinition(f pr.File, op pr.Op, take func(kind, name, text string, line int)) {
	if f.Category == pr.Tests || f.Category == pr.Docs {
		return
	}
	name := strings.ToLower(f.OldPath)
	for _, d := range definitions {
		if !d.files.MatchString(name) {
			continue
		}
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if l.Op != op || len(l.Text) > maxLine {
					continue
				}
				if m := d.line.FindStringSubmatch(l.Text); m != nil {
					take(d.kind, m[1], l.Text, max(l.Old, l.New))
				}
			}
		}
	}
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }
