package config

import (
	"fmt"
	"slices"
	"strings"
)

// entry is one checked value of a layer.
//
// By the type of its key the value is bool, int, float64, string, []string, map[string][]string,
// []fields, []Question or []Linter.
type entry struct {
	value any
	pos   int
}

// fields are the checked keys of one table of a list.
type fields map[string]entry

// parsed is one layer after its own checks, without regard to the other layers.
type parsed struct {
	role     string // the Layer of its errors
	repo     bool
	lines    lines
	sections map[string]int // position of each section that is set
	values   map[string]entry
	errs     Errors
}

// parse reads and checks one layer. It goes on after an error, so that all errors of a file are found.
func parse(role string, text string) *parsed {
	p := &parsed{role: role, repo: role == repoConfig, sections: map[string]int{}, values: map[string]entry{}}
	root, places, err := parseTOML(text)
	if err != nil {
		err.Layer = role
		p.errs = append(p.errs, err)
		return p
	}
	p.lines = places
	for _, name := range root.names {
		n := root.nodes[name]
		if !isSection(name) {
			p.unknown(n.pos, "", "unknown section", name, topSections())
		} else if t, ok := n.value.(*table); ok {
			p.section(name, t, n.pos)
		} else {
			p.fail(n.pos, "["+name+"]", "must be a table")
		}
	}
	p.errs.sort()
	return p
}

func topSections() []string {
	return slices.DeleteFunc(Sections(), func(s string) bool { return strings.Contains(s, ".") })
}

// maxErrors bounds what one layer reports.
const maxErrors = 200

func (p *parsed) fail(pos int, key, text string) { p.add(pos, Error{Key: key, Text: text}) }

func (p *parsed) add(pos int, e Error) {
	e.Layer = p.role
	if pos >= 0 {
		e.Line, e.Column = p.lines.at(pos)
	}
	switch {
	case len(p.errs) < maxErrors:
		p.errs = append(p.errs, &e)
	case !e.Unknown: // an error beyond the limit must not look like "only unknown keys"
		p.errs[maxErrors-1] = &e
	}
}

// unknown reports a name that is not in the table. The name itself is not shown; a similar known one is.
func (p *parsed) unknown(pos int, key, what, name string, known []string) {
	if len(p.errs) >= maxErrors {
		return // one of them is shown or counted for all, and a suggestion costs time
	}
	if near := closest(name, known); near != "" {
		what += "; did you mean " + near + "?"
		if strings.EqualFold(near, name) {
			what += " (names are case-sensitive)"
		}
	}
	p.add(pos, Error{Key: key, Text: what, Unknown: true})
}

// section checks a table of the file against the rows of a section, and the tables inside it.
func (p *parsed) section(section string, t *table, pos int) {
	p.sections[section] = pos
	for _, name := range t.names {
		n := t.nodes[name]
		if inner := section + "." + name; isSection(inner) {
			if sub, ok := n.value.(*table); ok {
				p.section(inner, sub, n.pos)
			} else {
				p.fail(n.pos, "["+inner+"]", "must be a table")
			}
			continue
		}
		k, ok := lookup(Keys, section, name)
		switch {
		case !ok:
			p.unknown(n.pos, "["+section+"]", "unknown key", name, names(Keys, section))
		case k.Replaced != "":
			p.fail(n.pos, k.String(), "was replaced by "+k.Replaced+"; rename it")
		case p.repo && k.Rule == HostOnly:
			p.fail(n.pos, k.String(), "only the host config may set this key; remove it")
		default:
			if value, ok := p.value(k, n); ok {
				p.values[k.path()] = entry{value, n.pos}
			}
		}
	}
}

// names lists the keys of a section that can be set.
func names(keys []Key, section string) []string {
	var list []string
	for _, k := range keys {
		if k.Section == section && k.Replaced == "" {
			list = append(list, k.Name)
		}
	}
	return list
}

// table checks a table of a list against its rows.
func (p *parsed) table(list Key, n node) (fields, bool) {
	t, ok := n.value.(*table)
	if !ok {
		p.fail(n.pos, list.String(), "must be "+string(list.Type))
		return nil, false
	}
	section, before := list.Fields[0].Section, len(p.errs)
	checked := fields{}
	for _, name := range t.names {
		k, known := lookup(list.Fields, section, name)
		if !known {
			p.unknown(t.nodes[name].pos, "[["+section+"]]", "unknown key", name, names(list.Fields, section))
			continue
		}
		if value, ok := p.value(k, t.nodes[name]); ok {
			checked[name] = entry{value, t.nodes[name].pos}
		}
	}
	for _, k := range list.Fields {
		if _, set := t.nodes[k.Name]; k.Required && !set {
			p.fail(n.pos, k.String(), "missing; every table of the list needs it")
		}
	}
	return checked, len(p.errs) == before || onlyUnknown(p.errs[before:])
}

func onlyUnknown(errs Errors) bool {
	return !slices.ContainsFunc(errs, func(e *Error) bool { return !e.Unknown })
}

// closest is the known name most similar to a wrong one, or "".
func closest(name string, known []string) string {
	if len(name) > 64 {
		return ""
	}
	best, distance := "", max(1, len(name)/3)+1
	for _, k := range known {
		if d := edits(strings.ToLower(name), k); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// edits is the Levenshtein distance in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// between says which numbers a key allows; v is the wrong one.
func between(k Key, v float64) string {
	if v < k.Min && k.Max >= dollars {
		return fmt.Sprintf("must be %s, %v or more", k.Type, k.Min)
	}
	return fmt.Sprintf("must be %s from %v to %d", k.Type, k.Min, int64(k.Max))
}
