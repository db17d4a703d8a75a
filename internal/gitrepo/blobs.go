package gitrepo

import (
	"context"
	"io"

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
		text, err := textOf(size, content)
		if err != nil {
			return err
		}
		if len(text.Body) > maxAllTexts-kept {
			text = pr.Text{State: pr.BeyondLimit}
		}
		kept += len(text.Body)
		*wanted[i].text = text
		return nil
	})
}

// textOf is the text of a blob.
func textOf(size int64, content io.Reader) (pr.Text, error) {
	if size > pr.MaxFile {
		return pr.Text{State: pr.TooLarge}, nil
	}
	data, err := io.ReadAll(content)
	if err != nil {
		return pr.Text{}, err
	}
	return pr.TextOf(data), nil
}
