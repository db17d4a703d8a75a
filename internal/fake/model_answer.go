package fake

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ModelAnswer is one scripted answer; the zero value is the honest one.
type ModelAnswer struct {
	Status int    // 0: 200
	Body   string // whole body instead of a chat completion
	Text   string // content of the message; empty: the honest answer of the stage
	Advice string // recommendation of the honest review; empty: safe_to_merge
	Finish string // finish_reason; empty: stop
	Model  string // the model that says it answered; empty: the one asked for
	NoCost bool   // leave usage.cost out, as plain endpoints do
	NoUse  bool   // leave usage out
	Header map[string]string
	Cut    bool                // break the connection in the middle of the body
	Tools  []ToolCall          // the message calls tools and has no text
	Delay  time.Duration       // pause before the answer; it ends when the client goes
	Wait   <-chan struct{}     // answer when the channel is closed, or when the client has gone
	Before func()              // runs before the answer, e.g. to push a new head
	Edit   func(string) string // changes the body
	Wire
	after int
}

// ToolCall is a call of a tool by the model.
type ToolCall struct {
	ID        string // empty: one of its own
	Name      string
	Arguments string // JSON, if the model is honest
}

func (m *Model) serve(w http.ResponseWriter, r *http.Request, a ModelAnswer, call ModelCall) {
	if a.Before != nil {
		a.Before()
	}
	if a.Wait != nil {
		select {
		case <-a.Wait:
		case <-r.Context().Done():
			return
		}
	}
	if a.Delay > 0 {
		pause := time.NewTimer(a.Delay)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-r.Context().Done():
			return
		}
	}
	if a.Down {
		_ = m.line.refuse()
		return
	}
	a.write(w, r, call)
}

func (a ModelAnswer) write(w http.ResponseWriter, r *http.Request, call ModelCall) {
	body := a.Body
	if body == "" {
		body = a.completion(call)
	}
	if a.Edit != nil {
		body = a.Edit(body)
	}
	w.Header().Set("Content-Type", "application/json")
	for name, value := range a.Header {
		w.Header().Set(name, value)
	}
	announced := len(body)
	if a.Cut {
		body = body[:len(body)/2]
	}
	a.Wire.send(w, r, max(a.Status, http.StatusOK), []byte(body), announced)
}

func (a ModelAnswer) completion(call ModelCall) string {
	message, finish, text := a.message(call)
	answer := map[string]any{
		"id": "gen-1", "object": "chat.completion", "created": 1, "model": cmp.Or(a.Model, call.Model),
		"choices": []any{map[string]any{"index": 0, "finish_reason": cmp.Or(a.Finish, finish), "message": message}},
	}
	prompt := len(call.User)
	for _, result := range call.Results {
		prompt += len(result)
	}
	usage := map[string]any{"prompt_tokens": prompt / 4, "completion_tokens": len(text) / 4, "total_tokens": (prompt + len(text)) / 4}
	if !a.NoCost {
		maps.Copy(usage, map[string]any{"cost": 0.0123, "is_byok": false})
	}
	if !a.NoUse {
		answer["usage"] = usage
	}
	body, _ := json.Marshal(answer)
	return string(body)
}

// message is the message of the model, how it ends, and the text that it costs.
func (a ModelAnswer) message(call ModelCall) (message map[string]any, finish, text string) {
	if len(a.Tools) == 0 {
		if text = a.Text; text == "" {
			text = honest(call)
			if a.Advice != "" {
				text = strings.Replace(text, `"safe_to_merge"`, strconv.Quote(a.Advice), 1)
			}
		}
		return map[string]any{"role": "assistant", "content": text, "refusal": nil}, "stop", text
	}
	var calls []any
	for i, c := range a.Tools {
		id := cmp.Or(c.ID, fmt.Sprintf("call_%d", i+1))
		calls = append(calls, map[string]any{"id": id, "index": i, "type": "function",
			"function": map[string]any{"name": c.Name, "arguments": c.Arguments}})
		text += c.Name + c.Arguments
	}
	return map[string]any{"role": "assistant", "content": nil, "refusal": nil, "tool_calls": calls}, "tool_calls", text
}
