package gitea

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"werkrevisor/internal/pr"
)

const (
	// firstPages are read at once; all but a few PRs end there.
	firstPages = 4
	// emptyPages in a row end a timeline without inline comments. Every page of inline comments counted
	// over the reviews adds one: the server takes them out after it cut the pages (gitea.md 2.7).
	emptyPages = 3
	// doubtPages are read in addition where the end is doubtful: others have pending reviews,
	// or no push event names the head.
	doubtPages = 16
	// maxEvents of the kept types; more is an error.
	maxEvents = 100_000
)

// timelineEntry is an entry of GET /issues/{n}/timeline. The struct of the SDK has the wrong types (gitea.md 3).
type timelineEntry struct {
	ID       int64    `json:"id"`
	Type     string   `json:"type"`
	User     *account `json:"user"`
	Body     string   `json:"body"`
	OldTitle string   `json:"old_title"`
	NewTitle string   `json:"new_title"`
	OldRef   string   `json:"old_ref"`
	NewRef   string   `json:"new_ref"`
	Assignee *account `json:"assignee"`
	Removed  bool     `json:"removed_assignee"`
}

// timelinePages reads some pages; pages past the end and pages of inline comments only are null.
func (c *Client) timelinePages(ctx context.Context, first, last int) ([]page[pr.Event], error) {
	path := fmt.Sprintf("/issues/%d/timeline", c.cfg.Number)
	pages, err := fetchPages(ctx, first, last, func(ctx context.Context, n int) (page[pr.Event], error) {
		return getPage(ctx, c, path, n, (*timelineEntry).event)
	})
	if err != nil {
		return nil, failed(fmt.Sprintf("read timeline of PR %d", c.cfg.Number), err)
	}
	if first == 1 && pages[0].size == 0 && pages[0].total > 0 { // whichever of its two meanings the count has
		return nil, fmt.Errorf("read timeline of PR %d: %w: the first page has none of its %d entries", c.cfg.Number, pr.ErrIncomplete, pages[0].total)
	}
	return pages, nil
}

// timeline goes on from the first pages to the end and lists the events that decisions need, oldest first.
func (c *Client) timeline(ctx context.Context, pages []page[pr.Event], reviews reviewList, head string) ([]pr.Event, error) {
	for {
		missing := missingPages(pages, reviews, head)
		if missing == 0 {
			break
		}
		if len(pages) > maxPages {
			return nil, fmt.Errorf("read timeline of PR %d: %w: it has more than %d pages", c.cfg.Number, pr.ErrIncomplete, maxPages)
		}
		more, err := c.timelinePages(ctx, len(pages)+1, len(pages)+min(missing, parallel))
		if err != nil {
			return nil, err
		}
		pages = append(pages, more...)
	}
	var events []pr.Event
	seen := map[int64]bool{} // an entry can move to the next page while the pages are read
	for _, p := range pages {
		for _, e := range p.items {
			if !seen[e.ID] {
				seen[e.ID] = true
				events = append(events, e)
			}
		}
	}
	if len(events) > maxEvents {
		return nil, fmt.Errorf("read timeline of PR %d: %w: it has more than %d events", c.cfg.Number, pr.ErrIncomplete, maxEvents)
	}
	return events, nil
}

// missingPages is how many more empty pages must follow before the timeline counts as read.
func missingPages(pages []page[pr.Event], reviews reviewList, head string) int {
	per, empty, pushed := 1, 0, false
	for _, p := range pages {
		per = max(per, p.size) // the real page size is not smaller
		if empty++; p.size > 0 {
			empty = 0
		}
		for _, e := range p.items {
			pushed = pushed || slices.Contains(e.Commits, head)
		}
	}
	needed := emptyPages + reviews.codeComments/per
	if reviews.hidden || !pushed {
		needed += doubtPages
	}
	return max(0, needed-empty)
}

// event maps an entry; ok is false for the types that no decision needs.
func (e *timelineEntry) event() (event pr.Event, ok bool) {
	event = pr.Event{ID: e.ID, Type: pr.EventType(e.Type), User: e.User.user()}
	switch event.Type {
	case pr.TitleChanged:
		event.Old, event.New = e.OldTitle, e.NewTitle
	case pr.BaseChanged:
		event.Old, event.New = e.OldRef, e.NewRef
	case pr.ReviewRequested:
		event.Reviewer, event.Removed = e.Assignee.user(), e.Removed
	case pr.Pushed:
		var push struct {
			Forced  bool     `json:"is_force_push"`
			Commits []string `json:"commit_ids"`
		}
		if json.Unmarshal([]byte(e.Body), &push) == nil {
			event.Commits, event.Forced = push.Commits, push.Forced
		}
	case pr.MergeScheduled, pr.MergeCancelled:
	default:
		return pr.Event{}, false
	}
	return event, true
}

// pushers are the users of the push events, in the order of their first push.
func pushers(events []pr.Event) []pr.User {
	users := []pr.User{}
	for _, e := range events {
		if e.Type == pr.Pushed && !slices.Contains(users, e.User) {
			users = append(users, e.User)
		}
	}
	return users
}
