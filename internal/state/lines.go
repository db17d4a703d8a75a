package state

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

// near is how many lines around the cited ones still belong to a finding.
const near = 3

// place is a line of the change.
type place struct {
	path string
	line int
}

// lines finds the lines of a change by number and by hash.
type lines struct {
	files  map[string]pr.File
	byHash map[string][]place
	texts  map[versionOf]map[int]string // hashes by number
}

type versionOf struct {
	path string
	side finding.Side
}

func newLines(c pr.Change) lines {
	l := lines{files: map[string]pr.File{}, byHash: map[string][]place{}, texts: map[versionOf]map[int]string{}}
	for _, f := range c.Files {
		l.files[f.Path] = f
		for _, h := range f.Hunks {
			for _, line := range h.Lines {
				if hash := hashOf(line.Text); hash != "" {
					l.byHash[hash] = append(l.byHash[hash], place{f.Path, max(line.New, line.Old)})
				}
			}
		}
	}
	return l
}

// cited are the hashes of the lines that a finding cites, and of those around them if wide.
func (l lines) cited(f finding.Finding, wide bool) []string {
	text := l.text(f)
	start, end := f.Start, min(f.End, f.Start+1000)
	if wide {
		start, end = start-near, end+near
	}
	var list []string
	for n := start; n <= end; n++ {
		if text[n] != "" {
			list = append(list, text[n])
		}
	}
	return list
}

// around is one hash of the cited lines and those around them; it is never empty.
func (l lines) around(f finding.Finding) string {
	sum := sha256.Sum256([]byte(strings.Join(l.cited(f, true), "\n")))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

// text is the version of the file that a finding cites, as far as the change knows it, read once.
func (l lines) text(f finding.Finding) map[int]string {
	file, ok := l.files[f.File]
	if !ok {
		return nil
	}
	key := versionOf{f.File, f.Side}
	if known, ok := l.texts[key]; ok {
		return known
	}
	hashes := map[int]string{}
	text := file.New
	if f.Side == finding.Old {
		text = file.Old
	}
	if text.State == pr.Read {
		number := 0
		for line := range strings.SplitSeq(text.Body, "\n") {
			number++
			hashes[number] = hashOf(line)
		}
	} else {
		for _, h := range file.Hunks {
			for _, line := range h.Lines {
				number := line.New
				if f.Side == finding.Old {
					number = line.Old
				}
				hashes[number] = hashOf(line.Text)
			}
		}
	}
	l.texts[key] = hashes
	return hashes
}

// places are the lines of the change with the cited text: those of the same file, or of any other one
// where that file has it no more, because a line that moves must not lose its finding.
func (l lines) places(f Finding) []place {
	all := l.byHash[f.Line]
	var same []place
	for _, p := range all {
		if p.path == f.Path {
			same = append(same, p)
		}
	}
	if len(same) == 0 {
		return all
	}
	return same
}

// hashOf is a short hash of a line without white space; "" for a line that says too little to be recognised:
// a bracket stands in every file.
func hashOf(line string) string {
	line = strings.Join(strings.Fields(line), "")
	if len(line) < 4 {
		return ""
	}
	sum := sha256.Sum256([]byte(line))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
