package usage_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/page"
	"werkrevisor/internal/usage"
)

func lines(list ...string) io.Reader { return strings.NewReader(strings.Join(list, "\n")) }

func TestTheLineOfARunCountsOnce(t *testing.T) {
	run := minimal + `,"repository":"o/r","pr":7,"head_sha":"a","version":"1","duration_seconds":2.5}`
	for name, tc := range map[string]struct {
		line string
		runs int
	}{
		"the same line":                   {run, 1},
		"the same line, formatted anew":   {`{ "pr": 7.0, "head_sha":"a","version":"1","repository":"o/r","duration_seconds":25e-1,"verdict":"GREEN","timestamp":"2026-11-01T09:00:00+01:00"}`, 1},
		"another PR":                      {strings.Replace(run, `"pr":7`, `"pr":8`, 1), 2},
		"another repository":              {strings.Replace(run, "o/r", "o/s", 1), 2},
		"another head":                    {strings.Replace(run, `"a"`, `"b"`, 1), 2},
		"another second":                  {strings.Replace(run, "08:00:00", "08:00:01", 1), 2},
		"another run in the same second":  {strings.Replace(run, "2.5", "2.6", 1), 2},
		"a second version, on trial":      {strings.Replace(run, `"1"`, `"2"`, 1), 2},
		"the same second, with a verdict": {strings.Replace(run, "GREEN", "ERROR", 1), 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := usage.New()
			if err := errors.Join(c.Read("a", lines(run)), c.Read("b", lines(tc.line, ""))); err != nil {
				t.Fatal(err)
			}
			if s := c.Statistics(); s.Runs != tc.runs || s.Input.Duplicates != 2-tc.runs || s.Input.Lines != 2 || s.Input.Files != 2 {
				t.Errorf("%d runs, %+v", s.Runs, s.Input)
			}
		})
	}
}

func TestBrokenLinesAreNamedAndTheOthersCount(t *testing.T) {
	c := read(t, usage.New(), "broken.jsonl", "one.jsonl")
	want := []string{
		"broken.jsonl:1: no valid JSON", "broken.jsonl:2: no JSON object", "broken.jsonl:4: no JSON object",
		"broken.jsonl:5: timestamp is no time as in 2026-11-30T08:00:00Z", "broken.jsonl:6: verdict is none of GREEN, YELLOW, ORANGE, RED and ERROR",
		"broken.jsonl:7: the field calls has another type than expected", "broken.jsonl:8: a number is below zero or too large"}
	if diff := cmp.Diff(want, c.Faults()); diff != "" {
		t.Error(diff)
	}
	if s := c.Statistics(); s.Runs != 25 || s.Input.Broken != 7 {
		t.Errorf("%d runs, %+v", s.Runs, s.Input)
	}
}

func TestManyBrokenLinesAreCounted(t *testing.T) {
	c := usage.New()
	if err := c.Read("f", strings.NewReader(strings.Repeat("x\n", 1000))); err != nil {
		t.Fatal(err)
	}
	faults := c.Faults()
	if len(faults) != 21 || faults[20] != "and 980 more broken lines" {
		t.Errorf("%d faults, the last is %q", len(faults), faults[len(faults)-1])
	}
}

func TestLineEndsAByteOrderMarkAndEmptyLinesAreNoFault(t *testing.T) {
	c := usage.New()
	if err := c.Read("f", strings.NewReader("\ufeff"+minimal+"}\r\n\r\n  \n"+minimal+`,"pr":2}`)); err != nil {
		t.Fatal(err)
	}
	if s := c.Statistics(); s.Runs != 2 || s.Input.Broken != 0 || s.Input.Lines != 2 {
		t.Errorf("%d runs, %+v, %q", s.Runs, s.Input, c.Faults())
	}
}

func TestALineThatIsTooLongIsSkipped(t *testing.T) {
	c := usage.New()
	long := minimal + `,"pr":1,"x":"` + strings.Repeat("x", usage.MaxLine) + `"}`
	most := minimal + `,"pr":2,"x":"` + strings.Repeat("x", usage.MaxLine-len(minimal)-len(`,"pr":2,"x":""}`)-1) + `"}`
	if err := c.Read("f", lines(long, most, minimal+"}", long)); err != nil {
		t.Fatal(err)
	}
	if s := c.Statistics(); s.Runs != 2 || cmp.Diff([]string{"f:1: longer than 10 MB", "f:4: longer than 10 MB"}, c.Faults()) != "" {
		t.Errorf("%d runs, faults %q", s.Runs, c.Faults())
	}
}

// endless gives one short broken line after the other.
type endless struct{ lines int }

