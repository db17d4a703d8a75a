package fake

import (
	"encoding/json"
	"io"
	"net/http"
)

// ModelCall is one request that the endpoint got.
type ModelCall struct {
	Authorization string
	// Stage is the name of the schema that the answer must follow; without response_format the stage is recognised
	// by the schema in the system prompt. Empty: the request has none of both.
	Stage string
	Model string
	// System and User are the texts of these roles; Results are the results of tools, oldest first.
	System, User string
	Results      []string
	Messages     []any    // as they came
	Tools        []string // names of the tools that were offered
	ToolChoice   string   // empty: left to the model
	Body         map[string]any
}

// readCall reads a request; what it lacks stays empty.
func readCall(r *http.Request) ModelCall {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, 256<<20))
	call := ModelCall{Authorization: r.Header.Get("Authorization")}
	_ = json.Unmarshal(raw, &call.Body)
	call.Model, _ = call.Body["model"].(string)
	call.ToolChoice, _ = call.Body["tool_choice"].(string)
	call.Messages, _ = call.Body["messages"].([]any)
	for _, message := range call.Messages {
		fields, _ := message.(map[string]any)
		text, _ := fields["content"].(string)
		switch fields["role"] {
		case "system":
			call.System = text
		case "tool":
			call.Results = append(call.Results, text)
		default:
			call.User += text
		}
	}
	tools, _ := call.Body["tools"].([]any)
	for _, tool := range tools {
		name, _ := at(tool, "function", "name").(string)
		call.Tools = append(call.Tools, name)
	}
	if call.Stage, _ = at(call.Body, "response_format", "json_schema", "name").(string); call.Stage == "" {
		call.Stage = stageOf(call.System)
	}
	return call
}

// at follows the keys of nested objects; nil where there is none.
func at(value any, keys ...string) any {
	for _, key := range keys {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

func (m *Model) chat(w http.ResponseWriter, r *http.Request) {
	call := readCall(r)
	m.mu.Lock()
	m.calls = append(m.calls, call)
	a, stage := m.next(call)
	m.mu.Unlock()
	if stage != nil {
		a = stage() // without the lock: it may use the endpoint
	}
	m.serve(w, r, a, call)
}

// next finds the answer to a call: a fault, a refusal of tools, the script, or what the stage is to answer. The lock is held.
func (m *Model) next(call ModelCall) (a ModelAnswer, stage func() ModelAnswer) {
	if f := m.fault("chat"); f != nil {
		return *f, nil
	}
	if m.refuseTools > 0 && len(call.Tools) > 0 {
		m.toolsRefused++
		return noTools(m.refuseTools), nil
	}
	if len(m.script) > 0 {
		a, m.script = m.script[0], m.script[1:]
		return a, nil
	}
	s := m.stages[call.Stage]
	if s == nil {
		return a, nil
	}
	n := s.asked
	s.asked++
	return a, func() ModelAnswer { return s.answer(call, n) }
}
