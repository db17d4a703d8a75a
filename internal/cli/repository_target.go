package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/gitea"
	"werkrevisor/internal/httpx"
)

// envAdmin is the token of a repository administrator. Only the commands for setting up read it, never a gate run.
const envAdmin = "GITEA_ADMIN_TOKEN"

// commandTime is the time limit of a command for operators, which sends a few small requests.
const commandTime = 2 * time.Minute

// repositoryTarget is the repository that --repo names, else that of the environment.
// Where the environment names a server, its tokens belong there: another origin is refused before any request (product.md 3).
func (c *command) repositoryTarget(url string) (t target, err error) {
	if url == "" {
		t = target{baseURL: c.env(envBaseURL), owner: c.env(envOwner), repo: c.env(envRepo)}
		if t.baseURL == "" || t.owner == "" || t.repo == "" {
			return t, fmt.Errorf("no repository is named; give --repo https://host/owner/repo, or set %s, %s and %s", envBaseURL, envOwner, envRepo)
		}
		return t, nil
	}
	if t.baseURL, t.owner, t.repo, err = gitea.ParseRepoURL(url); err != nil {
		return t, err
	}
	return t, c.sameServer(t.baseURL)
}

// sameServer refuses another server than that of the environment.
func (c *command) sameServer(base string) error {
	if own := c.env(envBaseURL); own != "" && !sameOrigin(own, base) {
		return fmt.Errorf("the URL is not on the server of %s, to which the tokens belong; unset the variable to use them there", envBaseURL)
	}
	return nil
}

// openRepository makes a client with a token.
func openRepository(t target, token string) (*gitea.Repository, error) {
	return gitea.OpenRepository(gitea.Config{BaseURL: t.baseURL, Owner: t.owner, Repo: t.repo, Token: token, HTTP: httpx.New(httpx.Options{})})
}

// page is the URL of the repository's page.
func (t target) page() string {
	return strings.TrimSuffix(t.baseURL, "/") + "/" + t.owner + "/" + t.repo
}

// limited is a context that a signal or the time limit of a command ends.
func limited() (context.Context, func()) {
	ctx, stop := interruptible()
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	return ctx, func() { cancel(); stop() }
}

// texts is an option that may be repeated.
type texts []string

// String is the value in a usage text.
func (l *texts) String() string { return strings.Join(*l, " ") }

// Set adds a value.
func (l *texts) Set(value string) error {
	if strings.TrimSpace(value) == "" || strings.ContainsAny(value, "\r\n\t") {
		return fmt.Errorf("an empty value, or one of several lines")
	}
	*l = append(*l, value)
	return nil
}
