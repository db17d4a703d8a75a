package httpx

import (
	"net/http"
	"net/url"
)

// WithAuthorization is a client that sends the value as Authorization header to the origin of a server,
// e.g. "token …" to https://git.example.org. It refuses every request to another origin,
// so that the secret cannot leave whatever a library or an answer asks for (product.md 3).
// An empty value sends no header and still keeps the client to its origin.
func WithAuthorization(c *http.Client, server *url.URL, value string) *http.Client {
	bound := *c
	if bound.Transport == nil { // never the transport of net/http
		bound = *New(Options{})
	}
	bound.Transport = &authorizer{next: bound.Transport, origin: Origin(server), value: value}
	return &bound
}

type authorizer struct {
	next          http.RoundTripper
	origin, value string
}

// RoundTrip adds the header.
func (a *authorizer) RoundTrip(req *http.Request) (*http.Response, error) {
	if Origin(req.URL) != a.origin {
		closeBody(req)
		return nil, &BlockedError{Reason: "the request goes to another server than " + a.origin}
	}
	if a.value != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", a.value)
	}
	return a.next.RoundTrip(req)
}
