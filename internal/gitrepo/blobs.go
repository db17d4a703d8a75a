package gitrepo

import (
	"bytes"
	"context"
	"io"
	"unicode/utf8"

	"werkrevisor/internal/pr"
)

const maxAllTexts = 256 << 20 // bytes of all texts that are kept; texts beyond are pr.BeyondLimit

// blob is a blob to read, and where its text goes.
type blob struct {
	id   string
	text *pr.Text
}

// readBlobs reads blobs by their ids with one process, and proves them.
func (g *git) readBlobs(ctx context.Context, wanted []blob) error {
	ids := make([]string, len(wanted))
	for i, w := range wanted {
		ids[i] = w.id
	}
	kept := 0
	return g.readObjects(ctx, "blob", ids, func(i int, size int64, content io.Reader) error {
		text := pr.Text{State: pr.TooLarge}
		if size <= pr.MaxFile {
			data, err := io.ReadAll(content)
			if err != nil {
				return err
			}
			if text = classify(data); len(text.Body) > maxAllTexts-kept {
				text = pr.Text{State: pr.BeyondLimit}
			}
		}
		kept += len(text.Body)
		*wanted[i].text = text
		return nil
	})
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
