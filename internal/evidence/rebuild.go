package evidence

import (
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// levels are the verdicts by their names.
var levels = []verdict.Level{verdict.Green, verdict.Yellow, verdict.Orange, verdict.Red, verdict.Error}

// levelOf reads the name of a level; an unknown one is ERROR, so that it cannot help.
func levelOf(name string) verdict.Level {
	for _, l := range levels {
		if l.String() == name {
			return l
		}
	}
	return verdict.Error
}

// given are the reasons as the decision got them.
func given(list []Reason) []verdict.Reason {
	var out []verdict.Reason
	for _, r := range list {
		out = append(out, verdict.Reason{Source: verdict.Source(r.Source), Level: levelOf(r.Level), Code: r.Code, Text: r.Text, Public: r.Public})
	}
	return out
}

// input is what the decision was made of.
func (b Basis) input() verdict.Input {
	c := pr.Change{Origin: pr.Origin(b.Origin), Number: b.PR, Base: pr.Commit{Ref: string(b.BaseRef)}, Head: pr.Commit{SHA: b.Head},
		MergeStyle: b.MergeStyle, Author: pr.User(b.Author), Lock: pr.Lock(b.Lock)}
	c.Thread.Bot = pr.User(b.Bot)
	for _, u := range b.Pushers {
		c.Pushers = append(c.Pushers, pr.User(u))
	}
	for _, m := range b.Comments {
		c.Thread.Comments = append(c.Thread.Comments, pr.Comment{ID: m.ID, User: c.Thread.Bot, Body: verdict.Marker{Head: m.Head, Failed: m.Failed}.String()})
	}
	for _, v := range b.Reviews {
		c.Thread.Reviews = append(c.Thread.Reviews, pr.Review{ID: v.ID, User: pr.User(v.User), State: v.State, CommitSHA: v.CommitSHA,
			Official: v.Official, Stale: v.Stale, Dismissed: v.Dismissed})
	}
	for _, e := range b.Events {
		c.Thread.Events = append(c.Thread.Events, pr.Event{ID: e.ID, Type: pr.EventType(e.Type), User: pr.User(e.User), Old: string(e.Old), New: string(e.New),
			Reviewer: pr.User(e.Reviewer), Removed: e.Removed})
	}
	return verdict.Input{Change: c, Reasons: given(b.Reasons), Proof: verdict.Proof(b.Proof), Gate: config.Gate(b.Gate), ClassifierRed: b.ClassifierRed,
		Reused: b.Reused, Odd: b.Odd, Refused: b.Refused, Keep: b.Keep, Conflict: b.Conflict}
}

// facts are the change without its texts, so far as rules need it: with the kind of an unreviewable file, but no line.
func (r Record) facts() (pr.Change, error) {
	c := r.Basis.input().Change
	c.Base, c.Head.Ref, c.MergeBase = pr.Commit{Ref: string(r.Run.BaseRef), SHA: r.Run.Base}, string(r.Run.HeadRef), r.Run.MergeBase
	c.Number, c.DefaultBranch, c.Draft, c.State = r.Run.PR, string(r.Change.DefaultBranch), r.Change.Draft, pr.State(r.Change.State)
	c.HeadInBase, c.MergeStyles, c.Kind = r.Change.HeadInBase, r.Change.MergeStyles, pr.Kind(r.Change.Kind)
	for _, o := range r.Change.Obstacles {
		c.Obstacles = append(c.Obstacles, pr.Obstacle{Kind: pr.ObstacleKind(o.Kind), Commit: o.Commit, Path: string(o.Path), Why: o.Why})
	}
	for _, f := range r.Change.Files {
		file := pr.File{Path: string(f.Path), OldPath: string(f.Path), Status: pr.Status(f.Status), OldMode: pr.Mode(f.OldMode), NewMode: pr.Mode(f.NewMode),
			Category: pr.Category(f.Category), Mechanical: pr.Mechanical(f.Mechanical), Added: f.Added, Deleted: f.Deleted}
		if f.OldPath != "" {
			file.OldPath = string(f.OldPath)
		}
		c.Files = append(c.Files, unreviewable(file, f.Unreviewable))
	}
	if r.Source == nil {
		return c, nil
	}
	return r.withTexts(c)
}

// unreviewable gives a file the state of texts that rules.Unreviewable names by this kind. What modes and status tell
// needs nothing.
func unreviewable(f pr.File, kind string) pr.File {
	switch kind {
	case "type change":
		f.New.State = pr.NotFile
	case "binary content":
		f.New.State = pr.NotText
	case "not UTF-8":
		f.New.State = pr.NotUTF8
	case "too large to read":
		f.New.State = pr.TooLarge
	case "LFS pointer":
		f.New = pr.Text{State: pr.Read, Body: lfsPointer}
	}
	return f
}

// lfsPointer is the beginning of an LFS pointer.
const lfsPointer = "version https://git-lfs.github.com/spec/v1\n"

// withTexts puts the texts of the record into the change.
func (r Record) withTexts(c pr.Change) (pr.Change, error) {
	s := r.Source
	if len(s.Files) != len(c.Files) {
		return c, fmt.Errorf("section source has the texts of %d files, and section change has %d files", len(s.Files), len(c.Files))
	}
	c.Title, c.Body = string(s.Title), string(s.Body)
	for _, t := range s.Context {
		c.Context = append(c.Context, pr.ContextFile{Path: string(t.Path), Text: t.Text.text()})
	}
	c.Folders = pr.Folders{Base: listing(s.Base), MergeBase: listing(s.MergeBase)}
	if len(s.Manifests) > 0 {
		c.Folders.Manifests = map[string]pr.Text{}
	}
	for _, m := range s.Manifests {
		c.Folders.Manifests[string(m.Path)] = m.Text.text()
	}
	for i, f := range s.Files {
		file := &c.Files[i]
		file.Binary, file.Old, file.New = f.Binary, f.Old.text(), f.New.text()
		for _, h := range f.Hunks {
			hunk, err := h.hunk()
			if err != nil {
				return c, err
			}
			file.Hunks = append(file.Hunks, hunk)
		}
		if added, deleted := counted(*file); added != file.Added || deleted != file.Deleted {
			return c, fmt.Errorf("section source has other numbers of lines for file %d than section change", i+1)
		}
	}
	return c, nil
}

// counted is the number of added and of deleted lines in the hunks of a file.
func counted(f pr.File) (added, deleted int) {
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			switch l.Op {
			case pr.Add:
				added++
			case pr.Remove:
				deleted++
			}
		}
	}
	return added, deleted
}

