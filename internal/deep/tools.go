package deep

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
)

// The bounds of what tools return.
const (
	maxResult    = 40_000  // bytes of one result
	maxResults   = 600_000 // bytes of all results of one reviewer; the same call twice counts once
	maxReadLines = 800
	maxEntries   = 500
	maxMatches   = 200
	maxGrepFiles = 2000
	maxGrepBytes = 32 << 20
	maxPattern   = 500         // bytes
	maxSteps     = 1000        // instructions of a pattern
	grepWork     = 200_000_000 // bytes × instructions of one search
	allGrepWork  = 20 * grepWork
)

// toolList are the read-only tools (deep.md, stage 5). Neither of them leaves the repository, and none writes.
var toolList = []model.Tool{
	{Name: "read_file", Description: "Read a file of the repository, with line numbers.", Parameters: []byte(`{"type":"object","additionalProperties":false,` +
		`"required":["path"],"properties":{"path":{"type":"string","description":"path from the root, e.g. src/a.go"},` +
		`"side":{"type":"string","enum":["head","base"],"description":"head (default) or the tip of the base branch"},` +
		`"start_line":{"type":"integer"},"end_line":{"type":"integer"}}}`)},
	{Name: "list_dir", Description: "List a folder of the repository.", Parameters: []byte(`{"type":"object","additionalProperties":false,` +
		`"required":["path"],"properties":{"path":{"type":"string","description":"path from the root; empty for the root"},` +
		`"side":{"type":"string","enum":["head","base"]}}}`)},
	{Name: "grep", Description: "Search the files of the repository line by line with a regular expression (RE2).", Parameters: []byte(
		`{"type":"object","additionalProperties":false,"required":["pattern"],"properties":{"pattern":{"type":"string"},` +
			`"path":{"type":"string","description":"a folder or file to search in; empty for everything"},"side":{"type":"string","enum":["head","base"]}}}`)},
}

// toolbox answers the calls of one reviewer. What it returns is data between delimiters, bounded and with secrets masked.
type toolbox struct {
	engine *engine
	seen   map[string]string // results by call
	left   int
	work   int // bytes × instructions that searches may still cost
	masked int
	faults []string
}

func newToolbox(e *engine) *toolbox {
	return &toolbox{engine: e, seen: map[string]string{}, left: maxResults, work: allGrepWork}
}

// answer answers the calls of one round, in their order.
func (t *toolbox) answer(ctx context.Context, calls []model.Call) []string {
	results := make([]string, len(calls))
	for i, c := range calls {
		results[i] = t.one(ctx, c)
	}
	return results
}

type arguments struct {
	Path    string  `json:"path"`
	Side    pr.Side `json:"side"`
	Pattern string  `json:"pattern"`
	Start   float64 `json:"start_line"`
	End     float64 `json:"end_line"`
}

func (t *toolbox) one(ctx context.Context, c model.Call) string {
	var a arguments
	if json.NewDecoder(bytes.NewReader([]byte(c.Arguments))).Decode(&a) != nil {
		return "the arguments are not the JSON object that the tool takes"
	}
	if a.Side == "" {
		a.Side = pr.AtHead
	}
	name, ok := inside(a.Path)
	if !ok || a.Side != pr.AtHead && a.Side != pr.AtBase {
		return "no such path: paths are relative to the root of the repository and stay in it; side is head or base"
	}
	a.Path = name
	key := fmt.Sprintf("%s %+v", c.Name, a)
	if result, ok := t.seen[key]; ok {
		return result
	}
	if t.left <= 0 {
		return "nothing more can be read: the limit of what one reviewer may read is reached; answer with what you have"
	}
	title, lines, err := t.read(ctx, c.Name, a)
	if err != nil {
		if len(t.faults) == 0 {
			t.faults = append(t.faults, "a tool could not read the repository")
		}
		return "the repository could not be read; go on without it"
	}
	if title == "" {
		return lines // a remark of ours
	}
	result := t.wrapped(title, lines)
	t.left -= len(result)
	t.seen[key] = result
	return result
}

