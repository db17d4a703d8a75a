package fake

import (
	"fmt"
	"net/http"
	"sync"
)

// Model is a stand-in of an OpenAI-compatible endpoint that speaks as OpenRouter does (libraries.md 1).
// Without a script it is an honest model that confirms every file and finding, and finds nothing of its own.
type Model struct {
	// URL is the base URL for [model] base_url, e.g. "http://127.0.0.1:40123/api/v1".
	URL string

	line   line
	mu     sync.Mutex
	script []ModelAnswer
	always map[string]ModelAnswer // by place: "chat", "key"
	stages map[string]*stage      // by the name of the schema
	calls  []ModelCall
	key    string // JSON of the key page
	keys   int

	refuseTools, toolsRefused int
}

// NewModel starts an endpoint on a loopback port. Close stops it.
func NewModel(script ...ModelAnswer) (*Model, error) {
	m := &Model{script: script, always: map[string]ModelAnswer{}, stages: map[string]*stage{},
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
