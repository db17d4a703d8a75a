package review

import (
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/secrets"
)

// masker hides secrets in everything that goes to a model besides the added lines (product.md 7, "Secrets"): for those
// the rule secret_scan has decided, and a change with a secret in them is not sent at all.
type masker struct {
	off   bool
	fake  config.Globs // files of fake secrets: only real key formats count
	count int          // masked lines
}

func newMasker(cfg config.Config) *masker {
	return &masker{off: !cfg.HardYellow.SecretScan, fake: cfg.HardYellow.SecretScanExclude}
}

// text masks a whole text. The path is "" for what is no file.
func (m *masker) text(path, text string) string {
	if m.off {
		return text
	}
	masked, lines := secrets.Mask(path, text, m.fake.Has(path))
	m.count += len(lines)
	return masked
}

// file returns a copy of a file in which the unchanged and the removed lines are masked. Its hunks keep their added
// lines as they are, and so does the new text at these lines.
func (m *masker) file(f pr.File) pr.File {
	if m.off {
		return f
	}
	added := map[int]bool{}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				added[l.New] = true
			}
		}
	}
	newText, newMasks := m.side(f, f.New, func(l pr.Line) int { return l.New }, added)
	oldText, oldMasks := m.side(f, f.Old, func(l pr.Line) int { return l.Old }, nil)
	m.count += len(newMasks)
	f.New.Body, f.Old.Body = newText, oldText
	if len(newMasks)+len(oldMasks) == 0 {
		return f
	}
	f.Hunks = slices.Clone(f.Hunks)
	for i := range f.Hunks {
		f.Hunks[i].Lines = slices.Clone(f.Hunks[i].Lines)
		for n := range f.Hunks[i].Lines {
			l := &f.Hunks[i].Lines[n]
			switch masked, ok := oldMasks[l.Old]; {
			case l.Op == pr.Remove && ok:
				l.Text = masked
				m.count++
			case l.Op == pr.Context:
				if masked, ok := newMasks[l.New]; ok {
					l.Text = masked
				}
			}
		}
	}
	return f
}

// side masks one version of a file: its whole text where it was read, else what the hunks show of it.
// It returns the text and the masked lines by number; the lines of keep stay.
func (m *masker) side(f pr.File, text pr.Text, number func(pr.Line) int, keep map[int]bool) (string, map[int]string) {
	body, numbers := text.Body, []int(nil)
	if text.State != pr.Read {
		var b strings.Builder
		for _, h := range f.Hunks {
			for _, l := range h.Lines {
				if n := number(l); n > 0 {
					b.WriteString(l.Text + "\n")
					numbers = append(numbers, n)
				}
			}
		}
		body = b.String()
	}
	path := f.Path
	masked, at := secrets.Mask(path, body, m.fake.Has(path))
	if len(at) == 0 {
		return text.Body, nil
	}
	lines, original := strings.Split(masked, "\n"), strings.Split(body, "\n")
	byNumber := map[int]string{}
	for _, i := range at {
		n := i
		if numbers != nil {
			n = numbers[i-1]
		}
		if keep[n] {
			lines[i-1] = original[i-1]
		} else {
			byNumber[n] = lines[i-1]
		}
	}
	if numbers != nil {
		return text.Body, byNumber
	}
	return strings.Join(lines, "\n"), byNumber
}

// note says in the prompt what a mask is, so that no model takes it for a defect.
func (m *masker) note() string {
	if m.count == 0 {
		return ""
	}
	return fmt.Sprintf("\n%d lines hold \"<masked …>\" in the place of a secret that you must not see. That is no defect of the change.\n", m.count)
}
