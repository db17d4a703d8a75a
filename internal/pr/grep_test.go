package pr

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// grep searches texts by path, in chunks.
func grep(t *testing.T, q Query, chunk int, texts map[string]string) (Matches, []string) {
	t.Helper()
	var places []Place
	for path := range texts {
		places = append(places, place(path, ModeFile, "id of "+path))
	}
	v, err := NewInventory(places)
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	m, err := q.Grep(t.Context(), v, chunk, func(_ context.Context, places []Place) (found []Text, _ error) {
		for _, p := range places {
			read = append(read, p.Path)
			found = append(found, TextOf([]byte(texts[p.Path])))
		}
		return found, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m, read
}

func query(pattern string) Query {
	return Query{Pattern: regexp.MustCompile(pattern), MaxFiles: 100, MaxBytes: 1000, MaxMatches: 100}
}

var someTexts = map[string]string{"a": "x\n", "b": "y\nx", "c": "x\x00x", "d": "x\r\nx\r\n", "e": "\xffx", "f": ""}

func TestLimitsOfASearchCountInTheOrderOfPaths(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*Query)
		want   string
	}{
		"no limit is hit":     {func(q *Query) {}, "a:1 b:2 d:1 d:2; 6 of 6"},
		"files":               {func(q *Query) { q.MaxFiles = 2 }, "a:1 b:2; 2 of 6, more"},
		"no files":            {func(q *Query) { q.MaxFiles = 0 }, "; 0 of 6, more"},
		"all files":           {func(q *Query) { q.MaxFiles = 6 }, "a:1 b:2 d:1 d:2; 6 of 6"},
		"bytes":               {func(q *Query) { q.MaxBytes = 5 }, "a:1 b:2; 3 of 6, more"},
		"bytes of one file":   {func(q *Query) { q.MaxBytes = 1 }, "; 0 of 6, more"},
		"all bytes":           {func(q *Query) { q.MaxBytes = 11 }, "a:1 b:2 d:1 d:2; 6 of 6"},
		"matches":             {func(q *Query) { q.MaxMatches = 3 }, "a:1 b:2 d:1; 4 of 6, more"},
		"all matches":         {func(q *Query) { q.MaxMatches = 4 }, "a:1 b:2 d:1 d:2; 6 of 6"},
		"some files":          {func(q *Query) { q.Files = func(p string) bool { return p >= "b" && p < "e" } }, "b:2 d:1 d:2; 3 of 3"},
		"some files, limited": {func(q *Query) { q.Files, q.MaxFiles = func(p string) bool { return p >= "b" }, 1 }, "b:2; 1 of 5, more"},
	} {
		for _, chunk := range []int{1, 2, 100} {
			q := query("x")
			tt.change(&q)
			m, _ := grep(t, q, chunk, someTexts)
			if got := showMatches(m); got != tt.want {
				t.Errorf("%s in chunks of %d: got %s, want %s", name, chunk, got, tt.want)
			}
		}
	}
}

func showMatches(m Matches) string {
	var list []string
	for _, match := range m.List {
		list = append(list, fmt.Sprintf("%s:%d", match.Path, match.Line))
	}
	text := fmt.Sprintf("%s; %d of %d", strings.Join(list, " "), m.Searched, m.Of)
	if m.More {
		text += ", more"
	}
	return text
}

func TestASearchReadsNoMoreThanItNeeds(t *testing.T) {
	q := query("x")
	q.MaxMatches = 1
	if _, read := grep(t, q, 1, someTexts); !cmp.Equal(read, []string{"a", "b"}) {
		t.Errorf("read %q", read)
	}
}

func TestAFileThatCannotBeReadByItsNameIsNotSearched(t *testing.T) {
	v, err := NewInventory([]Place{place("a", ModeFile, ""), place("b", ModeFile, "1"), place("l", ModeSymlink, "2")})
	if err != nil {
		t.Fatal(err)
	}
	m, err := query("x").Grep(t.Context(), v, 8, func(_ context.Context, places []Place) ([]Text, error) {
		return []Text{{State: Read, Body: "x"}}, nil
	})
	if got := showMatches(m); err != nil || got != "b:1; 1 of 2, more" {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestAReaderMayStopEarlyButMustReadSomething(t *testing.T) {
	v, err := NewInventory([]Place{place("a", ModeFile, "1"), place("b", ModeFile, "2"), place("c", ModeFile, "3")})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]bool{0: false, 1: true, 4: false} {
		m, err := query("x").Grep(t.Context(), v, 3, func(_ context.Context, places []Place) ([]Text, error) {
			return make([]Text, n), nil
		})
		if ok := err == nil && m.Searched == 3; ok != want || err != nil && !errors.Is(err, ErrIncomplete) {
			t.Errorf("%d texts: got %+v, %v", n, m, err)
		}
	}
	failure := errors.New("no connection")
	if m, err := query("x").Grep(t.Context(), v, 3, func(context.Context, []Place) ([]Text, error) { return nil, failure }); err != failure || !cmp.Equal(m, Matches{}) {
		t.Errorf("got %+v, %v", m, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(failure)
	if _, err := query("x").Grep(ctx, v, 3, nil); err != failure {
		t.Errorf("got %v", err)
	}
}

// FuzzALiteralPrefixChangesNoResult compares Search with a match of every line.
func FuzzALiteralPrefixChangesNoResult(f *testing.F) {
	f.Add("abc", "x\nabcd\nab\nabc")
	f.Add("^abc", "xabc\nabc\r\n")
	f.Add("(?i)abc", "ABC\nabc")
	f.Add("(?m)^abc$", "abc\nabc")
	f.Add("abc|abd", "abd")
	f.Add("(?s)abc.def", "abc\ndef\nabc def")
	f.Add(`\Aabc\z`, "abc")
	f.Add("a\nb", "a\nb")
	f.Add("", "\n\n")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		q := Query{Pattern: re, MaxMatches: 3}
		var got, want Matches
		gotAll, err := q.Search(t.Context(), &got, "p", text)
		if err != nil {
			t.Fatal(err)
		}
		wantAll := true
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if !re.MatchString(line) {
				continue
			}
			if len(want.List) == 3 {
				want.More, wantAll = true, false
				break
			}
			want.List = append(want.List, Match{"p", i + 1, line})
		}
		if diff := cmp.Diff(want, got); diff != "" || gotAll != wantAll {
			t.Errorf("%q in %q: %v: %s", pattern, text, gotAll, diff)
		}
	})
}
