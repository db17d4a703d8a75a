package state

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

var (
	here = Place{Repository: "Org/demo", Number: 7}
	head = strings.Repeat("a", 40)
)

func key(t testing.TB, token string) Key {
	t.Helper()
	k, err := NewKey("", token)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// sealed is a comment with a state, and the state.
func sealed(t testing.TB) (string, State) {
	t.Helper()
	s := New(pr.Change{Head: pr.Commit{SHA: head}, Base: pr.Commit{Ref: "main"}, MergeBase: strings.Repeat("b", 40), Kind: pr.Mixed}, "f1",
		verdict.Decision{Level: verdict.Orange, Reasons: []verdict.Reason{{Source: verdict.Model, Level: verdict.Orange, Code: "high_finding", Text: "x"}}})
	s.Findings, s.CostUSD = []Finding{{Path: "a.go", Severity: "high", Line: "hash"}}, 0.25
	return key(t, "token").Seal(here, verdict.Marker{Head: head}.String()+"\n## Verdict\n\nOne finding.\n", s), s
}

func TestASealedStateIsReadBack(t *testing.T) {
	comment, want := sealed(t)
	for name, text := range map[string]string{
		"as it is": comment, "with the line ends of a form": strings.ReplaceAll(comment, "\n", "\r\n"), "trimmed": strings.TrimSpace(comment),
	} {
		got, ok := key(t, "token").Open(here, text)
		if !ok || cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v %s", name, ok, cmp.Diff(want, got))
		}
	}
	if _, ok := key(t, "token").Open(Place{"org/DEMO", 7}, comment); !ok {
		t.Error("names of repositories are compared with their case")
	}
}

func TestNothingElseIsAState(t *testing.T) {
	comment, s := sealed(t)
	lines := strings.Split(comment, "\n")
	other := key(t, "token").Seal(here, verdict.Marker{Head: head}.String()+"\nother text\n", s)
	failed := s
	failed.Verdict = "ERROR"
	for name, try := range map[string]struct {
		key  Key
		at   Place
		text string
	}{
		"another key":                      {key(t, "other"), here, comment},
		"no key":                           {Key{}, here, comment},
		"another PR":                       {key(t, "token"), Place{"Org/demo", 8}, comment},
		"another repository":               {key(t, "token"), Place{"Org/demo2", 7}, comment},
		"a deleted line":                   {key(t, "token"), here, strings.Replace(comment, "One finding.\n", "", 1)},
		"an added line":                    {key(t, "token"), here, comment + "LGTM"},
		"another head":                     {key(t, "token"), here, strings.ReplaceAll(comment, head, strings.Repeat("c", 40))},
		"the state of another comment":     {key(t, "token"), here, strings.Replace(other, "other text", "One finding.", 1)},
		"no marker":                        {key(t, "token"), here, strings.Join(lines[1:], "\n")},
		"the marker of a failure":          {key(t, "token"), here, strings.Replace(comment, "werkrevisor:", "werkrevisor-error:", 1)},
		"a failure with a result's marker": {key(t, "token"), here, key(t, "token").Seal(here, lines[0]+"\nx\n", failed)},
		"a line before the state":          {key(t, "token"), here, lines[0] + "\n\n" + strings.Join(lines[1:], "\n")},
		"two states":                       {key(t, "token"), here, lines[0] + "\n" + lines[1] + "\n" + strings.Join(lines[1:], "\n")},
		"padding in the code":              {key(t, "token"), here, strings.Replace(comment, lineSuffix+"\n## ", "="+lineSuffix+"\n## ", 1)},
		"a huge payload":                   {key(t, "token"), here, lines[0] + "\n" + linePrefix + strings.Repeat("A", maxPayload+1) + ".AAAA" + lineSuffix + "\nx"},
		"a state of a later version":       {key(t, "token"), here, key(t, "token").Seal(here, lines[0]+"\nx\n", State{Version: 2, Head: head, Verdict: "GREEN"})},
		"an empty comment":                 {key(t, "token"), here, ""},
		"a marker alone":                   {key(t, "token"), here, lines[0]},
	} {
		if got, ok := try.key.Open(try.at, try.text); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for i := range comment {
		spoilt := comment[:i] + string(comment[i]^1) + comment[i+1:]
		if _, ok := key(t, "token").Open(here, spoilt); ok && strings.TrimSpace(spoilt) != strings.TrimSpace(comment) {
			t.Errorf("byte %d can be changed", i)
		}
	}
}

func TestACommentWithoutAMarkerIsNotSealed(t *testing.T) {
	if got := key(t, "token").Seal(here, "text\nmore", State{}); got != "text\nmore" {
		t.Error(got)
	}
	if got := (Key{}).Seal(here, verdict.Marker{Head: head}.String()+"\nx", State{}); strings.Contains(got, linePrefix) {
		t.Error(got)
	}
}

func TestKeysAreLongOrDerived(t *testing.T) {
	if _, err := NewKey(strings.Repeat("x", 31), "token"); err == nil || strings.Contains(err.Error(), "xxx") {
		t.Errorf("a short key: %v", err)
	}
	if _, err := NewKey("", ""); err == nil {
		t.Error("no key at all")
	}
	own, err := NewKey(strings.Repeat("x", 32), "token")
	if err != nil || cmp.Equal(own.bytes, key(t, "token").bytes) || strings.Contains(string(key(t, "token").bytes), "token") {
		t.Error("the operator's key is not used, or the token is the key")
	}
}

func FuzzOpen(f *testing.F) {
	comment, _ := sealed(f)
	f.Add(comment)
	f.Add(comment + "\n")
	k := key(f, "token")
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := k.Open(here, text); ok && normal(text) != normal(comment) {
			t.Errorf("forged: %q", text)
		}
	})
}
