package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// render writes a checked value as TOML in one line. Equal values give equal texts.
func render(value any) string {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return renderNumber(v)
	case string:
		return renderText(v)
	case []string:
		return renderList(v, renderText)
	case map[string][]string:
		return renderTable(slices.Sorted(maps.Keys(v)), func(ext string) string { return render(v[ext]) })
	case []fields:
		return renderList(v, func(f fields) string {
			return renderTable(slices.Sorted(maps.Keys(f)), func(name string) string { return render(f[name].value) })
		})
	case []Question:
		return renderList(v, renderQuestion)
	case []Linter:
		return renderList(v, renderLinter)
	}
	return `""`
}

func renderNumber(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// renderText quotes a text for TOML; what is not printable becomes an escape.
func renderText(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func renderList[T any](list []T, one func(T) string) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = one(v)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

var bareName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func renderTable(names []string, value func(name string) string) string {
	if len(names) == 0 {
		return "{}"
	}
	texts := make([]string, len(names))
	for i, name := range names {
		key := name
		if !bareName.MatchString(name) {
			key = renderText(name)
		}
		texts[i] = key + " = " + value(name)
	}
	return "{ " + strings.Join(texts, ", ") + " }"
}

func renderQuestion(q Question) string {
	names := []string{"name", "type", "instructions"}
	values := map[string]string{
		"name": renderText(q.Name), "type": renderText(q.Type), "instructions": renderText(q.Instructions),
		"red_above": renderNumber(q.RedAbove), "yellow_above": renderNumber(q.YellowAbove),
	}
	switch {
	case q.Levels != nil:
		values["criteria"] = render(q.Levels)
	case q.Type == "choice":
		values["criteria"] = renderTable(q.Options, func(name string) string { return renderText(q.Criteria[name]) })
		values["problem_options"] = render(q.ProblemOptions)
	case len(q.Criteria) > 0:
		values["criteria"] = renderTable(slices.Sorted(maps.Keys(q.Criteria)), func(n string) string { return renderText(q.Criteria[n]) })
	}
	if q.VeryLikelyAbove != nil {
		values["very_likely_above"] = renderNumber(*q.VeryLikelyAbove)
	}
	if !q.Globs.Empty() {
		values["globs"] = render(q.Globs.Strings())
	}
	for _, name := range []string{"criteria", "problem_options", "globs", "yellow_above", "red_above", "very_likely_above"} {
		if _, set := values[name]; set {
			names = append(names, name)
		}
	}
	return renderTable(names, func(name string) string { return values[name] })
}

func renderLinter(l Linter) string {
	names := []string{"name"}
	values := map[string]string{"name": renderText(l.Name), "command": render(l.Command), "format": renderText(l.Format),
		"globs": render(l.Globs.Strings())}
	if len(l.Command) > 0 {
		names = append(names, "command")
	}
	if l.Format != "" {
		names = append(names, "format")
	}
	if !l.Globs.Empty() {
		names = append(names, "globs")
	}
	return renderTable(names, func(name string) string { return values[name] })
}

// tokens match what looks like a secret. None belongs into a configuration, but somebody may have put one there.
// The text is already quoted, so a token can stand directly behind an escaped line end or tab.
var tokens = regexp.MustCompile(`-----BEGIN[^"]*` +
	`|(?:\b|\\[nt])(?:sk|pk|rk|hsak|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[a-z])[-_][A-Za-z0-9_.-]{8,}` +
	`|(?:\b|\\[nt])AKIA[0-9A-Z]{12,}|(?:\b|\\[nt])eyJ[A-Za-z0-9_.-]{16,}|[0-9a-fA-F]{32,}|[A-Za-z0-9+=_-]{32,}`)

// mask replaces what looks like a token.
func mask(text string) string {
	return tokens.ReplaceAllStringFunc(text, func(match string) string {
		digits := strings.ContainsAny(match, "0123456789")
		if strings.HasPrefix(match, "-----BEGIN") || digits {
			return "***"
		}
		return match // a long word, e.g. of a path
	})
}
