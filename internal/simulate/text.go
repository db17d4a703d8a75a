package simulate

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// maxWhy is the number of bytes that a table shows of the text of a failure.
const maxWhy = 300

// Text is the report as tables for a terminal; what is hidden or would act there is escaped.
func (r Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %s", r.Source, r.Range, verdict.Count(r.Changes, "change"))
	if r.Interrupted {
		fmt.Fprintf(&b, ", interrupted after %d", r.Seen)
	}
	b.WriteString("\n")
	for _, c := range r.Configs {
		c.write(&b)
	}
	if len(r.Configs) > 1 {
		title := fmt.Sprintf("From %s to %s", r.Configs[0].Config, r.Configs[1].Config)
		writeMoves(&b, title+", if the model always said \"safe\"", r.MovesIfSafe)
		writeMoves(&b, title+", without a model", r.Moves)
	}
	return pr.Visible(b.String())
}

func (c ConfigReport) write(b *strings.Builder) {
	fmt.Fprintf(b, "\nConfig %s: %d read, %d not; %d needed no model, %d kept from it by a rule\n", c.Config, c.Read, c.failed(), c.WithoutCall, c.Stopped)
	if c.Read > 0 {
		table(b, "verdict\twithout a model\tif the model always said \"safe\"", func(row func(string, ...any)) {
			for _, v := range c.Verdicts {
				row("%s\t%s\t%s", v.Verdict, share(v.Changes, c.Read), share(v.IfSafe, c.Read))
			}
		})
		table(b, "change kind\tchanges\tGREEN if the model always said \"safe\"", func(row func(string, ...any)) {
			for _, k := range c.Kinds {
				row("%s\t%s\t%s", k.Kind, share(k.Changes, c.Read), share(k.Green, k.Changes))
			}
		})
		table(b, "size\tmedian\tp75\tp90\tmax", func(row func(string, ...any)) {
			row("changed lines\t%d\t%d\t%d\t%d", c.Lines.Median, c.Lines.P75, c.Lines.P90, c.Lines.Max)
			row("changed files\t%d\t%d\t%d\t%d", c.Files.Median, c.Files.P75, c.Files.P90, c.Files.Max)
		})
	}
	if len(c.Reasons) > 0 {
		table(b, "reason\tchanges\tdecided\tthe only one\texamples", func(row func(string, ...any)) {
			for _, r := range c.Reasons {
				row("%s\t%d\t%d\t%d\t%s", r.Code, r.Changes, r.Decided, r.Alone, strings.Join(r.Examples, " "))
			}
		})
	}
	if len(c.Failures) > 0 {
		table(b, "not judged\tchanges\texamples\tthe first one", func(row func(string, ...any)) {
			for _, f := range c.Failures {
				why := strings.ReplaceAll(f.Why, "\t", " ")
				if len(why) > maxWhy {
					why = strings.ToValidUTF8(why[:maxWhy], "") + "…"
				}
				row("%s\t%d\t%s\t%s", f.Cause, f.Changes, strings.Join(f.Examples, " "), why)
			}
		})
	}
}

func (c ConfigReport) failed() int {
	n := 0
	for _, f := range c.Failures {
		n += f.Changes
	}
	return n
}

// writeMoves shows what changes its verdict, and counts the rest.
func writeMoves(b *strings.Builder, title string, rows []MoveRow) {
	same, moved := 0, 0
	for _, m := range rows {
		if m.From == m.To {
			same += m.Changes
		} else {
			moved += m.Changes
		}
	}
	fmt.Fprintf(b, "\n%s: %d with another verdict, %d with the same\n", title, moved, same)
	if moved == 0 {
		return
	}
	table(b, "from\tto\tchanges\texamples", func(row func(string, ...any)) {
		for _, m := range rows {
			if m.From != m.To {
				row("%s\t%s\t%d\t%s", m.From, m.To, m.Changes, strings.Join(m.Examples, " "))
			}
		}
	})
}

// table writes an empty line, the header and the rows, in columns.
func table(b *strings.Builder, header string, rows func(row func(format string, args ...any))) {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, header)
	rows(func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) })
	_ = w.Flush() // a Builder takes everything
	b.WriteString("\n")
	for line := range strings.Lines(text.String()) {
		b.WriteString("  " + strings.TrimRight(line, " \n") + "\n")
	}
}

// share is a number and what part of a whole it is.
func share(part, whole int) string {
	if whole == 0 {
		return fmt.Sprint(part)
	}
	return fmt.Sprintf("%d (%.0f %%)", part, 100*float64(part)/float64(whole))
}
