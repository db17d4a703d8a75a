package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// changeKind gives YELLOW to a change of a kind that [categories] auto_approvable does not list.
func changeKind(c pr.Change, cfg config.Config) Outcome {
	allowed := cfg.Categories.AutoApprovable
	out := Outcome{Inputs: []Input{
		{"change kind", string(c.Kind), "[categories] auto_approvable", strings.Join(allowed, " ")},
	}}
	if slices.Contains(allowed, string(c.Kind)) {
		return out
	}
	if len(c.Files) == 0 {
		out.add(verdict.Yellow, "change_kind", "the change is empty (no files): head and base hold the same; check the branch, or the range")
		return out
	}
	var words []string
	for _, k := range allowed {
		words = append(words, kindWords[pr.Kind(k)])
	}
	if len(words) == 0 {
		words = []string{"none"}
	}
	out.add(verdict.Yellow, "change_kind", fmt.Sprintf("change kind '%s' (%s); AI-approvable are only: %s%s",
		c.Kind, strings.Join(categoryNames(c, cfg.Categories), ", "), strings.Join(words, ", "), modifiedTests(c, cfg.Categories)))
	return out
}

// modifiedTests says why the tests are not purely added, behind the text of the seed.
func modifiedTests(c pr.Change, cfg config.Categories) string {
	if c.Kind != pr.TestsModified && c.Kind != pr.FeatureWithModifiedTests {
		return ""
	}
	places := notAdditive(c, cfg, math.MaxInt)
	if len(places) == 0 {
		return ""
	}
	return fmt.Sprintf("; not purely additive: %s ([categories] auto_approvable)", verdict.Examples(places))
}

// kindWords are the kinds that can be approved without a human, in words (seed 000, [categories]).
var kindWords = map[pr.Kind]string{
	pr.DocsOnly:         "docs only",
	pr.TestsOnlyAdded:   "tests only, purely added",
	pr.DocsAndTests:     "docs and purely added tests",
	pr.Refactoring:      "refactoring with unchanged tests",
	pr.FeatureWithTests: "feature with purely added tests",
	pr.HarmlessOnly:     "harmless files only",
	pr.MechanicalOnly:   "mechanical changes only",
}

// categoryWords are the categories in the order in which a reason names them.
var categoryWords = []struct {
	category pr.Category
	words    string
}{
	{pr.Main, "main code"}, {pr.APISpec, "API spec"}, {pr.Tests, "tests"}, {pr.Other, "other files"},
	{pr.Harmless, "harmless files"}, {pr.Docs, "docs"},
}

func categoryNames(c pr.Change, cfg config.Categories) []string {
	present := categories(c, cfg)
	var names []string
	for _, w := range categoryWords {
		if present[w.category] {
			names = append(names, w.words)
		}
	}
	if len(names) == 0 {
		names = []string{"no files"}
	}
	return names
}

// categories is the set of categories that count for the kind: those of every file that is not mechanical,
// by its new and its old path.
func categories(c pr.Change, cfg config.Categories) map[pr.Category]bool {
	set := map[pr.Category]bool{}
	for _, f := range c.Files {
		if f.Mechanical != pr.NotMechanical {
			continue
		}
		for _, p := range f.Paths() {
			set[categoryOf(p, cfg)] = true
		}
	}
	return set
}

// kind is the change kind by the table of seed 000, [categories]. A change without files is mixed: nothing was shown.
func kind(c pr.Change, cfg config.Categories) pr.Kind {
	return kindBy(c, cfg, func() bool { return testsAdditive(c, cfg) })
}

// kindBy is kind where additive says whether the changes of the tests only add.
func kindBy(c pr.Change, cfg config.Categories, additive func() bool) pr.Kind {
	set := categories(c, cfg)
	if len(set) == 0 {
		if len(c.Files) > 0 {
			return pr.MechanicalOnly
		}
		return pr.Mixed
	}
	if set[pr.Harmless] {
		if len(set) == 1 {
			return pr.HarmlessOnly
		}
		delete(set, pr.Harmless)
	}
	if set[pr.APISpec] || set[pr.Other] {
		return pr.Mixed
	}
	docs, main := set[pr.Docs], set[pr.Main]
	tests := set[pr.Tests] || changesRunner(c)
	added := !tests || additive()
	switch {
	case main && !tests:
		return pr.Refactoring
	case main && added:
		return pr.FeatureWithTests
	case main:
		return pr.FeatureWithModifiedTests
	case tests && !added:
		return pr.TestsModified
	case tests && docs:
		return pr.DocsAndTests
	case tests:
		return pr.TestsOnlyAdded
	default:
		return pr.DocsOnly
	}
}
