// Package protection says how a branch must be protected so that the gate holds, and compares rules with that.
//
// It is the one place of the table in seed 000, "Approval mode": the command that sets a rule and the command that
// checks one read it. The package is pure.
package protection

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Rule is a branch protection rule as Gitea's API sends it: field → decoded JSON.
// A field of a newer server is kept as it is, so that a saved rule is complete.
type Rule map[string]any

// readOnly are the fields that a rule has and nobody sets through it: name, place in the list and times.
// The place is left out, because it belongs to the list of rules and not to one of them.
var readOnly = []string{"branch_name", "rule_name", "priority", "created_at", "updated_at"}

// Settable is a copy of the rule without its name, its place in the list and its times.
func (r Rule) Settable() Rule {
	settable := maps.Clone(r)
	for _, name := range readOnly {
		delete(settable, name)
	}
	return settable
}

// Texts is a field that holds a list of texts; empty for every other value.
func (r Rule) Texts(name string) []string { return texts(r[name]) }

// Bool is a field that holds a truth value; false for every other value.
func (r Rule) Bool(name string) bool {
	value, _ := r[name].(bool)
	return value
}

// Number is a field that holds a number; 0 for every other value.
func (r Rule) Number(name string) int { return number(r[name]) }

func number(value any) int {
	switch value := value.(type) {
	case float64:
		return int(value)
	case int:
		return value
	}
	return 0
}

func texts(value any) []string {
	switch value := value.(type) {
	case []string:
		return value
	case []any:
		list := make([]string, 0, len(value))
		for _, v := range value {
			if s, ok := v.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}

// Difference is a field that is not as it should be; the values are JSON, and Is is "" where the rule lacks the field.
type Difference struct{ Field, Is, Should string }

// Differences lists the fields of should that the rule does not have so, those of the table first.
// Lists are compared as sets, and logins without regard to case.
func Differences(is, should Rule) []Difference {
	var list []Difference
	for _, name := range order(should) {
		value, known := is[name]
		if known && same(name, value, should[name]) {
			continue
		}
		d := Difference{Field: name, Should: Show(should[name])}
		if known {
			d.Is = Show(value)
		}
		list = append(list, d)
	}
	return list
}

// Changes is the part of should that the rule does not have so: what a request must hold.
// A list that should be empty is [], because null leaves a list as it is (gitea.md 2.10).
func Changes(is, should Rule) Rule {
	changes := Rule{}
	for _, d := range Differences(is, should) {
		changes[d.Field] = should[d.Field]
		if should[d.Field] == nil && isList(is[d.Field]) {
			changes[d.Field] = []string{}
		}
	}
	return changes
}

// order is the order of the table, then that of the alphabet.
func order(r Rule) []string {
	var list []string
	for _, f := range table {
		if _, ok := r[f.Name]; ok {
			list = append(list, f.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r)) {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// Show renders a value of a rule in one line.
func Show(value any) string {
	if list := texts(value); list != nil {
		value = list
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return "?"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// same compares two values of a field.
func same(name string, a, b any) bool {
	if isList(a) || isList(b) {
		return (isList(a) || a == nil) && (isList(b) || b == nil) && len(Missing(name, texts(a), texts(b))) == 0 && len(Missing(name, texts(b), texts(a))) == 0
	}
	return Show(a) == Show(b)
}

func isList(value any) bool {
	switch value.(type) {
	case []string, []any:
		return true
	}
	return false
}

// Missing lists the entries of want that a list lacks; logins are compared without regard to case.
func Missing(field string, have, want []string) []string {
	fold := func(s string) string { return s }
	if strings.HasSuffix(field, "_username") || strings.HasSuffix(field, "_usernames") {
		fold = strings.ToLower
	}
	set := make(map[string]bool, len(have))
	for _, s := range have {
		set[fold(s)] = true
	}
	var missing []string
	for _, s := range want {
		if !set[fold(s)] {
			missing = append(missing, s)
		}
	}
	return missing
}

// Equal reports whether two rules have the same fields and values; a rule that does not exist is nil.
func (r Rule) Equal(other Rule) bool {
	if (r == nil) != (other == nil) {
		return false
	}
	a, err := json.Marshal(r)
	b, err2 := json.Marshal(other)
	return err == nil && err2 == nil && string(a) == string(b)
}
