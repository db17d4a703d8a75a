// Package redact removes secrets from every text that leaves the program.
//
// It knows the secret values of this run and the formats of the usual tokens.
package redact

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// mark stands in the place of a secret.
const mark = "[redacted]"

// minSecret is the length below which a value is no secret: replacing it would only garble texts.
const minSecret = 8

// formats are tokens that are secrets wherever they appear.
// A private key ends at its last line of base64, so that a text that only names one is not eaten to its end.
var formats = regexp.MustCompile(strings.Join([]string{
	`-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s]*(?:-----END [A-Z ]*PRIVATE KEY-----)?`,
	`\bsk-(?:or-v1-|ant-|proj-)?[A-Za-z0-9_-]{20,}`,
	`\bhsak_[A-Za-z0-9-]+\.[0-9a-f]{64}`,
	`\bgh[pousr]_[A-Za-z0-9]{30,}`,
	`\bgithub_pat_[A-Za-z0-9_]{40,}`,
	`\bglpat-[A-Za-z0-9_-]{20,}`,
	`\bxox[abeprs]-[A-Za-z0-9-]{10,}`,
	`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
	`\bAIza[A-Za-z0-9_-]{35}`,
	`\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`,
	`(?i:\b(?:bearer|token) )[A-Za-z0-9._~+/=-]{20,}`,
}, "|"))

// Set holds the secret values of this run. It may be used by several goroutines.
type Set struct {
	mu     sync.RWMutex
	values []string // longest first, so that a value that holds another one goes as a whole
}

// New makes a set of secret values; short ones are ignored.
func New(values ...string) *Set {
	s := &Set{}
	s.Add(values...)
	return s
}

// Add puts more values into the set. A value of several lines counts as a whole and by its lines.
func (s *Set) Add(values ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range values {
		for _, part := range append(strings.Split(v, "\n"), v) {
			if part = strings.TrimSpace(part); len(part) >= minSecret && !slices.Contains(s.values, part) {
				s.values = append(s.values, part)
			}
		}
	}
	slices.SortStableFunc(s.values, func(a, b string) int { return len(b) - len(a) })
}

// String returns the text without secrets.
func (s *Set) String(text string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, v := range s.values {
		text = strings.ReplaceAll(text, v, mark)
	}
	return formats.ReplaceAllString(text, mark)
}

// Writer redacts everything that is written to w. Each write must hold whole lines.
func (s *Set) Writer(w io.Writer) io.Writer { return writer{s, w} }

type writer struct {
	set *Set
	to  io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	if _, err := io.WriteString(w.to, w.set.String(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
