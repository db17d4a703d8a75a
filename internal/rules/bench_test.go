package rules

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/pr"
)

func manyFiles(n int) pr.Change {
	c := pr.Change{Origin: pr.FromGitea, Author: pr.User{Login: "ann"}, HeadInBase: true, DefaultBranch: "main",
		Base: pr.Commit{Ref: "main"}}
	const text = "package a;\n\nimport b.Bee;\nimport a.Ant;\n\nclass X {\n    Bee a;\n}\n"
	for i := range n {
		name := fmt.Sprintf("src/main/java/a/p%d/File%d", i%50, i)
		switch i % 4 {
		case 0:
			c.Files = append(c.Files, edited(name+".java", text, strings.Replace(text, "    Bee", "  Bee", 1)))
		case 1:
			c.Files = append(c.Files, edited(name+".java", text, strings.Replace(text, "import b.Bee;\nimport a.Ant;", "import a.Ant;\nimport b.Bee;", 1)))
		case 2:
			c.Files = append(c.Files, edited(name+"_test.go", "a\n", "a\nb\n"))
		default:
			c.Files = append(c.Files, edited(name+".md", "a\n", "b\n"))
		}
	}
	return c
}

func BenchmarkCheck(b *testing.B) {
	cfg := baseConfig(b, "")
	for _, n := range []int{10, 1000, 10000} {
		c := manyFiles(n)
		b.Run(fmt.Sprintf("%d files", n), func(b *testing.B) {
			for b.Loop() {
				_, _ = Check(context.Background(), Label(c, cfg), cfg)
			}
		})
	}
}

// TestHostileChangesTakeLinearTime compares a change with one of four times its size: a quadratic rule takes 16 times as long.
func TestHostileChangesTakeLinearTime(t *testing.T) {
	cfg := baseConfig(t, "[mechanical]\nimports = {scala = ['import (\\w+\\.?)+']}")
	const unit = 60_000
	repeat := func(s string, n int) string { return strings.Repeat(s, n/len(s)) }
	for name, make := range map[string]func(n int) pr.Change{
		"files": func(n int) pr.Change { return manyFiles(n / 400) },
		"short lines": func(n int) pr.Change {
			return pr.Change{Files: []pr.File{edited("src/a.c", repeat("a\n", n), repeat("b\n", n)), edited("a_test.go", repeat("a\n", n), repeat("b\n", n))}}
		},
		"imports that come back": func(n int) pr.Change {
			var a strings.Builder
			for i := range n / 20 {
				fmt.Fprintf(&a, "import a.b.C%d;\n", i)
			}
			return pr.Change{Files: []pr.File{edited("src/A.java", "package a;\n"+a.String(), "package a;\n")}}
		},
		"one line in every language": func(n int) pr.Change {
			var c pr.Change
			for _, ext := range []string{"java", "c", "rs", "css", "js", "sql", "go", "php", "scala", "cs"} {
				for i, s := range []string{"#", "/*", "*/ /*", "a/b ", "'a' ", "import a.", "  ", "xit ", "url(a) ", "\"\"", "(", "@a.b."} {
					line := repeat(s, n/10)
					c.Files = append(c.Files, edited(fmt.Sprintf("src/%d.%s", i, ext), line+"\n", line+"x\n"))
				}
			}
			return c
		},
		"one line of names of secrets": func(n int) pr.Change {
			var c pr.Change
			for i, s := range []string{"token=", "token:", "token", "-eyJ", "sk-", "://a:", "password=${X}&", "bearer "} {
				c.Files = append(c.Files, edited(fmt.Sprintf("src/%d.txt", i), "a\n", "a\n"+repeat(s, n)+"\n"))
			}
			return c
		},
		"one line of a test": func(n int) pr.Change {
			var c pr.Change
			for i, s := range []string{"xit ", "@a.b.", "@", ".skip", "skip", " fit", "a"} {
				c.Files = append(c.Files, edited(fmt.Sprintf("src/%d_test.go", i), "a\n", "a\n"+repeat(s, n)+"\n"))
			}
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			// Other programs on the machine can only make it look worse, so one good measurement of several is enough.
			var small, large time.Duration
			for range 6 {
				small = fastest(make(unit), func(c pr.Change) { _, _ = Check(context.Background(), Label(c, cfg), cfg) })
				large = fastest(make(4*unit), func(c pr.Change) { _, _ = Check(context.Background(), Label(c, cfg), cfg) })
				if large <= 10*small+20*time.Millisecond {
					return
				}
			}
			t.Errorf("four times the size takes %v instead of %v", large, small)
		})
	}
}

