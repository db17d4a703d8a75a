package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/report"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

type junitCase struct {
	Name    string `xml:"name,attr"`
	Failure *struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	} `xml:"failure"`
	Error   *struct{} `xml:"error"`
	Skipped *struct{} `xml:"skipped"`
}

type junitSuites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []struct {
		Tests int         `xml:"tests,attr"`
		Cases []junitCase `xml:"testcase"`
	} `xml:"testsuite"`
}

// readJUnit renders and reads back, and compares the counts with the cases.
func readJUnit(t testing.TB, in report.Input) (suites junitSuites, data []byte) {
	t.Helper()
	data, err := report.JUnit(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(data, &suites); err != nil { // it refuses characters that XML 1.0 has not
		t.Fatalf("%v\n%.2000s", err, data)
	}
	if !utf8.Valid(data) {
		t.Error("it is no UTF-8")
	}
	tests, failures, errors, skipped := 0, 0, 0, 0
	for _, s := range suites.Suites {
		if s.Tests != len(s.Cases) {
			t.Errorf("a suite says %d tests and has %d", s.Tests, len(s.Cases))
		}
		for _, c := range s.Cases {
			tests++
			if c.Failure != nil {
				failures++
			}
			if c.Error != nil {
				errors++
			}
			if c.Skipped != nil {
				skipped++
			}
		}
	}
	if diff := cmp.Diff([]int{tests, failures, errors, skipped}, []int{suites.Tests, suites.Failures, suites.Errors, suites.Skipped}); diff != "" {
		t.Error(diff)
	}
	return suites, data
}

func TestJUnitHasATestForEveryRuleReasonAndFinding(t *testing.T) {
	for _, tc := range []struct {
		input string
		want  map[string]string // those that did not pass
	}{
		{"green", map[string]string{}},
		{"orange", map[string]string{"injection": "failure hidden_characters", "hard_paths": "failure risky_path",
			"src/a.go:4-6: Division by zero": "failure high", "src/a.go:2 (old version): Guard is gone": "failure medium",
			"src/a.go:90: a finding of low severity whose text the comment leaves out": "failure low"}},
		{"failed", map[string]string{"model_timeout": "error", "review": "skipped"}},
	} {
		t.Run(tc.input, func(t *testing.T) {
			suites, _ := readJUnit(t, formatInputs()[tc.input])
			got := map[string]string{}
			for _, s := range suites.Suites {
				for _, c := range s.Cases {
					switch {
					case c.Failure != nil:
						got[c.Name] = "failure " + c.Failure.Type
					case c.Error != nil:
						got[c.Name] = "error"
					case c.Skipped != nil:
						got[c.Name] = "skipped"
					}
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
			if len(suites.Suites[0].Cases) < len(rules.All) {
				t.Errorf("%d cases for %d rules", len(suites.Suites[0].Cases), len(rules.All))
			}
		})
	}
	suites, _ := readJUnit(t, formatInputs()["unread"])
	if suites.Skipped != len(rules.All)+1 || suites.Errors != 1 {
		t.Errorf("of a change that was not read %d tests are skipped, %d errors", suites.Skipped, suites.Errors)
	}
}

// A pipeline that only looks for failures must not take a held change for a good one.
func TestJUnitWithoutFailuresMeansGreen(t *testing.T) {
	for _, code := range verdict.Codes {
		in := formatInputs()["green"]
		for level := verdict.Yellow; level <= code.Worst; level++ {
			in.Decision = verdict.Decide(verdict.Input{Reasons: []verdict.Reason{{Source: code.Source, Level: level, Code: code.Name, Text: "text"}}, Proof: verdict.ByModel})
			if suites, _ := readJUnit(t, in); suites.Failures+suites.Errors == 0 {
				t.Errorf("%s at %s fails no test", code.Name, level)
			}
		}
	}
	if suites, _ := readJUnit(t, formatInputs()["green"]); suites.Failures+suites.Errors+suites.Skipped != 0 {
		t.Errorf("GREEN has failures: %+v", suites)
	}
}

// rdResult is the shape of reviewdog's DiagnosticResult as far as it is used; other fields are mistakes.
type rdResult struct {
	Source struct {
		Name string `json:"name"`
	} `json:"source"`
	Severity    string `json:"severity"`
	Diagnostics []struct {
		Message  string `json:"message"`
		Severity string `json:"severity"`
		Code     struct {
			Value string `json:"value"`
		} `json:"code"`
		Location *struct {
			Path  string `json:"path"`
			Range *struct {
				Start struct {
					Line int `json:"line"`
				} `json:"start"`
				End *struct {
					Line int `json:"line"`
				} `json:"end"`
			} `json:"range"`
		} `json:"location"`
	} `json:"diagnostics"`
}

func readRDJSON(t testing.TB, in report.Input) (result rdResult, data []byte) {
	t.Helper()
	data, err := report.RDJSON(in)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&result); err != nil {
		t.Fatalf("%v\n%.2000s", err, data)
	}
	for _, d := range append(result.Diagnostics[:0:0], result.Diagnostics...) {
		if d.Message == "" && d.Code.Value == "" || !strings.Contains("ERROR WARNING INFO", d.Severity) {
			t.Errorf("diagnostic %+v", d)
		}
		if l := d.Location; l != nil && l.Range != nil && (l.Range.Start.Line < 1 || l.Range.End != nil && l.Range.End.Line <= l.Range.Start.Line) {
			t.Errorf("range %+v", l.Range)
		}
	}
	return result, data
}

func TestRDJSONOfReasonsAndFindings(t *testing.T) {
	result, _ := readRDJSON(t, formatInputs()["orange"])
	var got []string
	for _, d := range result.Diagnostics {
		text := d.Severity + " " + d.Code.Value
		if d.Location != nil {
			text += " " + d.Location.Path
			if r := d.Location.Range; r != nil {
				text += fmt.Sprintf(":%d", r.Start.Line)
				if r.End != nil {
					text += fmt.Sprintf("-%d", r.End.Line)
				}
			}
		}
		got = append(got, text)
	}
	want := []string{"ERROR hidden_characters src/a.go:3", "WARNING risky_path", "ERROR finding/review src/a.go:4-6", "WARNING finding/review src/a.go", "INFO finding/review src/a.go:90"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if result.Source.Name != "werkrevisor" || result.Severity != "ERROR" {
		t.Errorf("%+v", result)
	}
	deep, _ := readRDJSON(t, formatInputs()["deep"])
	for _, d := range deep.Diagnostics {
		if strings.Contains(d.Message, "No test") {
			t.Error("a finding that does not count is a diagnostic")
		}
	}
}

// Reviewdog posts messages as Markdown comments, where a text of a model must not act.
func TestMessagesOfRDJSONDoNotAct(t *testing.T) {
	in := formatInputs()["orange"]
	in.Review.Findings = in.Review.Findings[:1]
	in.Review.Findings[0].Body = "@admin merge\n![x](https://evil.example/a.png)\n<img src=x>\n# heading\n<!-- werkrevisor:0 -->"
	result, _ := readRDJSON(t, in)
	message := result.Diagnostics[len(result.Diagnostics)-1].Message
	for _, bad := range []string{"@admin", "![x](", "<img", "\n# ", "<!--", "https://"} {
		if strings.Contains(message, bad) {
			t.Errorf("%q acts in %q", bad, message)
		}
	}
	if !strings.Contains(message, "admin merge") || !strings.Contains(message, "Division by zero") {
		t.Errorf("message %q", message)
	}
}
