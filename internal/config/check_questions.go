package config

import (
	"fmt"
	"slices"
)

// criteria are the checked criteria of a question: a table, or a list of levels.
type criteria struct {
	list    bool
	options []string // names in the order of the file
	texts   map[string]string
	levels  []string
}

func (p *parsed) criteria(k Key, n node) (any, bool) {
	switch v := n.value.(type) {
	case *table:
		c := criteria{options: v.names, texts: make(map[string]string, len(v.names))}
		ok := true
		for _, name := range v.names {
			text, isText := v.nodes[name].value.(string)
			if !isText || notBlank(text) != "" || oneLine(name) != "" {
				p.fail(v.nodes[name].pos, k.String(), "every option must have a name and a text")
				ok = false
			}
			c.texts[name] = text
		}
		return c, ok
	case []node:
		levels, ok := p.texts(Key{Section: k.Section, Name: k.Name, Entry: true, Type: Strings, Check: notBlank}, n)
		if !ok {
			return nil, false
		}
		return criteria{list: true, levels: levels.([]string)}, true
	}
	p.fail(n.pos, k.String(), "must be "+string(k.Type))
	return nil, false
}

func (p *parsed) questions(k Key, n node) (any, bool) {
	list, ok := n.value.([]node)
	if !ok {
		p.fail(n.pos, k.String(), "must be "+string(k.Type))
		return nil, false
	}
	checked := make([]Question, 0, len(list))
	seen := map[string]bool{}
	for _, elem := range list {
		f, good := p.table(k, elem)
		if !good {
			ok = false
			continue
		}
		before := len(p.errs)
		q := p.question(f, k.Fields[0].Section, elem.pos)
		if seen[q.Name] {
			p.fail(f["name"].pos, k.Fields[0].String(), "two questions of the list have the same name")
		}
		seen[q.Name] = true
		ok = ok && len(p.errs) == before
		checked = append(checked, q)
	}
	return checked, ok
}

// question checks what the fields of a question say together.
func (p *parsed) question(f fields, section string, pos int) Question {
	c, _ := f["criteria"].value.(criteria)
	q := Question{Name: f.text("name"), Type: f.text("type"), Instructions: f.text("instructions"), Globs: f.globs("globs"),
		ProblemOptions: f.texts("problem_options"), RedAbove: f.number("red_above"), YellowAbove: f.number("yellow_above")}
	if v, set := f["very_likely_above"].value.(float64); set {
		q.VeryLikelyAbove = &v
	}
	fail := func(name, text string) {
		place := pos
		if e, set := f[name]; set {
			place = e.pos
		}
		p.fail(place, Key{Section: section, Name: name, Entry: true}.String(), text)
	}
	_, hasCriteria := f["criteria"]
	switch q.Type {
	case "noul":
		q.Criteria = c.texts
		bad := slices.ContainsFunc(c.options, func(name string) bool { return name != "true" && name != "false" })
		if c.list || bad {
			fail("criteria", "a noul has a table with texts for true and false only")
		}
	case "choice":
		q.Options, q.Criteria = c.options, c.texts
		if c.list || len(c.options) < 2 || len(c.options) > 255 {
			fail("criteria", "a choice needs a table of 2 to 255 options")
		}
		p.problemOptions(q, fail)
	case "score":
		q.Levels = c.levels
		if !hasCriteria || !c.list || len(c.levels) < 2 || len(c.levels) > 10 {
			fail("criteria", "a score needs a list of 2 to 10 levels")
		}
	}
	if _, set := f["problem_options"]; set && q.Type != "choice" {
		fail("problem_options", "only a choice has problem options; remove it")
	}
	if q.YellowAbove > q.RedAbove {
		fail("yellow_above", "must not be higher than red_above")
	}
	if q.VeryLikelyAbove != nil && *q.VeryLikelyAbove < q.RedAbove {
		fail("very_likely_above", "must not be lower than red_above")
	}
	return q
}

func (p *parsed) problemOptions(q Question, fail func(name, text string)) {
	if len(q.ProblemOptions) == 0 {
		fail("problem_options", "a choice must name at least one problem option")
	}
	seen := map[string]bool{}
	for i, name := range q.ProblemOptions {
		if _, known := q.Criteria[name]; !known {
			fail("problem_options", fmt.Sprintf("entry %d is no option of criteria", i+1))
		} else if seen[name] {
			fail("problem_options", fmt.Sprintf("entry %d repeats an option", i+1))
		}
		seen[name] = true
	}
}
