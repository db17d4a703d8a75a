package report

import (
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// object is what --json prints: the fields of the usage line, the comment, the findings and the files.
// Unlike the usage line it is for the caller alone, so the reasons have their whole texts.
type object struct {
	Usage
	Comment  string        `json:"comment"`
	Findings []jsonFinding `json:"findings"`
	Files    []jsonFile    `json:"files"`
	Deep     *jsonDeep     `json:"deep,omitempty"`  // in the place of the usage line's
	Planned  []string      `json:"planned_actions"` // the writes of the decision; a dry run makes none of them
}

type jsonFinding struct {
	File        string  `json:"file"`
	Side        string  `json:"side"`
	StartLine   int     `json:"start_line"`
	EndLine     int     `json:"end_line"`
	Severity    string  `json:"severity"`
	Title       string  `json:"title"`
	Body        string  `json:"body"`
	Scenario    string  `json:"scenario"`
	Quote       string  `json:"quote"`
	Confidence  float64 `json:"confidence"`
	Unverified  string  `json:"unverified"`
	PreExisting bool    `json:"pre_existing"`
	*jsonDeepFinding
}

type jsonFile struct {
	Path         string `json:"path"`
	OldPath      string `json:"old_path"`
	Status       string `json:"status"`
	Category     string `json:"category"`
	Mechanical   string `json:"mechanical"`
	Added        int    `json:"added"`
	Deleted      int    `json:"deleted"`
	Unreviewable string `json:"unreviewable"`
}

// JSON renders the object of --json, without the final newline.
func JSON(in Input) []byte {
	o := object{Usage: NewUsage(in), Comment: Comment(in), Findings: []jsonFinding{}, Files: []jsonFile{}, Planned: []string{}}
	for i, r := range in.Decision.Reasons {
		o.Reasons[i].Text = r.Text
	}
	for _, f := range in.Review.Findings {
		shown := findingOf(f)
		if in.Review.Deep != nil {
			shown.jsonDeepFinding = deepFindingOf(f)
		}
		o.Findings = append(o.Findings, shown)
	}
	if in.Review.Deep != nil {
		o.Deep = deepOf(in.Review)
	}
	for _, f := range in.Change.Files {
		o.Files = append(o.Files, fileOf(f))
	}
	for _, a := range in.Decision.Actions {
		o.Planned = append(o.Planned, ActionText(a))
	}
	return encode(o)
}

// ActionText says what an action does, for a person.
func ActionText(a verdict.Action) string {
	switch a.Kind {
	case verdict.SetStatus, verdict.SetBaseStatus:
		return line("set status %s = %s (%s)", a.Status.Context, a.Status.State, a.Status.Description)
	case verdict.EditComment:
		return line("edit comment %d", a.CommentID)
	default:
		return line("%s", a.Kind)
	}
}

func findingOf(f finding.Finding) jsonFinding {
	return jsonFinding{f.File, string(f.Side), f.Start, f.End, f.Severity.String(), f.Title, f.Body, f.Scenario, f.Quote,
		f.Confidence, f.Unverified, f.PreExisting, nil}
}

func fileOf(f pr.File) jsonFile {
	return jsonFile{f.Path, f.OldPath, string(f.Status), string(f.Category), string(f.Mechanical), f.Added, f.Deleted,
		rules.Unreviewable(f)}
}
