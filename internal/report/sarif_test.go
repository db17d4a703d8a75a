package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// sarifSchema is the schema of OASIS; its formats (uri, date-time) are checked, too.
func sarifSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("testdata/schema/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	document, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// sarifLog is what tests look at.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct{ ID string }
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Descriptor struct{ ID string }
			}
		}
		VersionControlProvenance []struct{ RepositoryURI, RevisionID string }
		Results                  []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           *struct{ StartLine, EndLine int }
				}
			}
			RelatedLocations    []any
			PartialFingerprints map[string]string
			Suppressions        []any
			Properties          map[string]any
		}
		Properties struct{ FindingsLeftOut int }
	}
}

// validSARIF renders, validates against the schema, and reads back.
func validSARIF(t testing.TB, schema *jsonschema.Schema, in report.Input) (text string, log sarifLog) {
	t.Helper()
	data, err := report.SARIF(in)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Fatalf("%v\n%.3000s", err, data)
	}
	if err := json.Unmarshal(data, &log); err != nil {
		t.Fatal(err)
	}
	for _, r := range log.Runs[0].Results {
		if rules := log.Runs[0].Tool.Driver.Rules; r.RuleIndex >= len(rules) || rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("result of %s has the index %d", r.RuleID, r.RuleIndex)
		}
	}
	return string(data), log
}

// checkedRules is the report of rules that were applied and of which those with these codes found something.
func checkedRules() rules.Report {
	var r rules.Report
	for _, rule := range rules.All {
		r.Results = append(r.Results, rules.Result{Rule: rule.Name})
	}
	return r
}

// placed are reasons that name places in changed files.
var placed = append([]verdict.Reason{
	{Source: verdict.Rule, Level: verdict.Orange, Code: "hidden_characters", Text: "hidden characters: src/a.go:3, c:12 and src/a.go:7 (see src/other.go:9)"},
	{Source: verdict.Model, Level: verdict.Orange, Code: "high_finding", Text: "the model reports 1 finding of high severity: src/a.go:4"},
}, orange[0])

func formatInputs() map[string]report.Input {
	orange := input(placed...)
	orange.Rules = checkedRules()
	failed := input(verdict.Fault("model_timeout", "the model did not answer within [model] timeout_seconds = 120"))
	failed.Rules, failed.Review = checkedRules(), review.Result{}
	unread := input(verdict.Fault("read_failed", "the server does not answer"))
	unread.Review, unread.Change = review.Result{}, pr.Change{}
	green := input()
	green.Rules, green.Review.Findings = checkedRules(), nil
	deep := deepInput(placed...)
	deep.Rules = checkedRules()
	return map[string]report.Input{"orange": orange, "failed": failed, "unread": unread, "green": green, "deep": deep}
}

func TestFilesForToolsAreAsTheGoldenFilesShow(t *testing.T) {
	schema := sarifSchema(t)
	for name, in := range formatInputs() {
		text, _ := validSARIF(t, schema, in)
		golden(t, "formats/"+name+".sarif", text)
		for ending, render := range map[string]func(report.Input) ([]byte, error){"junit.xml": report.JUnit, "rdjson": report.RDJSON} {
			data, err := render(in)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "formats/"+name+"."+ending, string(data))
		}
	}
}

