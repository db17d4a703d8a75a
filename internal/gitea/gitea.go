// Package gitea talks to the Gitea API and maps it to the snapshot.
//
// Client is a source of changes and a publisher of results (the interfaces of package run).
// The answers of a real server are recorded in testdata; where the SDK has a defect,
// the client goes around it on the same hardened HTTP client.
package gitea

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	sdk "code.gitea.io/sdk/gitea"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
)

// Config says which pull request is read and how.
type Config struct {
	// BaseURL is the server, e.g. "https://git.example.org" or "https://example.org/git".
	BaseURL     string
	Owner, Repo string
	Number      int
	Token       string // empty: anonymous, reads only
	// BotLogin is the owner of the token where the server does not tell ([gate] bot_login); may be empty.
	BotLogin string
	// WantHead is the head commit that the run was started for (WERKATOR_PR_HEAD_SHA);
	// another head is pr.ErrSuperseded. Empty: whatever the head is.
	WantHead string
	// HTTP is a client of package httpx; nil makes one. The token is added here, for the origin of BaseURL only.
	HTTP *http.Client
}

// Client reads one pull request and writes its results. Its methods may be called at the same time.
type Client struct {
	cfg  Config
	base string // without a slash at the end
	http *http.Client

	trees treeCache

	mu  sync.Mutex
	bot pr.User // as the server told it
}

// New checks the config and makes a client; it sends no request.
func New(cfg Config) (*Client, error) {
	if cfg.Number < 1 {
		return nil, fmt.Errorf("owner, repository and number must name a pull request")
	}
	return connect(cfg)
}

// connect is New without a number.
func connect(cfg Config) (*Client, error) {
	u, err := url.Parse(cfg.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("the base URL of Gitea is no URL")
	}
	if err := httpx.CheckURL(u); err != nil {
		return nil, fmt.Errorf("the base URL of Gitea: %w", err)
	}
	if u.RawQuery != "" || u.ForceQuery {
		return nil, fmt.Errorf("the base URL of Gitea must not hold a query (?)")
	}
	if !validName(cfg.Owner) || !validName(cfg.Repo) {
		return nil, fmt.Errorf("owner, repository and number must name a pull request")
	}
	client := cfg.HTTP
	if client == nil {
		client = httpx.New(httpx.Options{})
	}
	value := ""
	if cfg.Token != "" {
		value = "token " + cfg.Token
	}
	return &Client{
		cfg:  cfg,
		base: strings.TrimSuffix(u.Scheme+"://"+u.Host+u.EscapedPath(), "/"),
		http: httpx.WithAuthorization(client, u, value),
	}, nil
}

// sdk is a client of the SDK for one call: the SDK knows contexts per client only.
func (c *Client) sdk(ctx context.Context) (*sdk.Client, error) {
	return sdk.NewClient(c.base, sdk.SetGiteaVersion(""), sdk.SetHTTPClient(c.http), sdk.SetContext(ctx))
}
