package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// lfsHeader starts every LFS pointer; the content stands elsewhere and was not read.
const lfsHeader = "version https://git-lfs.github.com/spec/"

// unreviewable gives YELLOW to changes without a text that a model could review, and to files that
// [review] exclude_globs keeps from the model (product.md 6 and 5).
func unreviewable(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	var odd, excluded []string
	for _, f := range c.Files {
		if kind := Unreviewable(f); kind != "" {
			odd = append(odd, fmt.Sprintf("%s (%s)", f.Path, kind))
		}
		if pattern, ok := Excluded(f, cfg); ok {
			excluded = append(excluded, fmt.Sprintf("%s (%s)", f.Path, pattern))
		}
	}
	out.Inputs = []Input{
		{Name: "unreviewable changes", Value: fmt.Sprint(len(odd))},
		{"excluded files", fmt.Sprint(len(excluded)), "[review] exclude_globs", strings.Join(cfg.Review.ExcludeGlobs.Strings(), " ")},
	}
	if len(odd) > 0 {
		out.add(verdict.Yellow, "unreviewable_change", fmt.Sprintf(
			"%s cannot be reviewed as text, so a human looks at it: %s", verdict.Count(len(odd), "changed file"), verdict.Examples(odd)))
	}
	if len(excluded) > 0 {
		out.add(verdict.Yellow, "not_reviewed", fmt.Sprintf(
			"the model does not get %s, so a human looks at it ([review] exclude_globs): %s", verdict.Count(len(excluded), "changed file"), verdict.Examples(excluded)))
	}
	return out
}

// Excluded returns the pattern of [review] exclude_globs that keeps a file from the model.
// A renamed file is excluded only if both names are.
func Excluded(f pr.File, cfg config.Config) (pattern string, ok bool) {
	for _, name := range f.Paths() {
		if pattern, ok = cfg.Review.ExcludeGlobs.Match(name); !ok {
			return "", false
		}
	}
	return pattern, true
}

// Unreviewable names the kind of a change that has no text to review, or is empty. It decides by content
// and modes, never by the extension (product.md 6).
func Unreviewable(f pr.File) string {
	switch {
	case f.OldMode == pr.ModeSubmodule || f.NewMode == pr.ModeSubmodule:
		return "submodule commit"
	case f.OldMode == pr.ModeSymlink || f.NewMode == pr.ModeSymlink:
		return "symlink"
	case f.Status == pr.TypeChanged || odd(f.OldMode) || odd(f.NewMode) || f.Old.State == pr.NotFile || f.New.State == pr.NotFile:
		return "type change"
	case f.Binary || f.Old.State == pr.NotText || f.New.State == pr.NotText:
		return "binary content"
	case f.Old.State == pr.NotUTF8 || f.New.State == pr.NotUTF8 || !validUTF8(f):
		return "not UTF-8"
	case f.Old.State == pr.TooLarge || f.New.State == pr.TooLarge || tooLarge(f):
		return "too large to read"
	case f.OldMode != 0 && f.NewMode != 0 && f.OldMode != f.NewMode:
		return "mode change"
	case pointer(f.Old) || pointer(f.New) || addsPointer(f):
		return "LFS pointer"
	}
	return ""
}

// tooLarge reports whether the added lines alone are more than is read of a file. Nothing looks through them: a human does.
func tooLarge(f pr.File) bool {
	size := 0
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				size += len(l.Text) + 1
			}
		}
	}
	return size > pr.MaxFile+1 // the last line may have no end
}

// validUTF8 reports whether the changed lines are UTF-8; texts that were not read are judged by them alone.
func validUTF8(f pr.File) bool {
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if !utf8.ValidString(l.Text) {
				return false
			}
		}
	}
	return true
}

func pointer(t pr.Text) bool { return strings.HasPrefix(t.Body, lfsHeader) }

// addsPointer finds a pointer in the first line of a hunk, for texts that were not read.
func addsPointer(f pr.File) bool {
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if (l.New == 1 || l.Old == 1) && strings.HasPrefix(l.Text, lfsHeader) {
				return true
			}
		}
	}
	return false
}
