package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// hardPaths gives ORANGE to critical paths and YELLOW to risky ones and to changes of the DB schema
// (seed 000, [hard_orange] and [hard_yellow]). A file shows only in the worst of them.
// Old and new path of a rename count, and mechanical files count too.
func hardPaths(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	var critical, risky, schema []string
	steering := steeringFiles(cfg)
	for _, f := range c.Files {
		if hit, ok := configured(f, cfg.HardOrange.Paths); ok {
			critical = append(critical, fmt.Sprintf("%s ([hard_orange] %s)", hit.path, hit.pattern))
		} else if hit, ok := configured(f, cfg.HardYellow.Paths); ok {
			risky = append(risky, fmt.Sprintf("%s ([hard_yellow] %s)", hit.path, hit.pattern))
		} else if slices.ContainsFunc(f.Paths(), tooLong) {
			risky = append(risky, fmt.Sprintf("%s (built in: a name of more than %d bytes)", f.Path, maxName))
		} else if hit, ok := match(f, builtInRisky); ok {
			risky = append(risky, hit.path+" (built in)")
		} else if hit, ok := match(f, steering); ok {
			risky = append(risky, hit.path+" (built in: the config hands it to the reviewing models)")
		} else if hit, ok := match(f, builtInSchema); ok && !markdown(hit.path) {
			schema = append(schema, hit.path+" (built in)")
		}
	}
	confusable := confusablePaths(c.Files)
	out.Inputs = []Input{
		{"critical files", fmt.Sprint(len(critical)), "[hard_orange] paths", strings.Join(cfg.HardOrange.Paths.Strings(), " ")},
		{"risky files", fmt.Sprint(len(risky)), "[hard_yellow] paths", strings.Join(cfg.HardYellow.Paths.Strings(), " ")},
		{Name: "DB schema files", Value: fmt.Sprint(len(schema))},
		{Name: "confusable paths", Value: fmt.Sprint(len(confusable))},
	}
	if len(critical) > 0 {
		out.add(verdict.Orange, "critical_path", "critical paths changed, review them deliberately: "+verdict.Examples(critical))
	}
	if len(risky) > 0 {
		out.add(verdict.Yellow, "risky_path", "risky paths changed, a human looks at them: "+verdict.Examples(risky))
	}
	if len(schema) > 0 {
		out.add(verdict.Yellow, "db_schema", "DB schema changed: "+verdict.Examples(schema))
	}
	if len(confusable) > 0 {
		out.add(verdict.Yellow, "confusable_path", "new paths that can be mistaken for others; rename them: "+verdict.Examples(confusable))
	}
	return out
}

// maxName is the length of the longest path that systems open, in bytes. A longer name is risky, and its disguises are not
// looked for.
const maxName = 4096

func tooLong(name string) bool { return len(name) > maxName }

type pathHit struct{ path, pattern string }

// configured matches the patterns of a config list; text documents of the category docs are exempt.
func configured(f pr.File, globs config.Globs) (pathHit, bool) {
	if exemptDoc(f) {
		return pathHit{}, false
	}
	return match(f, globs)
}

func match(f pr.File, globs config.Globs) (pathHit, bool) {
	for _, p := range f.Paths() {
		if pattern, ok := globs.MatchFolded(p); ok {
			return pathHit{p, pattern}, true
		}
		if tooLong(p) {
			continue
		}
		if plain := undisguised(p); plain != p {
			if pattern, ok := globs.MatchFolded(plain); ok {
				return pathHit{p, pattern}, true
			}
		}
	}
	return pathHit{}, false
}

// undisguised is a path as a reader, or a file system that drops the dots and blanks at the end of a name, takes it:
// letters of full width as usual ones, and without what nobody sees.
func undisguised(name string) string {
	segments := strings.Split(strings.ReplaceAll(norm.NFKC.String(name), `\`, "/"), "/")
	for i, s := range segments {
		s = strings.Map(func(r rune) rune {
			if invisible(r) {
				return -1
			}
			return r
		}, s)
		segments[i] = strings.TrimLeft(strings.TrimRight(s, ". "), " ")
	}
	return strings.Join(segments, "/")
}

func markdown(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".md" || ext == ".markdown"
}

// steeringFiles are the files that the config hands to models: who changes them steers later reviews (product.md 7).
func steeringFiles(cfg config.Config) config.Globs {
	all := cfg.Deep.OrgContextGlobs.Add(cfg.Deep.PriorArtGlobs)
	names := append(append([]string{cfg.Deep.Misses}, cfg.Review.RepoContextFiles...), cfg.Deep.Conventions...)
	for _, n := range names {
		if n == "" {
			continue
		}
		n = path.Clean(n)
		if !strings.Contains(n, "/") {
			n = "{" + quoteGlob(n) + ",./" + quoteGlob(n) + "}"
		} else {
			n = quoteGlob(n)
		}
		if g, err := config.NewGlobs(n); err == nil {
			all = all.Add(g)
		}
	}
	return all
}

// quoteGlob makes a pattern that matches exactly the name.
func quoteGlob(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`, ",", `\,`).Replace(name)
}
