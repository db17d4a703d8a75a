package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
)

// wire is what we read of an answer; the library hides errors, costs and reasons (libraries.md 2).
type wire struct {
	Model   string          `json:"model"`
	Error   json.RawMessage `json:"error"`
	Choices []struct {
		FinishReason *string         `json:"finish_reason"`
		Error        json.RawMessage `json:"error"`
		Message      struct {
			Content json.RawMessage `json:"content"`
			Refusal string          `json:"refusal"`
			Tools   json.RawMessage `json:"tool_calls"`
		} `json:"message"`
	} `json:"choices"`
	Usage *wireUsage `json:"usage"`
}

// reply is a complete answer: a text, or calls of tools.
type reply struct {
	text  string
	calls []Call
	model string
}

// judge reads the raw answer and says whether it is complete. Only finish_reason "stop" is (product.md 8),
// or "tool_calls" where tools were offered.
func judge(raw []byte, m config.Model, r Request, u *Usage) (answer reply, failed *Error) {
	var w wire
	dec := json.NewDecoder(bytes.NewReader(raw))
	if err := dec.Decode(&w); err != nil {
		u.unknown = true
		return reply{}, &Error{Code: "model_error", Text: "the endpoint's answer is not the JSON of a chat completion", again: true, onTheWay: true}
	}
	if _, err := dec.Token(); err != io.EOF {
		u.unknown = true
		return reply{}, &Error{Code: "model_error", Text: "the endpoint sent more than one JSON value"}
	}
	u.add(w.Usage, m)
	switch {
	case RepeatedKey(raw):
		return reply{}, &Error{Code: "model_error", Text: "the endpoint's answer has a key twice"}
	case present(w.Error):
		return reply{}, errorBody(200, w.Error)
	case len(w.Choices) != 1:
		return reply{}, &Error{Code: "model_error", Text: fmt.Sprintf("the endpoint's answer has %d choices instead of one", len(w.Choices)),
			again: true}
	case present(w.Choices[0].Error):
		return reply{}, errorBody(200, w.Choices[0].Error)
	}
	choice := w.Choices[0]
	finish := ""
	if choice.FinishReason != nil {
		finish = *choice.FinishReason
	}
	if u.finish = "stop"; finish != "stop" {
		u.finish = known(finish, finishReasons)
	}
	calls := present(choice.Message.Tools) && string(choice.Message.Tools) != "[]"
	mayCall := len(r.Tools) > 0 && !r.Final
	switch {
	case finish == "length":
		return reply{}, &Error{Code: "model_answer_truncated", Text: fmt.Sprintf(
			"the model's answer was cut off at [model] max_output_tokens = %d; raise it, or lower reasoning_effort", m.MaxOutputTokens)}
	case finish == "content_filter" || finish == "refusal" || choice.Message.Refusal != "":
		return reply{}, &Error{Code: "model_refused", Text: "the model or its provider refused to review this change"}
	case calls && mayCall && (finish == "tool_calls" || finish == "stop"):
		if answer.calls, failed = toolCalls(choice.Message.Tools); failed != nil {
			return reply{}, failed
		}
	case finish != "stop":
		return reply{}, &Error{Code: "model_error", Text: "the model did not finish its answer (finish_reason " + known(finish, finishReasons) + ")",
			again: finish == "error"}
	case calls && len(r.Tools) > 0:
		return reply{}, &Error{Code: "model_error", Text: "the model calls tools after its last round", again: true}
	case calls:
		return reply{}, &Error{Code: "model_error", Text: "the model calls tools, which it was not given"}
	}
	if answer.calls == nil && (json.Unmarshal(choice.Message.Content, &answer.text) != nil || strings.TrimSpace(answer.text) == "") {
		return reply{}, &Error{Code: "model_error", Text: "the model's answer is empty", again: true}
	}
	if !sameModel(wireName(m), w.Model) {
		return reply{}, &Error{Code: "model_error", Text: fmt.Sprintf(
			"the model %s answered instead of [model] id = %s; name that model, or one that the endpoint serves", modelName(w.Model), m.ID)}
	}
	if w.Model == "" {
		w.Model = m.ID
	}
	answer.model = modelName(w.Model)
	return answer, nil
}

// The bounds of one round of tools; beyond them the answer is an error, because nothing may be left out in silence.
const (
	maxCalls     = 32
	maxArguments = 64 << 10 // bytes
)

// toolCalls reads the calls of a message.
func toolCalls(raw json.RawMessage) ([]Call, *Error) {
	var list []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	}
	if json.Unmarshal(raw, &list) != nil || len(list) > maxCalls {
		return nil, &Error{Code: "model_error", Text: "the model's calls of tools cannot be read, or are too many", again: true}
	}
	calls := make([]Call, len(list))
	seen := map[string]bool{}
	for i, c := range list {
		if c.ID == "" || seen[c.ID] || c.Function.Name == "" || len(c.Function.Arguments) > maxArguments {
			return nil, &Error{Code: "model_error", Text: "a call of a tool has no name or id of its own, or is too long", again: true}
		}
		seen[c.ID] = true
		calls[i] = Call{c.ID, c.Function.Name, c.Function.Arguments}
	}
	return calls, nil
}

// finishReasons are the words that endpoints use; another word is a text of the server and is not shown.
var finishReasons = []string{"error", "tool_calls", "function_call", "length", "content_filter"}

// version matches what may follow the name of a model: a date, or a variant of the same weights.
var version = regexp.MustCompile(`^(?:-\d{8}|-\d{4}-\d{2}-\d{2}|@\d{8}|:[a-z0-9._-]{1,20}|\.gguf)?$`)

// sameModel reports whether the answering model is the one asked for: equal without case, without its path,
// or a dated version of it. An endpoint that names no model serves only one.
func sameModel(asked, answered string) bool {
	asked, answered = strings.ToLower(asked), strings.ToLower(answered)
	if answered == "" || asked == answered {
		return true
	}
	if strings.HasPrefix(asked, "~") {
		return true // an alias that moves; the usage line names what answered
	}
	if rest, ok := strings.CutPrefix(answered, asked); ok {
		return version.MatchString(rest)
	}
	rest, ok := strings.CutPrefix(path.Base(answered), path.Base(asked))
	return ok && !strings.Contains(asked, "/") && version.MatchString(rest)
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// nameShape is what a model may be called in a log. It is not cut: a cut secret could not be recognised.
var nameShape = regexp.MustCompile(`^[A-Za-z0-9._:/@~+-]{1,100}$`)

// modelName is the name of a model, if it looks like one.
func modelName(name string) string {
	if nameShape.MatchString(name) {
		return name
	}
	return "with a name that cannot be shown"
}

// known is a word of a server, if it is one of those that are expected: other texts of a server are not shown.
func known(word string, words []string) string {
	switch {
	case word == "":
		return "none"
	case slices.Contains(words, word):
		return word
	}
	return "unknown"
}
