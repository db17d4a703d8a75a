package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// maxAnswer is the size limit of one answer in bytes (product.md 6).
const maxAnswer = 4 << 20

// doer stands between the library and the network: it adds the fields that the library does not know,
// bounds the answer, keeps its raw bytes, and turns every status but 200 into an error of ours before the library
// can print a body (libraries.md 2).
type doer struct {
	next   Doer
	extra  map[string]any
	raw    []byte // body of a 200
	status int
	failed *Error // set for every other status, and for an answer that is too large
}

// Do implements the library's HTTPDoer.
func (d *doer) Do(req *http.Request) (*http.Response, error) {
	if err := d.addExtra(req); err != nil {
		return nil, err
	}
	resp, err := d.next.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	d.status = resp.StatusCode
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case resp.StatusCode != http.StatusOK:
		d.failed = statusError(resp.StatusCode, body, resp.Header)
		return nil, d.failed
	case err != nil:
		return nil, err
	case len(body) > maxAnswer:
		d.failed = &Error{Code: "model_error", Text: tooLarge}
		return nil, d.failed
	}
	d.raw = body
	resp.Body = io.NopCloser(bytes.NewReader(body))
	return resp, nil
}

// addExtra merges the extra fields into the body of the request.
func (d *doer) addExtra(req *http.Request) error {
	if len(d.extra) == 0 || req.Body == nil {
		return nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(body, &fields); err != nil {
		return errors.New("the request is no JSON object")
	}
	for name, value := range d.extra {
		if fields[name], err = json.Marshal(value); err != nil {
			return err
		}
	}
	if body, err = json.Marshal(fields); err != nil {
		return err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return nil
}

// maxPause is the longest pause that an endpoint may ask for.
const maxPause = 10 * time.Minute

// defaultPause is the pause before a retry where the endpoint names none.
const defaultPause = time.Second
