// Package page makes HTML pages of one file: no script, and nothing from elsewhere.
//
// It is pure. Whoever fills a page gives a template and data; this package gives the frame, the style, and the two walls
// that hold hostile text back: html/template escapes it, and a policy in the page forbids everything but the own style.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"net/url"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/pr"
)

// MaxSize is the largest page, in bytes. A browser of a phone opens it without trouble.
const MaxSize = 2 << 20

// style is the only style of all pages.
//
//go:embed style.css
var style string

// Render makes a page from the text of a template for its body. The template may call what Functions has.
// Every character of the data that a reader cannot see is written as an escape, as pr.Visible does; so the template's own
// text must have none of them, and no backslash. It fails if the page is larger than MaxSize.
func Render(title, body string, data any) ([]byte, error) {
	t, err := template.New("body").Funcs(functions()).Parse(body)
	if err != nil {
		return nil, err
	}
	var filled bytes.Buffer
	if err := t.Execute(&filled, data); err != nil {
		return nil, err
	}
	page := head(title) + pr.Visible(filled.String()) + "</body>\n</html>\n"
	if len(page) > MaxSize {
		return nil, fmt.Errorf("the page has %d bytes, at most %d are allowed", len(page), MaxSize)
	}
	return []byte(page), nil
}

// head is everything before the body. The policy allows the own style by its hash, and nothing else.
func head(title string) string {
	sum := sha256.Sum256([]byte(style))
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'"
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="` + policy + `">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>` + html.EscapeString(pr.Visible(title)) + `</title>
<style>` + style + `</style>
</head>
<body>
`
}

// functions are what a template may call.
func functions() template.FuncMap {
	return template.FuncMap{
		"lower": strings.ToLower,
		"usd":   func(v float64) string { return fmt.Sprintf("%.4f", v) },
		"add":   func(a, b int) int { return a + b },
	}
}

// Link is an address that a page may link to: http or https, with a host and without a password. Otherwise it is empty.
func Link(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// LinkOf is Link for an address that must have the origin of another one.
func LinkOf(origin, address string) string {
	at, to := Link(origin), Link(address)
	a, err := url.Parse(at)
	b, err2 := url.Parse(to)
	if at == "" || to == "" || err != nil || err2 != nil || a.Scheme != b.Scheme || !strings.EqualFold(a.Host, b.Host) {
		return ""
	}
	return to
}

// Cut shortens a text to a number of characters, and says so.
func Cut(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	n := 0
	for i := range text {
		if n == limit {
			return text[:i] + " … (cut)"
		}
		n++
	}
	return text
}

// Weight is the number of bytes that a text takes in a page.
func Weight(text string) int { return len(html.EscapeString(pr.Visible(text))) }

// Fit returns as many entries from the front as stay within a number of entries and of bytes, and how many are left out.
func Fit[T any](list []T, most, limit int, weight func(T) int) (shown []T, left int) {
	for i, entry := range list {
		if limit -= weight(entry); i == most || limit < 0 {
			return list[:i:i], len(list) - i
		}
	}
	return list, 0
}
