package usage_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/usage"
)

// collected is the statistics of lines, each of another PR, with these fields besides the needed ones.
func collected(t *testing.T, fields ...string) usage.Statistics {
	t.Helper()
	c := usage.New()
	for i, f := range fields {
		line := fmt.Sprintf(`{"timestamp":"2026-11-01T08:00:00Z","verdict":"GREEN","pr":%d,%s}`, i, f)
		if err := c.Read("f", strings.NewReader(line)); err != nil || len(c.Faults()) > 0 {
			t.Fatalf("%v %q", err, c.Faults())
		}
	}
	return c.Statistics()
}

// asked is a run that asked a model once, with its prompt tokens per 1000 counted ones.
func asked(prompt int) string {
	return fmt.Sprintf(`"model":"m","calls":1,"counted_raw_tokens":1000,"prompt_tokens":%d,"cost_status":"reported","token_count_factor":1.15,"token_count_method":"o200k_base"`, prompt)
}

func TestTheFactorIsMeasuredWhereBothNumbersAreAboutOnePrompt(t *testing.T) {
	for name, tc := range map[string]struct {
		fields string
		n      int
	}{
		"one call":                           {asked(1300), 1},
		"no call":                            {`"calls":0,"counted_raw_tokens":1000`, 0},
		"two calls":                          {strings.Replace(asked(2600), `"calls":1`, `"calls":2`, 1), 0},
		"a deep review":                      {asked(1300) + `,"deep":{}`, 0},
		"no usage reported":                  {asked(0), 0},
		"nothing counted":                    {strings.Replace(asked(1300), "1000", "0", 1), 0},
		"unknown cost":                       {strings.Replace(asked(1300), "reported", "unknown", 1), 0},
		"another method":                     {strings.Replace(asked(1300), "o200k_base", "estimate", 1), 0},
		"a model that is beyond every bound": {asked(10_001), 0},
		"a line without a method":            {strings.Replace(asked(1300), "o200k_base", "", 1), 1},
	} {
		t.Run(name, func(t *testing.T) {
			c := collected(t, tc.fields).Calibration
			if c.All.N != tc.n || tc.n == 1 && (c.Models[0].Median != 1.3 || c.Models[0].Configured != 1.15) {
				t.Errorf("%+v", c)
			}
			left := 0
			for _, n := range c.Skipped {
				left += n
			}
			if calls := !strings.Contains(tc.fields, `"calls":0`); calls && left+tc.n != 1 {
				t.Errorf("left out %v", c.Skipped)
			}
		})
	}
}

func TestTheSuggestionIsTheP95RoundedUp(t *testing.T) {
	for _, tc := range []struct {
		prompts   []int
		p95, want float64
		few       bool
	}{
		{[]int{1520}, 1.52, 1.55, true},
		{[]int{1550}, 1.55, 1.55, true}, // a multiple stays
		{[]int{1551}, 1.551, 1.6, true},
		{[]int{100}, 0.1, 0.1, true},
		{[]int{10_000}, 10, 10, true},
		{[]int{1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900}, 1.9, 1.9, false},
		{append(make19(1200), 5000), 1.2, 1.2, false}, // one outlier of twenty
	} {
		var fields []string
		for _, p := range tc.prompts {
			fields = append(fields, asked(p))
		}
		s := collected(t, fields...)
		m := s.Calibration.Models[0]
		if m.P95 != tc.p95 || fmt.Sprintf("%.4f", m.Suggested) != fmt.Sprintf("%.4f", tc.want) || m.Few != tc.few || m.N != len(tc.prompts) {
			t.Errorf("%v: %+v, want %g", tc.prompts, m, tc.want)
		}
		if warned := strings.Contains(s.Text(), "below 10 this is a guess"); warned != tc.few {
			t.Errorf("%v: warned %v", tc.prompts, warned)
		}
	}
}

func make19(n int) (list []int) {
	for range 19 {
		list = append(list, n)
	}
	return list
}

