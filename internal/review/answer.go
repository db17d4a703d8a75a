package review

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
)

// Answer is a parsed answer of the model. Its texts are untrusted.
type Answer struct {
	FilesReviewed  []string // paths, or numbers of the prompt's list
	Findings       []finding.Finding
	Objects        bool // to the change kind
	Objection      string
	Summary        string
	Recommendation string
}

// wireAnswer has pointers where the field must be there (product.md 8, "Validation").
type wireAnswer struct {
	FilesReviewed *[]FileRef     `json:"files_reviewed"`
	Findings      *[]WireFinding `json:"findings"`
	Objection     struct {
		Objects bool   `json:"objects"`
		Text    string `json:"text"`
	} `json:"change_kind_objection"`
	Summary        string  `json:"summary"`
	Recommendation *string `json:"merge_recommendation"`
}

// WireFinding is a finding as a model writes it. It has pointers where the field must be there.
type WireFinding struct {
	File       *string  `json:"file"`
	Side       string   `json:"side"`
	Start      *float64 `json:"start_line"`
	End        *float64 `json:"end_line"`
	Quote      string   `json:"quote"`
	Scenario   string   `json:"scenario"`
	Title      *string  `json:"title"`
	Body       *string  `json:"body"`
	Severity   string   `json:"severity"`
	Confidence float64  `json:"confidence"`
	Category   string   `json:"category"` // only the deep review asks for it
}

// FileRef takes a path or a number, as text or as a JSON number.
type FileRef string

func (r *FileRef) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*r = FileRef(text)
		return nil
	}
	var n uint32
	if json.Unmarshal(raw, &n) == nil {
		*r = FileRef(fmt.Sprint(n))
		return nil
	}
	return errors.New("files_reviewed has an entry that is neither a path nor a number")
}

// ParseAnswer reads exactly one JSON object, which may stand in one code fence or between prose.
// The error says what is wrong and quotes nothing of the answer. Nothing is repaired: a repaired answer may have lost
// its findings.
func ParseAnswer(text string) (Answer, error) {
	raw, err := model.OneObject(text)
	if err != nil {
		return Answer{}, err
	}
	var w wireAnswer
	if err := json.Unmarshal(raw, &w); err != nil {
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) && wrongType.Field != "" {
			return Answer{}, fmt.Errorf("a field has the wrong type (%s expected)", wrongType.Type)
		}
		return Answer{}, errors.New("the JSON object cannot be read as the schema says")
	}
	switch {
	case w.FilesReviewed == nil:
		return Answer{}, errors.New("files_reviewed is missing")
	case w.Findings == nil:
		return Answer{}, errors.New("findings is missing")
	case w.Recommendation == nil:
		return Answer{}, errors.New("merge_recommendation is missing")
	}
	a := Answer{Objects: w.Objection.Objects, Objection: w.Objection.Text, Summary: w.Summary, Recommendation: *w.Recommendation}
	for _, f := range *w.FilesReviewed {
		a.FilesReviewed = append(a.FilesReviewed, string(f))
	}
	for i, f := range *w.Findings {
		parsed, err := f.Finding()
		if err != nil {
			return Answer{}, fmt.Errorf("finding %d: %w", i+1, err)
		}
		a.Findings = append(a.Findings, parsed)
	}
	return a, nil
}

// Finding checks the types and reads the severity. The error quotes nothing of the answer.
func (w WireFinding) Finding() (finding.Finding, error) {
	switch {
	case w.File == nil:
		return finding.Finding{}, errors.New("file is missing")
	case w.Start == nil || w.End == nil:
		return finding.Finding{}, errors.New("start_line or end_line is missing")
	case w.Title == nil || w.Body == nil:
		return finding.Finding{}, errors.New("title or body is missing")
	case *w.Start != float64(int32(*w.Start)) || *w.End != float64(int32(*w.End)):
		return finding.Finding{}, errors.New("a line is no whole number")
	}
	f := finding.Finding{
		File: *w.File, Side: finding.New, Start: int(*w.Start), End: int(*w.End), Quote: w.Quote, Scenario: w.Scenario,
		Title: *w.Title, Body: *w.Body, Confidence: min(1, max(0, w.Confidence)), Category: w.Category,
	}
	if w.Side == string(finding.Old) {
		f.Side = finding.Old
	}
	prefixed, title, hasPrefix := titlePrefix(f.Title)
	f.Title = title
	var known bool
	if f.Severity, known = severity(w.Severity); !known {
		if f.Severity = prefixed; !hasPrefix {
			f.Severity, f.SeverityGuessed = finding.Medium, true
		}
	}
	return f, nil
}

// titlePrefix takes "[high]", "[medium]" or "[low]" in any case off a title (seed 000, "Severity of the findings").
func titlePrefix(title string) (s finding.Severity, rest string, ok bool) {
	trimmed := strings.TrimSpace(title)
	for _, s := range []finding.Severity{finding.High, finding.Medium, finding.Low} {
		prefix := "[" + s.String() + "]"
		if len(trimmed) >= len(prefix) && strings.EqualFold(trimmed[:len(prefix)], prefix) {
			return s, strings.TrimSpace(trimmed[len(prefix):]), true
		}
	}
	return finding.Medium, title, false
}

func severity(word string) (finding.Severity, bool) {
	for _, s := range []finding.Severity{finding.High, finding.Medium, finding.Low} {
		if strings.EqualFold(strings.TrimSpace(word), s.String()) {
			return s, true
		}
	}
	return finding.Medium, false
}
