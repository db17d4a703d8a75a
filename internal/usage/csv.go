package usage

import (
	"encoding/csv"
	"io"
	"regexp"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
)

// Columns are the columns of the CSV, in their order.
var Columns = []string{"timestamp", "version", "repository", "pr", "head_sha", "engine_mode", "verdict", "exit_code", "change_kind", "reasons",
	"model", "calls", "prompt_tokens", "completion_tokens", "cost_usd", "cost_status", "counted_raw_tokens", "counted_input_tokens",
	"token_count_factor", "measured_factor", "duration_seconds", "changed_lines", "changed_files", "reused", "classifier_units",
	"classifier_flagged", "classifier_ignored", "classifier_cost_usd", "deep_assessment", "deep_areas", "deep_faults"}

// CSV writes one row per run, as RFC 4180 has it: lines end with CR and LF, and quotes are doubled.
type CSV struct{ w *csv.Writer }

// NewCSV writes the names of the columns.
func NewCSV(w io.Writer) (*CSV, error) {
	c := &CSV{csv.NewWriter(w)}
	c.w.UseCRLF = true
	return c, c.w.Write(Columns)
}

// Write writes the row of a run.
func (c *CSV) Write(r Record) error {
	var codes []string
	for _, reason := range r.Reasons {
		codes = append(codes, reason.Code)
	}
	measured := ""
	if r.Calls == 1 && r.Raw > 0 && r.PromptTokens > 0 && r.Deep == nil {
		measured = strconv.FormatFloat(r.PromptTokens/r.Raw, 'f', 4, 64)
	}
	row := []string{r.Timestamp, r.Version, r.Repository, number(r.PR), r.HeadSHA, r.EngineMode, r.Verdict, number(r.ExitCode), r.ChangeKind,
		strings.Join(codes, " "), r.Model, number(r.Calls), number(r.PromptTokens), number(r.Completion), number(r.CostUSD), r.CostStatus,
		number(r.Raw), number(r.Counted), number(r.Factor), measured, number(r.Duration), number(r.ChangedLines), number(r.ChangedFiles),
		strconv.FormatBool(r.Reused)}
	if k := r.Classifier; k != nil {
		row = append(row, number(k.Units), number(k.Flagged), number(k.Ignored), number(k.CostUSD))
	} else {
		row = append(row, "", "", "", "")
	}
	if d := r.Deep; d != nil {
		row = append(row, d.Assessment, number(d.Areas), number(d.Faults))
	} else {
		row = append(row, "", "", "")
	}
	for i := range row {
		row[i] = Cell(row[i])
	}
	return c.w.Write(row)
}

// Close writes what is still held back.
func (c *CSV) Close() error {
	c.w.Flush()
	return c.w.Error()
}

// Cell makes a text harmless for a spreadsheet, which executes what begins like a formula: such a cell gets an apostrophe
// in front, and spaces before the sign do not hide it. What a terminal would obey is an escape.
func Cell(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n") // Visible keeps such a pair, and the writer makes it again
	dangerous := text != "" && strings.ContainsRune("\t\r\n", rune(text[0]))
	if start := strings.TrimLeft(text, " \u00a0"); start != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(start)[0]) {
		dangerous = true
	}
	text = inner.ReplaceAllString(pr.Visible(text), "$1'$2")
	if dangerous {
		return "'" + text
	}
	return text
}

// inner is a formula behind what a spreadsheet of another country takes for the end of a cell.
var inner = regexp.MustCompile(`([;\t\n][\s"]*)([=+\-@])`)

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
