package run

import (
	"cmp"
	"context"
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// mayComment is an error if the result could not be written, so that nobody is paid for it. It asks only where a model or a
// classifier would be asked.
func (r *runner) mayComment(ctx context.Context, c pr.Change, cfg config.Config) error {
	if r.Publisher == nil || cfg.Model.ID == "" && cfg.Engine.Mode == llm {
		return nil
	}
	if r.Publisher.Blocked(ctx) {
		return blockedBy(c)
	}
	return nil
}

// blockedBy says who blocked whom, and what to do.
func blockedBy(c pr.Change) error {
	return namedError{"write_failed", fmt.Sprintf("%s, the author of the PR, or %s, the owner of the repository, has blocked the account %s, "+
		"so the server takes no comment of it (403 user is blocked); they unblock it in their settings (blocked users), "+
		"or the account becomes an administrator of the repository", c.Author.Login, c.Owner, cmp.Or(c.Thread.Bot.Login, "of the bot"))}
}
