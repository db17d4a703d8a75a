package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
	"unicode/utf8"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/report"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// The longest texts of a record in characters; they are those of the comment.
const (
	maxReason = 2000
	maxTitle  = 200
	maxBody   = 3000
)

// builder makes a record of a run. With source it may show quotes and texts of the repository.
type builder struct {
	in     report.Input
	redact func(string) string
	source bool
	masked *bool // a text of the repository held a secret
}

func (b builder) record() Record {
	r := Record{Run: b.run(), Change: b.change(), Review: b.review(), Classifier: b.classifier(), Basis: b.basis(), Decision: b.decision(),
		Rules: Rules{Stopped: b.in.Rules.Stopped}}
	for _, s := range b.in.Config.Explain() {
		r.Config = append(r.Config, Setting(s))
	}
	for _, result := range b.in.Rules.Results {
		r.Rules.Results = append(r.Rules.Results, RuleResult{result.Rule, b.ruleInputs(result.Inputs), b.reasons(result.Reasons)})
	}
	if b.source {
		r.Source = b.texts()
	}
	return r
}

func (b builder) run() Run {
	in, c := b.in, b.in.Change
	r := Run{Program: in.Version, Mode: string(in.Mode), Repository: c.Slug(), PR: c.Number, Origin: string(c.Origin),
		Head: c.Head.SHA, HeadRef: b.raw(c.Head.Ref), Base: c.Base.SHA, BaseRef: b.raw(c.Base.Ref), MergeBase: c.MergeBase,
		HostConfig: in.HostConfig, ConfigSources: in.Config.Sources, ConfigSHA256: in.Config.Fingerprint, DiffSHA256: fingerprint(c.Files),
		Started: in.Started.UTC().Format(time.RFC3339), Seconds: in.Duration.Round(time.Millisecond).Seconds(), Reused: in.Reused, Comment: in.CommentURL}
	for _, note := range in.Notes {
		r.Notes = append(r.Notes, b.short(note, maxReason))
	}
	r.Memory = memoryOf(in.Memory)
	return r
}

// memoryOf is what a run knew of earlier results; nil: of none.
func memoryOf(m report.Memory) *Memory {
	earlier := func(list []report.Earlier) (out []Earlier) {
		for _, e := range list {
			out = append(out, Earlier(e))
		}
		return out
	}
	if len(m.Here)+len(m.Elsewhere)+len(m.Missing) == 0 {
		return nil
	}
	return &Memory{Here: earlier(m.Here), Elsewhere: earlier(m.Elsewhere), Missing: earlier(m.Missing), SpentUSD: m.SpentUSD}
}

func (b builder) change() Change {
	c := b.in.Change
	lines, files := rules.Counted(c)
	out := Change{Kind: string(c.Kind), CountedLines: lines, CountedFiles: files, State: string(c.State), Draft: c.Draft, DefaultBranch: b.raw(c.DefaultBranch)}
	out.HeadInBase, out.MergeStyles = c.HeadInBase, c.MergeStyles
	for _, o := range c.Obstacles {
		out.Obstacles = append(out.Obstacles, Obstacle{string(o.Kind), o.Commit, b.raw(o.Path), o.Why})
	}
	for _, f := range c.Files {
		file := File{Path: b.raw(f.Path), Status: string(f.Status), OldMode: uint32(f.OldMode), NewMode: uint32(f.NewMode),
			Category: string(f.Category), Mechanical: string(f.Mechanical), Unreviewable: rules.Unreviewable(f), Added: f.Added, Deleted: f.Deleted}
		if f.Renamed() {
			file.OldPath = b.raw(f.OldPath)
		}
		out.Files = append(out.Files, file)
	}
	return out
}

func (b builder) ruleInputs(list []rules.Input) []RuleInput {
	var out []RuleInput
	for _, i := range list {
		out = append(out, RuleInput{i.Name, b.short(i.Value, maxReason), i.Key, i.Limit})
	}
	return out
}

// reasons are shortened copies without secrets.
func (b builder) reasons(list []verdict.Reason) []Reason {
	out := reasons(list)
	for i := range out {
		out[i].Text, out[i].Public = b.short(out[i].Text, maxReason), b.short(out[i].Public, maxReason)
	}
	return out
}

func reasons(list []verdict.Reason) []Reason {
	var out []Reason
	for _, r := range list {
		out = append(out, Reason{string(r.Source), r.Level.String(), r.Code, r.Text, r.Public})
	}
	return out
}

// flags are the words for what an answer of the classifier means.
var flags = map[classify.Flag]string{classify.Passed: "passed", classify.Ignored: "ignored", classify.Likely: "likely",
	classify.Clear: "clear", classify.VeryLikely: "very likely"}

func (b builder) classifier() Classifier {
	r := b.in.Classifier
	c := Classifier{Model: r.Model, Units: r.Units, Calls: r.Calls, InputTokens: r.InputTokens, CostUSD: r.CostUSD}
	for _, row := range r.Rows {
		out := Row{Kind: string(row.Unit.Kind), Path: b.raw(row.Unit.Path), Line: row.Unit.Line, Question: row.Question.Name,
			Value: row.Value.Value, Flag: flags[row.Flag]}
		if b.source || row.Flag > classify.Ignored { // the comment shows the others only as a number
			out.ID = b.short(row.Unit.ID, maxTitle)
		}
		if row.HasConfidence {
			out.Confidence = &row.Confidence
		}
		c.Rows = append(c.Rows, out)
	}
	return c
}

// raw is a text of the repository without secrets; base64 would hide them from the encoder.
func (b builder) raw(s string) Raw {
	clean := b.redact(s)
	*b.masked = *b.masked || clean != s
	return Raw(clean)
}

func (b builder) raws(list []string) []Raw {
	var out []Raw
	for _, s := range list {
		out = append(out, b.raw(s))
	}
	return out
}

// hash is the SHA-256 of a text in hex; empty: there is no text.
func hash(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// short is a text without secrets, cut at a number of characters. A secret that is cut first could not be found any more.
func (b builder) short(text string, limit int) string {
	text = b.redact(text)
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + " … (cut)"
}
