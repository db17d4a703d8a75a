package model

import (
	"bytes"
	"encoding/json"
	"strings"
)

// RepeatedKey reports whether any object of a valid JSON text has a key twice. Keys that differ by case only count
// as the same, as they do for the decoder, which would keep the last one: a list of findings could hide behind an
// empty one, or a cut answer behind a complete one.
func RepeatedKey(raw []byte) bool {
	type object struct {
		keys  map[string]bool // nil for an array
		value bool            // the next token is a value
	}
	var open []object
	dec := json.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := dec.Token()
		if err != nil {
			return false
		}
		top := len(open) - 1
		if name, isText := token.(string); isText && top >= 0 && open[top].keys != nil && !open[top].value {
			name = strings.ToLower(strings.ToUpper(strings.ToLower(name))) // also ſ and the Kelvin sign
			if open[top].keys[name] {
				return true
			}
			open[top].keys[name], open[top].value = true, true
			continue
		}
		if top >= 0 {
			open[top].value = false
		}
		switch token {
		case json.Delim('{'):
			open = append(open, object{keys: map[string]bool{}})
		case json.Delim('['):
			open = append(open, object{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:top]
		}
	}
}
