package model

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// OneObject cuts the one JSON object out of an answer, which may stand in one code fence or between prose. The error says what is
// wrong and quotes nothing.
func OneObject(text string) ([]byte, error) {
	start := strings.IndexByte(text, '{')
	if start < 0 {
		return nil, errors.New("there is no JSON object")
	}
	if strings.Contains(text[:start], "[") {
		return nil, errors.New("there is an array around the JSON object")
	}
	dec := json.NewDecoder(strings.NewReader(text[start:]))
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("the JSON object is cut off")
		}
		return nil, errors.New("the JSON object is malformed")
	}
	if RepeatedKey(raw) {
		return nil, errors.New("an object has the same key twice")
	}
	rest := text[start+int(dec.InputOffset()):]
	if strings.ContainsAny(rest, "{}[]") {
		return nil, errors.New("there is more than one JSON value")
	}
	return raw, nil
}
