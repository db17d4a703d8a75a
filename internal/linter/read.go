package linter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Limits of what is read of one output. A list that is longer is cut, with a note.
const (
	maxRuns    = 20
	maxResults = 5000
)

// remark is a problem as a linter writes it.
type remark struct {
	path     string
	uri      bool // the path is a URI
	guess    func(*work) (*File, bool)
	line     int
	rule     string // "" where the format has none apart from the message
	message  string
	severity Severity
}

// parsed is what an output says.
type parsed struct {
	remarks []remark
	results int  // with those that count for nothing, e.g. because they are suppressed
	cut     bool // there is more
}

// add takes a remark, if there is room.
func (p *parsed) add(r remark) (ok bool) {
	if len(p.remarks) >= maxResults {
		p.cut = true
		return false
	}
	p.remarks = append(p.remarks, r)
	return true
}

// reader reads an output. With an error, what could be read before it is returned, too.
type reader func(out []byte) (parsed, error)

// readerOf is the reader of a format in [deep] linters.
func readerOf(format string) (reader, error) {
	switch format {
	case "":
		return nil, errors.New("it has a command but no format in [deep] linters, so it did not run")
	case "sarif":
		return readSARIF, nil
	case "checkstyle":
		return readCheckstyle, nil
	}
	return errorformatReader(format)
}

// readActionlint reads what actionlint prints for {{json .}}. It knows no levels: what it reports is wrong.
func readActionlint(out []byte) (parsed, error) {
	type problem struct {
		Message, Filepath, Kind string
		Line                    int
	}
	if len(bytes.TrimSpace(out)) == 0 {
		return parsed{}, nil
	}
	list, cut, err := decodeList[problem](out, maxResults)
	p := parsed{results: len(list), cut: cut}
	for _, l := range list {
		p.add(remark{path: l.Filepath, line: l.Line, message: l.Message + " [" + l.Kind + "]", severity: Error})
	}
	if err != nil {
		return p, notJSON(err)
	}
	return p, nil
}

// decodeList decodes at most so many elements of a JSON array; null is an empty one. The rest is not even decoded,
// so that millions of elements cost no memory.
func decodeList[T any](data []byte, most int) (list []T, cut bool, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	open, err := d.Token()
	switch {
	case err != nil:
		return nil, false, err
	case open == nil:
		return nil, false, nil
	case open != json.Delim('['):
		return nil, false, errors.New("no list where one must be")
	}
	for d.More() {
		if len(list) >= most {
			return list, true, nil
		}
		var element T
		if err := d.Decode(&element); err != nil {
			return list, false, err
		}
		list = append(list, element)
	}
	if _, err := d.Token(); err != nil {
		return list, false, err
	}
	return list, false, nil
}

// notJSON is an error about JSON without the content of the output.
func notJSON(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("it is no valid JSON at byte %d", syntax.Offset)
	case errors.As(err, &kind):
		return fmt.Errorf("its JSON has a %s where %s must be", kind.Value, kind.Type)
	}
	return errors.New("it is no complete JSON")
}
