// Package httpx makes the only HTTP client of the program: no redirects, no proxy, bounded answers, time limits.
//
// Every answer but a 2xx is an error of this package, whatever library sends the request (product.md 3, 6 and 11).
package httpx

import (
	"context"
	"net/http"
	"time"

	// The system's CA roots count; the embedded ones serve a system that has none (product.md 3).
	_ "golang.org/x/crypto/x509roots/fallback"
)

// DefaultMaxAnswer is the size limit of one answer in bytes, where the caller sets no other (product.md 6).
const DefaultMaxAnswer = 16 << 20

// The time limits of the parts of a request. The whole of it is limited by its context.
const (
	dialTimeout   = 10 * time.Second
	tlsTimeout    = 10 * time.Second
	headerTimeout = 60 * time.Second
	idleTimeout   = 60 * time.Second
)

// Options are the limits of a client; the zero value is right for an API of small answers.
type Options struct {
	MaxAnswer     int64         // bytes of one answer; 0 = DefaultMaxAnswer
	HeaderTimeout time.Duration // how long a server may think before it answers; 0 = one minute
	MaxConns      int           // connections to one server at a time; 0 = 32
	AnyStatus     bool          // answers other than 2xx are no errors, for clients that judge them themselves; 3xx stays one
	UserAgent     string        // empty = werkrevisor
}

// New makes a hardened client. It has no overall time limit: each request needs a context that has one.
//
// It refuses plain http except to loopback addresses, takes no proxy from the environment, follows no redirect,
// keeps no cookies, and its errors are of the types of this package (see Clean).
func New(o Options) *http.Client {
	if o.MaxAnswer == 0 {
		o.MaxAnswer = DefaultMaxAnswer
	}
	if o.HeaderTimeout == 0 {
		o.HeaderTimeout = headerTimeout
	}
	if o.MaxConns == 0 {
		o.MaxConns = 32
	}
	if o.UserAgent == "" {
		o.UserAgent = "werkrevisor"
	}
	return &http.Client{
		Transport:     &guard{next: newTransport(o), maxAnswer: o.MaxAnswer, anyStatus: o.AnyStatus, userAgent: o.UserAgent},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type limitKey struct{}

// Unlimited is the limit of an answer that is read as a stream and not kept.
const Unlimited int64 = -1

// WithLimit sets the size limit in bytes of the answers to requests with this context; see Unlimited.
func WithLimit(ctx context.Context, limit int64) context.Context {
	return context.WithValue(ctx, limitKey{}, limit)
}
