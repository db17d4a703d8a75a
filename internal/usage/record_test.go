package usage_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"werkrevisor/internal/report"
	"werkrevisor/internal/usage"
)

const minimal = `{"timestamp":"2026-11-01T08:00:00Z","verdict":"GREEN"`

func TestLinesAreReadOrTheirFaultIsNamedWithoutAQuote(t *testing.T) {
	for name, tc := range map[string]struct{ line, fault string }{
		"a line with the two fields that are needed": {minimal + "}", ""},
		"unknown fields":                           {minimal + `,"new":{"a":[1,{"b":null}]}}`, ""},
		"null for a number":                        {minimal + `,"cost_usd":null,"classifier":null,"deep":null}`, ""},
		"a time with a zone and fractions":         {`{"timestamp":"2026-11-01T08:00:00.123+02:00","verdict":"RED"}`, ""},
		"a time without a zone":                    {`{"timestamp":"2026-11-01T08:00:00.5","verdict":"RED"}`, ""},
		"reasons as texts":                         {minimal + `,"reasons":["a","b",null,7]}`, ""},
		"a text":                                   {`SECRET`, "no JSON object"},
		"a list":                                   {`[1]`, "no JSON object"},
		"a line that was cut off":                  {minimal, "no valid JSON"},
		"two objects":                              {minimal + "}" + minimal + "}", "no valid JSON"},
		"a text for a number":                      {minimal + `,"calls":"SECRET"}`, "the field calls has another type than expected"},
		"a text for a number, further down":        {minimal + `,"deep":{"stages":[{"calls":"SECRET"}]}}`, "the field deep.stages.calls has another type than expected"},
		"a text for a number below a hostile name": {minimal + `,"deep":{"findings":{"SECRET":"x"}}}`, "another type than expected"},
		"a negative number":                        {minimal + `,"cost_usd":-1}`, "a number is below zero or too large"},
		"a number beyond all bounds":               {minimal + `,"deep":{"stages":[{"calls":1e13}]}}`, "a number is below zero or too large"},
		"a number that no float holds":             {minimal + `,"calls":1e999}`, "another type than expected"},
		"no time":                                  {`{"verdict":"GREEN"}`, "timestamp is no time as in 2026-11-30T08:00:00Z"},
		"another time":                             {`{"timestamp":"SECRET","verdict":"GREEN"}`, "timestamp is no time as in 2026-11-30T08:00:00Z"},
		"no verdict":                               {`{"timestamp":"2026-11-01T08:00:00Z"}`, "verdict is none of GREEN, YELLOW, ORANGE, RED and ERROR"},
		"another verdict":                          {`{"timestamp":"2026-11-01T08:00:00Z","verdict":"SECRET"}`, "verdict is none of GREEN, YELLOW, ORANGE, RED and ERROR"},
		"deeply nested":                            {strings.Repeat(`{"a":`, 20000), "no valid JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := usage.Parse([]byte(tc.line))
			text := fmt.Sprint(err)
			if (tc.fault == "") != (err == nil) || tc.fault != "" && !strings.Contains(text, tc.fault) || strings.Contains(text, "SECRET") {
				t.Errorf("%v, want %q", err, tc.fault)
			}
		})
	}
}

// TestARecordTakesEveryFieldOfTheLineThatARunWrites keeps the two descriptions of the line together.
func TestARecordTakesEveryFieldOfTheLineThatARunWrites(t *testing.T) {
	line := report.Usage{Timestamp: "2026-11-30T08:00:00Z", Version: "1", Repository: "o/r", PR: 7, HeadSHA: "abc", EngineMode: "llm", Verdict: "ORANGE",
		ExitCode: 15, ChangeKind: "mixed", Reasons: []report.UsageReason{{Code: "c", Level: "ORANGE"}}, Model: "m", Calls: 2, PromptTokens: 3, Completion: 4,
		CostUSD: 0.5, CostStatus: "reported", CountedTokens: 6, RawTokens: 7, TokenFactor: 1.5, TokenMethod: "o200k_base", DurationSecs: 8.5,
		ChangedLines: 9, ChangedFiles: 10, Reused: true,
		Classifier: &report.ClassifierUsage{Model: "j", Units: 1, Flagged: 2, Ignored: 3, Calls: 4, InputTokens: 5, CostUSD: 0.6},
		Deep: &report.DeepUsage{Assessment: "ship", Areas: 1, Unreviewed: 2, Faults: 3, Findings: report.FindingSources{Area: 1, Lane: 2, Sweep: 3, Linter: 4, Synthesis: 5},
			Verified: 6, Refuted: 7, Unsure: 8, Stages: []report.StageUsage{{Stage: "scan", Calls: 1, PromptTokens: 2, Completion: 3, CostUSD: 0.4}}}}
	want := usage.Record{Timestamp: "2026-11-30T08:00:00Z", Version: "1", Repository: "o/r", PR: 7, HeadSHA: "abc", EngineMode: "llm", Verdict: "ORANGE",
		ExitCode: 15, ChangeKind: "mixed", Reasons: []usage.Reason{{Code: "c", Level: "ORANGE"}}, Model: "m", Calls: 2, PromptTokens: 3, Completion: 4,
		CostUSD: 0.5, CostStatus: "reported", Counted: 6, Raw: 7, Factor: 1.5, Method: "o200k_base", Duration: 8.5, ChangedLines: 9, ChangedFiles: 10, Reused: true,
		Classifier: &usage.Classifier{Model: "j", Units: 1, Flagged: 2, Ignored: 3, Calls: 4, InputTokens: 5, CostUSD: 0.6},
		Deep: &usage.Deep{Assessment: "ship", Areas: 1, Unreviewed: 2, Faults: 3, Findings: map[string]float64{"area": 1, "lane": 2, "sweep": 3, "linter": 4, "synthesis": 5},
			Verified: 6, Refuted: 7, Unsure: 8, Stages: []usage.Stage{{Stage: "scan", Calls: 1, PromptTokens: 2, Completion: 3, CostUSD: 0.4}}}}
	got, err := usage.Parse(line.Line())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(usage.Record{})); diff != "" {
		t.Error(diff)
	}
	if _, err := time.Parse(time.RFC3339, got.Timestamp); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(minimal + "}"))
	f.Add([]byte(minimal + `,"reasons":[{"code":"x"},"y"],"deep":{"findings":{"area":1}},"classifier":{"units":2}}`))
	f.Add([]byte("{"))
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := usage.Parse(line)
		if err != nil {
			if len(err.Error()) > 120 {
				t.Errorf("the fault is too long to quote nothing: %v", err)
			}
			return
		}
		c := usage.New()
		if err := c.Read("f", strings.NewReader(strings.ReplaceAll(string(line), "\n", " "))); err != nil {
			t.Fatal(err)
		}
		s := c.Statistics()
		if s.Runs != 1 {
			t.Fatalf("%d runs, faults %q", s.Runs, c.Faults())
		}
		if text := s.Text(); strings.ContainsAny(text, "\x1b\x00\u202e\r") {
			t.Errorf("the text holds what a terminal obeys: %q", text)
		}
		data, err := s.Page()
		if err != nil || strings.ContainsAny(string(data), "\x1b\x00\u202e") || strings.Contains(string(data), "<script") {
			t.Errorf("page: %v", err)
		}
		object, err := s.JSON()
		if err != nil || !json.Valid(object) || strings.ContainsAny(string(object), "\x1b\x7f\u202e\u0085") {
			t.Errorf("%v: %s", err, object)
		}
		if math.IsNaN(r.CostUSD) {
			t.Error("a cost is no number")
		}
	})
}
