package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

// places lists every key and entry with its line and column.
func places(t *testing.T, text string) []string {
	t.Helper()
	root, _, err := scan(text)
	if err != nil {
		t.Fatal(err)
	}
	at := newLines(text)
	var list []string
	var walk func(prefix string, s *shape)
	walk = func(prefix string, s *shape) {
		for _, name := range s.order {
			kid := s.kids[name]
			line, column := at.at(kid.pos)
			list = append(list, fmt.Sprintf("%s%s %d:%d", prefix, name, line, column))
			walk(prefix+name+".", kid)
		}
		for i, e := range s.elems {
			line, column := at.at(e.pos)
			list = append(list, fmt.Sprintf("%s%d %d:%d", prefix, i, line, column))
			walk(fmt.Sprintf("%s%d.", prefix, i), e)
		}
	}
	walk("", root)
	return list
}

func TestTheScannerFindsEveryKey(t *testing.T) {
	tests := map[string]struct {
		text string
		want []string
	}{
		"plain":             {"[a]\nb = 1", []string{"a 1:2", "a.b 2:1"}},
		"indented":          {"\n  [ a ]\n\tb=1", []string{"a 2:5", "a.b 3:2"}},
		"dotted":            {"a . b = 1\n[c.d]", []string{"a 1:1", "a.b 1:5", "c 2:2", "c.d 2:4"}},
		"quoted":            {`"a b".'c"' = 1`, []string{"a b 1:1", `a b.c" 1:7`}},
		"escaped":           {`"\u0061\x62\"\\\t\e" = 1`, []string{"ab\"\\\t\x1b 1:1"}},
		"inline table":      {"a = { b = 1, c.d = 2 }", []string{"a 1:1", "a.b 1:7", "a.c 1:14", "a.c.d 1:16"}},
		"open inline table": {"a = { # {\n b = 1,\n }", []string{"a 1:1", "a.b 2:2"}},
		"list":              {"a = [ 1, # ]\n '2]', [3] ]", []string{"a 1:1", "a.0 1:7", "a.1 2:2", "a.2 2:8", "a.2.0 2:9"}},
		"list of tables":    {"[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]", []string{"a 1:3", "a.0 1:3", "a.0.b 2:1", "a.1 3:3", "a.1.b 4:1", "a.1.c 5:4"}},
		"lookalikes in strings": {"a = \"\"\"\nb = 1\n[c] \\\"\"\" '''\n\"\"\"\"\"\nd = '''\n\"\"\" e = 1\n''''\nf = '#'",
			[]string{"a 1:1", "d 5:1", "f 8:1"}},
		"lookalikes in comments": {"# a = 1\nb = 1 # [c]\n[d] # e = 1", []string{"b 2:1", "d 3:2"}},
		"windows lines":          {"[a]\r\nb = 1\r\n\r\nc = 2\r\n", []string{"a 1:2", "a.b 2:1", "a.c 4:1"}},
		"a date with a space":    {"a = 2026-11-30 07:00:00 # x\nb = 1", []string{"a 1:1", "b 2:1"}},
		"a table opened again":   {"[a.b]\n[a]\nc = 1", []string{"a 1:2", "a.b 1:4", "a.c 3:1"}},
		"empty quoted key":       {`"" = 1`, []string{" 1:1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := toml.Decode(tt.text, &map[string]any{}); err != nil {
				t.Fatalf("the text is no TOML: %v", err)
			}
			if diff := cmp.Diff(tt.want, places(t, tt.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTooDeepTextsAreRefusedBeforeTheyAreParsed(t *testing.T) {
	const deep = 150_000
	for name, text := range map[string]string{
		"lists":            "a = " + strings.Repeat("[", deep),
		"tables":           "a = " + strings.Repeat("{b = ", deep),
		"dotted keys":      strings.Repeat("a.", deep) + "a = 1",
		"dotted headers":   "[" + strings.Repeat("a.", deep) + "a]",
		"behind an error":  "a b = 1\nc = " + strings.Repeat("[", deep),
		"behind an error2": "a = 1 2\nc = " + strings.Repeat("[", deep),
	} {
		_, _, err := parseTOML(text)
		if err == nil || err.Line == 0 {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// FuzzScan compares the scanner with the library: what the library accepts, the scanner reads to its end,
// and both find the same names.
func FuzzScan(f *testing.F) {
	for _, kind := range []string{"ok", "err"} {
		for _, path := range fixtures(f, kind) {
			f.Add(read(f, path))
		}
	}
	f.Add("a = \"\"\"\nb = 1\n\"\"\"\"\"\nd = '''\n''''\n[[x.\"y\"]]\nz = { a = [ { b = 1 } ], }")
	f.Fuzz(func(t *testing.T, text string) {
		tree, at, err := parseTOML(text)
		if err != nil {
			if tree != nil || strings.Contains(err.Text, "\n") {
				t.Fatal("an error must come alone and in one line")
			}
			return
		}
		text = strings.TrimPrefix(text, "\ufeff")
		root, _, _ := scan(text)
		var values map[string]any
		if _, err := toml.Decode(text, &values); err != nil {
			t.Fatal(err)
		}
		same(t, values, root)
		line, _ := at.at(len(text))
		if line != strings.Count(text, "\n")+1 {
			t.Fatal("wrong number of lines")
		}
	})
}

func same(t *testing.T, value any, s *shape) {
	t.Helper()
	switch v := value.(type) {
	case map[string]any:
		if len(v) != len(s.kids) || len(s.order) != len(s.kids) {
			t.Fatalf("%d names, but the scanner found %d", len(v), len(s.kids))
		}
		for name, e := range v {
			if s.kids[name] == nil {
				t.Fatalf("the scanner misses %q", name)
			}
			same(t, e, s.kids[name])
		}
	case []any, []map[string]any:
		list := reflect.ValueOf(v)
		if list.Len() != len(s.elems) {
			t.Fatalf("%d entries, but the scanner found %d", list.Len(), len(s.elems))
		}
		for i := range list.Len() {
			same(t, list.Index(i).Interface(), s.elems[i])
		}
	}
}

// FuzzMerge: no text makes it panic, and no error quotes what stands in the text.
func FuzzMerge(f *testing.F) {
	host := Layer{TOML: read(f, "testdata/host.toml")}
	for _, kind := range []string{"ok", "err"} {
		for _, path := range fixtures(f, kind) {
			f.Add(read(f, path))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, asHost := Merge(Layer{TOML: text}, nil)
		c, asRepo := Merge(host, &Layer{TOML: text})
		for _, err := range []error{asHost, asRepo} {
			if err != nil && strings.Contains(strings.ToLower(err.Error()), "s3cr3t") {
				t.Fatalf("the message quotes the text: %v", err)
			}
		}
		if asRepo != nil {
			return
		}
		if c.Classifier == nil || c.Model.MaxContextTokens > 150_000 || c.Budget.MaxUSDPerReview > 0.48 ||
			!c.HardYellow.SecretScan || !c.HardOrange.Paths.Has("a/auth/b") || c.Gate.YellowGate != "block" {
			t.Fatal("a repository layer loosened the host's policy")
		}
		if again := mustMerge(t, host, &Layer{TOML: text}); again.Fingerprint != c.Fingerprint {
			t.Fatal("the fingerprint is not stable")
		}
		if check := c.CheckRepo(text); len(check.Invalid)+len(check.Unknown) > 0 {
			t.Fatal("what merges must pass the check")
		}
	})
}
