package state

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"strings"

	"werkrevisor/internal/verdict"
)

const (
	linePrefix = "<!-- werkrevisor-state:"
	lineSuffix = " -->"
	// maxPayload is the size of the largest state in bytes of base64; a larger one is not ours.
	maxPayload = 256 << 10
)

// Place is the PR that a state belongs to: it counts nowhere else.
type Place struct {
	Repository string // "owner/repo"
	Number     int
}

// Seal puts the state into a comment, as its second line. The first line of the comment is its marker.
// A comment without a marker is returned as it is.
func (k Key) Seal(at Place, comment string, s State) string {
	marker, rest, _ := strings.Cut(comment, "\n")
	if _, ok := verdict.ParseMarker(marker); !ok || len(k.bytes) == 0 {
		return comment
	}
	payload := encode(s)
	mac := mac(k.bytes, at, marker, payload, rest)
	return marker + "\n" + linePrefix + payload + "." + base64.RawURLEncoding.EncodeToString(mac) + lineSuffix + "\n" + rest
}

// Open returns the state of a comment. It reports false for every comment that this key, or the old one, did not seal in this form,
// for this PR, with this text: edited, copied, cut or forged.
func (k Key) Open(at Place, comment string) (State, bool) {
	text := normal(comment)
	markerLine, rest, _ := strings.Cut(text, "\n")
	line, rest, found := strings.Cut(rest, "\n")
	marker, ok := verdict.ParseMarker(markerLine)
	body, ok2 := strings.CutPrefix(line, linePrefix)
	body, ok3 := strings.CutSuffix(body, lineSuffix)
	payload, sum, ok4 := strings.Cut(body, ".")
	if !found || !ok || !ok2 || !ok3 || !ok4 || len(payload) > maxPayload || len(k.bytes) == 0 {
		return State{}, false
	}
	want, err := base64.RawURLEncoding.Strict().DecodeString(sum)
	if err != nil || !k.sealed(want, at, markerLine, payload, rest) {
		return State{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(payload)
	var s State
	if err != nil || json.Unmarshal(raw, &s) != nil || s.Version != version {
		return State{}, false
	}
	if s.Head != marker.Head || marker.Failed != (s.Level() == verdict.Error) {
		return State{}, false
	}
	return s, true
}

// Reseal changes the state of a comment and leaves its text alone. It reports false for a comment that Open does not take.
func (k Key) Reseal(at Place, comment string, change func(*State)) (string, bool) {
	s, ok := k.Open(at, comment)
	lines := strings.SplitN(normal(comment), "\n", 3)
	if !ok || len(lines) < 3 {
		return comment, false
	}
	change(&s)
	return k.Seal(at, lines[0]+"\n"+lines[2], s), true
}

// Edit changes the text of a comment behind its state and seals it anew with the same state. It reports false for a comment
// that Open does not take.
func (k Key) Edit(at Place, comment string, edit func(text string) string) (string, bool) {
	s, ok := k.Open(at, comment)
	if !ok {
		return comment, false
	}
	lines := strings.SplitN(normal(comment), "\n", 3)
	if len(lines) < 3 {
		return comment, false
	}
	return k.Seal(at, lines[0]+"\n"+edit(lines[2]), s), true
}

// encode is canonical: fields in the order of the type, without blanks. The type cannot fail to encode.
func encode(s State) string {
	raw, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// sealed reports whether this key, or one that it took the place of, made the code.
func (k Key) sealed(code []byte, at Place, marker, payload, rest string) bool {
	for _, key := range append([][]byte{k.bytes}, k.old...) {
		if hmac.Equal(code, mac(key, at, marker, payload, rest)) {
			return true
		}
	}
	return false
}

// mac is the code over everything that a reader of the comment relies on. Each part stands behind its length,
// so that no two lists of parts are one text.
func mac(key []byte, at Place, marker, payload, rest string) []byte {
	h := hmac.New(sha256.New, key)
	write := func(part string) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write([]byte(part))
	}
	var number [8]byte
	binary.BigEndian.PutUint64(number[:], uint64(at.Number))
	for _, part := range []string{"werkrevisor comment", strings.ToLower(at.Repository), string(number[:]), marker, payload, normal(rest)} {
		write(part)
	}
	return h.Sum(nil)
}

// normal undoes what a server may do to a text on its way: line ends and blanks at the end.
func normal(text string) string {
	return strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), " \t\n")
}