func TestSARIFOfReasonsAndFindings(t *testing.T) {
	schema := sarifSchema(t)
	_, log := validSARIF(t, schema, formatInputs()["orange"])
	run := log.Runs[0]
	var got []string
	for _, r := range run.Results {
		text := r.Level + " " + r.RuleID
		for _, l := range r.Locations {
			text += " " + l.PhysicalLocation.ArtifactLocation.URI
			if region := l.PhysicalLocation.Region; region != nil {
				text += fmt.Sprintf(":%d-%d", region.StartLine, region.EndLine)
			}
		}
		got = append(got, fmt.Sprintf("%s related %d", text, len(r.RelatedLocations)))
	}
	want := []string{
		"error hidden_characters src/a.go:3-3 related 2",
		"warning risky_path related 0",
		"error finding/review src/a.go:4-6 related 0",
		"warning finding/review src/a.go related 0", // of the old version
		"note finding/review src/a.go:90-90 related 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !run.Invocations[0].ExecutionSuccessful || run.VersionControlProvenance != nil {
		t.Errorf("invocation %+v, provenance %+v", run.Invocations, run.VersionControlProvenance)
	}
	in := formatInputs()["orange"]
	in.Change.URL = "https://git.example.org/sub/org/demo/pulls/7"
	_, log = validSARIF(t, schema, in)
	if p := log.Runs[0].VersionControlProvenance; len(p) != 1 || p[0].RepositoryURI != "https://git.example.org/sub/org/demo" || p[0].RevisionID != in.Change.Head.SHA {
		t.Errorf("provenance %+v", p)
	}
}

func TestSARIFOfAnErrorIsARunThatFailed(t *testing.T) {
	_, log := validSARIF(t, sarifSchema(t), formatInputs()["failed"])
	i := log.Runs[0].Invocations[0]
	if i.ExecutionSuccessful || len(i.ToolExecutionNotifications) != 1 || i.ToolExecutionNotifications[0].Descriptor.ID != "model_timeout" || len(log.Runs[0].Results) != 0 {
		t.Errorf("%+v", log.Runs[0])
	}
}

func TestOnlyAFindingThatDoesNotCountIsSuppressed(t *testing.T) {
	_, log := validSARIF(t, sarifSchema(t), formatInputs()["deep"])
	for _, r := range log.Runs[0].Results {
		cleared := r.Properties["id"] == "store-2"
		if (len(r.Suppressions) > 0) != cleared {
			t.Errorf("%v: suppressions %v", r.Properties, r.Suppressions)
		}
	}
	if n := len(log.Runs[0].Results); n != 2+7 {
		t.Errorf("%d results", n)
	}
}

func TestFingerprintsStayWhenLinesMoveAndWordsChange(t *testing.T) {
	schema := sarifSchema(t)
	prints := func(in report.Input) (list []string) {
		_, log := validSARIF(t, schema, in)
		seen := map[string]bool{}
		for _, r := range log.Runs[0].Results {
			p := r.PartialFingerprints["werkrevisor/v1"]
			if seen[p] {
				t.Errorf("%s twice", p)
			}
			seen[p] = true
			list = append(list, p)
		}
		return list
	}
	in := formatInputs()["orange"]
	same := in.Review.Findings[0]
	same.Quote = "x := 1 / y"
	in.Review.Findings = []finding.Finding{same, same}
	before := prints(in)
	moved := same
	moved.Start, moved.End, moved.Title, moved.Severity, moved.Quote = 40, 42, "Other words", finding.Medium, "  x := 1 / y  "
	in.Review.Findings = []finding.Finding{moved, moved}
	if diff := cmp.Diff(before, prints(in)); diff != "" {
		t.Error(diff)
	}
	moved.Quote = "another line"
	in.Review.Findings = []finding.Finding{moved, moved}
	if after := prints(in); after[2] == before[2] {
		t.Error("another line has the same fingerprint")
	}
}

