package gitea

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// content reads the bytes of a file at a commit, and checks them against the blob id of the answer.
func (c *Client) content(ctx context.Context, commit, name string) ([]byte, error) {
	data, err := c.raw(ctx, commit, name)
	if errors.Is(err, errNoID) {
		return c.contents(ctx, commit, name)
	}
	return data, err
}

// text reads a file at a commit. An absent file is pr.Absent only if mayMiss; the caller has seen that the commit is there.
func (c *Client) text(ctx context.Context, commit, name string, mayMiss bool) (pr.Text, error) {
	data, err := c.content(ctx, commit, name)
	var large *httpx.TooLargeError
	switch {
	case err == nil:
		return pr.TextOf(data), nil
	case errors.As(err, &large):
		return pr.Text{State: pr.TooLarge}, nil
	case errors.Is(err, errNoFile):
		return pr.Text{State: pr.NotFile}, nil
	case status(err) == 404 && mayMiss:
		return pr.Text{State: pr.Absent}, nil
	case status(err) == 404:
		return pr.Text{}, fmt.Errorf("read %q at %.10s: %w: %w", name, commit, pr.ErrIncomplete, httpx.Clean(err))
	}
	return pr.Text{}, failed(fmt.Sprintf("read %q at %.10s", name, commit), err)
}

var (
	errNoFile = errors.New("a symlink, a submodule or a folder")
	errNoID   = errors.New("the answer has no usable blob id")
)

// raw reads the bytes of a file and checks them against the blob id of the answer.
func (c *Client) raw(ctx context.Context, commit, name string) ([]byte, error) {
	if strings.Contains(name, "\n") {
		return nil, errNoID // such a name cannot be read here (gitea.md 2.9)
	}
	data, header, err := c.getBytes(httpx.WithLimit(ctx, pr.MaxFile), "/raw/"+escapePath(name), url.Values{"ref": {commit}})
	var answer *httpx.StatusError
	if errors.As(err, &answer) && answer.Status == 404 && answer.Message == "getBlobForEntry" {
		return nil, errNoFile
	}
	if err != nil {
		return nil, err
	}
	if kind := header.Get("X-Gitea-Object-Type"); kind != "file" && kind != "" {
		return nil, errNoFile
	}
	id := strings.Trim(strings.TrimPrefix(header.Get("Etag"), "W/"), `"`)
	if !validSHA(id) {
		return nil, errNoID
	}
	return data, checkID(data, id)
}

// contents reads a file through the contents API, whose answer is JSON: for names that raw cannot have,
// and where something between server and program removed the blob id.
func (c *Client) contents(ctx context.Context, commit, name string) ([]byte, error) {
	const limit = pr.MaxFile/3*4 + 64<<10 // base64, and the other fields
	data, _, err := c.getBytes(httpx.WithLimit(ctx, limit), "/contents/"+escapePath(name), url.Values{"ref": {commit}})
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		return nil, errNoFile // the list of a folder
	}
	var entry struct {
		Type     string  `json:"type"`
		SHA      string  `json:"sha"`
		Size     int64   `json:"size"`
		Encoding string  `json:"encoding"`
		Content  *string `json:"content"`
	}
	if json.Unmarshal(data, &entry) != nil {
		return nil, errNotJSON
	}
	if entry.Type != "file" {
		return nil, errNoFile
	}
	if entry.Size > pr.MaxFile {
		return nil, &httpx.TooLargeError{Method: "GET", Path: "/contents/" + escapePath(name), Limit: pr.MaxFile}
	}
	if entry.Content == nil || entry.Encoding != "base64" {
		return nil, errNotJSON
	}
	text, err := base64.StdEncoding.DecodeString(*entry.Content)
	if err != nil {
		return nil, errNotJSON
	}
	return text, checkID(text, entry.SHA)
}

// checkID compares bytes with their git blob id, SHA-1 or SHA-256.
func checkID(data []byte, id string) error {
	head := fmt.Sprintf("blob %d\x00", len(data))
	var sum []byte
	if len(id) == 64 {
		h := sha256.New()
		h.Write([]byte(head))
		h.Write(data)
		sum = h.Sum(nil)
	} else {
		h := sha1.New()
		h.Write([]byte(head))
		h.Write(data)
		sum = h.Sum(nil)
	}
	if hex.EncodeToString(sum) != id {
		return fmt.Errorf("%w: the text does not have the blob id %.10s", pr.ErrIncomplete, id)
	}
	return nil
}
