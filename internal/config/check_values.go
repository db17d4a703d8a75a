package config

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// value checks one value by the type, range and allowed values of its key; false means that an error was reported.
func (p *parsed) value(k Key, n node) (any, bool) {
	switch k.Type {
	case Bool:
		if v, ok := n.value.(bool); ok {
			return v, true
		}
	case Int:
		if v, ok := n.value.(int64); ok {
			return int(v), p.inRange(k, n, float64(v))
		}
	case Number:
		switch v := n.value.(type) {
		case int64:
			return float64(v), p.inRange(k, n, float64(v))
		case float64:
			return v, p.inRange(k, n, v)
		}
	case String:
		if v, ok := n.value.(string); ok {
			return v, p.text(k, v, n.pos, "")
		}
	case Strings, Set, GlobList:
		return p.texts(k, n)
	case Regexes:
		return p.regexes(k, n)
	case Models:
		return p.models(k, n)
	case Questions:
		return p.questions(k, n)
	case Linters:
		return p.linters(k, n)
	case Criteria:
		return p.criteria(k, n)
	}
	p.fail(n.pos, k.String(), "must be "+string(k.Type))
	return nil, false
}

func (p *parsed) inRange(k Key, n node, v float64) bool {
	if math.IsNaN(v) || v < k.Min || v > k.Max {
		p.fail(n.pos, k.String(), between(k, v))
		return false
	}
	return true
}

// text checks a text against the allowed values and the check of its key; where is e.g. "entry 2 ".
func (p *parsed) text(k Key, v string, pos int, where string) bool {
	if len(k.Allowed) > 0 && !slices.Contains(k.Allowed, v) {
		e := Error{Key: k.String(), Text: where + "must be one of " + quoted(k.Allowed)}
		if k.path() == "categories.auto_approvable" {
			if slices.Contains(neverApprovable, v) {
				e.Text = where + "names a change kind that can never be GREEN; remove it"
			} else {
				e.Text, e.Unknown = where+"is an unknown change kind; known are "+quoted(k.Allowed), true
			}
		}
		p.add(pos, e)
		return false
	}
	if k.Check != nil {
		if wrong := k.Check(v); wrong != "" {
			p.fail(pos, k.String(), where+wrong)
			return false
		}
	}
	return true
}

func quoted(list []string) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = `"` + s + `"`
	}
	return strings.Join(texts, ", ")
}

// texts checks a list of texts. Unknown change kinds are reported and left out.
func (p *parsed) texts(k Key, n node) (any, bool) {
	list, ok := n.value.([]node)
	if !ok {
		p.fail(n.pos, k.String(), "must be "+string(k.Type))
		return nil, false
	}
	checked := make([]string, 0, len(list))
	for i, elem := range list {
		where := fmt.Sprintf("entry %d ", i+1)
		v, isText := elem.value.(string)
		if !isText {
			p.fail(elem.pos, k.String(), where+"must be a text")
			ok = false
			continue
		}
		before := len(p.errs)
		if p.text(k, v, elem.pos, where) {
			checked = append(checked, v)
		} else if !onlyUnknown(p.errs[before:]) {
			ok = false
		}
	}
	return checked, ok
}

var extension = regexp.MustCompile(`^[a-z0-9_+-]{1,32}$`)

// regexes checks [mechanical.imports].
func (p *parsed) regexes(k Key, n node) (any, bool) {
	t, ok := n.value.(*table)
	if !ok {
		p.fail(n.pos, k.String(), "must be "+string(k.Type))
		return nil, false
	}
	checked := make(map[string][]string, len(t.names))
	count := 0
	for _, name := range t.names {
		if list, isList := t.nodes[name].value.([]node); isList {
			count += len(list)
		}
	}
	if count > maxRegexes {
		p.fail(n.pos, k.String(), fmt.Sprintf("has too many regexes; at most %d are allowed", maxRegexes))
		return nil, false
	}
	for _, ext := range t.names {
		if !extension.MatchString(ext) {
			p.fail(t.nodes[ext].pos, k.String(), "a name must be a file extension in lower case, without the dot")
			ok = false
			continue
		}
		list, good := p.texts(k, t.nodes[ext])
		if !good {
			ok = false
			continue
		}
		checked[ext] = list.([]string)
	}
	return checked, ok
}

func (p *parsed) models(k Key, n node) (any, bool) {
	list, ok := n.value.([]node)
	if !ok {
		p.fail(n.pos, k.String(), "must be "+string(k.Type))
		return nil, false
	}
	checked := make([]fields, 0, len(list))
	for _, elem := range list {
		f, good := p.table(k, elem)
		checked = append(checked, f)
		ok = ok && good
	}
	return checked, ok
}

// linters accepts tables, and names alone for linters that are known.
func (p *parsed) linters(k Key, n node) (any, bool) {
	list, ok := n.value.([]node)
	if !ok {
		p.fail(n.pos, k.String(), "must be "+string(k.Type))
		return nil, false
	}
	checked := make([]Linter, 0, len(list))
	for _, elem := range list {
		name, isName := elem.value.(string)
		f := fields{"name": {name, elem.pos}}
		if !isName {
			var good bool
			if f, good = p.table(k, elem); !good {
				ok = false
				continue
			}
		}
		l := Linter{Name: f.text("name"), Command: f.texts("command"), Format: f.text("format"), Globs: f.globs("globs")}
		known := slices.Contains(knownLinters, l.Name)
		switch {
		case !known && (len(l.Command) == 0 || l.Format == "" || l.Globs.Empty()):
			p.fail(elem.pos, k.String(), "a linter other than "+quoted(knownLinters)+" needs command, format and globs")
			ok = false
		case l.Format != "" && l.Format != "sarif" && l.Format != "checkstyle" && !strings.Contains(l.Format, "%"):
			p.fail(f["format"].pos, k.Fields[2].String(), `must be "sarif", "checkstyle" or an errorformat, e.g. "%f:%l:%c: %m"`)
			ok = false
		case slices.ContainsFunc(checked, func(other Linter) bool { return other.Name == l.Name }):
			p.fail(elem.pos, k.String(), "two linters have the same name")
			ok = false
		}
		checked = append(checked, l)
	}
	return checked, ok
}

// The values of checked fields; a field that is not set gives the zero value.

func (f fields) text(name string) string {
	v, _ := f[name].value.(string)
	return v
}

func (f fields) number(name string) float64 {
	v, _ := f[name].value.(float64)
	return v
}

func (f fields) texts(name string) []string {
	v, _ := f[name].value.([]string)
	return v
}

func (f fields) globs(name string) Globs {
	g, _ := NewGlobs(f.texts(name)...) // every pattern was checked
	return g
}
