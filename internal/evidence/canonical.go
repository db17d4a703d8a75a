package evidence

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// Raw is a text of the repository, which need not be UTF-8: what is not stands in the record as {"base64": "…"}.
type Raw string

// MarshalJSON keeps every byte.
func (r Raw) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(r)) {
		return json.Marshal(string(r))
	}
	return json.Marshal(map[string][]byte{"base64": []byte(r)})
}

// UnmarshalJSON takes what MarshalJSON writes.
func (r *Raw) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*r = Raw(text)
		return nil
	}
	var coded struct {
		Base64 string `json:"base64"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&coded); err != nil {
		return errors.New("a text is neither a string nor base64")
	}
	body, err := base64.StdEncoding.DecodeString(coded.Base64)
	if err != nil {
		return errors.New("a text has wrong base64")
	}
	*r = Raw(body)
	return nil
}

// encode is the one encoder of records: JSON on one line with sorted keys, no HTML escapes, and the shortest numbers
// that give the same value again. Every text in it goes through redact.
func encode(v any, redact func(string) string) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var tree any
	dec := json.NewDecoder(bytes.NewReader(plain))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(redacted(tree, redact)); err != nil { // keys of a map come out sorted
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// redacted is a tree of JSON in which every text went through redact.
func redacted(tree any, redact func(string) string) any {
	switch v := tree.(type) {
	case string:
		return redact(v)
	case []any:
		for i := range v {
			v[i] = redacted(v[i], redact)
		}
	case map[string]any:
		for key := range v {
			v[key] = redacted(v[key], redact)
		}
	}
	return tree
}

// decode reads one section strictly: known fields only, nothing behind the value, and exactly the bytes that encode
// would write, so that a key that is written twice or in another case cannot hide anything.
func decode(body []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return errors.New("it is no JSON of this format")
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("something stands behind it")
	}
	again, err := encode(into, func(s string) string { return s })
	if err != nil || !bytes.Equal(again, body) {
		return errors.New("it is not in canonical form")
	}
	return nil
}
