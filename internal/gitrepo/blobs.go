package gitrepo

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/pr"
)

const maxAllTexts = 256 << 20 // bytes of all texts that are kept; texts beyond are pr.BeyondLimit

// blob is a blob to read, and where its text goes.
type blob struct {
	id   string
	text *pr.Text
}

// readBlobs reads blobs by their ids with one process.
func (g *git) readBlobs(ctx context.Context, wanted []blob) error {
	if len(wanted) == 0 {
		return nil
	}
	var ids strings.Builder
	for _, w := range wanted {
		ids.WriteString(w.id + "\n")
	}
	kept := 0
	return g.stream(ctx, strings.NewReader(ids.String()), func(out io.Reader) error {
		in := bufio.NewReaderSize(out, 64<<10)
		for _, w := range wanted {
			text, err := readBlob(in, w.id, maxAllTexts-kept)
			if err != nil {
				return err
			}
			kept += len(text.Body)
			*w.text = text
		}
		return nil
	}, "cat-file", "--batch")
}

// readBlob reads one answer of cat-file: "<id> blob <size>", the content and a newline.
func readBlob(in *bufio.Reader, id string, room int) (pr.Text, error) {
	head, err := in.ReadString('\n')
	if err != nil {
		return pr.Text{}, fmt.Errorf("%w: git ended before blob %.10s", pr.ErrIncomplete, id)
	}
	size, ok := strings.CutPrefix(strings.TrimSuffix(head, "\n"), id+" blob ")
	n, err := strconv.ParseInt(size, 10, 64)
	if !ok || err != nil || n < 0 {
		return pr.Text{}, fmt.Errorf("%w: the checkout has no blob %.10s; a partial clone lacks it, run git fetch there", pr.ErrIncomplete, id)
	}
	skip := n + 1
	text := pr.Text{State: pr.TooLarge}
	if n <= pr.MaxFile {
		data := make([]byte, n)
		if _, err := io.ReadFull(in, data); err != nil {
			return pr.Text{}, fmt.Errorf("%w: git ended within blob %.10s", pr.ErrIncomplete, id)
		}
		if text = classify(data); len(text.Body) > room {
			text = pr.Text{State: pr.BeyondLimit}
		}
		skip = 1
	}
	if _, err := io.CopyN(io.Discard, in, skip); err != nil {
		return pr.Text{}, fmt.Errorf("%w: git ended within blob %.10s", pr.ErrIncomplete, id)
	}
	return text, nil
}

// classify tells text from other content.
func classify(data []byte) pr.Text {
	switch {
	case bytes.IndexByte(data, 0) >= 0:
		return pr.Text{State: pr.NotText}
	case !utf8.Valid(data):
		return pr.Text{State: pr.NotUTF8}
	}
	return pr.Text{State: pr.Read, Body: string(data)}
}