func TestHostileTextsMakeNoFormatInvalid(t *testing.T) {
	schema := sarifSchema(t)
	hostile := []string{"\x00\x01\x1b[31m\u202e\ufffe\uffff\ufeff", "a\xff\xfeb", "]]><x a=\"1\">&lt;<!-- -->", "[text](https://evil.example/) {0} {{", strings.Repeat("ä", 9000),
		"C:\\x", "a:b/c d?#%", "", "..", "\r\n\t", "\"\u2028'"}
	for i, text := range hostile {
		in := deepInput(verdict.Reason{Source: verdict.Rule, Level: verdict.Red, Code: "open_questions", Text: text + ":3 " + text})
		in.Version, in.Change.Head.Ref, in.Change.URL = text, text, "https://git.example.org/"+text+"/pulls/7"
		in.Change.Files = append(in.Change.Files, pr.File{Path: text, OldPath: text})
		for j := range in.Review.Findings {
			f := &in.Review.Findings[j]
			f.File, f.Title, f.Body, f.Scenario, f.Unverified, f.ID, f.Category, f.Quote = text, text, text, text, text, text+fmt.Sprint(j), text, text
			f.MergedInto, f.Verification.Reason = text, text
			f.Start, f.End = -i, i-5
		}
		out, log := validSARIF(t, schema, in)
		if strings.ContainsAny(out, "\x00\x1b\u202e\ufeff") || strings.Contains(out, "](https") {
			t.Errorf("%q: a text acts", text)
		}
		for _, r := range log.Runs[0].Results {
			for _, l := range r.Locations {
				if uri := l.PhysicalLocation.ArtifactLocation.URI; strings.ContainsAny(uri, " :?#\\\x00") {
					t.Errorf("uri %q", uri)
				}
			}
		}
		readJUnit(t, in)
		readRDJSON(t, in)
	}
}

func TestManyFindingsAreBounded(t *testing.T) {
	schema := sarifSchema(t)
	in := formatInputs()["orange"]
	in.Config.Review.MaxFindings = -1
	long := finding.Finding{File: "src/a.go", Side: finding.New, Start: 1, End: 1, Title: "t", Body: strings.Repeat("long ", 10000), Severity: finding.High}
	for i := range 10000 {
		long.Start, long.End = i+1, i+1
		in.Review.Findings = append(in.Review.Findings, long)
	}
	text, log := validSARIF(t, schema, in)
	if n := len(log.Runs[0].Results); n != 5000 || log.Runs[0].Properties.FindingsLeftOut != 10000+3+2-5000 || len(text) > 8<<20 {
		t.Errorf("%d results, %d left out, %d bytes", n, log.Runs[0].Properties.FindingsLeftOut, len(text))
	}
	suites, data := readJUnit(t, in)
	if last := suites.Suites[1].Cases[len(suites.Suites[1].Cases)-1]; last.Name != "findings left out" || last.Failure == nil || len(data) > 8<<20 {
		t.Errorf("%d bytes, %+v", len(data), last)
	}
	if d, data := readRDJSON(t, in); len(d.Diagnostics) != 5000 || len(data) > 8<<20 {
		t.Errorf("%d diagnostics, %d bytes", len(d.Diagnostics), len(data))
	}
}

// What the comment leaves out stands in no file either (product.md 12): these files are public as well.
func TestFilesForToolsSayNoMoreThanTheComment(t *testing.T) {
	for name, in := range map[string]report.Input{"single": input(orange...), "deep": deepInput(orange...)} {
		in.Config.Review.MaxFindings = 1
		for i := range in.Review.Findings {
			f := &in.Review.Findings[i]
			mark := fmt.Sprintf("mark%d", i)
			f.Title, f.Body, f.Scenario, f.Quote, f.Fix = mark+"title", mark+"body", mark+"scenario", mark+"quote", mark+"fix"
			f.Verification.Reason, f.Verification.Evidence = mark+"reason", []finding.Evidence{{File: "src/a.go", Line: 1, Quote: mark + "evidence"}}
		}
		comment := report.Comment(in)
		for format, render := range map[string]func(report.Input) ([]byte, error){"sarif": report.SARIF, "junit": report.JUnit, "rdjson": report.RDJSON} {
			data, err := render(in)
			if err != nil {
				t.Fatal(err)
			}
			hits := 0
			for i := range in.Review.Findings {
				for _, part := range []string{"title", "body", "scenario", "quote", "fix", "reason", "evidence"} {
					text := fmt.Sprintf("mark%d%s", i, part)
					if strings.Contains(string(data), text) {
						hits++
						if !strings.Contains(comment, text) || part == "quote" {
							t.Errorf("%s %s: %s is not in the comment", name, format, text)
						}
					}
				}
			}
			if hits < 3 {
				t.Errorf("%s %s: %d texts are shown", name, format, hits)
			}
		}
	}
}

