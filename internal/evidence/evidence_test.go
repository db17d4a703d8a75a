package evidence

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/verdict"
)

// withSource is the change of a configuration that allows source.
var withSource = []string{`artifacts = ["usage", "evidence"]`, `artifacts = ["usage", "evidence", "source"]`}

func TestARecordReplaysToTheSameDecision(t *testing.T) {
	for name, change := range map[string][]string{"without source": nil, "with source": withSource} {
		in := input(t, host(t, change...))
		r := open(t, render(t, in))
		if list := r.Replay(); len(list) > 0 {
			t.Errorf("%s: %v", name, list)
		}
		if r.Decision.Verdict != "ORANGE" || r.Decision.Exit != 0 || len(r.Decision.Reasons) != len(in.Decision.Reasons) {
			t.Errorf("%s: %+v", name, r.Decision)
		}
		text, same := r.Report()
		if !same || !strings.Contains(text, "the same again") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

func TestARecordIsOneCanonicalJSONObject(t *testing.T) {
	data := render(t, input(t, host(t, withSource...)))
	var all struct {
		Format   string
		Version  int
		Sections []struct {
			Name, Hash string
			Body       json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &all); err != nil || all.Format != "werkrevisor-evidence" || all.Version != 1 || len(all.Sections) != 9 {
		t.Errorf("%v: %s, version %d, %d sections", err, all.Format, all.Version, len(all.Sections))
	}
	if !bytes.Equal(data, render(t, input(t, host(t, withSource...)))) {
		t.Error("two records of one run differ")
	}
	for _, s := range all.Sections {
		var tree any
		if json.Unmarshal(s.Body, &tree) != nil {
			t.Fatal(s.Name)
		}
		again, err := encode(tree, func(s string) string { return s })
		if s.Name != "review" && (err != nil || !bytes.Equal(again, s.Body)) { // plain numbers may look otherwise
			t.Errorf("section %s is not in canonical form:\n%s\n%s", s.Name, s.Body, again)
		}
	}
}

func TestOnlySourceShowsTheTextsOfTheRepository(t *testing.T) {
	without, with := string(render(t, input(t, host(t)))), string(render(t, input(t, host(t, withSource...))))
	for _, text := range []string{"a line of the source", "Another line.", "A title beyond the limit", "A body beyond the limit", "another-title",
		"WIP: Divide", "It divides.", "some older words", "Divides "} {
		if strings.Contains(without, text) {
			t.Errorf("a record without source holds %q", text)
		}
	}
	for _, text := range []string{"a line of the source", "A body beyond the limit", "WIP: Divide", "Divides [redacted]"} {
		if !strings.Contains(with, text) {
			t.Errorf("a record with source lacks %q", text)
		}
	}
	for name, data := range map[string]string{"without": without, "with": with} {
		for _, text := range []string{canary, "nobody-else"} {
			if strings.Contains(data, text) {
				t.Errorf("%s source the record holds %q", name, text)
			}
		}
		if !strings.Contains(data, hash(secretLine)) || !strings.Contains(data, "Division by zero") {
			t.Errorf("%s source the record lacks the hash of a quote or a shown finding", name)
		}
	}
}

func TestNoSecretHidesInAnyText(t *testing.T) {
	// Everything that Clean does not know of goes through the redaction as well, also what becomes base64.
	in := input(t, host(t, withSource...))
	in.Redact = func(s string) string {
		return strings.NewReplacer("src/caf", "[gone]", "Division", "[gone]", "acme", "[gone]", "bob", "[gone]").Replace(s)
	}
	data := string(render(t, in))
	for _, text := range []string{"src/caf", "c3JjL2NhZ", "Division", "acme", `"bob"`} {
		if strings.Contains(data, text) {
			t.Errorf("the record holds %q", text)
		}
	}
	if r := open(t, []byte(data)); !r.Source.Redacted {
		t.Error("the record does not say that secrets were taken out")
	} else if r.HasTexts() {
		t.Error("rules would be applied to garbled texts")
	}
}

func TestNamesThatAreNotUTF8ComeBack(t *testing.T) {
	r := open(t, render(t, input(t, host(t))))
	if got := string(r.Change.Files[2].Path); got != "src/caf\xe9.bin" {
		t.Errorf("%q", got)
	}
}

func TestARunThatFailedBeforeAnythingWasReadHasARecord(t *testing.T) {
	in := input(t, host(t))
	in.Change, in.Rules.Results, in.Config = in.Decision.Basis.Change, nil, host(t)
	in.Change.Files = nil
	in.Decision = verdict.Decide(verdict.Input{Reasons: []verdict.Reason{verdict.Fault("read_failed", "the server does not answer")}})
	r := open(t, render(t, in))
	if list := r.Replay(); len(list) > 0 || r.Decision.Verdict != "ERROR" {
		t.Errorf("%v, %+v", list, r.Decision)
	}
	if text := r.Explain(); !strings.Contains(text, "read_failed") || !strings.Contains(text, "No rule was applied.") {
		t.Error(text)
	}
}

func TestTheTextsOfARecordAreThoseOfTheChange(t *testing.T) {
	in := input(t, host(t, withSource...))
	in.Change.Body, in.Redact = "plain", nil
	r := open(t, render(t, in))
	c, err := r.facts()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(in.Change.Files, c.Files); d != "" {
		t.Errorf("(-change +record)\n%s", d)
	}
	cfg, ok := r.Effective()
	if list := r.Rerun(cfg); !ok || !r.HasTexts() || len(list) > 0 {
		t.Errorf("%v, %v", ok, list)
	}
	r.Source.Files[1].Hunks[0].Lines[3] += "\u202e" // a line that hides something, in a record that says it does not
	if list := strings.Join(r.Rerun(cfg), "\n"); !strings.Contains(list, "rule injection: recorded nothing, found again ORANGE hidden_characters") ||
		!strings.Contains(list, "SHA-256 of the diff") {
		t.Error(list)
	}
}