// inside is a path of a model within the repository; not ok if it leaves it or is odd.
func inside(name string) (string, bool) {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
	if name == "" || name == "." {
		return "", true
	}
	if strings.ContainsAny(name, "\x00\n\r") || strings.HasPrefix(name, "/") || path.Clean(name) != name || name == ".." || strings.HasPrefix(name, "../") {
		return "", false
	}
	return name, true
}

// read does what a tool is for. Without a title the text is a remark of ours instead of data.
func (t *toolbox) read(ctx context.Context, tool string, a arguments) (title, text string, err error) {
	switch tool {
	case "read_file":
		return t.readFile(ctx, a)
	case "list_dir":
		return t.listDir(ctx, a)
	case "grep":
		return t.grep(ctx, a)
	}
	return "", "there is no such tool", nil
}

func (t *toolbox) readFile(ctx context.Context, a arguments) (title, text string, err error) {
	if t.hidden(a.Path) {
		return "", "the operator keeps this file from models ([review] exclude_globs)", nil
	}
	var body pr.Text
	if a.Side == pr.AtHead {
		body, err = t.engine.textOf(ctx, a.Path)
	} else {
		body, err = t.engine.Tree.Read(ctx, a.Side, a.Path)
	}
	switch {
	case err != nil:
		return "", "", err
	case body.State == pr.Absent:
		return "", "there is no such file on this side", nil
	case body.State != pr.Read:
		return "", "this is no text file that can be read", nil
	}
	lines := strings.Split(strings.TrimSuffix(t.mask(a.Path, body.Body), "\n"), "\n")
	first, last := lineRange(a.Start, a.End, len(lines))
	var b strings.Builder
	for n := first; n <= last; n++ {
		line := fmt.Sprintf("%5d   | %s\n", n, pr.VisibleLine(lines[n-1]))
		if b.Len()+len(line) > maxResult {
			last = n - 1
			break
		}
		b.WriteString(line)
	}
	return fmt.Sprintf("lines %d to %d of %d of %s at %s", first, last, len(lines), review.Quote(a.Path), a.Side), b.String(), nil
}

// lineRange is the part of a file that is shown.
func lineRange(start, end float64, lines int) (first, last int) {
	first, last = 1, lines
	if start >= 1 && start <= float64(lines) {
		first = int(start)
	}
	if end >= float64(first) && end <= float64(lines) {
		last = int(end)
	}
	return first, min(last, first+maxReadLines-1)
}

func (t *toolbox) listDir(ctx context.Context, a arguments) (title, text string, err error) {
	entries, ok, err := t.engine.Tree.List(ctx, a.Side, a.Path)
	if err != nil || !ok {
		return "", "there is no such folder on this side", err
	}
	var b strings.Builder
	for i, entry := range entries {
		if i == maxEntries {
			fmt.Fprintf(&b, "…      | and %d more\n", len(entries)-i)
			break
		}
		kind := "file"
		switch {
		case entry.Mode == pr.ModeFolder:
			kind = "folder"
		case !entry.Mode.Regular():
			kind = "other"
		}
		fmt.Fprintf(&b, "%-6s | %s\n", kind, pr.VisibleLine(entry.Name))
	}
	return fmt.Sprintf("folder %s at %s", review.Quote(a.Path), a.Side), b.String(), nil
}

// hidden reports whether the operator keeps a file from models.
func (t *toolbox) hidden(name string) bool { return t.engine.in.Config.Review.ExcludeGlobs.Has(name) }

// wrapped puts lines, each behind its prefix, between delimiters with the nonce of this run.
func (t *toolbox) wrapped(title, lines string) string {
	nonce := t.engine.in.Nonce
	return fmt.Sprintf("<<<%s %s\n%s>>>%s\n", nonce, title, lines, nonce)
}
