package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"

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
		} `json:"message"`
	} `json:"choices"`
	Usage *wireUsage `json:"usage"`
}

// judge reads the raw answer and says whether it is complete. Only finish_reason "stop" is (product.md 8).
func judge(raw []byte, m config.Model, u *Usage) (text, model string, failed *Error) {
	var w wire
	dec := json.NewDecoder(bytes.NewReader(raw))
	if err := dec.Decode(&w); err != nil {
		u.unknown = true
		return "", "", &Error{Code: "model_error", Text: "the endpoint's answer is not the JSON of a chat completion", again: true, onTheWay: true}
	}
	if _, err := dec.Token(); err != io.EOF {
		u.unknown = true
		return "", "", &Error{Code: "model_error", Text: "the endpoint sent more than one JSON value"}
	}
	u.add(w.Usage, m)
	switch {
	case present(w.Error):
		return "", "", errorBody(200, w.Error)
	case len(w.Choices) != 1:
		return "", "", &Error{Code: "model_error", Text: fmt.Sprintf("the endpoint's answer has %d choices instead of one", len(w.Choices)),
			again: true}
	case present(w.Choices[0].Error):
		return "", "", errorBody(200, w.Choices[0].Error)
	}
	choice := w.Choices[0]
	finish := ""
	if choice.FinishReason != nil {
		finish = *choice.FinishReason
	}
	switch {
	case finish == "length":
		return "", "", &Error{Code: "model_answer_truncated", Text: fmt.Sprintf(
			"the model's answer was cut off at [model] max_output_tokens = %d; raise it, or lower reasoning_effort", m.MaxOutputTokens)}
	case finish == "content_filter" || finish == "refusal" || choice.Message.Refusal != "":
		return "", "", &Error{Code: "model_refused", Text: "the model or its provider refused to review this change"}
	case finish != "stop":
		return "", "", &Error{Code: "model_error", Text: "the model did not finish its answer (finish_reason " + plain(finish) + ")", again: finish == "error"}
	}
	if json.Unmarshal(choice.Message.Content, &text) != nil || strings.TrimSpace(text) == "" {
		return "", "", &Error{Code: "model_error", Text: "the model's answer is empty", again: true}
	}
	if !sameModel(wireName(m), w.Model) {
		return "", "", &Error{Code: "model_error", Text: fmt.Sprintf(
			"the model %s answered instead of [model] id = %s; name that model, or one that the endpoint serves", plain(w.Model), m.ID)}
	}
	if w.Model == "" {
		w.Model = m.ID
	}
	return text, plain(w.Model), nil
}

// sameModel reports whether the answering model is the one asked for: equal without case, without its path,
// or a dated or sized version of it. An endpoint that names no model serves only one.
func sameModel(asked, answered string) bool {
	asked, answered = strings.ToLower(asked), strings.ToLower(answered)
	if answered == "" || asked == answered {
		return true
	}
	if strings.HasPrefix(asked, "~") {
		return true // an alias that moves; the usage line names what answered
	}
	rest, ok := strings.CutPrefix(answered, asked)
	if !ok {
		rest, ok = strings.CutPrefix(path.Base(answered), path.Base(asked))
	}
	return ok && (rest == "" || strings.ContainsRune("-:@.", rune(rest[0])))
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// plain makes a short word of the server safe to print.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || r < ' ' || strings.ContainsRune("\"'`<>", r) {
			return '?'
		}
		return r
	}, s)
	if s == "" {
		return "none"
	}
	return s[:min(len(s), 80)]
}
