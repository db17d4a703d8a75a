package cli_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf16"

	"werkrevisor/internal/fake"
)

// bodyCanary stands in the bodies of broken answers, in places whose text is shown nowhere.
const bodyCanary = "CANARY-of-a-body"

// fault is one way in which an endpoint fails.
type fault struct {
	name string
	slow bool // the run ends at a time limit
	// broken is the answer; Edit keeps what the request did and spoils its answer, Status does nothing.
	broken fake.Fault
	// write says that the fault is for writes only, jsonOnly that it is for answers in JSON.
	writes, jsonOnly bool
}

func (f fault) fits(e endpoint) bool {
	switch {
	case e.method == "DELETE" && (f.broken.Edit != nil || f.broken.Pad > 0 || f.broken.Drip > 0):
		return false // its answer has no body
	case f.writes:
		return e.method != "GET" && e.method != "MODEL" && e.method != "KEY"
	case f.jsonOnly:
		return !e.text
	}
	return true
}

// inject makes the endpoint fail; stop ends what waits.
func (f fault) inject(a *aside, e endpoint, patience int) (stop func()) {
	b := f.broken
	b.Drip *= time.Duration(patience)
	b.Method, b.Path, b.After = e.method, e.path, e.after
	b.Body = strings.NewReplacer("TOKEN", a.call.Env["GITEA_BOT_TOKEN"], "KEY", asideKey).Replace(b.Body)
	if b.Pad > 0 {
		b.Pad = max(b.Pad, e.limit)
	}
	never := make(chan struct{})
	if f.name == "time-out" {
		b.Wait = never
	}
	if e.method == "MODEL" || e.method == "KEY" {
		place := map[string]string{"MODEL": "chat", "KEY": "key"}[e.method]
		a.model.Always(place, e.after, fake.ModelAnswer{Status: b.Status, Body: b.Body, Header: b.Header, Wait: b.Wait, Edit: b.Edit, Cut: b.Cut > 0, Wire: b.Wire})
	} else {
		if e.path == "/contents/…" { // it is asked where an answer of /raw has no blob id
			a.gitea.Inject(fake.Fault{Method: "GET", Path: "/raw/…", Header: map[string]string{"Etag": ""}})
		}
		a.gitea.Inject(b)
	}
	return func() { close(never) }
}

// message is an error as Gitea and models send it; a message is shown, but never a secret in it.
const message = `{"message":"no luck TOKEN KEY","error":{"message":"no luck TOKEN KEY","metadata":{"raw":"` + bodyCanary + `"}},"url":"` + bodyCanary + `"}`

func answers(status int) fake.Fault { return fake.Fault{Status: status, Body: message} }

func with(f fake.Fault, header, value string) fake.Fault {
	f.Header = map[string]string{header: value}
	return f
}

func edited(edit func(string) string) fake.Fault { return fake.Fault{Edit: edit} }

// values matches the texts and numbers of a JSON object.
var values = regexp.MustCompile(`:("[^"]*"|[0-9.]+)`)

func utf16LE(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, "%c%c", rune(unit&0x7f), rune(unit>>8&0x7f))
	}
	return b.String()
}

// faults are those of operators.md, "Proof" 4.
var faults = []fault{
	{name: "refused connection", broken: fake.Fault{Wire: fake.Wire{Down: true}}},
	{name: "reset in the middle", broken: fake.Fault{Wire: fake.Wire{Reset: true}}},
	{name: "cut in the middle", broken: fake.Fault{Edit: func(s string) string { return s }, Cut: 1}},
	{name: "time-out", slow: true},
	{name: slowDrip, slow: true, broken: fake.Fault{Wire: fake.Wire{Drip: 500 * time.Millisecond}}},
	{name: "401", broken: answers(401)},
	{name: "403", broken: answers(403)},
	{name: "404", broken: answers(404)},
	{name: "409", broken: answers(409)},
	{name: "422", broken: answers(422)},
	{name: "429", broken: answers(429)},
	{name: "429 with Retry-After", broken: with(answers(429), "Retry-After", "3600")},
	{name: "500", broken: answers(500)},
	{name: "502 with HTML", broken: fake.Fault{Status: 502, Body: "<html>" + bodyCanary + " TOKEN KEY</html>"}},
	{name: "redirect", broken: with(fake.Fault{Status: 302, Body: bodyCanary}, "Location", "http://127.0.0.1:1/elsewhere")},
	{name: "empty body", broken: edited(func(string) string { return "" })},
	{name: "truncated JSON", broken: edited(func(s string) string { return s[:len(s)*2/3] })},
	{name: "wrong type", broken: edited(func(string) string { return `"` + bodyCanary + `"` })},
	{name: "wrong type of the fields", jsonOnly: true, broken: edited(func(s string) string { return values.ReplaceAllString(s, `:{"x":1}`) })},
	{name: "wrong charset", broken: edited(utf16LE)},
	{name: "200 with an error", broken: edited(func(string) string {
		return `{"message":"` + bodyCanary + `","error":{"code":500,"message":"` + bodyCanary + `"}}`
	})},
	{name: "200 with an error, nothing done", writes: true, broken: answers(200)},
	{name: "200 without a body, nothing done", writes: true, broken: fake.Fault{Status: 200}},
	{name: "oversize body", broken: fake.Fault{Wire: fake.Wire{Pad: 16<<20 + 1}}},
}