func TestEachModelHasAFactorOfItsOwn(t *testing.T) {
	s := collected(t, asked(1500), asked(1400), strings.Replace(asked(1100), `"m"`, `"small"`, 1))
	var got []string
	for _, m := range s.Calibration.Models {
		got = append(got, fmt.Sprintf("%s %d %.2f", m.Model, m.N, m.Suggested))
	}
	if diff := cmp.Diff([]string{"m 2 1.50", "small 1 1.10"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCostsAddUpAndTheUnknownIsNoZero(t *testing.T) {
	s := collected(t,
		`"repository":"a","model":"m","calls":1,"cost_usd":0.5,"cost_status":"reported"`,
		`"repository":"a","model":"m","calls":1,"cost_usd":0.25,"cost_status":"estimated"`,
		`"repository":"a","model":"n","calls":2,"cost_usd":0.125,"cost_status":"unknown"`,
		`"repository":"b","model":"m","calls":0,"cost_status":"none","reused":true`,
		`"repository":"b","model":"m","calls":0,"classifier":{"cost_usd":0.0625}`)
	want := []usage.Cost{{Name: "a", Runs: 3, Asked: 3, CostUSD: 0.875, MaxUSD: 0.5, Reported: 1, Estimated: 1, Unknown: 1}, {Name: "b", Runs: 2, ClassifierUSD: 0.0625}}
	if diff := cmp.Diff(want, s.Repositories); diff != "" {
		t.Error(diff)
	}
	want = []usage.Cost{{Name: "m", Runs: 2, Asked: 2, CostUSD: 0.75, MaxUSD: 0.5, Reported: 1, Estimated: 1}, {Name: "n", Runs: 1, Asked: 1, CostUSD: 0.125, MaxUSD: 0.125, Unknown: 1}}
	if diff := cmp.Diff(want, s.Models); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(usage.Calls{With: 3, Reused: 1, Decided: 1}, s.Calls); diff != "" || s.Total.CostUSD != 0.875 || s.Reused != 1 {
		t.Errorf("%s%+v", diff, s.Total)
	}
	if page := pageOf(t, s); !strings.Contains(page, "1 of them have an unknown part, so this is a lower bound") || !strings.Contains(page, "at least 0.8750") {
		t.Error("the page takes the unknown for zero")
	}
}

func TestReasonsCountOncePerRun(t *testing.T) {
	s := collected(t, `"reasons":[{"code":"risky_path","level":"YELLOW"},{"code":"risky_path","level":"YELLOW"},{"code":"x","level":"ORANGE"}]`,
		`"reasons":[{"code":"risky_path","level":"YELLOW"}]`, `"verdict":"ERROR","reasons":[{"code":"timed_out","level":"ERROR"},{"code":"x","level":"ORANGE"}]`,
		`"verdict":"ERROR"`)
	if diff := cmp.Diff([]usage.Cause{{"risky_path", 2}, {"x", 2}, {"timed_out", 1}}, s.Reasons); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]usage.Cause{{"(not named)", 1}, {"timed_out", 1}}, s.Errors); diff != "" || s.Durations.TimedOut != 1 {
		t.Error(diff, s.Durations.TimedOut)
	}
}

func TestARowOfTheCSVExecutesNothingAndCanBeReadBack(t *testing.T) {
	var b strings.Builder
	w, err := usage.NewCSV(&b)
	if err != nil {
		t.Fatal(err)
	}
	c := usage.New()
	c.Each = w.Write
	read(t, c, "hostile.jsonl", "one.jsonl", "two.jsonl", "one.jsonl")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(rows) != 17+46+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if diff := cmp.Diff(usage.Columns, rows[0]); diff != "" {
		t.Error(diff)
	}
	for i, row := range rows {
		for _, cell := range row {
			if strings.HasPrefix(cell, "'") {
				continue
			}
			if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) || strings.ContainsAny(cell, "\x1b\u202e") {
				t.Errorf("row %d has the cell %q", i, cell)
			}
		}
	}
	if n := strings.Count(b.String(), "\r\n"); n < len(rows) || strings.Count(strings.ReplaceAll(b.String(), "\r\n", ""), "\r") > 0 {
		t.Errorf("%d line ends", n)
	}
}

func TestCellsThatASpreadsheetWouldExecuteBeginWithAnApostrophe(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "plain": "plain", "a=b": "a=b", "1.5": "1.5", "o/r-s": "o/r-s",
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\tx": "'\tx", "\rx": `'\x0dx`, "\nx": "'\nx", "  =1": "'  =1", "\u00a0=1": "'\u00a0=1",
		"＝1": "'＝1", "a;=1": "a;'=1", "a; \"=1": "a; \"'=1", "a\n=1": "a\n'=1", "a\t+1": "a\t'+1", "a\x1b": `a\x1b`, "a\r\nb": "a\nb",
	} {
		if got := usage.Cell(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestAWriterThatFailsEndsTheReading(t *testing.T) {
	full := errors.New("no space left on device")
	c := usage.New()
	c.Each = func(usage.Record) error { return full }
	if err := c.Read("f", strings.NewReader(minimal+"}\n"+minimal+`,"pr":2}`)); !errors.Is(err, full) || c.Statistics().Runs != 1 {
		t.Errorf("%v, %d runs", err, c.Statistics().Runs)
	}
}

func FuzzCell(f *testing.F) {
	for _, seed := range []string{"=1", " \u00a0@x", "a;\t=b", "\r\n+", "\xff=\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := usage.Cell(text)
		if start := strings.TrimLeft(cell, " \u00a0"); start != "" && strings.ContainsRune("=+-@\t\r\n", rune(start[0])) {
			t.Errorf("%q becomes %q", text, cell)
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.UseCRLF = true
		if err := w.Write([]string{cell, "end"}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		row, err := csv.NewReader(strings.NewReader(b.String())).Read()
		if err != nil || len(row) != 2 || row[0] != cell {
			t.Errorf("%q is read as %q: %v", cell, row, err)
		}
	})
}
