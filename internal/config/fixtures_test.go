package config

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// fixture reads a file; names that start with "repo-" are repository layers on top of testdata/host.toml.
func fixture(t *testing.T, path string) (host Layer, repo *Layer) {
	t.Helper()
	text := read(t, path)
	if strings.HasPrefix(filepath.Base(path), "repo-") {
		return Layer{TOML: read(t, "testdata/host.toml")}, &Layer{TOML: text}
	}
	return Layer{TOML: text}, nil
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func fixtures(t testing.TB, kind string) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/" + kind + "/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	return files
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(read(t, path), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestWrongConfigsGiveEveryErrorWithItsPlace(t *testing.T) {
	for _, path := range fixtures(t, "err") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			_, err := Merge(fixture(t, path))
			var list Errors
			if !errors.As(err, &list) {
				t.Fatalf("want Errors, got %v", err)
			}
			var b strings.Builder
			for _, e := range list {
				b.WriteString(e.Error())
				if e.Unknown {
					b.WriteString(" (unknown)")
				}
				b.WriteString("\n")
			}
			golden(t, strings.TrimSuffix(path, ".toml")+".err", b.String())
		})
	}
}

func TestRightConfigsMerge(t *testing.T) {
	for _, path := range fixtures(t, "ok") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			c, err := Merge(fixture(t, path))
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, s := range c.Explain() {
				b.WriteString(s.Key + " = " + s.Value + " # " + s.Layer + "\n")
			}
			golden(t, strings.TrimSuffix(path, ".toml")+".explain", b.String())
		})
	}
}

// Every wrong value of the fixtures holds one of these.
var sentinels = regexp.MustCompile(`(?i)s3cr3t|700\d|lookalike|2026|9999|AKIA|idd|sise`)

func TestErrorsNeverQuoteTheFile(t *testing.T) {
	known := strings.Join(nameable(), " ")
	for _, path := range fixtures(t, "err") {
		_, err := Merge(fixture(t, path))
		text := err.Error()
		if found := sentinels.FindString(text); found != "" {
			t.Errorf("%s: the message quotes %q: %s", path, found, text)
		}
		var values map[string]any
		if _, err := toml.Decode(read(t, path), &values); err != nil {
			continue // not TOML: the sentinels must do
		}
		for _, v := range texts(values) {
			if len(v) > 3 && strings.Contains(text, v) && !strings.Contains(known, v) {
				t.Errorf("%s: the message quotes %q: %s", path, v, text)
			}
		}
	}
}

// nameable lists what a message may name: keys, sections and allowed values of the table.
func nameable() []string {
	var list []string
	add := func(keys []Key) {
		for _, k := range keys {
			list = append(list, k.String(), k.Section, k.Name)
			list = append(list, k.Allowed...)
		}
	}
	add(Keys)
	for _, k := range Keys {
		add(k.Fields)
	}
	return append(append(list, knownLinters...), "true", "false")
}

func texts(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, texts(e)...)
		}
		return all
	case []map[string]any:
		var all []string
		for _, e := range v {
			all = append(all, texts(e)...)
		}
		return all
	case map[string]any:
		var all []string
		for name, e := range v {
			all = append(append(all, name), texts(e)...)
		}
		return all
	}
	return nil
}
