package httpx

import (
	"context"
	"io"
	"net/http"
)

// guard is the transport of every client: it checks where a request goes, bounds the answer
// and turns whatever is no 2xx into a typed error.
type guard struct {
	next      http.RoundTripper
	maxAnswer int64
	anyStatus bool
	userAgent string
}

// RoundTrip sends one request.
func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := CheckURL(req.URL); err != nil {
		closeBody(req)
		return nil, &BlockedError{Reason: err.Error()}
	}
	limit := g.maxAnswer
	if l, ok := req.Context().Value(limitKey{}).(int64); ok {
		limit = l
	}
	if req.Header.Get("User-Agent") == "" {
		req = req.Clone(req.Context())
		req.Header.Set("User-Agent", g.userAgent)
	}
	resp, err := g.next.RoundTrip(req)
	if err != nil {
		return nil, transportError(req.Context(), req, err)
	}
	if !okay(resp.StatusCode) && (!g.anyStatus || resp.StatusCode >= 300 && resp.StatusCode <= 399) {
		defer resp.Body.Close()
		return nil, statusError(req, resp)
	}
	if limit >= 0 && resp.ContentLength > limit {
		_ = resp.Body.Close()
		return nil, &TooLargeError{req.Method, req.URL.EscapedPath(), limit}
	}
	resp.Body = &body{ReadCloser: resp.Body, ctx: req.Context(), req: req, left: limit, limit: limit}
	return resp, nil
}

func okay(status int) bool { return status >= 200 && status <= 299 }

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// body is the body of an answer: it fails beyond its limit, and names its errors.
type body struct {
	io.ReadCloser
	ctx         context.Context
	req         *http.Request
	left, limit int64 // bytes; negative: no limit
}

// Read reads up to the limit; one byte more is an error, never a silent end.
func (b *body) Read(p []byte) (int, error) {
	if b.limit >= 0 && int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if b.limit >= 0 {
		if int64(n) > b.left {
			n, b.left = int(b.left), 0
			return n, &TooLargeError{b.req.Method, b.req.URL.EscapedPath(), b.limit}
		}
		b.left -= int64(n)
	}
	if err != nil && err != io.EOF {
		err = transportError(b.ctx, b.req, err)
	}
	return n, err
}