// The comment is cut at its limit; what it does not reach is left out of the files, too.
func TestFilesForToolsEndWhereTheCommentIsCut(t *testing.T) {
	for name, in := range map[string]report.Input{"single": input(orange...), "deep": deepInput(orange...)} {
		for _, filler := range []string{"word ", "<&\\*", "a\nb\n", "@x #1 "} {
			in.Config.Review.MaxFindings = -1
			in.Review.Findings = nil
			for i := range 60 {
				f := finding.Finding{ID: fmt.Sprint("api-", i), Source: finding.FromArea, File: "src/a.go", Side: finding.New, Start: 1 + i, End: 1 + i, Severity: finding.High,
					Title: fmt.Sprintf("mark%dtitle", i), Body: strings.Repeat(filler, 400) + fmt.Sprintf("mark%dbody", i)}
				if name == "deep" && i%2 == 0 {
					f.Verification = finding.Verification{Outcome: finding.False, Reason: fmt.Sprintf("mark%dreason", i)}
				}
				in.Review.Findings = append(in.Review.Findings, f)
			}
			comment := report.Comment(in)
			data, err := report.SARIF(in)
			if err != nil {
				t.Fatal(err)
			}
			hits := 0
			for i := range 60 {
				for _, part := range []string{"title", "body", "reason"} {
					if text := fmt.Sprintf("mark%d%s", i, part); strings.Contains(string(data), text) {
						hits++
						if !strings.Contains(comment, text) {
							t.Errorf("%s, %q: %s is not in the comment", name, filler, text)
						}
					}
				}
			}
			if hits < 6 || hits > 100 {
				t.Errorf("%s, %q: %d texts are shown", name, filler, hits)
			}
		}
	}
}

func TestSecretsStandInNoFile(t *testing.T) {
	in := deepInput(verdict.Reason{Source: verdict.Rule, Level: verdict.Yellow, Code: "risky_path", Text: "HUSH"})
	in.Rules = rules.Report{Results: []rules.Result{{Rule: "hard_paths", Outcome: rules.Outcome{Reasons: []verdict.Reason{{Code: "risky_path", Text: "HUSH"}}}}}}
	in.Change.Head.Ref, in.Review.Findings[0].Title, in.Review.Findings[0].Quote, in.Review.Findings[1].Unverified = "HUSH", "HUSH", "HUSH", "HUSH"
	in.Change.URL = "https://git.example.org/HUSH/demo/pulls/7"
	in = report.Clean(in, func(s string) string { return strings.ReplaceAll(s, "HUSH", "***") })
	for format, render := range map[string]func(report.Input) ([]byte, error){"sarif": report.SARIF, "junit": report.JUnit, "rdjson": report.RDJSON} {
		if data, err := render(in); err != nil || strings.Contains(string(data), "HUSH") {
			t.Errorf("%s: %v\n%s", format, err, data)
		}
	}
}

func FuzzFormatsStayValid(f *testing.F) {
	f.Add("a/b.go", "Title", "see a/b.go:3", 1, 2, uint8(0))
	f.Add("\xff\x00", "]](\u202e", "<![CDATA[", -1, 1<<40, uint8(255))
	schema := sarifSchema(f)
	f.Fuzz(func(t *testing.T, path, title, text string, start, end int, bits uint8) {
		in := deepInput(verdict.Reason{Source: verdict.Rule, Level: verdict.Level(1 + bits%3), Code: "risky_path", Text: text})
		if bits&64 != 0 {
			in.Review.Deep = nil
		}
		in.Config.Review.MaxFindings = int(bits%8) - 1
		in.Change.Files = append(in.Change.Files, pr.File{Path: path, OldPath: path})
		in.Change.URL = path + "/pulls/7"
		for i := range in.Review.Findings {
			g := &in.Review.Findings[i]
			g.File, g.Title, g.Body, g.Category, g.Start, g.End = path, title, text, title, start, end
			g.Severity = finding.Severity(i % 3)
		}
		validSARIF(t, schema, in)
		readJUnit(t, in)
		readRDJSON(t, in)
	})
}
