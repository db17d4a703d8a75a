package state

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// An anchor is a short digest of a state. It stands in a commit status, which no writer of the repository can take away, and
// so tells that there was a result, even when its comment is gone or says something else now (docs/security.md).
// Its first half names key and repository, so that an exchanged key or a renamed repository is not taken for a lost comment.
const (
	anchorMark = " · "
	scopeSize  = 2 // bytes, written as hexadecimal digits
	digestSize = 4
)

// Anchor is the digest of a state at its place; "" without a key.
func (k Key) Anchor(at Place, s State) string {
	if len(k.bytes) == 0 {
		return ""
	}
	return anchor(k.bytes, at, s)
}

// anchors are the digests of a state by every key that opens it.
func (k Key) anchors(at Place, s State) []string {
	var list []string
	for _, key := range k.all() {
		list = append(list, anchor(key, at, s))
	}
	return list
}

func (k Key) all() [][]byte {
	if len(k.bytes) == 0 {
		return nil
	}
	return append([][]byte{k.bytes}, k.old...)
}

// anchor leaves out what runs of one head note of each other, so that such a note does not make another result of it.
func anchor(key []byte, at Place, s State) string {
	s.Replaced, s.Missing, s.Heads, s.CostUSD = nil, nil, nil, 0
	return scope(key, at.Repository) + short(key, digestSize, "digest", strconv.Itoa(at.Number), encode(s))
}

func scope(key []byte, repository string) string {
	return short(key, scopeSize, "scope", strings.ToLower(repository))
}

// short is the start of a code over parts, of which none contains a zero byte.
func short(key []byte, size int, parts ...string) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("werkrevisor status\x00" + strings.Join(parts, "\x00")))
	return hex.EncodeToString(h.Sum(nil)[:size])
}

// ours reports whether an anchor was made with one of the keys for this repository.
func (k Key) ours(repository, anchor string) bool {
	return slices.ContainsFunc(k.all(), func(key []byte) bool { return strings.HasPrefix(anchor, scope(key, repository)) })
}

// WithAnchor puts an anchor behind the words of a status.
func WithAnchor(description, anchor string) string {
	if anchor == "" {
		return description
	}
	return description + anchorMark + anchor
}

// anchorOf is the anchor of a status; "" where there is none.
func anchorOf(description string) string {
	at := strings.LastIndex(description, anchorMark)
	if at < 0 {
		return ""
	}
	found := description[at+len(anchorMark):]
	if len(found) != 2*(scopeSize+digestSize) || strings.Trim(found, "0123456789abcdef") != "" {
		return ""
	}
	return found
}

// Missing is a result that the bot gave and whose state nobody has any more.
type Missing struct {
	Number  int    `json:"pr,omitempty"` // of another PR; 0: of this one
	Head    string `json:"head"`
	Verdict string `json:"verdict"`
	Anchor  string `json:"anchor"`
}

// Level is the verdict that the status told.
func (m Missing) Level() verdict.Level { return levelOf(m.Verdict) }

// Known are results whose states are there, or were replaced by the bot itself. The zero value knows none.
type Known struct {
	anchors map[string]bool
	heads   map[string]bool // with a result that is no ERROR
}

// Has reports whether the state of an anchor is there or was replaced.
func (known *Known) Has(anchor string) bool { return known.anchors[anchor] }

// Add notes an authentic state.
func (k Key) Add(known *Known, at Place, s State) {
	if known.anchors == nil {
		known.anchors, known.heads = map[string]bool{}, map[string]bool{}
	}
	for _, a := range append(k.anchors(at, s), s.Replaced...) {
		known.anchors[a] = true
	}
	if s.Level() != verdict.Error {
		known.heads[s.Head] = true
	}
}

// Missing finds the statuses of the bot on a commit whose state is not known. Those without an anchor are left out: they are
// older than anchors, or their comment could not be written. So is the ERROR of a head that has a result: its comment was
// deleted when the result came. foreign says that there are some of another key or repository.
func (k Key) Missing(repository string, known Known, statuses []pr.CommitStatus) (list []Missing, foreign bool) {
	for _, s := range statuses {
		a := anchorOf(s.Description)
		switch {
		case a == "" || known.anchors[a]:
		case !k.ours(repository, a):
			foreign = true
		default:
			m := Missing{Head: s.SHA, Verdict: verdict.LevelOfStatus(s.State).String(), Anchor: a}
			if m.Level() == verdict.Error && known.heads[s.SHA] {
				continue
			}
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list, foreign
}

const (
	maxReplaced = 400 // anchors that a state keeps, the newest ones
	maxMissing  = 50
)

// Replace notes that a state takes the place of others of its head, so that their anchors are not missed.
func (k Key) Replace(s *State, at Place, older []State) {
	for _, o := range older {
		if o.Head != s.Head {
			continue
		}
		for _, a := range append(slices.Clone(o.Replaced), k.anchors(at, o)...) {
			if !slices.Contains(s.Replaced, a) {
				s.Replaced = append(s.Replaced, a)
			}
		}
	}
	s.Replaced = s.Replaced[max(0, len(s.Replaced)-maxReplaced):]
}

// Miss keeps results that are missing, so that they are missed where their statuses are not looked at any more.
func (s *State) Miss(list []Missing) {
	for _, m := range list {
		if !slices.Contains(s.Missing, m) && len(s.Missing) < maxMissing {
			s.Missing = append(s.Missing, m)
		}
	}
}
