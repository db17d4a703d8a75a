package deep

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/linter"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// The bounds of what the facts block may hold.
const (
	maxConvention  = 20_000 // characters of one file with conventions
	maxConventions = 60_000 // of all of them
	maxPastFiles   = 20     // changed files whose history is read
	maxPastRead    = 20     // commits that are read of each
	maxPastShown   = 3      // fixes and reverts that are named of each
)

// facts is what code knows about the change before a model is asked. Every reviewer gets the same (deep.md, stage 1).
type facts struct {
	files       []fileFacts // that are given to the reviewers, in the order of the change
	byPath      map[string][]string
	surfaces    []string // of all of them
	destroys    []string // files with a destructive migration
	auth        []string // files that touch authentication or authorization
	contract    []string // names of contracts that the change removes or changes
	conventions []pr.ContextFile
	misses      []missed
	history     []past
	problems    []linter.Problem
}

// fileFacts is a given file with its surfaces.
type fileFacts struct {
	pr.File
	surfaces []string
}

// missed is an entry of misses.toml with the files that it asks to check.
type missed struct {
	config.Miss
	files []string
}

// past names fixes and reverts of a touched file.
type past struct {
	path    string
	commits []pr.PastCommit
}

// gather is stage 1.
func (e *engine) gather(ctx context.Context) facts {
	began := e.Clock()
	f := classified(e.in)
	f.conventions = e.readConventions(ctx)
	f.misses = e.readMisses(ctx, f.files)
	f.history = e.readHistory(ctx, f.files)
	e.done(review.Stage{Name: stageFacts, Note: fmt.Sprintf("%s, surfaces: %s", verdict.Count(len(f.files), "file"), strings.Join(f.surfaces, ", "))}, began)
	return f
}

// classified finds the surfaces. It is pure.
func classified(in review.Input) facts {
	f := facts{byPath: map[string][]string{}}
	for _, file := range review.Given(in.Change, in.Config) {
		ff := fileFacts{file, surfacesOf(file)}
		f.files = append(f.files, ff)
		f.byPath[file.Path] = ff.surfaces
		for _, s := range ff.surfaces {
			if !slices.Contains(f.surfaces, s) {
				f.surfaces = append(f.surfaces, s)
			}
		}
		if destroys(file, ff.surfaces) {
			f.destroys = append(f.destroys, file.Path)
		}
		if slices.Contains(ff.surfaces, authSurface) && file.Category != pr.Tests {
			f.auth = append(f.auth, file.Path)
		}
	}
	slices.Sort(f.surfaces)
	names, _ := elements(f.files)
	for _, e := range names {
		f.contract = append(f.contract, e.Name)
	}
	return f
}

// readConventions reads the files of [deep] conventions at the base commit; those that are not there are no remark,
// because the default names what many projects have.
func (e *engine) readConventions(ctx context.Context) []pr.ContextFile {
	var list []pr.ContextFile
	left := maxConventions
	for _, name := range e.in.Config.Deep.Conventions {
		if slices.ContainsFunc(e.in.Change.Context, func(c pr.ContextFile) bool { return c.Path == name }) {
			continue // it stands in the prompt already
		}
		if e.in.Config.Review.ExcludeGlobs.Has(name) {
			e.note("the conventions in %s are kept from models ([review] exclude_globs)", name)
			continue
		}
		text, err := e.Tree.Read(ctx, pr.AtBase, name)
		switch {
		case err != nil:
			e.note("the conventions in %s could not be read at the base commit", name)
		case text.State == pr.Absent:
		case text.State != pr.Read:
			e.note("the conventions in %s are no text that can be read", name)
		default:
			body, cut := clip(text.Body, min(maxConvention, left))
			if left -= len(body); cut {
				e.note("the conventions in %s are longer than the reviewers get; their rest was left out", name)
			}
			if body != "" {
				list = append(list, pr.ContextFile{Path: name, Text: pr.Text{State: pr.Read, Body: body}})
			}
		}
	}
	return list
}

// clip is the first whole lines of a text up to so many bytes.
func clip(text string, limit int) (kept string, cut bool) {
	if len(text) <= limit {
		return text, false
	}
	return text[:strings.LastIndexByte(text[:max(0, limit)], '\n')+1], true
}

// readMisses finds the entries of misses.toml that fit the change. A file that cannot be read is a fault: the reviewers
// would lack checks that the repository asked for.
func (e *engine) readMisses(ctx context.Context, files []fileFacts) []missed {
	name := e.in.Config.Deep.Misses
	if name == "" {
		return nil
	}
	text, err := e.Tree.Read(ctx, pr.AtBase, name)
	switch {
	case err != nil:
		e.fault("%s could not be read at the base commit ([deep] misses)", name)
		return nil
	case text.State == pr.Absent:
		return nil
	case text.State != pr.Read:
		e.fault("%s is no text that can be read ([deep] misses); correct it at the base", name)
		return nil
	}
	list, err := config.ParseMisses(name, text.Body)
	if err != nil {
		e.fault("%s; correct it at the base ([deep] misses)", err)
		return nil
	}
	return matching(list, files)
}

// matching keeps the misses that some file fits. It is pure.
func matching(list []config.Miss, files []fileFacts) []missed {
	var found []missed
	for _, m := range list {
		hit := missed{Miss: m}
		for _, f := range files {
			if slices.ContainsFunc(f.Paths(), m.Globs.Has) && (m.Pattern == nil || onAddedLine(f.File, m.Pattern)) {
				hit.files = append(hit.files, f.Path)
			}
		}
		if len(hit.files) > 0 {
			found = append(found, hit)
		}
	}
	return found
}

func onAddedLine(f pr.File, re *regexp.Regexp) bool {
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add && re.MatchString(l.Text) {
				return true
			}
		}
	}
	return false
}

// mends matches the subject of a commit that repaired something.
var mends = regexp.MustCompile(`(?i)\b(revert\w*|fix(es|ed)?|bug\w*|hotfix\w*|regress\w*|incident\w*|roll(ed)?[ -]?back|cve-\d+|security|leak\w*|race|crash\w*|deadlock\w*)\b`)

// readHistory reads what happened to the touched files: where something was repaired, it can break again.
func (e *engine) readHistory(ctx context.Context, files []fileFacts) []past {
	var old []string
	for _, f := range files {
		if f.Status != pr.Added && len(old) < maxPastFiles {
			old = append(old, f.OldPath)
		}
	}
	if len(old) == maxPastFiles && len(files) > maxPastFiles {
		e.note("the history of the first %d touched files was read", maxPastFiles)
	}
	found, errs := make([]past, len(old)), make([]error, len(old))
	failed := e.parallel(len(old), func(i int) {
		var commits []pr.PastCommit
		commits, errs[i] = e.Tree.History(ctx, old[i], maxPastRead)
		found[i].path = old[i]
		for _, c := range commits {
			if mends.MatchString(c.Subject) && len(found[i].commits) < maxPastShown {
				found[i].commits = append(found[i].commits, c)
			}
		}
	})
	if failed != nil || slices.ContainsFunc(errs, func(err error) bool { return err != nil }) {
		e.note("the history of the touched files could not be read completely")
	}
	return slices.DeleteFunc(found, func(p past) bool { return len(p.commits) == 0 })
}
