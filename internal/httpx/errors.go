package httpx

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"syscall"
)

// StatusError is an answer with another status than 2xx or 3xx.
type StatusError struct {
	Method string
	Path   string // escaped, without the query
	Status int
	// Message is the "message" of the server's JSON answer: shortened, one line, control characters escaped.
	// It is empty for every other kind of body.
	Message string
}

// Error names request and status.
func (e *StatusError) Error() string {
	text := fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// RedirectError is a 3xx answer; no redirect is ever followed.
type RedirectError struct {
	Method, Path string
	Status       int
	To           string // escaped path of the new place, without host and query
}

// Error names the new place.
func (e *RedirectError) Error() string {
	return fmt.Sprintf("%s %s: %d: moved to %s; redirects are not followed", e.Method, e.Path, e.Status, e.To)
}

// TooLargeError is an answer beyond its size limit.
type TooLargeError struct {
	Method, Path string
	Limit        int64 // bytes
}

// Error names the limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s %s: the answer has more than %d bytes", e.Method, e.Path, e.Limit)
}

// BlockedError is a request that this program refuses to send.
type BlockedError struct{ Reason string }

// Error is the reason.
func (e *BlockedError) Error() string { return "request refused: " + e.Reason }

// TransportError is a request without a complete answer: no connection, no TLS, no time left, or cut off.
type TransportError struct {
	Method, Path, Host string
	Kind               Kind
	cause              error
}

// Kind is the cause of a TransportError in words.
type Kind string

// The causes that a person would act on differently.
const (
	Refused   Kind = "connection refused"
	Timeout   Kind = "time limit reached"
	Cancelled Kind = "cancelled"
	DNS       Kind = "host name not found"
	TLS       Kind = "TLS failed"
	Cut       Kind = "the answer was cut off"
	Network   Kind = "network error"
)

// Error names request, host and cause.
func (e *TransportError) Error() string {
	text := fmt.Sprintf("%s %s: %s (%s)", e.Method, e.Path, e.Kind, e.Host)
	var number syscall.Errno
	switch {
	case e.Kind == TLS:
		text += ": " + oneLine(e.cause.Error())
	case e.Kind == Network && errors.As(e.cause, &number):
		text += ": " + number.Error()
	}
	return text
}

// Unwrap is the cause, for errors.Is with context.Canceled and context.DeadlineExceeded.
func (e *TransportError) Unwrap() error { return e.cause }

// Clean strips what http.Client and libraries wrap around an error of this package, above all the URL.
// Other errors come back unchanged.
func Clean(err error) error {
	var status *StatusError
	var redirect *RedirectError
	var large *TooLargeError
	var blocked *BlockedError
	var transport *TransportError
	switch {
	case errors.As(err, &status):
		return status
	case errors.As(err, &redirect):
		return redirect
	case errors.As(err, &large):
		return large
	case errors.As(err, &blocked):
		return blocked
	case errors.As(err, &transport):
		return transport
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
