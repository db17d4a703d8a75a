package report

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// sarifSchema is where the schema of SARIF 2.1.0 is published.
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// The parts of SARIF 2.1.0 that are written.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool             `json:"tool"`
		Invocations []sarifInvocation     `json:"invocations"`
		Provenance  []sarifProvenance     `json:"versionControlProvenance,omitempty"`
		Bases       map[string]sarifPlace `json:"originalUriBaseIds"`
		Results     []sarifResult         `json:"results"`
		Properties  sarifRunProperties    `json:"properties"`
	}
	sarifRunProperties struct {
		Verdict string `json:"verdict"`
		LeftOut int    `json:"findingsLeftOut,omitempty"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string        `json:"id"`
		Short   sarifMessage  `json:"shortDescription"`
		Default *sarifDefault `json:"defaultConfiguration,omitempty"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifPlace struct {
		URI         string        `json:"uri,omitempty"`
		Base        string        `json:"uriBaseId,omitempty"`
		Description *sarifMessage `json:"description,omitempty"`
	}
	sarifRegion struct {
		Start int `json:"startLine"`
		End   int `json:"endLine"`
	}
	sarifPhysical struct {
		Artifact sarifPlace   `json:"artifactLocation"`
		Region   *sarifRegion `json:"region,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifResult struct {
		Rule         string             `json:"ruleId"`
		Index        int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifMessage       `json:"message"`
		Locations    []sarifLocation    `json:"locations,omitempty"`
		Related      []sarifLocation    `json:"relatedLocations,omitempty"`
		Prints       map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Properties   map[string]any     `json:"properties"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		ExitCode      int                 `json:"exitCode"`
		Start         string              `json:"startTimeUtc,omitempty"`
		End           string              `json:"endTimeUtc,omitempty"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Descriptor struct {
			ID string `json:"id"`
		} `json:"descriptor"`
		Level   string       `json:"level"`
		Message sarifMessage `json:"message"`
	}
	sarifProvenance struct {
		Repository string `json:"repositoryUri"`
		Revision   string `json:"revisionId,omitempty"`
		Branch     string `json:"branch,omitempty"`
	}
)

// sourceRoot stands for the root of the repository in every location.
const sourceRoot = "%SRCROOT%"

// SARIF renders reasons and findings as one run of SARIF 2.1.0. The input is cleaned.
//
// An ERROR is a notification of a run that was not successful, every other reason a result. A finding that was refuted and
// does not count is suppressed; one that was refuted and counts is not. Lines of the old version are no region, because
// locations are those of the head, and an unverified place is none.
func SARIF(in Input) ([]byte, error) {
	list, left := entriesOf(in)
	run := sarifRun{Results: []sarifResult{}, Properties: sarifRunProperties{in.Decision.Level.String(), left},
		Bases: map[string]sarifPlace{sourceRoot: {Description: &sarifMessage{"the root of the repository"}}}}
	run.Tool.Driver = sarifDriver{Name: "werkrevisor", Version: sarifText(plain(in.Version, maxTitle)), Rules: []sarifRule{}}
	invocation := sarifInvocation{Successful: in.Decision.Level != verdict.Error, ExitCode: in.Decision.Exit}
	if year := in.Started.UTC().Year(); year > 1 && year < 10000 {
		invocation.Start = in.Started.UTC().Format(sarifTime)
		invocation.End = in.Started.Add(in.Duration).UTC().Format(sarifTime)
	}
	index := map[string]int{}
	for _, e := range list {
		if e.found == nil && e.level == verdict.Error {
			n := sarifNotification{Level: "error", Message: sarifMessage{sarifText(e.text)}}
			n.Descriptor.ID = e.rule
			invocation.Notifications = append(invocation.Notifications, n)
			continue
		}
		if _, known := index[e.rule]; !known {
			index[e.rule] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(e.rule))
		}
		run.Results = append(run.Results, sarifResultOf(e, index[e.rule]))
	}
	run.Invocations = []sarifInvocation{invocation}
	if repository, ok := repositoryURL(in.Change); ok {
		run.Provenance = []sarifProvenance{{repository, in.Change.Head.SHA, sarifText(plain(in.Change.Head.Ref, maxPath))}}
	}
	return indented(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

// sarifTime is RFC 3339 in UTC with milliseconds.
const sarifTime = "2006-01-02T15:04:05.000Z"

// sarifText breaks what a viewer of SARIF would take for a link in a plain text.
func sarifText(text string) string { return strings.ReplaceAll(text, "](", "]"+breaker+"(") }

func sarifRuleOf(id string) sarifRule {
	if category, ok := strings.CutPrefix(id, "finding/"); ok {
		return sarifRule{ID: id, Short: sarifMessage{"a finding of the category " + category}}
	}
	rule := sarifRule{ID: id, Short: sarifMessage{strings.ReplaceAll(id, "_", " ")}}
	if code, known := verdict.FindCode(id); known {
		rule.Default = &sarifDefault{sarifLevel(weightOf(code.Worst))}
	}
	return rule
}

// sarifLevel maps high, medium and low to the levels of SARIF.
func sarifLevel(s finding.Severity) string { return [...]string{"note", "warning", "error"}[s] }

func sarifResultOf(e entry, index int) sarifResult {
	r := sarifResult{Rule: e.rule, Index: index, Level: sarifLevel(e.weight), Message: sarifMessage{sarifText(e.text)},
		Prints: map[string]string{"werkrevisor/v1": e.print}}
	for i, s := range e.spots {
		if i == 0 {
			r.Locations = append(r.Locations, s.sarif())
		} else {
			r.Related = append(r.Related, s.sarif()) // several locations would say that all of them must change
		}
	}
	if e.found == nil {
		r.Properties = map[string]any{"verdict": e.level.String()}
		return r
	}
	f := *e.found
	r.Properties = map[string]any{"severity": f.Severity.String(), "unverified": f.Unverified != "", "preExisting": f.PreExisting}
	if f.Side == finding.Old && f.Start > 0 {
		r.Properties["oldLine"] = f.Start
	}
	if f.ID != "" {
		r.Properties["id"] = sarifText(plain(f.ID, maxTitle))
	}
	if f.MergedInto != "" {
		r.Properties["mergedInto"] = sarifText(plain(f.MergedInto, maxTitle))
	}
	if f.Verification.Outcome != finding.Unasked {
		r.Properties["verification"] = sarifText(plain(string(f.Verification.Outcome), maxTitle))
	}
	if f.Cleared {
		r.Suppressions = []sarifSuppression{{Kind: "external", Status: "accepted", Justification: "refuted by the verification"}}
	}
	return r
}

func (s spot) sarif() sarifLocation {
	l := sarifLocation{sarifPhysical{Artifact: sarifPlace{URI: relativeURI(s.path), Base: sourceRoot}}}
	if s.start > 0 {
		l.Physical.Region = &sarifRegion{s.start, s.end}
	}
	return l
}

// relativeURI is a path as a relative reference; a colon in its first part would make that a scheme.
func relativeURI(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

// repositoryURL is the page of the repository, by that of the PR.
func repositoryURL(c pr.Change) (string, bool) {
	page, ok := strings.CutSuffix(c.URL, fmt.Sprintf("/pulls/%d", c.Number))
	u, err := url.Parse(page)
	if !ok || err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || (u.Scheme != "https" && u.Scheme != "http") {
		return "", false
	}
	return u.String(), true
}

// indented is JSON for a file. Bytes that are no UTF-8 come out as U+FFFD.
func indented(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}
