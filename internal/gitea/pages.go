package gitea

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

const (
	pageSize  = 50      // the server cuts a larger one silently, so that short pages would be no end (gitea.md 2)
	parallel  = 8       // reads of one list at a time
	maxPages  = 10_000  // of one list; more is an error
	maxString = 1 << 20 // bytes of one text in a list that are kept
)

// page is one page of a list.
type page[T any] struct {
	items []T
	size  int // elements that the server sent, those that are dropped included
	total int // X-Total-Count; -1: the server did not tell
}

// readPages reads a list whose X-Total-Count counts the whole list. Two pages are read at first,
// then as many as the count needs, then on until a page is empty: a short page is never the end.
// It also returns the largest X-Total-Count.
func readPages[T any](ctx context.Context, fetch func(ctx context.Context, n int) (page[T], error)) ([]T, int, error) {
	pages, err := fetchPages(ctx, 1, 2, fetch)
	if err != nil {
		return nil, 0, err
	}
	total := 0
	for {
		last := len(pages)
		per := 1
		for _, p := range pages {
			per, total = max(per, p.size), max(total, p.total)
		}
		next := max(last, (total+per-1)/per+1) // one page behind the end
		if next == last {
			if pages[last-1].size == 0 {
				break
			}
			next = last + 1
		}
		if next > maxPages {
			return nil, 0, fmt.Errorf("%w: the list has more than %d pages", pr.ErrIncomplete, maxPages)
		}
		more, err := fetchPages(ctx, last+1, next, fetch)
		if err != nil {
			return nil, 0, err
		}
		pages = append(pages, more...)
	}
	var items []T
	for _, p := range pages {
		items = append(items, p.items...)
	}
	return items, total, nil
}

// fetchPages reads the pages from first to last at the same time; the error is that of the first page that failed.
func fetchPages[T any](ctx context.Context, first, last int, fetch func(ctx context.Context, n int) (page[T], error)) ([]page[T], error) {
	pages := make([]page[T], last-first+1)
	errs := make([]error, len(pages))
	var group errgroup.Group
	group.SetLimit(parallel)
	for i := range pages {
		group.Go(safe(func() error {
			if pages[i], errs[i] = fetch(ctx, first+i); errs[i] != nil {
				errs[i] = fmt.Errorf("page %d: %w", first+i, httpx.Clean(errs[i]))
			}
			return errs[i]
		}))
	}
	failed := group.Wait()
	if failed == nil {
		return pages, nil
	}
	return nil, cmp.Or(firstError(errs), failed)
}

// getPage reads one page of a list as a stream.
func getPage[S, T any](ctx context.Context, c *Client, path string, n int, keep func(*S) (T, bool)) (page[T], error) {
	query := url.Values{"page": {strconv.Itoa(n)}, "limit": {strconv.Itoa(pageSize)}}
	resp, err := c.get(httpx.WithLimit(ctx, httpx.Unlimited), path, query)
	if err != nil {
		return page[T]{}, err
	}
	defer resp.Body.Close()
	p := page[T]{total: totalCount(resp.Header)}
	p.size, err = decodeList(resp.Body, maxString, func(element *S) {
		if element == nil {
			return
		}
		if item, ok := keep(element); ok {
			p.items = append(p.items, item)
		}
	})
	return p, err
}

func totalCount(h http.Header) int {
	n, err := strconv.Atoi(h.Get("X-Total-Count"))
	if err != nil || n < 0 {
		return -1
	}
	return n
}
