package review

import (
	"fmt"

	"werkrevisor/internal/pr"
)

// Ledger is what the prompt builder wrote: the proof of coverage (product.md 8, "Coverage").
type Ledger struct {
	Files []Covered
}

// Covered is one file that stands in the prompt.
type Covered struct {
	Path  string
	Hunks []Span
}

// Span is a piece of the user prompt, in bytes.
type Span struct{ Start, End int }

// Diff writes every hunk of every given file, widened to ten lines of context, each line with its number and mark:
// the number is the new one for added and context lines and the old one for removed lines.
func (b *Draft) Diff() {
	b.text.WriteString("\n## The diff\n\nEach line: its number, its mark (+ added, - removed, blank unchanged), then ` | ` and the text.\n")
	for i, f := range b.given {
		covered := Covered{Path: f.Path}
		title := fmt.Sprintf("diff of file %d %s (%s)", i+1, Quote(f.Path), f.Status)
		if f.Renamed() {
			title += ", before " + Quote(f.OldPath)
		}
		b.Block(title, func() {
			if len(f.Hunks) == 0 {
				b.Line("       ", "(no changed line)")
			}
			for n, h := range widened(f) {
				fmt.Fprintf(&b.text, "hunk %d, old line %d, new line %d\n", n+1, h.OldStart, h.NewStart)
				start := b.text.Len()
				for _, l := range h.Lines {
					b.Line(linePrefix(l), l.Text)
					if l.NoEOL {
						b.text.WriteString(noEOLLine)
					}
				}
				covered.Hunks = append(covered.Hunks, Span{start, b.text.Len()})
			}
		})
		b.prompt.Ledger.Files = append(b.prompt.Ledger.Files, covered)
	}
}

// noEOLLine stands below a line that ends without a newline.
const noEOLLine = "        | (no newline at the end of the file)\n"

// linePrefix is the number and the mark of a line of the diff.
func linePrefix(l pr.Line) string {
	number := l.New
	if l.Op == pr.Remove {
		number = l.Old
	}
	return fmt.Sprintf("%5d %c", number, byte(l.Op))
}
