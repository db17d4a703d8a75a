package fake

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Fault makes the server misbehave on some requests.
type Fault struct {
	Method string // empty: any
	// Path is a pattern for the path below the repository, e.g. "/pulls/7.diff", "/pulls/*/files" or "/raw/…",
	// where the … stands for any rest; paths outside of a repository begin at /api/v1, e.g. "/user".
	Path  string
	After int // so many requests that match are served well before
	Times int // how often the fault happens; 0: always

	Before func()          // runs before the request is served, e.g. to push a new head
	Wait   <-chan struct{} // the answer comes when the channel is closed
	Status int             // answers with this status instead; 0: the real answer
	Body   string          // with Status: the body; JSON if it begins with "{" or "["
	Header map[string]string
	Cut    int                 // breaks the connection after so many bytes of the body; 0: no
	Edit   func(string) string // changes the body of the real answer
	Wire
}

type fault struct {
	Fault
	seen, hit int
}

type forbid struct{ method, path string }

// Inject adds a fault; of several that match, the first one that is due counts.
func (g *Gitea) Inject(f Fault) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = append(g.faults, &fault{Fault: f})
}

// Calm takes all faults back.
func (g *Gitea) Calm() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = nil
}

// Unused describes the faults that never happened: a test that injected them proves nothing.
func (g *Gitea) Unused() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []string
	for _, f := range g.faults {
		if f.hit == 0 {
			list = append(list, fmt.Sprintf("%s %s: %d requests matched, the fault comes after %d", f.Method, f.Path, f.seen, f.After))
		}
	}
	return list
}

// Forbid declares requests that must not come; see Forbidden. They are served as ever.
func (g *Gitea) Forbid(method, path string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.forbids = append(g.forbids, forbid{method, path})
}

// Forbidden lists the requests that were declared forbidden and came.
func (g *Gitea) Forbidden() []Request {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []Request
	for _, r := range g.log {
		if slices.ContainsFunc(g.forbids, func(f forbid) bool { return Matches(f.method, f.path, r) }) {
			list = append(list, r)
		}
	}
	return list
}

// match finds the fault for a request and counts it.
func (g *Gitea) match(r Request) *fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	var due *fault
	for _, f := range g.faults {
		if !Matches(f.Method, f.Path, r) {
			continue
		}
		f.seen++
		if due == nil && f.seen > f.After && (f.Times == 0 || f.hit < f.Times) {
			f.hit++
			due = f
		}
	}
	return due
}

// Matches reports whether a request is one of a method (empty: any) and a pattern, as Fault has them.
func Matches(method, pattern string, r Request) bool {
	if method != "" && method != r.Method {
		return false
	}
	below := r.Path
	if parts := strings.SplitN(r.Path, "/", 5); len(parts) >= 4 && parts[1] == "repos" {
		below = "/" + strings.Join(parts[4:], "/")
	}
	if start, ok := strings.CutSuffix(pattern, "…"); ok {
		return strings.HasPrefix(below, start)
	}
	ok, err := path.Match(pattern, below)
	return ok && err == nil
}

// apply changes the answer and says where it is cut, or -1.
func (f *fault) apply(c *call) int {
	if f.Status != 0 {
		c.status = f.Status
		c.out.Reset()
		c.out.WriteString(f.Body)
		kind := "text/html; charset=utf-8"
		if strings.HasPrefix(f.Body, "{") || strings.HasPrefix(f.Body, "[") {
			kind = "application/json;charset=utf-8"
		}
		c.header.Set("Content-Type", kind)
	}
	if f.Edit != nil {
		body := f.Edit(c.out.String())
		c.out.Reset()
		c.out.WriteString(body)
	}
	for name, value := range f.Header {
		if c.header.Del(name); value != "" {
			c.header.Set(name, value)
		}
	}
	if f.Cut > 0 {
		return f.Cut
	}
	return -1
}
