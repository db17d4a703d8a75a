package gitea

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// maxComment is how much of a comment is kept, in bytes. The bot writes shorter ones;
// one that a writer made longer is cut, so that its state does not fit.
const maxComment = 512 << 10

// account is a user in an answer.
type account struct {
	ID    int64  `json:"id"`
	Login string `json:"login"`
}

func (a *account) user() pr.User {
	if a == nil {
		return pr.User{}
	}
	return pr.User{ID: a.ID, Login: a.Login}
}

// whoami is the owner of the token: as the server says, else as an own write said, else as the config says.
func (c *Client) whoami(ctx context.Context) (pr.User, error) {
	c.mu.Lock()
	bot := c.bot
	c.mu.Unlock()
	if bot != (pr.User{}) {
		return bot, nil
	}
	if c.cfg.Token == "" {
		return pr.User{Login: c.cfg.BotLogin}, nil
	}
	const what = "read the owner of the token"
	api, err := c.sdk(ctx)
	if err != nil {
		return pr.User{}, failed(what, err)
	}
	got, _, err := api.GetMyUserInfo()
	switch {
	case status(err) == 403: // the token has no scope read:user
		return pr.User{Login: c.cfg.BotLogin}, nil
	case err != nil:
		return pr.User{}, failed(what, err)
	case got.ID == 0 || got.UserName == "":
		return pr.User{}, fmt.Errorf("%s: %w", what, errNotJSON)
	}
	c.learn(got)
	return user(got), nil
}

// Comments lists the bot's own comments on the PR, oldest first; it is empty where nobody tells who the bot is.
func (c *Client) Comments(ctx context.Context) ([]pr.Comment, error) {
	bot, err := c.whoami(ctx)
	if err != nil {
		return nil, err
	}
	return c.comments(ctx, bot)
}

// comments reads the one list of all comments as a stream (it has no pages, gitea.md 2.4).
func (c *Client) comments(ctx context.Context, bot pr.User) ([]pr.Comment, error) {
	if bot == (pr.User{}) {
		return nil, nil
	}
	what := fmt.Sprintf("read comments of PR %d", c.cfg.Number)
	resp, err := c.get(httpx.WithLimit(ctx, httpx.Unlimited), fmt.Sprintf("/issues/%d/comments", c.cfg.Number), nil)
	if err != nil {
		return nil, failed(what, err)
	}
	defer resp.Body.Close()
	type comment struct {
		ID   int64    `json:"id"`
		User *account `json:"user"`
		Body string   `json:"body"`
		URL  string   `json:"html_url"`
	}
	var own []pr.Comment
	count, err := decodeList(resp.Body, maxComment, func(e *comment) {
		if e != nil && same(bot, e.User.user()) {
			own = append(own, pr.Comment{ID: e.ID, User: e.User.user(), Body: e.Body, URL: e.URL})
		}
	})
	if err != nil {
		return nil, failed(what, err)
	}
	if total := totalCount(resp.Header); count < total {
		return nil, fmt.Errorf("%s: %w: the list has %d of %d comments", what, pr.ErrIncomplete, count, total)
	}
	slices.SortStableFunc(own, func(a, b pr.Comment) int { return cmp.Compare(a.ID, b.ID) })
	return own, nil
}

// same compares accounts by id, or by login where no id is known; logins are case-insensitive.
func same(bot, u pr.User) bool {
	if bot.ID != 0 {
		return bot.ID == u.ID
	}
	return bot.Login != "" && strings.EqualFold(bot.Login, u.Login)
}

// review is an entry of GET /pulls/{n}/reviews. User is null for a team and for a deleted account.
type review struct {
	ID        int64    `json:"id"`
	User      *account `json:"user"`
	State     string   `json:"state"`
	CommitID  string   `json:"commit_id"`
	Official  bool     `json:"official"`
	Stale     bool     `json:"stale"`
	Dismissed bool     `json:"dismissed"`
	Comments  int      `json:"comments_count"`
}

// reviewList is what the reviews of everybody tell.
type reviewList struct {
	reviews []pr.Review
	// codeComments is the number of inline comments; hidden says that there are pending reviews of others,
	// whose inline comments nobody can count.
	codeComments int
	hidden       bool
}

func (c *Client) reviews(ctx context.Context) (reviewList, error) {
	var list reviewList
	path := fmt.Sprintf("/pulls/%d/reviews", c.cfg.Number)
	all, total, err := readPages(ctx, func(ctx context.Context, n int) (page[review], error) {
		return getPage(ctx, c, path, n, func(r *review) (review, bool) { return *r, true })
	})
	if err != nil {
		return list, failed(fmt.Sprintf("read reviews of PR %d", c.cfg.Number), err)
	}
	list.hidden = len(all) < total
	for _, r := range all {
		list.codeComments += max(0, r.Comments)
		list.reviews = append(list.reviews, pr.Review{
			ID: r.ID, User: r.User.user(), State: r.State, CommitSHA: r.CommitID,
			Official: r.Official, Stale: r.Stale, Dismissed: r.Dismissed,
		})
	}
	slices.SortStableFunc(list.reviews, func(a, b pr.Review) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}
