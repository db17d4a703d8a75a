package report

import (
	"slices"

	"werkrevisor/internal/page"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/rules"
	"werkrevisor/internal/verdict"
)

// coverage says who looked at which file.
type coverage struct {
	Words []pageFact
	Files []coveredFile
	Left  int
}

// coveredFile is one changed file.
type coveredFile struct {
	Path, Category string
	Added, Deleted int
	By             string
}

// covered is the coverage of every changed file; what a file is comes before who got it.
func covered(in Input) coverage {
	var c coverage
	var files []coveredFile
	counts := map[string]int{}
	given := reviewed(in)
	for _, f := range in.Change.Files {
		by, kind := coverageOf(f, in, given)
		counts[kind]++
		files = append(files, coveredFile{page.Cut(f.Path, maxPath), string(f.Category), f.Added, f.Deleted, page.Cut(by, maxPath)})
	}
	for _, kind := range []string{reviewedFiles, "mechanical", "excluded", "unreviewable", "taken over", "not reviewed by a model"} {
		if n := counts[kind]; n > 0 {
			c.Words = append(c.Words, pageFact{kind, verdict.Count(n, "file")})
		}
	}
	c.Files, c.Left = page.Fit(files, maxPageRows, maxPageFiles, func(f coveredFile) int { return page.Weight(f.Path) + page.Weight(f.By) })
	return c
}

// maxPageFiles is how many bytes the names of files may take.
const maxPageFiles = 150_000

const reviewedFiles = "reviewed by a model"

func coverageOf(f pr.File, in Input, given []string) (by, kind string) {
	switch {
	case f.Mechanical != pr.NotMechanical:
		return "mechanical: " + string(f.Mechanical), "mechanical"
	case rules.Unreviewable(f) != "":
		return "unreviewable: " + rules.Unreviewable(f), "unreviewable"
	}
	if pattern, ok := rules.Excluded(f, in.Config); ok {
		return "excluded: [review] exclude_globs " + pattern, "excluded"
	}
	if slices.Contains(given, f.Path) {
		return reviewedFiles, reviewedFiles
	}
	if in.Reused {
		return "taken over from an earlier review of this commit", "taken over"
	}
	return "not reviewed by a model", "not reviewed by a model"
}

// reviewed are the files that a model answered about.
func reviewed(in Input) (paths []string) {
	if d := in.Review.Deep; d != nil {
		for _, a := range d.Areas {
			if a.Model != "" {
				paths = append(paths, a.Files...)
			}
		}
		return paths
	}
	if in.Review.Complete {
		for _, f := range in.Review.Ledger.Files {
			paths = append(paths, f.Path)
		}
	}
	return paths
}
