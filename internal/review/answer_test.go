package review_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/review"
)

const valid = `{"files_reviewed":["a.go",2],"findings":[{"file":"a.go","start_line":1,"end_line":2,"title":"[HIGH] Boom","body":"b"}],` +
	`"merge_recommendation":"safe_to_merge","unknown":1}`

func TestAnswersThatAreAccepted(t *testing.T) {
	for _, tc := range []struct{ name, text string }{
		{"the bare object", valid},
		{"in a fence", "```json\n" + valid + "\n```"},
		{"between prose", "Here is my review.\n" + valid + "\nThat is all."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, err := review.ParseAnswer(tc.text)
			if err != nil {
				t.Fatal(err)
			}
			f := a.Findings[0]
			if len(a.FilesReviewed) != 2 || a.FilesReviewed[1] != "2" || f.Severity != finding.High || f.Title != "Boom" || f.SeverityGuessed ||
				f.Side != finding.New {
				t.Errorf("got %+v", a)
			}
		})
	}
}

func TestAnswersThatAreRefused(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"nothing", "", "no JSON object"},
		{"a refusal", "I cannot review this.", "no JSON object"},
		{"cut off", valid[:80], "cut off"},
		{"two objects", valid + valid, "more than one"},
		{"two objects in prose", valid + "\nor rather\n" + valid, "more than one"},
		{"two lists of findings", `{"files_reviewed":[],"findings":[{"file":"a"}],"Findings":[],"merge_recommendation":"x"}`, "same key twice"},
		{"a key twice in letters that fold", `{"files_reviewed":[],"findings":[{"file":"a"}],"finding\u017f":[],"merge_recommendation":"x"}`, "same key twice"},
		{"two recommendations", `{"files_reviewed":[],"findings":[],"merge_recommendation":"changes_required","merge_recommendation":"safe_to_merge"}`, "same key twice"},
		{"a key twice within a finding", `{"files_reviewed":[],"findings":[{"file":"a","file":"b"}],"merge_recommendation":"x"}`, "same key twice"},
		{"an array around it", "[" + valid + "]", "array"},
		{"no files", `{"findings":[],"merge_recommendation":"safe_to_merge"}`, "files_reviewed is missing"},
		{"no findings", `{"files_reviewed":[],"merge_recommendation":"safe_to_merge"}`, "findings is missing"},
		{"null findings", `{"files_reviewed":[],"findings":null,"merge_recommendation":"safe_to_merge"}`, "findings is missing"},
		{"no recommendation", `{"files_reviewed":[],"findings":[]}`, "merge_recommendation is missing"},
		{"findings are no list", `{"files_reviewed":[],"findings":{},"merge_recommendation":"x"}`, "wrong type"},
		{"a finding without a file", `{"files_reviewed":[],"findings":[{"start_line":1,"end_line":1,"title":"","body":""}],"merge_recommendation":"x"}`,
			"finding 1: file is missing"},
		{"a line that is no number", `{"files_reviewed":[],"findings":[{"file":"a","start_line":"CANARY","end_line":1,"title":"","body":""}],"merge_recommendation":"x"}`,
			"wrong type"},
		{"a half line", `{"files_reviewed":[],"findings":[{"file":"a","start_line":1.5,"end_line":2,"title":"","body":""}],"merge_recommendation":"x"}`,
			"whole number"},
		{"a huge line", `{"files_reviewed":[],"findings":[{"file":"a","start_line":1e30,"end_line":1e30,"title":"","body":""}],"merge_recommendation":"x"}`,
			"whole number"},
		{"malformed", `{"files_reviewed": CANARY}`, "malformed"},
		{"a files entry of another type", `{"files_reviewed":[{}],"findings":[],"merge_recommendation":"x"}`, "cannot be read"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := review.ParseAnswer(tc.text)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v, want %q", err, tc.want)
			}
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("the error quotes the answer: %v", err)
			}
		})
	}
}

func TestSeverities(t *testing.T) {
	for _, tc := range []struct {
		severity, title string
		want            finding.Severity
		guessed         bool
		wantTitle       string
	}{
		{`"high"`, "x", finding.High, false, "x"},
		{`"LOW"`, "[high] x", finding.Low, false, "x"},
		{`"fatal"`, "[Low] x", finding.Low, false, "x"},
		{`""`, "x", finding.Medium, true, "x"},
		{`"fatal"`, "[urgent] x", finding.Medium, true, "[urgent] x"},
	} {
		a, err := review.ParseAnswer(`{"files_reviewed":[],"findings":[{"file":"a","start_line":1,"end_line":1,"title":"` + tc.title +
			`","body":"","severity":` + tc.severity + `}],"merge_recommendation":"safe_to_merge"}`)
		if err != nil {
			t.Fatal(err)
		}
		if f := a.Findings[0]; f.Severity != tc.want || f.SeverityGuessed != tc.guessed || f.Title != tc.wantTitle {
			t.Errorf("%s %q: got %v guessed %v title %q", tc.severity, tc.title, f.Severity, f.SeverityGuessed, f.Title)
		}
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, seed := range []string{valid, "```json\n" + valid + "\n```", "{}", "[]", `{"files_reviewed":[1e9],"findings":[{}]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := review.ParseAnswer(text)
		if err == nil && !strings.Contains(text, "{") {
			t.Errorf("accepted %q as %+v", text, a)
		}
		for _, found := range a.Findings {
			if found.Severity < finding.Low || found.Severity > finding.High {
				t.Errorf("severity %d", found.Severity)
			}
		}
	})
}
