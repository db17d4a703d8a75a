package run

import (
	"cmp"
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// pays reports whether a model or a classifier may be asked for a result that is to be written. Before that it is found out
// whether the server takes the bot's comments, so that nobody is paid for a result that cannot be written.
func (r *runner) pays(cfg config.Config) bool {
	return r.Publisher != nil && (cfg.Model.ID != "" || cfg.Engine.Mode != llm)
}

// blockedBy says who blocked whom, and what to do.
func blockedBy(c pr.Change) error {
	return namedError{"write_failed", fmt.Sprintf("%s, the author of the PR, or %s, the owner of the repository, has blocked the account %s, "+
		"so the server takes no comment of it (403 user is blocked); they unblock it in their settings (blocked users), "+
		"or the account becomes an administrator of the repository", c.Author.Login, c.Owner, cmp.Or(c.Thread.Bot.Login, "of the bot"))}
}
