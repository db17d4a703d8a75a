package httpx

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"
)

const (
	maxErrorBody = 64 << 10 // bytes that are read of an error answer
	maxMessage   = 300      // characters of a message that are kept
)

func statusError(req *http.Request, resp *http.Response) error {
	path := req.URL.EscapedPath()
	if location := resp.Header.Get("Location"); resp.StatusCode >= 300 && resp.StatusCode <= 399 && location != "" {
		to := "another place"
		if u, err := url.Parse(location); err == nil {
			to = oneLine(hide(u.Path, req))
		}
		return &RedirectError{req.Method, path, resp.StatusCode, to}
	}
	data, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody)) // a cut error answer has no message
	return &StatusError{req.Method, path, resp.StatusCode, message(data, req)}
}

// message finds the message of an error answer; both shapes that servers use are known.
// The secret of the request is removed before the text is cut, because a part of it could not be recognised.
func message(data []byte, req *http.Request) string {
	var answer struct {
		Message string          `json:"message"`
		Error   json.RawMessage `json:"error"`
	}
	if json.Unmarshal(data, &answer) != nil {
		return ""
	}
	if answer.Message != "" {
		return oneLine(hide(answer.Message, req))
	}
	var inner struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(answer.Error, &inner) != nil {
		return ""
	}
	return oneLine(hide(inner.Message, req))
}

// hide removes the secret that a request carried from what a server says, should it ever repeat it.
func hide(text string, req *http.Request) string {
	secret := req.Header.Get("Authorization")
	if _, value, ok := strings.Cut(secret, " "); ok {
		secret = value
	}
	if secret == "" {
		return text
	}
	return strings.ReplaceAll(text, secret, "***")
}

// oneLine shortens a text and escapes everything that is no visible character.
func oneLine(text string) string {
	var b strings.Builder
	count := 0
	for _, r := range strings.TrimSpace(text) {
		if count++; count > maxMessage {
			b.WriteString("…")
			break
		}
		switch {
		case r == ' ' || (unicode.IsPrint(r) && r != utf8.RuneError):
			b.WriteRune(r)
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

func transportError(ctx context.Context, req *http.Request, err error) error {
	e := &TransportError{req.Method, req.URL.EscapedPath(), oneLine(req.URL.Host), Network, err}
	var dns *net.DNSError
	var timeout net.Error
	var verify *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.Is(err, context.Canceled) || ctx.Err() == context.Canceled:
		e.Kind = Cancelled
	case errors.Is(err, context.DeadlineExceeded) || ctx.Err() == context.DeadlineExceeded:
		e.Kind = Timeout
	case errors.As(err, &dns):
		e.Kind = DNS
	case errors.As(err, &timeout) && timeout.Timeout():
		e.Kind = Timeout
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Kind = Refused
	case errors.As(err, &verify), errors.As(err, &unknown), errors.As(err, &record), errors.As(err, &alert):
		e.Kind = TLS
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET):
		e.Kind = Cut
	}
	if cause := ctx.Err(); cause != nil && !errors.Is(err, cause) {
		e.cause = errors.Join(err, cause)
	}
	return e
}
