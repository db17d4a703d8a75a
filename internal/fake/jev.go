package fake

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Jev is a stand-in of the classifier (libraries.md 3). Without Answer it finds no problem anywhere: it says no to every
// noul, is sure of the last option of every choice and of the lowest level of every score.
type Jev struct {
	// URL is the address for [classifier] endpoint.
	URL string
	// Answer gives the answer to one question; nil: the harmless one. It is called for one request at a time.
	Answer func(name string, question, state map[string]any) map[string]any
	// Fault answers a request instead, by its number from 1; ok is false for an ordinary answer.
	Fault func(n int) (status int, body string, ok bool)
	Delay time.Duration

	line   line
	mu     sync.Mutex
	calls  []JevCall
	broken *ModelAnswer
	open   int
	most   int
}

// JevCall is one request.
type JevCall struct {
	Authorization string
	Raw           string // the whole body
	State         map[string]any
	Questions     map[string]any
}

// NewJev starts a classifier on a loopback port. Close stops it.
func NewJev() (*Jev, error) {
	j := &Jev{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/systemone", j.serve)
	j.line.handler = mux
	if err := j.line.up(); err != nil {
		return nil, fmt.Errorf("start the fake classifier: %w", err)
	}
	j.URL = "http://" + j.line.address + "/v1/systemone"
	return j, nil
}

// Break gives every request this answer: the status, the wire and what spoils the honest body count.
func (j *Jev) Break(a ModelAnswer) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.broken = &a
}

// Heal ends what Break began, and brings a classifier that is down up again under its address.
func (j *Jev) Heal() error {
	j.mu.Lock()
	j.broken = nil
	j.mu.Unlock()
	return j.line.up()
}

// Close stops the classifier.
func (j *Jev) Close() error { return j.line.down() }

// Calls lists the requests so far.
func (j *Jev) Calls() []JevCall {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]JevCall(nil), j.calls...)
}

// Most is the largest number of requests at a time.
func (j *Jev) Most() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.most
}

func (j *Jev) serve(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(io.LimitReader(r.Body, 64<<20))
	var in struct {
		Model     string         `json:"model"`
		State     map[string]any `json:"state"`
		Questions map[string]any `json:"questions"`
	}
	_ = json.Unmarshal(raw, &in)
	j.mu.Lock()
	j.calls = append(j.calls, JevCall{r.Header.Get("Authorization"), string(raw), in.State, in.Questions})
	n := len(j.calls)
	j.open++
	j.most = max(j.most, j.open)
	j.mu.Unlock()
	if j.Delay > 0 {
		select {
		case <-time.After(j.Delay):
		case <-r.Context().Done():
		}
	}
	j.mu.Lock()
	broken := j.broken
	j.mu.Unlock()
	if broken != nil && broken.Wait != nil {
		select {
		case <-broken.Wait:
		case <-r.Context().Done():
		}
	}
	if broken != nil && broken.Down {
		_ = j.line.refuse()
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open--
	w.Header().Set("x-typesafe-request-id", fmt.Sprintf("req_%032x", n))
	w.Header().Set("Content-Type", "application/json")
	if j.Fault != nil {
		if status, body, ok := j.Fault(n); ok {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return
		}
	}
	answers := map[string]any{}
	for name, value := range in.Questions {
		question, _ := value.(map[string]any)
		answers[name] = j.answer(name, question, in.State)
	}
	body, _ := json.Marshal(map[string]any{"model": "jev-1.13.0", "answers": answers, "usage": map[string]int{"input_tokens": len(raw) / 4, "output_tokens": 5}})
	if broken != nil {
		a := *broken
		a.Body = cmp.Or(a.Body, string(body))
		a.write(w, r, ModelCall{})
		return
	}
	_, _ = w.Write(body)
}

func (j *Jev) answer(name string, question, state map[string]any) map[string]any {
	if j.Answer != nil {
		if a := j.Answer(name, question, state); a != nil {
			return a
		}
	}
	switch question["type"] {
	case "choice":
		options, _ := question["criteria"].(map[string]any)
		p := map[string]float64{}
		best := ""
		for option := range options {
			p[option] = 0
			best = max(best, option)
		}
		p[best] = 1
		return JevChoice(best, p)
	case "score":
		levels, _ := question["criteria"].([]any)
		p := make([]float64, len(levels))
		if len(p) > 0 {
			p[0] = 1
		}
		return JevScore(p...)
	}
	return JevNoul(0.02)
}

// JevNoul is the answer to a yes-or-no question.
func JevNoul(yes float64) map[string]any { return map[string]any{"type": "noul", "noul": yes} }

// JevChoice is the answer to a choice, with the vendor's confidence.
func JevChoice(choice string, p map[string]float64) map[string]any {
	top, k := 0.0, float64(len(p))
	for _, v := range p {
		top = max(top, v)
	}
	return map[string]any{"type": "choice", "choice": choice, "probabilities": p, "confidence": round(min(1, max(0, (top-1/k)/(1-1/k))))}
}

// JevScore is the answer to a score, with the vendor's confidence.
func JevScore(p ...float64) map[string]any {
	byIndex, score, mode := map[string]float64{}, 0.0, 0
	for i, v := range p {
		byIndex[strconv.Itoa(i)] = v
		score += float64(i) * v
		if v > p[mode] {
			mode = i
		}
	}
	spread, uniform := 0.0, 0.0
	for i, v := range p {
		spread += v * math.Abs(float64(i-mode))
		uniform += math.Abs(float64(i)-float64(len(p)-1)/2) / float64(len(p))
	}
	return map[string]any{"type": "score", "score": round(score), "probabilities": byIndex, "confidence": round(max(0, 1-spread/uniform))}
}

func round(v float64) float64 { return math.Round(v*100) / 100 }
