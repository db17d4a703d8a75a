package fake

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Request is an entry of the request log.
type Request struct {
	Method string
	Path   string // escaped, below /api/v1, e.g. "/repos/org/demo/pulls/7.diff"
	Query  string
	Body   string
	User   string // owner of the token; empty: none
	Status int    // of the answer; 0: the connection was cut
}

// Requests lists all requests so far, oldest first.
func (g *Gitea) Requests() []Request {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.log)
}

// Writes lists the requests that can change something. A reaction never does, because this server allows none.
func (g *Gitea) Writes() []Request {
	return slices.DeleteFunc(g.Requests(), func(r Request) bool {
		return r.Method == http.MethodGet || strings.HasSuffix(r.Path, "/reactions")
	})
}

// call is one request while it is served; the lock is held.
type call struct {
	r      *http.Request
	body   []byte
	user   *account // nil: no token
	scopes []string
	repo   *Repo
	pull   *Pull

	status int
	header http.Header
	out    bytes.Buffer
}

func (c *call) json(status int, value any) {
	c.status = status
	c.header.Set("Content-Type", "application/json;charset=utf-8")
	data, _ := json.Marshal(value) // invalid UTF-8 becomes U+FFFD, as on the real server
	c.out.Write(data)
	c.out.WriteByte('\n')
}

func (c *call) fail(status int, message string) {
	c.out.Reset()
	c.json(status, map[string]any{"message": message, "url": "http://gitea.invalid/api/swagger"})
}

func (c *call) notFound() { c.fail(http.StatusNotFound, "not found") }

// serve writes the answer; cut ≥ 0 breaks the connection after so many bytes of the body.
func (c *call) serve(w http.ResponseWriter, cut int, wire Wire) {
	for name, values := range c.header {
		w.Header()[name] = values
	}
	data := c.out.Bytes()
	announced := len(data)
	if cut >= 0 && cut < len(data) {
		data = data[:cut] // fewer bytes than announced: the server closes the connection
	}
	wire.send(w, c.r, c.status, data, announced)
}

func (g *Gitea) handler() http.Handler {
	mux := http.NewServeMux()
	for _, route := range routes {
		mux.HandleFunc(route.method+" /api/v1"+route.path, func(w http.ResponseWriter, r *http.Request) { g.handle(w, r, route) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		g.handle(w, r, route{serve: func(g *Gitea, c *call) { c.notFound() }})
	})
	return mux
}

func (g *Gitea) handle(w http.ResponseWriter, r *http.Request, route route) {
	body, _ := io.ReadAll(io.LimitReader(r.Body, 32<<20))
	entry := Request{Method: r.Method, Path: strings.TrimPrefix(r.URL.EscapedPath(), "/api/v1"), Query: r.URL.RawQuery, Body: string(body)}
	f := g.match(entry)
	if f != nil && f.Before != nil {
		f.Before()
	}
	if f != nil && f.Wait != nil {
		select {
		case <-f.Wait:
		case <-r.Context().Done():
			return
		}
	}
	if f != nil && f.Down {
		_ = g.line.refuse()
		return
	}
	g.mu.Lock()
	c := &call{r: r, body: body, status: http.StatusOK, header: http.Header{}}
	if f == nil || f.Status == 0 {
		g.answer(c, route)
	}
	g.mu.Unlock()
	cut := -1
	if f != nil {
		cut = f.apply(c) // without the lock: its hooks may use the server
	}
	g.mu.Lock()
	if c.user != nil {
		entry.User = c.user.Login
	}
	entry.Status = c.status
	g.log = append(g.log, entry)
	g.mu.Unlock()
	wire := Wire{}
	if f != nil {
		wire = f.Wire
	}
	c.serve(w, cut, wire)
}

// answer checks the token and the access, and then serves the route.
func (g *Gitea) answer(c *call, route route) {
	if value := c.r.Header.Get("Authorization"); value != "" {
		kind, text, _ := strings.Cut(value, " ")
		t := g.tokens[text]
		if t == nil || !strings.EqualFold(kind, "token") && !strings.EqualFold(kind, "bearer") {
			c.fail(http.StatusUnauthorized, "invalid username, password or token")
			return
		}
		c.user, c.scopes = t.owner, t.scopes
	}
	if owner, name := c.r.PathValue("owner"), c.r.PathValue("repo"); owner != "" {
		key := strings.ToLower(owner + "/" + name)
		if to := g.moved[key]; to != "" {
			c.redirect("/api/v1/repos/" + to + strings.TrimPrefix(c.r.URL.EscapedPath(), "/api/v1/repos/"+owner+"/"+name))
			return
		}
		c.repo = g.repos[key]
		if c.repo == nil || c.repo.Private && (c.user == nil || !c.user.Write && !c.user.reads) {
			c.notFound()
			return
		}
	}
	if !c.scope(route) {
		return
	}
	if n := c.r.PathValue("n"); n != "" {
		number, err := strconv.Atoi(strings.TrimSuffix(n, ".diff"))
		if err == nil {
			c.pull = c.repo.pulls[number]
		}
		switch {
		case c.pull == nil && strings.HasSuffix(c.r.URL.Path, "/comments"):
			c.fail(http.StatusInternalServerError, "") // as the real server does
			return
		case c.pull == nil:
			c.notFound()
			return
		}
	}
	route.serve(g, c)
}

// scope checks the scopes of the token; a token that may write may read.
func (c *call) scope(route route) bool {
	if route.scope == "" {
		return true
	}
	verb := "read"
	if c.r.Method != http.MethodGet {
		verb = "write"
	}
	if c.user == nil {
		if verb == "read" && route.scope != "user" {
			return true
		}
		c.fail(http.StatusUnauthorized, "token is required")
		return false
	}
	needed := verb + ":" + route.scope
	if slices.Contains(c.scopes, needed) || slices.Contains(c.scopes, "write:"+route.scope) {
		return true
	}
	c.fail(http.StatusForbidden, "token does not have at least one of required scope(s), required=["+needed+"], token scope="+strings.Join(c.scopes, ","))
	return false
}

func (c *call) redirect(to string) {
	c.status = http.StatusMovedPermanently
	c.header.Set("Location", to)
	c.header.Set("Content-Type", "text/html; charset=utf-8")
	c.out.WriteString(`<a href="` + to + `">Moved Permanently</a>.` + "\n\n")
}

// mayWrite refuses users without write access.
func (c *call) mayWrite() bool {
	if c.user != nil && c.user.Write {
		return true
	}
	c.fail(http.StatusForbidden, "user should have a permission to write to a repo")
	return false
}

// input decodes the body of a request.
func (c *call) input(into any) bool {
	if json.Unmarshal(c.body, into) == nil {
		return true
	}
	c.fail(http.StatusUnprocessableEntity, "[]: Malformed")
	return false
}
