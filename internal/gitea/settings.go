package gitea

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"werkrevisor/internal/pr"
)

// Settings are what GET /repos/{owner}/{repo} says about a repository and the rights of the token's owner in it.
type Settings struct {
	Slug               string // "owner/name" in the server's spelling
	DefaultBranch      string
	DefaultMergeStyle  string
	MergeStyles        []string // that are allowed
	Archived           bool
	MayAdmin, MayWrite bool
}

// Settings reads the repository itself.
func (r *Repository) Settings(ctx context.Context) (Settings, error) {
	what := fmt.Sprintf("read the repository %s/%s", r.c.cfg.Owner, r.c.cfg.Repo)
	var got struct {
		FullName      string `json:"full_name"`
		DefaultBranch string `json:"default_branch"`
		Archived      bool   `json:"archived"`
		Permissions   struct{ Admin, Push bool }
		Merge         bool   `json:"allow_merge_commits"`
		Rebase        bool   `json:"allow_rebase"`
		RebaseMerge   bool   `json:"allow_rebase_explicit"`
		Squash        bool   `json:"allow_squash_merge"`
		FastForward   bool   `json:"allow_fast_forward_only_merge"`
		Default       string `json:"default_merge_style"`
	}
	if err := r.c.getJSON(ctx, "", nil, &got); err != nil {
		return Settings{}, failed(what, err)
	}
	if !strings.EqualFold(got.FullName, r.c.cfg.Owner+"/"+r.c.cfg.Repo) {
		return Settings{}, fmt.Errorf("%s: the server's answer is another repository", what)
	}
	s := Settings{Slug: got.FullName, DefaultBranch: got.DefaultBranch, DefaultMergeStyle: got.Default, Archived: got.Archived,
		MayAdmin: got.Permissions.Admin, MayWrite: got.Permissions.Push}
	s.MergeStyles = allowedStyles(got.Merge, got.Rebase, got.RebaseMerge, got.Squash, got.FastForward)
	return s, nil
}

// Branch is what GET /branches/{branch} shows to everybody who can read the repository; Rule only to administrators.
type Branch struct {
	Name, Tip         string // Tip is the full commit id
	Protected         bool
	RequiredApprovals int
	StatusCheck       bool
	Contexts          []string
	MayPush, MayMerge bool   // the owner of the token
	Rule              string // name of the rule that counts
}

// Branch reads a branch; found is false where there is none of this name.
func (r *Repository) Branch(ctx context.Context, name string) (b Branch, found bool, err error) {
	what := "read the branch " + name
	var got struct {
		Name   string
		Commit struct {
			ID string `json:"id"`
		}
		Protected         bool
		RequiredApprovals int      `json:"required_approvals"`
		StatusCheck       bool     `json:"enable_status_check"`
		Contexts          []string `json:"status_check_contexts"`
		MayPush           bool     `json:"user_can_push"`
		MayMerge          bool     `json:"user_can_merge"`
		Rule              string   `json:"effective_branch_protection_name"`
	}
	switch err := r.c.getJSON(ctx, "/branches/"+escapePath(name), nil, &got); {
	case status(err) == http.StatusNotFound:
		return Branch{}, false, nil
	case err != nil:
		return Branch{}, false, failed(what, err)
	case got.Name != name || !validSHA(got.Commit.ID):
		return Branch{}, false, fmt.Errorf("%s: the server's answer is no such branch", what)
	}
	return Branch{Name: name, Tip: got.Commit.ID, Protected: got.Protected, RequiredApprovals: got.RequiredApprovals,
		StatusCheck: got.StatusCheck, Contexts: got.Contexts, MayPush: got.MayPush, MayMerge: got.MayMerge, Rule: got.Rule}, true, nil
}

// Account is what the server says about the owner of the token.
type Account struct {
	Login string // "" where the token may not ask
	// Scopes of the token; nil where the server does not tell, which it does only when it refuses one.
	Scopes []string
}

// scopesOf finds the scopes in the words of a refusal, which hold no secret (gitea.md 2.11).
var scopesOf = regexp.MustCompile(`token scope=([a-z:,]+)`)

// Owner asks who owns the token. A token without the scope read:user is no error.
func (r *Repository) Owner(ctx context.Context) (Account, error) {
	const what = "read the owner of the token"
	api, err := r.c.sdk(ctx)
	if err != nil {
		return Account{}, failed(what, err)
	}
	got, _, err := api.GetMyUserInfo()
	switch {
	case status(err) == http.StatusForbidden:
		if m := scopesOf.FindStringSubmatch(message(err)); m != nil {
			return Account{Scopes: strings.Split(m[1], ",")}, nil
		}
		return Account{}, nil
	case err != nil:
		return Account{}, failed(what, err)
	case got.ID == 0 || got.UserName == "":
		return Account{}, fmt.Errorf("%s: %w", what, errNotJSON)
	}
	return Account{Login: got.UserName}, nil
}

// Assignees lists who may be assigned: everybody with write access, and on a repository of an organisation some without.
func (r *Repository) Assignees(ctx context.Context) ([]string, error) { return r.c.assignees(ctx) }

// Config reads .werkrevisor.toml at a commit of the base branch.
func (r *Repository) Config(ctx context.Context, base string) (pr.RepoConfig, error) {
	return r.c.repoConfig(ctx, base)
}

// Ping asks the server for something that needs no right: it fails for a wrong name, network, TLS and token only.
func (r *Repository) Ping(ctx context.Context) error {
	api, err := r.c.sdk(ctx)
	if err == nil {
		_, _, err = api.GetGlobalAPISettings()
	}
	if err != nil {
		return failed("ask the server for its API settings", err)
	}
	return nil
}

// Look reads what the preconditions of a review need: the PR, its thread without comments, and the lock of its base. It reads no file, and a PR that is closed is no error.
func (c *Client) Look(ctx context.Context) (pr.Change, error) {
	first, change, err := c.readFirst(ctx)
	if err != nil {
		return change, err
	}
	if first.err != nil {
		return change, first.err
	}
	change.Lock = c.lock(ctx, change.Base.Ref)
	change.Thread.Events, err = c.timeline(ctx, first.pages, first.reviews, change.Head.SHA)
	return change, err
}

// ReadsComments reports why the token may not read comments, which is a scope of its own.
func (r *Repository) ReadsComments(ctx context.Context) error {
	query := url.Values{"limit": {"1"}, "since": {"2200-01-01T00:00:00Z"}} // none is that new
	if _, _, err := r.c.getBytes(ctx, "/issues/comments", query); err != nil {
		return failed("read comments", err)
	}
	return nil
}
