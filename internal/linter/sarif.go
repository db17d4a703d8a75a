package linter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"
)

// The part of SARIF 2.1.0 that says what is wrong, and where.
type (
	sarifLog struct {
		Version string
		Runs    *sarifRuns
	}
	sarifRun struct {
		Tool struct {
			Driver struct{ Rules sarifRules }
		}
		Results sarifResults
	}
	sarifRule struct {
		ID                   string
		DefaultConfiguration struct{ Level string }
	}
	sarifResult struct {
		RuleID       string
		Kind, Level  string
		Message      struct{ Text string }
		Suppressions sarifSuppressions
		Locations    sarifLocations
	}
	sarifSuppression struct{ Status string }
	sarifLocation    struct {
		PhysicalLocation struct {
			ArtifactLocation struct{ URI string }
			Region           struct{ StartLine int }
		}
	}
	sarifRuns struct {
		list []sarifRun
		cut  bool
	}
	sarifRules   struct{ list []sarifRule }
	sarifResults struct {
		list []sarifResult
		cut  bool
	}
	sarifSuppressions struct{ list []sarifSuppression }
	sarifLocations    struct{ list []sarifLocation }
)

func (l *sarifRuns) UnmarshalJSON(data []byte) (err error) {
	l.list, l.cut, err = decodeList[sarifRun](data, maxRuns)
	return err
}

func (l *sarifRules) UnmarshalJSON(data []byte) (err error) {
	l.list, _, err = decodeList[sarifRule](data, maxResults)
	return err
}

func (l *sarifResults) UnmarshalJSON(data []byte) (err error) {
	l.list, l.cut, err = decodeList[sarifResult](data, maxResults)
	return err
}

func (l *sarifSuppressions) UnmarshalJSON(data []byte) (err error) {
	l.list, _, err = decodeList[sarifSuppression](data, maxRuns)
	return err
}

// UnmarshalJSON takes the first location: further ones are where the same problem also shows.
func (l *sarifLocations) UnmarshalJSON(data []byte) (err error) {
	l.list, _, err = decodeList[sarifLocation](data, 1)
	return err
}

// readSARIF reads SARIF 2.1.0.
func readSARIF(out []byte) (parsed, error) {
	out = bytes.TrimSpace(bytes.TrimPrefix(out, []byte("\uFEFF")))
	if len(out) == 0 {
		return parsed{}, errors.New("it is empty, which is no SARIF")
	}
	var log sarifLog
	if err := json.Unmarshal(out, &log); err != nil {
		return parsed{}, notJSON(err)
	}
	if log.Version != "2.1.0" || log.Runs == nil {
		return parsed{}, errors.New("it is no SARIF 2.1.0")
	}
	p := parsed{cut: log.Runs.cut}
	for _, run := range log.Runs.list {
		levels := map[string]string{}
		for _, rule := range run.Tool.Driver.Rules.list {
			levels[rule.ID] = rule.DefaultConfiguration.Level
		}
		p.results += len(run.Results.list)
		p.cut = p.cut || run.Results.cut
		for _, r := range run.Results.list {
			if counts(r, levels) {
				p.add(r.remark(levels))
			}
		}
	}
	return p, nil
}

// counts reports whether a result is a problem that nobody has accepted.
func counts(r sarifResult, levels map[string]string) bool {
	switch r.Kind {
	case "", "fail", "open", "review":
	default: // it is no problem, e.g. pass
		return false
	}
	for _, s := range r.Suppressions.list {
		if s.Status == "" || s.Status == "accepted" {
			return false
		}
	}
	return r.level(levels) != "none"
}

// level is the level of the result, or else of its rule.
func (r sarifResult) level(levels map[string]string) string { return cmp.Or(r.Level, levels[r.RuleID]) }

func (r sarifResult) remark(levels map[string]string) remark {
	m := remark{uri: true, rule: r.RuleID, message: r.Message.Text, severity: Warning}
	if r.level(levels) == "error" {
		m.severity = Error
	}
	if !strings.Contains(m.message, r.RuleID) {
		m.message += " [" + r.RuleID + "]"
	}
	for _, l := range r.Locations.list {
		m.path, m.line = l.PhysicalLocation.ArtifactLocation.URI, l.PhysicalLocation.Region.StartLine
	}
	return m
}
