package fake

import (
	"regexp"
	"slices"
	"strings"
)

// Protection is a branch protection. Only the first three fields are visible to a reader (gitea.md, finding 3).
type Protection struct {
	RequiredApprovals int
	StatusChecks      bool
	Contexts          []string // patterns; empty: every status of the head counts
	// Whitelist are the logins whose approvals are official; nil: everybody with write access.
	Whitelist []string

	BlockOnRejected bool // block_on_rejected_reviews
	BlockOnRequests bool // block_on_official_review_requests
	BlockOnOutdated bool // block_on_outdated_branch
	DismissStale    bool // dismiss_stale_approvals: works at push time only
	IgnoreStale     bool // ignore_stale_approvals

	push    bool     // direct pushes are allowed
	pushers []string // nil: to everybody with write access
}

// Recommended is the protection of docs/operations.md: every flag is set.
func Recommended(whitelist ...string) Protection {
	return Protection{RequiredApprovals: 1, StatusChecks: true, Contexts: []string{"ai-review/gate"}, Whitelist: whitelist,
		BlockOnRejected: true, BlockOnRequests: true, BlockOnOutdated: true, DismissStale: true, IgnoreStale: true}
}

// Protect sets the protection of a branch; see SetRule for the whole rule.
func (r *Repo) Protect(branch string, p Protection) {
	r.g.mu.Lock()
	defer r.g.mu.Unlock()
	r.protections[branch] = p
}

// protection is what counts for a branch: the first rule that fits its name, else what Protect set.
func (r *Repo) protection(branch string) (p Protection, ok bool) {
	if rule := r.effective(branch); rule != nil {
		return visible(rule), true
	}
	p, ok = r.protections[branch]
	return p, ok
}

// blocked is why the protection of the base keeps the PR out, in the words and the order of the real server (gitea.md 2.8);
// "" where it does not. Staleness counts for approvals only: an old rejection and an old request keep blocking
// (findings 4 and 11).
func (p *Pull) blocked() string {
	rule, ok := p.repo.protection(p.baseRef)
	if !ok {
		return ""
	}
	approvals, rejected, requested := 0, false, false
	for _, r := range p.reviews {
		if !r.Official {
			continue
		}
		switch r.State {
		case "APPROVED":
			if !r.Dismissed && !(rule.IgnoreStale && r.Stale) {
				approvals++
			}
		case "REQUEST_CHANGES":
			rejected = rejected || !r.Dismissed
		case "REQUEST_REVIEW":
			requested = true
		}
	}
	switch {
	case rule.StatusChecks && !p.repo.passed(p.headSHA, rule.Contexts):
		return "Not all required status checks successful"
	case approvals < rule.RequiredApprovals:
		return "Does not have enough approvals"
	case rule.BlockOnRejected && rejected:
		return "There are requested changes"
	case rule.BlockOnRequests && requested:
		return "There are official review requests"
	case rule.BlockOnOutdated && p.outdated():
		return "The head branch is behind the base branch"
	}
	return ""
}

// glob reports whether a pattern fits the name of a context; * is any text, also with slashes, and ? any character.
func glob(pattern, name string) bool {
	var b strings.Builder
	for _, r := range pattern {
		switch r {
		case '*':
			b.WriteString(".*")
		case '?':
			b.WriteString(".")
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	ok, err := regexp.MatchString("(?s)^"+b.String()+"$", name)
	return ok && err == nil
}

// passed reports whether the newest status of every required context is a success; a warning is none (gitea.md 2.5).
func (r *Repo) passed(sha string, required []string) bool {
	newest := map[string]Status{}
	for _, s := range r.statuses[sha] {
		if s.ID > newest[s.Context].ID {
			newest[s.Context] = s
		}
	}
	if len(required) == 0 {
		required = []string{"*"}
	}
	for _, pattern := range required {
		found := false
		for name, s := range newest {
			if !glob(pattern, name) {
				continue
			}
			if found = true; s.State != "success" {
				return false
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// OfficialByBase makes a change of the base evaluate which reviews count by the protection of the new base, as servers
// since 1.27.0 do. Without it a review counts for ever where it counted when it was submitted.
func (g *Gitea) OfficialByBase(on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.newOfficial = on
}

// official reports whether the reviews of an account count now; the server asks when a review is submitted.
func (p *Pull) official(u *account) bool {
	if rule, ok := p.repo.protection(p.baseRef); ok && rule.Whitelist != nil {
		return slices.ContainsFunc(rule.Whitelist, func(login string) bool { return strings.EqualFold(login, u.Login) })
	}
	return u.Write
}

// countAnew evaluates which decisions count: of each account the latest one that nobody dismissed. Requests stay as they are.
func (p *Pull) countAnew() {
	seen := map[*account]bool{}
	for _, r := range slices.Backward(p.reviews) {
		if r.user == nil || r.State != "APPROVED" && r.State != "REQUEST_CHANGES" {
			continue
		}
		r.Official = !r.Dismissed && !seen[r.user] && p.official(r.user)
		seen[r.user] = true
	}
}
