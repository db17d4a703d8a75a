package report

import (
	"fmt"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/secrets"
)

// How much of a text a finding shows: the lines around, all lines, and the characters of one.
const (
	linesAround = 3
	linesMost   = 30
	lineLength  = 240
)

// citedLine is a line of the change on the page. Cited: the finding names it.
type citedLine struct {
	Number, Text string
	Cited        bool
}

// citations finds the lines that findings cite, if the operator allows source in artifacts.
type citations struct {
	in     Input
	masked map[string][]string // lines by side and path, with secrets of the repository masked
}

// around is the cited lines with a few around them; none where they are not allowed, not known, or not text.
func (c *citations) around(f finding.Finding) []citedLine {
	if !c.in.showsSource() || f.Start < 1 {
		return nil
	}
	text := c.lines(f)
	var list []citedLine
	first := max(1, f.Start-linesAround)
	for n := first; n <= min(len(text), max(f.Start, f.End)+linesAround); n++ {
		if len(list) == linesMost {
			return append(list, citedLine{Text: "… (cut)"})
		}
		list = append(list, citedLine{fmt.Sprintf("%5d", n), page.Cut(text[n-1], lineLength), n >= f.Start && n <= max(f.Start, f.End)})
	}
	return list
}

// lines are the lines of the cited side of a file.
func (c *citations) lines(f finding.Finding) []string {
	key := string(f.Side) + "\x00" + f.File
	if list, ok := c.masked[key]; ok {
		return list
	}
	var list []string
	for _, file := range c.in.Change.Files {
		if !isOf(f, file.Path, file.OldPath) {
			continue
		}
		text := file.New
		if f.Side == finding.Old {
			text = file.Old
		}
		if text.State == pr.Read {
			masked, _ := secrets.Mask(file.Path, text.Body, false)
			list = strings.Split(strings.ReplaceAll(strings.TrimSuffix(masked, "\n"), "\r\n", "\n"), "\n")
		}
		break
	}
	c.masked[key] = list
	return list
}
