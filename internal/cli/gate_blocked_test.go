package cli_test

import (
	"strings"
	"testing"
)

// TestAnAuthorWhoHasBlockedTheBotIsNamedBeforeTheModelIsPaid: an administrator of the repository may comment all the same.
func TestAnAuthorWhoHasBlockedTheBotIsNamedBeforeTheModelIsPaid(t *testing.T) {
	w := newWorld(t, docsChange)
	w.gitea.Block("author", "bot", true)
	r := w.run()
	if r.exit != 30 || len(w.model.Calls()) != 0 || !strings.Contains(r.stderr, "has blocked the account bot") ||
		strings.Count(r.stderr, "write_failed: author, the author of the PR, or org, the owner of the repository,") != 1 {
		t.Errorf("exit %d, %d calls\n%s", r.exit, len(w.model.Calls()), r.stderr)
	}
	if got := w.written(); got != "POST base, POST statuses" {
		t.Errorf("it wrote %q", got)
	}
	admin := newWorld(t, docsChange, safe)
	admin.gitea.Block("author", "bot", true)
	admin.gitea.AddAdmin("bot")
	if r := admin.run(); r.exit != 0 || len(admin.pull.Comments()) != 1 {
		t.Errorf("an administrator: exit %d\n%s", r.exit, r.stderr)
	}
}
