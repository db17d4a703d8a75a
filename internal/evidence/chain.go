package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// The fixed bytes of a record. Every section stands on a line of its own, so that a change is found where it is.
const (
	opening = `{"format":"werkrevisor-evidence","sections":[` + "\n"
	closing = "\n" + `],"version":1}` + "\n"
	between = ",\n"
)

// seal writes the sections with their hashes.
func seal(r Record, redact func(string) string) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(opening)
	before := opening + closing
	for i, s := range r.sections() {
		body, err := encode(s.body, redact)
		if err != nil {
			return nil, fmt.Errorf("section %s: %w", s.name, err)
		}
		if i > 0 {
			out.WriteString(between)
		}
		before = link(before, s.name, body)
		out.WriteString(`{"body":`)
		out.Write(body)
		out.WriteString(tail(before, s.name))
	}
	out.WriteString(closing)
	return out.Bytes(), nil
}

// link is the hash of a section: SHA-256 over the hash before it, its name and its bytes.
func link(before, name string, body []byte) string {
	sum := sha256.New()
	sum.Write([]byte(before + "\n" + name + "\n"))
	sum.Write(body)
	return hex.EncodeToString(sum.Sum(nil))
}

func tail(hash, name string) string { return `,"hash":"` + hash + `","name":"` + name + `"}` }

// Open checks every byte of a record and reads it. The error says in which section something is wrong, and quotes nothing.
func Open(data []byte) (Record, error) {
	var r Record
	if len(data) > MaxSize {
		return Record{}, fmt.Errorf("the record is larger than %d MiB", MaxSize>>20)
	}
	rest, ok := bytes.CutPrefix(data, []byte(opening))
	if !ok {
		return Record{}, fmt.Errorf("this is no evidence record, or its first line was changed")
	}
	rest, ok = bytes.CutSuffix(rest, []byte(closing))
	if !ok {
		return Record{}, fmt.Errorf("the end of the record is missing, was changed, or something stands behind it")
	}
	lines := bytes.Split(rest, []byte(between))
	before := opening + closing
	list := r.sections()
	bodies := make([][]byte, len(list))
	for i, s := range list {
		if i == len(lines) {
			return Record{}, fmt.Errorf("section %s is missing", s.name)
		}
		body, hash, err := parts(lines[i], s.name)
		if err != nil {
			return Record{}, fmt.Errorf("section %s: %w", s.name, err)
		}
		if before = link(before, s.name, body); before != hash {
			return Record{}, fmt.Errorf("section %s: its bytes do not fit its hash: it was changed, or a section before it was exchanged", s.name)
		}
		bodies[i] = body
	}
	if len(lines) > len(list) {
		return Record{}, fmt.Errorf("there is something behind section %s", list[len(list)-1].name)
	}
	for i, s := range list { // only now is anything of it read
		if err := decode(bodies[i], s.body); err != nil {
			return Record{}, fmt.Errorf("section %s: %w", s.name, err)
		}
	}
	if n := r.reasons(); n > maxReasons {
		return Record{}, fmt.Errorf("it has %d reasons; a run gives at most %d", n, maxReasons)
	}
	return r, nil
}

// maxReasons is far more than a run can give: each rule and each stage has a few codes, with one reason each. Explaining
// and deciding again take time for every pair of them.
const maxReasons = 1000

// reasons is the number of reasons in all lists.
func (r Record) reasons() int {
	n := len(r.Basis.Reasons) + len(r.Decision.Reasons) + len(r.Review.Rest)
	for _, result := range r.Rules.Results {
		n += len(result.Reasons)
	}
	return n
}

// parts takes the line of a section apart.
func parts(line []byte, name string) (body []byte, hash string, err error) {
	body, ok := bytes.CutPrefix(line, []byte(`{"body":`))
	size := len(tail("", name)) + sha256.Size*2
	if !ok || len(body) < size {
		return nil, "", fmt.Errorf("it is not where it belongs, or its frame was changed")
	}
	end := body[len(body)-size:]
	hash = string(end[len(`,"hash":"`) : len(`,"hash":"`)+sha256.Size*2])
	if string(end) != tail(hash, name) {
		return nil, "", fmt.Errorf("it is not where it belongs, or its frame was changed")
	}
	return body[:len(body)-size], hash, nil
}