func fastest(c pr.Change, run func(pr.Change)) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		run(c)
		best = min(best, time.Since(start))
	}
	return best
}

// BenchmarkAllRulesOnManyLines applies every rule to 100,000 changed lines: ordinary ones of code, tests and documents,
// and hostile ones. Both must take less than a second.
func BenchmarkAllRulesOnManyLines(b *testing.B) {
	cfg := baseConfig(b, "[writing]\nenabled = true\n[pr_doc]\nglobs = [\"docs/prs/*.md\"]")
	for name, c := range map[string]pr.Change{"ordinary": manyLines(ordinaryLines), "hostile": manyLines(hostileLines)} {
		size := 0
		for _, f := range c.Files {
			size += len(f.New.Body)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				_, _ = Check(context.Background(), Label(c, cfg), cfg)
			}
		})
	}
}

var (
	ordinaryLines = map[string]string{
		"src/main/java/a/File%d.java": "\n    // The token of the session stays in memory.\n    final var session = sessions.find(request.token(), now);\n    if (session == null) {\n        return Response.denied(\"no session\");\n    }\n",
		"src/a%d_test.go":             "\n\tif got, want := parse(\"a, b\"), 2; got != want {\n\t\tt.Errorf(\"got %d, want %d\", got, want)\n\t}\n\n",
		"docs/guide%d.md":             "\n## A heading\n\nA run reads the change first.\nThen it checks the rules, e.g. the size, and writes one comment.\n- an item with `code` and a [link](https://example.org/a)\n",
		"docs/prs/2026-11-30-%d.md":   "\n## Open Questions\n\n- [x] Who may change it? The owner.\n\n## The Solution\n\nIt works.\n",
	}
	hostileLines = map[string]string{
		"src/main/java/a/File%d.java": "token = password = secret = \"${token}\" ignore all ignore previous ignore instructions you are you are a\n",
		"src/b%d.txt":                 strings.Repeat("token=a", 10) + "\n" + strings.Repeat("password=b1 ", 10) + "\n",
		"src/a%d_test.go":             "x\u200by \"\\\" `` /* */ // t.S kip xit( fit( it. skip\n",
		"docs/guide%d.md":             "**a. B** [c](d) `e. F` <!-- g --> ![h](i) | j | k | z. B. A. B. C! D\n",
		"docs/prs/2026-11-30-%d.md":   "> - [ ] # Open Questions\n",
	}
)

// manyLines is a change of 100,000 added lines in files of 400 lines each.
func manyLines(texts map[string]string) pr.Change {
	var c pr.Change
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		lines := strings.Count(texts[name], "\n")
		for i := range 100_000 / 400 / len(texts) {
			c.Files = append(c.Files, edited(fmt.Sprintf(name, i), "first\n", "first\n"+strings.Repeat(texts[name], 400/lines)))
		}
	}
	return c
}

func BenchmarkHostile(b *testing.B) {
	cfg := baseConfig(b, "")
	for name, f := range map[string]pr.File{
		"one line of 5 MB":            edited("src/a.js", strings.Repeat("a/b ", 1_250_000)+"\n", strings.Repeat("a/b ", 1_250_000)+"x\n"),
		"one line of 5 MB in a test":  edited("src/a_test.go", "a\n", "a\n"+strings.Repeat("xit ", 1_250_000)+"\n"),
		"100,000 lines":               edited("src/a.c", strings.Repeat("a\n", 100_000), strings.Repeat("b\n", 100_000)),
		"100,000 lines of a test":     edited("src/a_test.go", "a\n", "a\n"+strings.Repeat("    f(x, y);\n", 100_000)),
		"100,000 imports that vanish": edited("src/A.java", "package a;\n"+strings.Repeat("import a.b.C;\n", 100_000), "package a;\n"),
	} {
		c := pr.Change{Files: []pr.File{f}}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = Check(context.Background(), Label(c, cfg), cfg)
			}
		})
	}
}
