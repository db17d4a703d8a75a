package jev

import (
	"encoding/json"
	"fmt"
	"strings"

	"werkrevisor/internal/config"
)

// Field is one named value of a state, in its order.
type Field struct{ Name, Value string }

// EncodeState is the JSON of a state: an object with the fields that have a value, in their order.
func EncodeState(fields []Field) json.RawMessage {
	var o object
	for _, f := range fields {
		if f.Value != "" {
			o.add(f.Name, text(f.Value))
		}
	}
	return o.bytes()
}

// encode writes a request. Go sorts the keys of maps, and the order of options and questions can sway a model,
// so the objects are written in the order of the config file (libraries.md 3).
func encode(model string, state json.RawMessage, questions []config.Question) []byte {
	var asked object
	for _, q := range questions {
		var o object
		o.add("type", text(q.Type))
		o.add("instructions", text(q.Instructions))
		if c := criteria(q); c != nil {
			o.add("criteria", c)
		}
		asked.add(q.Name, o.bytes())
	}
	var request object
	request.add("model", text(model))
	request.add("state", state)
	request.add("questions", asked.bytes())
	return request.bytes()
}

func criteria(q config.Question) json.RawMessage {
	switch q.Type {
	case "score":
		var list []string
		for _, level := range q.Levels {
			list = append(list, string(text(level)))
		}
		return json.RawMessage("[" + strings.Join(list, ",") + "]")
	case "choice":
		return options(q, q.Options)
	}
	if len(q.Criteria) == 0 {
		return nil
	}
	return options(q, []string{"true", "false"})
}

// options are the texts of some options; one without a text is null.
func options(q config.Question, names []string) json.RawMessage {
	var o object
	for _, name := range names {
		switch value, ok := q.Criteria[name]; {
		case ok && value != "":
			o.add(name, text(value))
		case q.Type == "choice":
			o.add(name, json.RawMessage("null"))
		}
	}
	return o.bytes()
}

// object is a JSON object that keeps the order of its keys.
type object struct{ b strings.Builder }

func (o *object) add(name string, value json.RawMessage) {
	if o.b.Len() > 0 {
		o.b.WriteByte(',')
	}
	fmt.Fprintf(&o.b, "%s:%s", text(name), value)
}

func (o *object) bytes() json.RawMessage { return json.RawMessage("{" + o.b.String() + "}") }

// text is a JSON string; a string cannot fail to encode.
func text(s string) json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil {
		return json.RawMessage(`""`)
	}
	return raw
}
