package gitea

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"werkrevisor/internal/protection"
)

// Repository reads and sets what belongs to a repository and to no pull request: its settings, its branches and their
// protection. The SDK lacks fields of a protection rule, so these requests are our own (gitea.md 2.10 and 3).
type Repository struct{ c *Client }

// OpenRepository checks the config, of which Number and WantHead do not count; it sends no request.
func OpenRepository(cfg Config) (*Repository, error) {
	cfg.Number, cfg.WantHead = 0, ""
	c, err := connect(cfg)
	if err != nil {
		return nil, err
	}
	return &Repository{c}, nil
}

// Rule reads the protection rule of a name, which may be a pattern; nil: there is none.
// Only an administrator of the repository may; others get an error with the status 403.
func (r *Repository) Rule(ctx context.Context, name string) (protection.Rule, error) {
	what := "read the branch protection " + name
	var rule protection.Rule
	switch err := r.c.getJSON(ctx, rulePath(name), nil, &rule); {
	case status(err) == http.StatusNotFound:
		// Without access to the repository the answer is the same, and a rule must not be created upon that.
		if _, err := r.Settings(ctx); err != nil {
			return nil, err
		}
		return nil, nil
	case err != nil:
		return nil, failed(what, err)
	case rule["rule_name"] != name:
		return nil, fmt.Errorf("%s: the server's answer is another rule", what)
	}
	return rule, nil
}

// CreateRule makes a rule with these fields and returns what the server stored.
func (r *Repository) CreateRule(ctx context.Context, name string, fields protection.Rule) (protection.Rule, error) {
	body := protection.Rule{"rule_name": name}
	for field, value := range fields {
		body[field] = value
	}
	return r.writeRule(ctx, "create the branch protection "+name, http.MethodPost, "/branch_protections", name, body)
}

// EditRule sets these fields of a rule and returns what the server stored. The others stay as they are.
func (r *Repository) EditRule(ctx context.Context, name string, fields protection.Rule) (protection.Rule, error) {
	return r.writeRule(ctx, "change the branch protection "+name, http.MethodPatch, rulePath(name), name, fields)
}

// DeleteRule deletes a rule; one that is gone already is no error.
func (r *Repository) DeleteRule(ctx context.Context, name string) error {
	_, err := r.c.send(ctx, http.MethodDelete, rulePath(name), nil)
	if err != nil && status(err) != http.StatusNotFound {
		return failed("delete the branch protection "+name, err)
	}
	return nil
}

func (r *Repository) writeRule(ctx context.Context, what, method, path, name string, body protection.Rule) (protection.Rule, error) {
	data, err := r.c.send(ctx, method, path, body)
	if err != nil {
		return nil, failed(what, err)
	}
	var stored protection.Rule
	if json.Unmarshal(data, &stored) != nil {
		return nil, failed(what, errNotJSON)
	}
	if stored["rule_name"] != name {
		return nil, fmt.Errorf("%s: the server's answer is another rule", what)
	}
	return stored, nil
}

// SetMergeStyles makes the repository allow exactly these merge styles, with this default. The server takes them only
// together with the word that the repository has pull requests.
func (r *Repository) SetMergeStyles(ctx context.Context, allowed []string, standard string) error {
	has := func(style string) bool { return slices.Contains(allowed, style) }
	body := map[string]any{"has_pull_requests": true, "default_merge_style": standard, "allow_merge_commits": has("merge"), "allow_rebase": has("rebase"),
		"allow_rebase_explicit": has("rebase-merge"), "allow_squash_merge": has("squash"), "allow_fast_forward_only_merge": has("fast-forward-only")}
	if _, err := r.c.send(ctx, http.MethodPatch, "", body); err != nil {
		return failed(fmt.Sprintf("set the merge styles of %s/%s", r.c.cfg.Owner, r.c.cfg.Repo), err)
	}
	return nil
}

// rulePath has the name of the rule as one segment, because it may hold slashes and stars.
func rulePath(name string) string { return "/branch_protections/" + url.PathEscape(name) }

// send sends a request with a JSON body, or without one, and reads the answer.
func (c *Client) send(ctx context.Context, method, path string, body any) ([]byte, error) {
	var payload io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		payload = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+"/api/v1/repos/"+c.cfg.Owner+"/"+c.cfg.Repo+path, payload)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
