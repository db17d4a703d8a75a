package classify

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/changelog"
	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/markdown"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/secrets"
)

// Kind is what a unit is part of (classifier.md).
type Kind string

// The kinds of units.
const (
	Section   Kind = "section"
	Scenario  Kind = "scenario"
	Changeset Kind = "changeset"
	File      Kind = "file"
	Finding   Kind = "finding"
)

// Unit is one state with its questions: one request.
type Unit struct {
	Kind      Kind
	Path      string
	Line      int // where it starts, in the text at the head
	ID, Title string
	Spans     []markdown.Span // lines of the document that it covers; of sections and scenarios only
	State     json.RawMessage
	Questions []config.Question
}

// Name is the place of the unit, as jev-eval prints it.
func (u Unit) Name() string { return fmt.Sprintf("%s:%d", u.Path, u.Line) }

// Chars is the size of the state in characters.
func (u Unit) Chars() int { return utf8.RuneCount(u.State) }

// Units lists what the classifier is asked before the model: PR documents, changesets and files, in this order.
// It is pure. Secrets are masked as in the prompt of a model (product.md 7).
func Units(c pr.Change, cfg config.Config) []Unit {
	if cfg.Classifier == nil {
		return nil
	}
	m := masking{cfg: cfg}
	var docs, changesets, files []Unit
	for _, f := range c.Files {
		if f.New.State != pr.Read || f.Added+f.Deleted == 0 {
			continue
		}
		if IsDocument(f.Path, *cfg.Classifier) {
			docs = append(docs, m.document(f)...)
		}
		if len(cfg.Classifier.ChangesetQuestions) > 0 && changelog.Is(f.Path) {
			changesets = append(changesets, m.changesets(f)...)
		}
		if u, ok := m.file(f); ok {
			files = append(files, u)
		}
	}
	return append(append(docs, changesets...), files...)
}

// IsDocument reports whether a path is one of a PR document that is judged.
func IsDocument(path string, cfg config.Classifier) bool {
	return cfg.PRDocGlobs.Has(path) && !rules.IsTemplate(path)
}

// masking makes the units of one configuration.
type masking struct {
	cfg config.Config
	all bool // also units without questions
}

func (m masking) text(path, text string) string {
	if !m.cfg.HardYellow.SecretScan {
		return text
	}
	masked, _ := secrets.Mask(path, text, m.cfg.HardYellow.SecretScanExclude.Has(path))
	return masked
}

// document splits a PR document into sections and scenarios (seed 000, "Classifier").
func (m masking) document(f pr.File) []Unit {
	var units []Unit
	for _, u := range markdown.Units(markdown.Parse(m.text(f.Path, f.New.Body))) {
		unit := Unit{Kind: Section, Path: f.Path, Line: u.Line, ID: u.ID, Title: u.Title, Spans: u.Spans, Questions: m.cfg.Classifier.SectionQuestions}
		fields := []jev.Field{{Name: "path", Value: f.Path}, {Name: "heading", Value: u.Title}, {Name: "text", Value: u.Text}}
		if u.Kind == markdown.ScenarioUnit {
			unit.Kind, unit.Questions = Scenario, m.cfg.Classifier.ScenarioQuestions
			fields = []jev.Field{{Name: "path", Value: f.Path}, {Name: "heading", Value: u.Title}, {Name: "feature", Value: u.Feature},
				{Name: "background", Value: u.Background}, {Name: "steps", Value: u.Text}}
		}
		if len(unit.Questions) == 0 && !m.all {
			continue
		}
		unit.State = jev.EncodeState(fields)
		units = append(units, unit)
	}
	return units
}

// changesets are those that the file adds or changes; of a changed one the old text goes along.
func (m masking) changesets(f pr.File) []Unit {
	old := map[string]string{}
	for _, c := range changelog.Parse(f.OldPath, f.Old.Body) {
		old[c.Key()] = c.Text
	}
	var units []Unit
	for _, c := range changelog.Parse(f.Path, f.New.Body) {
		before, known := old[c.Key()]
		if known && before == c.Text {
			continue
		}
		units = append(units, Unit{Kind: Changeset, Path: f.Path, Line: c.Line, ID: c.Key(), Title: c.Key(), Questions: m.cfg.Classifier.ChangesetQuestions,
			State: jev.EncodeState([]jev.Field{{Name: "path", Value: f.Path}, {Name: "heading", Value: c.Key()},
				{Name: "old", Value: m.text(f.OldPath, before)}, {Name: "new", Value: m.text(f.Path, c.Text)}})})
	}
	return units
}

// file is a changed file that some question wants: its hunks, and its new text where it fits.
func (m masking) file(f pr.File) (Unit, bool) {
	u := Unit{Kind: File, Path: f.Path, Line: 1, Title: f.Path}
	for _, q := range m.cfg.Classifier.FileQuestions {
		if q.Globs.Has(f.Path) {
			u.Questions = append(u.Questions, q)
		}
	}
	if len(u.Questions) == 0 {
		return u, false
	}
	var hunks strings.Builder
	for i, h := range f.Hunks {
		if i == 0 {
			u.Line = max(1, h.NewStart)
		}
		fmt.Fprintf(&hunks, "@@ -%d,%d +%d,%d @@\n", h.OldStart, h.OldLines, h.NewStart, h.NewLines)
		for _, l := range h.Lines {
			hunks.WriteString(string(l.Op) + l.Text + "\n")
		}
	}
	fields := []jev.Field{{Name: "path", Value: f.Path}, {Name: "text", Value: m.text(f.Path, hunks.String())}}
	u.State = jev.EncodeState(fields)
	if whole := jev.EncodeState(append(fields, jev.Field{Name: "new", Value: m.text(f.Path, f.New.Body)})); utf8.RuneCount(whole) <= m.cfg.Classifier.MaxStateChars {
		u.State = whole
	}
	return u, true
}

// around is how many lines of the head stand around the lines that a finding cites.
const around = 10

// Findings lists the units that ask whether the findings of high and medium severity are real. index has the place of
// each in the list of findings.
func Findings(list []finding.Finding, c pr.Change, cfg config.Config) (units []Unit, index []int) {
	if cfg.Classifier == nil || len(cfg.Classifier.ConfirmQuestions) == 0 {
		return nil, nil
	}
	m := masking{cfg: cfg}
	files := map[string]pr.File{}
	for _, f := range c.Files {
		files[f.Path] = f
	}
	for i, f := range list {
		if f.Severity == finding.Low || f.Unverified != "" {
			continue
		}
		title := m.text("", f.Title)
		units = append(units, Unit{Kind: Finding, Path: f.File, Line: f.Start, Title: title, Questions: cfg.Classifier.ConfirmQuestions,
			State: jev.EncodeState([]jev.Field{{Name: "path", Value: f.File}, {Name: "heading", Value: title},
				{Name: "text", Value: m.text("", f.Body)}, {Name: "steps", Value: m.text("", f.Scenario)},
				{Name: "new", Value: m.text(f.File, cited(files[f.File], f))}})})
		index = append(index, i)
	}
	return units, index
}

// cited are the lines of a finding with some around them.
func cited(file pr.File, f finding.Finding) string {
	body := file.New
	if f.Side == finding.Old {
		body = file.Old
	}
	if body.State != pr.Read {
		return ""
	}
	var b strings.Builder
	number := 0
	for line := range strings.SplitSeq(body.Body, "\n") {
		if number++; number > f.End+around || number > f.Start+around+200 {
			break
		}
		if number >= f.Start-around {
			fmt.Fprintf(&b, "%d | %s\n", number, line)
		}
	}
	return b.String()
}
