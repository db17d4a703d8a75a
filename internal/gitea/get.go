package gitea

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// errNotJSON stands for every decoding error: those of the decoder may quote the answer.
var errNotJSON = errors.New("the answer is not the JSON that Gitea sends here")

// get sends a GET to a path below the repository; the path is escaped already.
// The size limit of the answer is that of the context.
func (c *Client) get(ctx context.Context, path string, query url.Values) (*http.Response, error) {
	link := c.base + "/api/v1/repos/" + c.cfg.Owner + "/" + c.cfg.Repo + path
	if len(query) > 0 {
		link += "?" + query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

// getBytes reads a whole answer with its headers.
func (c *Client) getBytes(ctx context.Context, path string, query url.Values) ([]byte, http.Header, error) {
	resp, err := c.get(ctx, path, query)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return data, resp.Header, err
}

// getJSON decodes a whole answer.
func (c *Client) getJSON(ctx context.Context, path string, query url.Values, into any) error {
	data, _, err := c.getBytes(ctx, path, query)
	if err != nil {
		return err
	}
	if json.Unmarshal(data, into) != nil {
		return errNotJSON
	}
	return nil
}

// escapePath escapes a name of the repository for a URL, segment by segment. Names are raw bytes.
func escapePath(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}

// failed says what was done when an error happened; the types of httpx stay reachable, texts of answers do not.
func failed(what string, err error) error {
	if outer, ok := err.(*url.Error); ok {
		err = outer.Err // what http.Client adds repeats the request
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var date *time.ParseError
	if errors.As(err, &syntax) || errors.As(err, &kind) || errors.As(err, &date) {
		err = errNotJSON
	}
	if isBlocked(err) {
		return fmt.Errorf("%s: %w: %w", what, pr.ErrBlocked, err)
	}
	var answer *httpx.StatusError
	if errors.As(err, &answer) && answer.Method == http.MethodGet && answer.Status >= 500 {
		return fmt.Errorf("%s: %w; the server failed, try again", what, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// isBlocked reports whether the server refused a write because of a blocked account.
func isBlocked(err error) bool {
	return status(err) == http.StatusForbidden && strings.Contains(message(err), "user is blocked")
}

// status is the HTTP status of an error, or 0.
func status(err error) int {
	var e *httpx.StatusError
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// validSHA reports whether a text is a full commit id, SHA-1 or SHA-256.
func validSHA(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}
