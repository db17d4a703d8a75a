package report

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"time"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// The parts of the JUnit format that are written.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Stamp    string      `xml:"timestamp,attr,omitempty"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string       `xml:"classname,attr"`
		Name    string       `xml:"name,attr"`
		Time    string       `xml:"time,attr"`
		Failure *junitDetail `xml:"failure"`
		Error   *junitDetail `xml:"error"`
		Skipped *junitDetail `xml:"skipped"`
	}
	junitDetail struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit renders a run as test results: each rule and each further reason is a test of the first suite, each finding one of
// the second. The input is cleaned.
//
// Every reason is a failure, YELLOW as well, because it holds the merge; an ERROR is an error. A finding that counts is a
// failure, one that was refuted and does not count is skipped. So the file is free of failures exactly for GREEN.
func JUnit(in Input) ([]byte, error) {
	list, left := entriesOf(in)
	suites := junitSuites{Name: "werkrevisor", Time: seconds(in.Duration), Suites: []junitSuite{
		{Name: "werkrevisor rules", Cases: ruleCases(in, list)}, {Name: "werkrevisor findings", Cases: findingCases(in, list, left)}}}
	for i := range suites.Suites {
		s := &suites.Suites[i]
		s.Time = "0.000"
		if i == 0 {
			s.Time = suites.Time
		}
		if year := in.Started.UTC().Year(); year > 1 && year < 10000 {
			s.Stamp = in.Started.UTC().Format("2006-01-02T15:04:05")
		}
		for j := range s.Cases {
			c := &s.Cases[j]
			c.Time = "0.000"
			s.Tests++
			s.Failures += count(c.Failure)
			s.Errors += count(c.Error)
			s.Skipped += count(c.Skipped)
		}
		suites.Tests, suites.Failures = suites.Tests+s.Tests, suites.Failures+s.Failures
		suites.Errors, suites.Skipped = suites.Errors+s.Errors, suites.Skipped+s.Skipped
	}
	text, err := xml.MarshalIndent(suites, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

func count(d *junitDetail) int {
	if d == nil {
		return 0
	}
	return 1
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", max(0, d.Seconds())) }

// ruleCases are a test for each rule, then one for each code of a reason that no rule gives.
func ruleCases(in Input, list []entry) (cases []junitCase) {
	taken := map[string]bool{}
	for _, rule := range rules.All {
		c := junitCase{Class: "werkrevisor.rules", Name: rule.Name}
		var own []entry
		for _, e := range list {
			if e.found == nil && slices.Contains(rule.Codes, e.rule) {
				own = append(own, e)
				taken[e.rule] = true
			}
		}
		if c = withReasons(c, own); len(own) == 0 && len(in.Rules.Results) == 0 {
			c.Skipped = &junitDetail{Message: "the rules were not applied in this run"}
		}
		cases = append(cases, c)
	}
	for _, e := range list {
		if e.found != nil || taken[e.rule] {
			continue
		}
		taken[e.rule] = true
		var own []entry
		for _, other := range list {
			if other.found == nil && other.rule == e.rule {
				own = append(own, other)
			}
		}
		cases = append(cases, withReasons(junitCase{Class: "werkrevisor.review", Name: e.rule}, own))
	}
	return cases
}

// withReasons puts the reasons into a test, the worst one, which comes first, as its message.
func withReasons(c junitCase, reasons []entry) junitCase {
	if len(reasons) == 0 {
		return c
	}
	d := &junitDetail{Type: reasons[0].rule, Message: reasons[0].level.String() + ": " + reasons[0].title}
	var lines []string
	for _, e := range reasons {
		lines = append(lines, fmt.Sprintf("%s %s: %s", e.level, e.rule, e.text))
	}
	d.Text = strings.Join(lines, "\n")
	if reasons[0].level == verdict.Error {
		c.Error = d
	} else {
		c.Failure = d
	}
	return c
}

// findingCases are a test for the review itself, and one for each finding.
func findingCases(in Input, list []entry, left int) []junitCase {
	review := junitCase{Class: "werkrevisor.findings", Name: "review"}
	if !in.Review.Complete {
		review.Skipped = &junitDetail{Message: "no model reviewed the change completely in this run"}
	}
	cases := []junitCase{review}
	for _, e := range list {
		if e.found == nil {
			continue
		}
		c := junitCase{Class: "werkrevisor." + strings.ReplaceAll(e.rule, "/", "."), Name: plain(place(*e.found), maxPath) + ": " + e.title}
		d := &junitDetail{Type: e.weight.String(), Message: e.title, Text: e.text}
		if e.found.Cleared {
			c.Skipped = &junitDetail{Message: "refuted, does not count"}
		} else {
			c.Failure = d
		}
		cases = append(cases, c)
	}
	if left > 0 {
		cases = append(cases, junitCase{Class: "werkrevisor.findings", Name: "findings left out",
			Failure: &junitDetail{Type: finding.High.String(), Message: verdict.Count(left, "more finding")}})
	}
	return cases
}
