package usage_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/usage"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// read collects fixture files.
func read(t *testing.T, c *usage.Collector, names ...string) *usage.Collector {
	t.Helper()
	for _, name := range names {
		file, err := os.Open("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Read(name, file); err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
	}
	return c
}

func pageOf(t *testing.T, s usage.Statistics) string {
	t.Helper()
	data, err := s.Page()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTextObjectAndPageAreAsTheGoldenFilesShow(t *testing.T) {
	s := read(t, usage.New(), "one.jsonl", "two.jsonl").Statistics()
	object, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "text.txt", s.Text())
	golden(t, "object.json", string(object))
	golden(t, "page_rich.html", pageOf(t, s))
	golden(t, "page_hostile.html", pageOf(t, read(t, usage.New(), "hostile.jsonl").Statistics()))
}
