package page_test

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"werkrevisor/internal/page"
)

func TestAPageAllowsItsOwnStyleAndNothingElse(t *testing.T) {
	data, err := page.Render("a title", "<p>{{.}}</p>", "text")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	_, rest, _ := strings.Cut(text, "<style>")
	style, _, ok := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	want := `content="default-src 'none'; style-src 'sha256-` + base64.StdEncoding.EncodeToString(sum[:]) + `'; base-uri 'none'; form-action 'none'"`
	if !ok || !strings.Contains(text, want) || strings.Index(text, "Content-Security-Policy") > strings.Index(text, "<style>") {
		t.Errorf("the policy is not %s in\n%.600s", want, text)
	}
	for _, foreign := range []string{"url(", "@import", "@font-face", "expression", "<script", "<img", "<link"} {
		if strings.Contains(text, foreign) {
			t.Errorf("the frame has %s", foreign)
		}
	}
	if !strings.HasPrefix(text, "<!doctype html>\n<html lang=\"en\">") || !strings.HasSuffix(text, "<p>text</p></body>\n</html>\n") {
		t.Errorf("the page is\n%s", text)
	}
}

func TestHostileTextIsShownAndDoesNothing(t *testing.T) {
	hostile := "</p><script>x</script>\x1b[31m\u202e\x00\xff\\x1b"
	data, err := page.Render("</title><script>\u202e", `<p title="{{.}}">{{.}}</p>`, hostile)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if strings.Contains(text, "<script") || strings.ContainsAny(text, "\x1b\x00\u202e") {
		t.Errorf("the page is\n%q", text)
	}
	for _, want := range []string{"&lt;/title&gt;&lt;script&gt;\\u{202e}", `&lt;script&gt;x&lt;/script&gt;\x1b[31m\u{202e}`, `\xff\x5cx1b`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%q", want, text)
		}
	}
}

func TestAPageThatIsTooLargeIsAnError(t *testing.T) {
	if data, err := page.Render("t", "{{.}}", strings.Repeat("a", page.MaxSize)); err == nil || data != nil {
		t.Errorf("%d bytes, error %v", len(data), err)
	}
}

func TestLinksLeadToTheWebAndToOneOrigin(t *testing.T) {
	for address, want := range map[string]string{
		"https://git.example.org/o/r/pulls/7#c-1": "https://git.example.org/o/r/pulls/7#c-1",
		"http://127.0.0.1:3000/o":                 "http://127.0.0.1:3000/o",
		"javascript:alert(1)":                     "", "JAVASCRIPT:alert(1)": "", "data:text/html,x": "", "//git.example.org/x": "", "/x": "", "": "",
		"https://user:word@git.example.org/": "", "https:///x": "", "https://[": "", "file:///etc/passwd": "", " https://git.example.org": "",
	} {
		if got := page.Link(address); got != want {
			t.Errorf("Link(%q) = %q, want %q", address, got, want)
		}
	}
	const origin = "https://git.example.org/o/r/pulls/7"
	for address, want := range map[string]string{
		"https://git.example.org/x": "https://git.example.org/x", "https://GIT.example.org/x": "https://GIT.example.org/x",
		"http://git.example.org/x": "", "https://git.example.org:444/x": "", "https://evil.example/x": "", "": "",
	} {
		if got := page.LinkOf(origin, address); got != want {
			t.Errorf("LinkOf(%q) = %q, want %q", address, got, want)
		}
	}
	if page.LinkOf("", "") != "" {
		t.Error("two empty addresses are no link")
	}
}

func TestListsAreCutByNumberAndByBytes(t *testing.T) {
	list := []string{"aaaa", "<", "cc"}
	for _, tc := range []struct{ most, limit, shown int }{{3, 100, 3}, {2, 100, 2}, {3, 8, 2}, {3, 7, 1}, {3, 3, 0}, {0, 100, 0}} {
		shown, left := page.Fit(list, tc.most, tc.limit, page.Weight)
		if len(shown) != tc.shown || left != 3-tc.shown {
			t.Errorf("%d entries of %d bytes: %q and %d more", tc.most, tc.limit, shown, left)
		}
	}
	if got := page.Cut("äöü", 2); got != "äö … (cut)" {
		t.Errorf("cut to %q", got)
	}
	if got := page.Cut("äöü", 3); got != "äöü" {
		t.Errorf("cut to %q", got)
	}
}
