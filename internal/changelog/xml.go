package changelog

import (
	"encoding/xml"
	"io"
	"regexp"
	"strings"
)

// parseXML reads an XML changelog: every element changeSet, in whatever namespace.
func parseXML(text string) []Changeset {
	if !strings.Contains(text, root) {
		return nil
	}
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = true
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // the text is UTF-8 already
	var list []Changeset
	where := lines{text: text}
	depth, inside, start := 0, 0, 0
	for {
		before := int(d.InputOffset())
		token, err := d.Token()
		if err != nil {
			return list // the rest cannot be read; what was found counts
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			if inside > 0 || t.Name.Local != "changeSet" {
				continue
			}
			inside, start = depth, before
			set := Changeset{Line: where.at(before)}
			for _, a := range t.Attr {
				switch a.Name.Local {
				case "id":
					set.ID = a.Value
				case "author":
					set.Author = a.Value
				}
			}
			list = append(list, set)
		case xml.EndElement:
			if depth == inside {
				list[len(list)-1].Text = text[start:int(d.InputOffset())]
				inside = 0
			}
			depth--
		}
	}
}

// commentedXML counts the starts of changesets inside of comments, up to where the text cannot be read.
func commentedXML(text string, start *regexp.Regexp) (n int) {
	d := xml.NewDecoder(strings.NewReader(text))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		token, err := d.Token()
		if err != nil {
			return n
		}
		if c, ok := token.(xml.Comment); ok {
			n += len(start.FindAllIndex(c, -1))
		}
	}
}
