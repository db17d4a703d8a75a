package fake

import (
	"encoding/json"
	"fmt"
	"strings"
)

// AreaReport is a reviewer's report with clean sections; files and findings are JSON without their brackets.
func AreaReport(files, findings string) string {
	return fmt.Sprintf(`{"files_reviewed":[%s],"sections":{"correctness":"clean: no branch changes","security":"clean: no input changes",`+
		`"performance":"clean: no loop changes","maintainability":"clean: as its neighbours","test_coverage":"clean: covered",`+
		`"removed_guards":"clean: none removed","across_the_area":"clean: symmetric"},"findings":[%s],"attention":[],"questions":[]}`, files, findings)
}

// DeepFinding is one finding of a report or of the synthesis: a line of the new side with its quote.
func DeepFinding(file string, line int, quote, title, severity string) string {
	return object(map[string]any{"file": file, "side": "new", "start_line": line, "end_line": line, "quote": quote,
		"scenario": "a caller passes zero", "title": title, "body": title + ", see the quoted line.",
		"category": "correctness", "severity": severity, "confidence": 0.9})
}

// Synthesis is an answer of the synthesis; each finding comes from MergeIDs or NewFinding.
func Synthesis(findings ...string) string {
	return fmt.Sprintf(`{"findings":[%s],"walkthrough":"a change","cross_area":"none","description":{"fits":true,"text":""},`+
		`"change_kind_objection":{"objects":false,"text":""},"attention":[],"questions":[]}`, strings.Join(findings, ","))
}

// MergeIDs is a finding of the synthesis that stands for the findings with these ids; one id keeps it as it is.
func MergeIDs(ids ...string) string { return withIDs(DeepFinding("", 1, "", "", "low"), ids) }

// NewFinding is a finding that the synthesis adds; it is made by DeepFinding.
func NewFinding(finding string) string { return withIDs(finding, []string{}) }

func withIDs(finding string, ids []string) string {
	fields := map[string]any{}
	_ = json.Unmarshal([]byte(finding), &fields)
	fields["ids"] = ids
	return object(fields)
}

// Verdicts is an answer of the verification; each verdict comes from Verdict.
func Verdicts(verdicts ...string) string {
	return fmt.Sprintf(`{"verdicts":[%s]}`, strings.Join(verdicts, ","))
}

// Verdict is the verdict about one finding; each piece of evidence comes from Evidence.
func Verdict(id, verdict, reason string, evidence ...string) string {
	list := []json.RawMessage{}
	for _, e := range evidence {
		list = append(list, json.RawMessage(e))
	}
	return object(map[string]any{"id": id, "evidence": list, "reason": reason, "verdict": verdict})
}

// Evidence is a quoted line of the head.
func Evidence(file string, line int, quote string) string {
	return object(map[string]any{"file": file, "line": line, "quote": quote})
}

// object is the JSON of an object.
func object(fields map[string]any) string {
	text, _ := json.Marshal(fields)
	return string(text)
}
