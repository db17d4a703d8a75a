package linter

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// maxDepth is how deep elements may nest. The format needs three levels.
const maxDepth = 16

// readCheckstyle reads the XML of checkstyle: <checkstyle><file name="…"><error line="…" severity="…" message="…"/>.
// encoding/xml knows no entities but the five of XML, so a text cannot grow.
func readCheckstyle(out []byte) (parsed, error) {
	var p parsed
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(out, []byte("\uFEFF"))))
	depth, roots, file := 0, 0, ""
	for {
		token, err := d.Token()
		switch {
		case err == io.EOF && roots > 0:
			return p, nil
		case err == io.EOF:
			return p, errors.New("it has no <checkstyle>")
		case err != nil:
			return p, fmt.Errorf("it is no valid XML at byte %d", d.InputOffset())
		}
		switch e := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			switch {
			case depth > maxDepth:
				return p, errors.New("its elements nest too deeply")
			case depth == 1 && e.Name.Local != "checkstyle":
				return p, errors.New("its root is not <checkstyle>")
			case depth == 1:
				roots++
			case e.Name.Local == "file":
				file = attribute(e, "name")
			case e.Name.Local == "error":
				p.results++
				if !p.addCheckstyle(file, e) {
					return p, nil
				}
			}
		}
	}
}

func (p *parsed) addCheckstyle(file string, e xml.StartElement) (ok bool) {
	r := remark{path: file, message: attribute(e, "message"), severity: Warning}
	r.line, _ = strconv.Atoi(attribute(e, "line")) // 0 where there is none
	switch attribute(e, "severity") {
	case "ignore":
		return true
	case "error":
		r.severity = Error
	}
	if source := attribute(e, "source"); source != "" {
		r.message += " [" + source + "]"
	}
	return p.add(r)
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