func (e *endless) Read(p []byte) (int, error) {
	n := len(p) / 2 * 2
	for i := 0; i < n; i += 2 {
		p[i], p[i+1] = 'x', '\n'
	}
	e.lines += n / 2
	return n, nil
}

func TestAFloodOfLinesEnds(t *testing.T) {
	c, e := usage.New(), &endless{}
	err := c.Read("f", e)
	if err == nil || !strings.Contains(err.Error(), "more than 1000000 lines") || e.lines > usage.MaxLines+100_000 {
		t.Errorf("%v after %d lines", err, e.lines)
	}
	if err := c.Read("g", lines(minimal+"}")); err == nil {
		t.Error("a further file is read")
	}
}

func TestAFileThatBreaksOffIsAnErrorAndWhatWasReadCounts(t *testing.T) {
	c := usage.New()
	broken := errors.New("input/output error")
	err := c.Read("f", io.MultiReader(lines(minimal+"}", ""), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) || c.Statistics().Runs != 1 {
		t.Errorf("%v, %d runs", err, c.Statistics().Runs)
	}
}

// TestNamesOfHostileLinesDoNotFillMemoryOrPage has a name of its own in every field of 20,000 lines.
func TestNamesOfHostileLinesDoNotFillMemoryOrPage(t *testing.T) {
	c := usage.New()
	var b bytes.Buffer
	for i := range 20_000 {
		name := fmt.Sprintf("%06d", i) + strings.Repeat("<\u202e", 120)
		fmt.Fprintf(&b, `{"timestamp":"%04d-%02d-01T08:00:00Z","verdict":"ERROR","repository":%q,"model":%q,"calls":1,"prompt_tokens":9,"counted_raw_tokens":9,`+
			`"reasons":[{"code":%q,"level":"ERROR"}],"classifier":{"model":%q},"deep":%s}`+"\n", i/12+1, i%12+1, name, name, name, name,
			map[bool]string{true: "null", false: fmt.Sprintf(`{"stages":[{"stage":%q}],"findings":{%q:1}}`, name, name)}[i%2 == 0])
	}
	if err := c.Read("f", &b); err != nil || len(c.Faults()) > 0 {
		t.Fatalf("%v, %q", err, c.Faults())
	}
	s := c.Statistics()
	for what, n := range map[string]int{"repositories": len(s.Repositories), "models": len(s.Models), "months": len(s.Months), "reasons": len(s.Reasons),
		"errors": len(s.Errors), "classifiers": len(s.Classifiers), "stages": len(s.Deep.Stages), "factors": len(s.Calibration.Models)} {
		if n > 1001 || n < 300 {
			t.Errorf("%d %s", n, what)
		}
	}
	if s.Total.Runs != 20_000 || len(s.Deep.Findings) != len(usage.Sources) {
		t.Errorf("%d runs, findings %v", s.Total.Runs, s.Deep.Findings)
	}
	if text := pageOf(t, s); len(text) > page.MaxSize {
		t.Errorf("the page has %d bytes", len(text))
	}
	if text := s.Text(); len(text) > 100_000 {
		t.Errorf("the text has %d bytes", len(text))
	}
}

func TestTheObjectKeepsEveryNameAndHidesNothing(t *testing.T) {
	name := "a\u202eb\U000e0041\x7fc<ü"
	c := usage.New()
	line, err := json.Marshal(map[string]string{"timestamp": "2026-11-01T08:00:00Z", "verdict": "GREEN", "repository": name})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Read("f", bytes.NewReader(line)); err != nil {
		t.Fatal(err)
	}
	data, err := c.Statistics().JSON()
	var back usage.Statistics
	if err != nil || json.Unmarshal(data, &back) != nil || back.Repositories[0].Name != name {
		t.Errorf("%v: %s", err, data)
	}
	if !strings.Contains(string(data), `a\u202eb\udb40\udc41\u007fc\u003cü`) {
		t.Errorf("%s", data)
	}
}

func TestNoLineGivesAPageThatSaysSo(t *testing.T) {
	s := usage.New().Statistics()
	if text := pageOf(t, s); !strings.Contains(text, "There is no run in the input.") {
		t.Errorf("%s", text)
	}
	if s.Text() != "0 runs in 0 files; 0 duplicate lines, 0 broken lines\n" {
		t.Errorf("%q", s.Text())
	}
	data, err := s.JSON()
	var back map[string]any
	if err != nil || json.Unmarshal(data, &back) != nil || back["months"] == nil || back["repositories"] == nil {
		t.Errorf("%v: %s", err, data)
	}
}
