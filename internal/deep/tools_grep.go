package deep

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/secrets"
)

func (t *toolbox) grep(ctx context.Context, a arguments) (title, text string, err error) {
	re, err := regexp.Compile(a.Pattern)
	if err != nil || a.Pattern == "" || len(a.Pattern) > maxPattern {
		return "", "the pattern is no regular expression (RE2), or too long", nil
	}
	steps := instructions(a.Pattern)
	if steps > maxSteps || t.work < grepWork {
		return "", "the pattern is too complex, or the limit of what one reviewer may search is reached; search for something simpler", nil
	}
	t.work -= grepWork // a fixed price, so that nothing depends on what is found
	found, err := t.engine.Tree.Grep(ctx, a.Side, pr.Query{Pattern: re, MaxFiles: maxGrepFiles, MaxBytes: min(maxGrepBytes, grepWork/int64(steps)), MaxMatches: maxMatches,
		Files: func(p string) bool {
			return (a.Path == "" || p == a.Path || strings.HasPrefix(p, a.Path+"/")) && !t.hidden(p)
		}})
	if err != nil {
		return "", "", err
	}
	var b strings.Builder
	more := found.More
	masked := map[string][]string{}
	for _, m := range found.List {
		text, err := t.maskedLine(ctx, masked, a.Side, m)
		if err != nil {
			return "", "", err
		}
		if text != m.Text && !re.MatchString(text[:min(len(text), maxResult)]) {
			continue // it matched within a secret, which nobody may find out by searching
		}
		line := fmt.Sprintf("%s:%d | %s\n", review.Quote(m.Path), m.Line, pr.VisibleLine(cutLine(text)))
		if b.Len()+len(line) > maxResult {
			more = true
			break
		}
		b.WriteString(line)
	}
	title = fmt.Sprintf("matches of %s at %s in %d of %d files", review.Quote(a.Pattern), a.Side, found.Searched, found.Of)
	if more {
		title += ", more were left out"
	}
	return title, b.String(), nil
}

// instructions is the size of a compiled pattern: the time for a byte grows with it.
func instructions(pattern string) int {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return maxSteps + 1
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return maxSteps + 1
	}
	return max(1, len(program.Inst))
}

// maskedLine is a matching line without secrets. The whole file is masked, because a secret can have many lines.
func (t *toolbox) maskedLine(ctx context.Context, files map[string][]string, side pr.Side, m pr.Match) (string, error) {
	lines, ok := files[m.Path]
	if !ok {
		text, err := t.engine.Tree.Read(ctx, side, m.Path)
		if err != nil {
			return "", err
		}
		lines = strings.Split(t.mask(m.Path, text.Body), "\n")
		files[m.Path] = lines
	}
	if m.Line < 1 || m.Line > len(lines) {
		return "", errors.New("a match is on no line of its file")
	}
	return lines[m.Line-1], nil
}

// mask hides secrets as the prompts do.
func (t *toolbox) mask(name, text string) string {
	before := text
	if text = t.engine.masked(name, text); text != before {
		t.masked++
	}
	return text
}

// masked is a text without secrets; the name is "" for what is no file.
func (e *engine) masked(name, text string) string {
	cfg := e.in.Config.HardYellow
	if !cfg.SecretScan {
		return text
	}
	text, _ = secrets.Mask(name, text, cfg.SecretScanExclude.Has(name))
	return text
}

// maxLine is how much of a matching line is shown, in bytes.
const maxLine = 500

func cutLine(line string) string {
	if len(line) > maxLine {
		return strings.ToValidUTF8(line[:maxLine], "") + "…"
	}
	return line
}
