package consumers

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func matches(text string, names ...string) string {
	m, _ := newMatcher(elements(names...))
	var list []string
	m.each([]byte(text), func(element, line int) { list = append(list, fmt.Sprintf("%s:%d", names[element], line)) })
	return strings.Join(list, " ")
}

func TestNamesMatchAsWholeWords(t *testing.T) {
	for _, tt := range []struct{ about, name, text, want string }{
		{"an identifier alone", "Cancel", "Cancel", "Cancel:1"},
		{"an identifier between signs", "Cancel", "x.Cancel(y)", "Cancel:1"},
		{"a longer identifier", "Cancel", "CancelOrder OrderCancel Cancel2 _Cancel Cancel_ xCancelx", ""},
		{"another case", "Cancel", "cancel CANCEL", ""},
		{"an identifier beside letters beyond ASCII", "Cancel", "éCancel Cancelé", ""},
		{"an identifier of letters beyond ASCII", "größe", "x.größe größer", "größe:1"},
		{"an identifier in curly quotes", "Cancel", "“Cancel”", "Cancel:1"},
		{"an identifier beside a dash", "Cancel", "Cancel-x", "Cancel:1"},
		{"an identifier beside bytes that are no UTF-8", "Cancel", "\xffCancel\xff", "Cancel:1"},
		{"a path", "/api/v1/orders", `get("https://host/api/v1/orders")`, "/api/v1/orders:1"},
		{"a path with a rest", "/api/v1/orders", "/api/v1/orders/7?x", "/api/v1/orders:1"},
		{"a longer path segment", "/api/v1/orders", "/api/v1/orders2 /api/v1/orders-old /api/v1/orders_x /api/v1/ordersé", ""},
		{"a path that begins within another", "/v1/orders", "/api/v1/orders", "/v1/orders:1"},
		{"a path without its slash", "/api/v1/orders", "api/v1/orders", ""},
		{"a path that ends with a slash", "/api/", "/api/x", "/api/:1"},
		{"a path with a parameter", "/orders/{id}", "GET /orders/{id} /orders/{id}/x", "/orders/{id}:1"},
		{"a dotted key", "billing.retry_limit", "x.billing.retry_limit=3", "billing.retry_limit:1"},
		{"a longer dotted key", "billing.retry_limit", "billing.retry_limits mybilling.retry_limit", ""},
		{"a key with a dash", "retry-limit", "--x.retry-limit: 3", "retry-limit:1"},
		{"a longer key with a dash", "retry-limit", "retry-limit-max no-retry-limit", ""},
		{"a repeated run", "a.a.b", "a.a.a.b", "a.a.b:1"},
		{"twice on a line and once on another", "Cancel", "Cancel Cancel\r\n\r\nCancel", "Cancel:1 Cancel:3"},
		{"over the end of a line", "a.b", "a.\nb", ""},
	} {
		t.Run(tt.about, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, matches(tt.text, tt.name)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNamesMayOverlap(t *testing.T) {
	got := matches("/api/v1/orders\nv1\n", "/api/v1/orders", "v1", "api", "/v1", "v1")
	if want := "/api/v1/orders:1 api:1 v1:1 /v1:1 v1:1 v1:2 v1:2"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestNamesThatCannotBeSearchedAreCounted(t *testing.T) {
	names := []string{"", "/", "--", "a\nb", "a\rb", strings.Repeat("x", maxName+1), strings.Repeat("x", maxName)}
	if _, unusable := newMatcher(elements(names...)); unusable != len(names)-1 {
		t.Errorf("got %d", unusable)
	}
	root := siblingsOf(t, "z/x", "x")
	out := Search(t.Context(), root, "", elements("", "x"), nil, Limits{})
	if diff := cmp.Diff(Outcome{Consumers: 1, Hits: []Hit{{Element: elements("x")[0], Consumer: "z", Count: 1}},
		Notes: []string{"1 elements have names that cannot be searched"}}, out); diff != "" {
		t.Error(diff)
	}
}

// FuzzMatchesAreThoseOfAPlainSearch compares the single pass with a search of each name at each offset.
func FuzzMatchesAreThoseOfAPlainSearch(f *testing.F) {
	f.Add("a.a.a.b\n/a/b-c a-b", "a.a.b", "/a/b")
	f.Add("größe größer -x-y-", "größe", "x-y")
	f.Add("\xff\xfea\x00b", "a", "b")
	f.Fuzz(func(t *testing.T, text, first, second string) {
		names := []string{first, second}
		m, _ := newMatcher(elements(names...))
		got := map[string]bool{}
		m.each([]byte(text), func(element, line int) { got[fmt.Sprint(element, line)] = true })
		want := map[string]bool{}
		for i, name := range names {
			if from, to := nextRun([]byte(name), 0); from == to || len(name) > maxName || strings.ContainsAny(name, "\r\n") || !utf8.ValidString(name) {
				return
			}
			for at := range len(text) {
				if rest, ok := strings.CutPrefix(text[at:], name); ok && whole(name, text[:at], rest) {
					run, _ := nextRun([]byte(name), 0)
					want[fmt.Sprint(i, 1+strings.Count(text[:at+run], "\n"))] = true
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q in %q: %s", names, text, diff)
		}
	})
}

func whole(name, before, after string) bool {
	begin, _ := utf8.DecodeRuneInString(name)
	end, _ := utf8.DecodeLastRuneInString(name)
	left, _ := utf8.DecodeLastRuneInString(before)
	right, _ := utf8.DecodeRuneInString(after)
	dashes := strings.ContainsAny(name, "-/")
	switch {
	case isIdentifier(begin) && (isIdentifier(left) || dashes && left == '-'):
		return false
	case isIdentifier(end) && (isIdentifier(right) || dashes && right == '-'):
		return false
	}
	return true
}

func BenchmarkAHundredElements(b *testing.B) {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprintf("Element%03dName", i))
	}
	m, _ := newMatcher(elements(names...))
	text := []byte(strings.Repeat("func (s *Server) handle(w http.ResponseWriter, r *http.Request) error { return nil }\n", 12000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		m.each(text, func(int, int) {})
	}
}
