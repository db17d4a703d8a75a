package fake

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Model is a stand-in of an OpenAI-compatible endpoint that speaks as OpenRouter does (libraries.md 1).
// Without a script it is an honest model that confirms every file and finds nothing.
type Model struct {
	// URL is the base URL for [model] base_url, e.g. "http://127.0.0.1:40123/api/v1".
	URL string

	line   line
	mu     sync.Mutex
	script []ModelAnswer
	always map[string]ModelAnswer // by place: "chat", "key"
	calls  []ModelCall
	key    string // JSON of the key page
	keys   int
}

// ModelAnswer is one scripted answer; the zero value is the honest one.
type ModelAnswer struct {
	Status int    // 0: 200
	Body   string // whole body instead of a chat completion
	Text   string // content of the message; empty: the honest review
	Advice string // recommendation of the honest review; empty: safe_to_merge
	Finish string // finish_reason; empty: stop
	Model  string // the model that says it answered; empty: the one asked for
	NoCost bool   // leave usage.cost out, as plain endpoints do
	NoUse  bool   // leave usage out
	Header map[string]string
	Cut    bool                // break the connection in the middle of the body
	Wait   <-chan struct{}     // answer when the channel is closed, or when the client has gone
	Before func()              // runs before the answer, e.g. to push a new head
	Edit   func(string) string // changes the body
	Wire
	after int
}

// ModelCall is one request that the endpoint got.
type ModelCall struct {
	Authorization string
	System, User  string
	Body          map[string]any
}

// NewModel starts an endpoint on a loopback port. Close stops it.
func NewModel(script ...ModelAnswer) (*Model, error) {
	m := &Model{script: script, always: map[string]ModelAnswer{},
		key: `{"data":{"label":"sk-or-v1-abc...def","limit":100,"limit_remaining":74.5,"limit_reset":"monthly","usage":25.5}}`}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/v1/chat/completions", m.chat)
	mux.HandleFunc("GET /api/v1/key", m.getKey)
	m.line.handler = mux
	if err := m.line.up(); err != nil {
		return nil, fmt.Errorf("start the fake model: %w", err)
	}
	m.URL = "http://" + m.line.address + "/api/v1"
	return m, nil
}

// Close stops the endpoint; requests that are still open are cut off.
func (m *Model) Close() error { return m.line.down() }

// SetKey sets the body of the key page.
func (m *Model) SetKey(body string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.key = body
}

// Script replaces the answers that are still to come.
func (m *Model) Script(script ...ModelAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = script
}

// Calls lists the chat requests so far.
func (m *Model) Calls() []ModelCall {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]ModelCall(nil), m.calls...)
}

// KeyReads is how often the key page was read.
func (m *Model) KeyReads() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.keys
}

// Unused is the number of scripted answers that nobody asked for.
func (m *Model) Unused() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.script)
}

func (m *Model) getKey(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	m.keys++
	var a ModelAnswer
	if f := m.fault("key"); f != nil {
		a = *f
	}
	if a.Body == "" {
		a.Body = m.key
	}
	m.mu.Unlock()
	m.serve(w, r, a, ModelCall{})
}

func (m *Model) chat(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, 256<<20))
	call := ModelCall{Authorization: r.Header.Get("Authorization")}
	_ = json.Unmarshal(raw, &call.Body)
	if messages, ok := call.Body["messages"].([]any); ok {
		for _, message := range messages {
			fields, _ := message.(map[string]any)
			text, _ := fields["content"].(string)
			if fields["role"] == "system" {
				call.System = text
			} else {
				call.User += text
			}
		}
	}
	m.mu.Lock()
	m.calls = append(m.calls, call)
	var a ModelAnswer
	if f := m.fault("chat"); f != nil {
		a = *f
	} else if len(m.script) > 0 {
		a, m.script = m.script[0], m.script[1:]
	}
	m.mu.Unlock()
	m.serve(w, r, a, call)
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
	text, finish, name := a.Text, a.Finish, a.Model
	if text == "" {
		text = HonestReview(call.User)
		if a.Advice != "" {
			text = strings.Replace(text, `"safe_to_merge"`, strconv.Quote(a.Advice), 1)
		}
	}
	if finish == "" {
		finish = "stop"
	}
	if name == "" {
		name, _ = call.Body["model"].(string)
	}
	answer := map[string]any{
		"id": "gen-1", "object": "chat.completion", "created": 1, "model": name,
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish,
			"message": map[string]any{"role": "assistant", "content": text, "refusal": nil}}},
	}
	usage := map[string]any{"prompt_tokens": len(call.User) / 4, "completion_tokens": len(text) / 4, "total_tokens": (len(call.User) + len(text)) / 4}
	if !a.NoCost {
		maps.Copy(usage, map[string]any{"cost": 0.0123, "is_byok": false})
	}
	if !a.NoUse {
		answer["usage"] = usage
	}
	body, _ := json.Marshal(answer)
	return string(body)
}

// numbered finds the list of files in a prompt.
var numbered = regexp.MustCompile(`(?m)^(\d+)\. "`)

// HonestReview is the answer of a model that read every file of the prompt and found nothing.
func HonestReview(prompt string) string {
	numbers := []string{}
	for _, m := range numbered.FindAllStringSubmatch(prompt, -1) {
		numbers = append(numbers, `"`+m[1]+`"`)
	}
	return ReviewJSON(strings.Join(numbers, ","), "", "safe_to_merge")
}

// ReviewJSON is an answer with the given parts, each as JSON without its brackets.
func ReviewJSON(files, findings, recommendation string) string {
	return fmt.Sprintf(`{"files_reviewed":[%s],"findings":[%s],"change_kind_objection":{"objects":false,"text":""},`+
		`"summary":"a change","merge_recommendation":%q}`, files, findings, recommendation)
}