func (t Text) text() pr.Text { return pr.Text{State: pr.TextState(t.State), Body: string(t.Body)} }

func listing(list []Folder) pr.Listing {
	if len(list) == 0 {
		return nil
	}
	out := pr.Listing{}
	for _, f := range list {
		var entries []pr.Entry
		for _, e := range f.Entries {
			entries = append(entries, pr.Entry{Name: string(e.Name), Mode: pr.Mode(e.Mode)})
		}
		out[string(f.Path)] = entries
	}
	return out
}

// hunk numbers the lines of a hunk again.
func (h Hunk) hunk() (pr.Hunk, error) {
	out := pr.Hunk{OldStart: h.OldStart, OldLines: h.OldLines, NewStart: h.NewStart, NewLines: h.NewLines, Section: string(h.Section)}
	before, after := h.OldStart, h.NewStart
	for _, line := range h.Lines {
		if line == "" {
			return out, fmt.Errorf("section source has a line without a mark")
		}
		l := pr.Line{Op: pr.Op(line[0]), Text: string(line[1:])}
		switch l.Op {
		case pr.Add:
			l.New = after
			after++
		case pr.Remove:
			l.Old = before
			before++
		case pr.Context:
			l.Old, l.New = before, after
			before, after = before+1, after+1
		default:
			return out, fmt.Errorf("section source has a line with an unknown mark")
		}
		out.Lines = append(out.Lines, l)
	}
	for _, i := range h.NoEOL {
		if i < 0 || i >= len(out.Lines) {
			return out, fmt.Errorf("section source names a line that is not there")
		}
		out.Lines[i].NoEOL = true
	}
	return out, nil
}
