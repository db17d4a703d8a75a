package rules

import (
	"iter"
	"strings"
	"unicode/utf8"
)

const (
	// windowSize is how many bytes of a line are folded and looked through at a time. Shorter lines are one window.
	windowSize = 32 << 10
	// maxOverlap is how much of a window is looked at again with the next one: more than a marker or a glued phrase takes.
	maxOverlap = 1 << 10
	// maxEscape is longer than every escape, so that none is cut.
	maxEscape = 48
)

// lineWindow is a part of a line.
type lineWindow struct {
	text  string
	next  byte // the byte behind it, 0 at the end of the line
	first bool
}

func (w lineWindow) last() bool { return w.next == 0 }

// windows cuts a line into parts of a size at most, where nothing is torn apart: before a blank, or else between two letters
// or before an escape. The windows do not overlap; what may reach from one into the next is kept by those who look for it.
func windows(line string, size int) iter.Seq[lineWindow] {
	return func(yield func(lineWindow) bool) {
		for start := 0; ; {
			w := lineWindow{first: start == 0}
			end := len(line)
			if end-start > size {
				end = cutAt(line, start+size*3/4, start+size)
				if w.next = line[end]; w.next == 0 {
					w.next = ' ' // a NUL byte: nothing but the end of the line is 0
				}
			}
			w.text = line[start:end]
			if !yield(w) || end == len(line) {
				return
			}
			start = end
		}
	}
}

// cutAt is the best place for a cut between two places of a line.
func cutAt(line string, from, to int) int {
	if at := strings.LastIndexByte(line[from:to], ' '); at >= 0 {
		return from + at
	}
	for at := to; at > from; at-- {
		if letterAt(line, at) && letterAt(line, at-1) && utf8.RuneStart(line[at]) && !joins(line[at:]) &&
			!strings.ContainsAny(line[at-maxEscape:at], `&\%＆﹠＼﹨％﹪`) {
			return at
		}
	}
	for at := to; at > from; at-- { // no escape has the start of another one in it
		if strings.IndexByte(`&\%`, line[at]) >= 0 && (line[at-1] == ';' || letterAt(line, at-1)) {
			return at
		}
	}
	for at := to; at > from; at-- {
		if utf8.RuneStart(line[at]) {
			return at
		}
	}
	return to
}

// letterAt reports whether a byte belongs to a letter or a digit, as far as it is ASCII.
func letterAt(line string, at int) bool {
	return line[at] >= utf8.RuneSelf || isLetterOrDigit(line[at])
}

// markerWindows looks for markers in a line that comes in windows.
type markerWindows struct {
	head string // the start of the line, once it is not a part of tail any more
	tail string // the end of what was read of the line
	done bool
}

func (m *markerWindows) start() { *m = markerWindows{} }

// maxHead is how much of the start of a line is put before its later windows, because some markers look at it.
const maxHead = 64

// kind names the first marker of a line in its next folded window, or is empty.
func (m *markerWindows) kind(part string, w lineWindow) string {
	if m.done {
		return ""
	}
	if !w.first || !w.last() {
		part = m.tail + fewBlanks(part)
	}
	text := part
	if m.head != "" {
		text = m.head + " " + part
	}
	if !w.last() {
		text += "\x01" // so that the end of a window is not taken for that of the line
	}
	kind := markerKind(text)
	m.done = kind != ""
	if w.last() {
		return kind
	}
	if beyond := len(part) - maxOverlap; beyond > 0 {
		if m.head == "" {
			m.head = part[:min(beyond, maxHead)]
		}
		part = part[beyond:]
	}
	m.tail = part
	return kind
}

// fewBlanks shortens long runs of blanks, so that a window of them does not part what stands around them.
func fewBlanks(s string) string {
	const few = "        "
	if !strings.Contains(s, few+few) {
		return s
	}
	var b strings.Builder
	run := 0
	for i := 0; i < len(s); i++ {
		if s[i] != ' ' {
			run = 0
		} else if run++; run > len(few) {
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// markerKind names the first marker in a folded line, or is empty.
func markerKind(line string) string {
	if !strings.ContainsAny(line, "<>#=:[") {
		return ""
	}
	line = strings.ToLower(line)
	for i := range markers {
		if m := &markers[i]; strings.Contains(line, m.keyword) && m.regex.MatchString(line) {
			return m.kind
		}
	}
	return ""
}
