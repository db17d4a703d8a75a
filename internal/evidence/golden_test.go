package evidence

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite the golden record")

// golden is the record that docs/evidence.md shows; the tests of the commands read it.
const golden = "testdata/record.json"

// TestTheGoldenRecord pins the format: a record that an older program wrote must stay readable.
func TestTheGoldenRecord(t *testing.T) {
	data := render(t, input(t, host(t)))
	if *update {
		if err := os.WriteFile(golden, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(golden)
	if err != nil || string(kept) != string(data) {
		t.Errorf("%v: the golden record is another one; if the format changed on purpose, run go test ./internal/evidence -update", err)
	}
}

// TestAPageIsReadable: 100 columns where words allow, and nothing that acts on a terminal.
func TestAPageIsReadable(t *testing.T) {
	in := input(t, host(t))
	in.Notes = []string{"red \x1b[31mtext\r\nand \u202eturned around", strings.Repeat("a word and ", 40)}
	in.Change.Files[0].Path = "docs/\x1b]0;title\x07.md"
	r := open(t, render(t, in))
	report, _ := r.Report()
	compared, err := r.Compare(host(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range map[string]string{"explain": r.Explain(), "replay": report, "compare": compared} {
		for line := range strings.SplitSeq(page, "\n") {
			if utf8.RuneCountInString(line) > width && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s: %d columns: %q", name, utf8.RuneCountInString(line), line)
			}
		}
		if strings.ContainsAny(page, "\x1b\r\x07\u202e") {
			t.Errorf("%s: %q", name, page)
		}
	}
	if !strings.Contains(r.Explain(), `\x1b[31m`) || !strings.Contains(r.Explain(), `\u{202e}`) {
		t.Error("an escape is missing")
	}
}
