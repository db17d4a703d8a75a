package linter

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/reviewdog/errorformat"
)

// Limits of an output in an errorformat. The scanner keeps every line, and joins the lines of a message one by one.
const (
	maxLines = 10000
	maxLine  = 1 << 10
)

// errorformatReader reads lines by errorformats as Vim writes them: several are separated by commas, the first that
// matches a line counts, and \, is a comma of a format. Type E or e is an error, everything else a warning.
func errorformatReader(format string) (reader, error) {
	efm, err := compile(splitFormats(format))
	if err != nil {
		return nil, fmt.Errorf("its format in [deep] linters is no errorformat, so it did not run: %w", err)
	}
	return func(out []byte) (parsed, error) { return scan(efm, out) }, nil
}

// splitFormats splits at commas that have no backslash before them.
func splitFormats(format string) []string {
	var list []string
	from := 0
	for i := 0; i < len(format); i++ {
		switch format[i] {
		case '\\':
			i++
		case ',':
			list = append(list, format[from:i])
			from = i + 1
		}
	}
	return append(list, format[from:])
}

// compile turns a panic of the library, e.g. about a % at the end, into an error.
func compile(formats []string) (efm *errorformat.Errorformat, err error) {
	defer func() {
		if p := recover(); p != nil {
			efm, err = nil, errors.New("it cannot be understood")
		}
	}()
	for _, f := range formats {
		if f == "" {
			return nil, errors.New("one of its formats is empty")
		}
	}
	return errorformat.NewErrorformat(formats)
}

// scan reads an output. The scanner of the library stops at a long line without a word, so lines are cut before.
func scan(efm *errorformat.Errorformat, out []byte) (p parsed, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the format cannot read one of its lines")
		}
	}()
	text, cut := cutLines(out)
	p.cut = cut
	strange := false
	for s := efm.NewScanner(bytes.NewReader(text)); s.Scan(); {
		e := s.Entry()
		if !e.Valid || e.Filename == "" {
			strange = strange || strings.TrimSpace(e.Text) != ""
			continue
		}
		p.results++
		r := remark{path: e.Filename, line: e.Lnum, message: e.Text, severity: Warning}
		if e.Type == 'E' || e.Type == 'e' {
			r.severity = Error
		}
		if !p.add(r) {
			break
		}
	}
	if strange && p.results == 0 {
		return p, errors.New("no line of it matches the format")
	}
	return p, nil
}

// cutLines keeps the first lines, and the start of each.
func cutLines(out []byte) (text []byte, cut bool) {
	n := 0
	for line := range bytes.Lines(out) {
		if n++; n > maxLines {
			return text, true
		}
		line = bytes.TrimRight(line, "\r\n")
		text = append(text, bytes.ToValidUTF8(line[:min(len(line), maxLine)], nil)...)
		text = append(text, '\n')
	}
	return text, false
}
