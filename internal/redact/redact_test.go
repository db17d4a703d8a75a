package redact_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/redact"
)

func TestSecretsOfTheRunAndUsualTokensAreRemoved(t *testing.T) {
	set := redact.New("s3cr3t-value", "short", "line one of a key\nline two of a key", "s3cr3t-value-and-more")
	for _, tc := range []struct{ name, in, want string }{
		{"a value", "x s3cr3t-value y", "x [redacted] y"},
		{"a value that holds another", "s3cr3t-value-and-more", "[redacted]"},
		{"a line of a value", "only line two of a key here", "only [redacted] here"},
		{"a short value stays", "short", "short"},
		{"an OpenRouter key", "key=sk-or-v1-" + strings.Repeat("a1", 32), "key=[redacted]"},
		{"a private key", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest", "[redacted]\nrest"},
		{"a cut private key", "-----BEGIN PRIVATE KEY-----\nabc", "[redacted]"},
		{"a name like a private key", "changed: -----BEGIN PRIVATE KEY-----.sql (built in)", "changed: [redacted].sql (built in)"},
		{"a header", "Authorization: token 0123456789abcdef0123456789abcdef01234567", "Authorization: [redacted]"},
		{"a commit id stays", "head 0123456789abcdef0123456789abcdef01234567", "head 0123456789abcdef0123456789abcdef01234567"},
		{"plain words stay", "the token count is estimated", "the token count is estimated"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := set.String(tc.in); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestTheWriterSaysThatAllWasWritten(t *testing.T) {
	var out bytes.Buffer
	n, err := fmt.Fprint(redact.New("0123456789").Writer(&out), "a 0123456789 b\n")
	if n != 15 || err != nil || out.String() != "a [redacted] b\n" {
		t.Errorf("n %d, err %v, out %q", n, err, out.String())
	}
}
