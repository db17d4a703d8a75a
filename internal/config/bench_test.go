package config

import (
	"strings"
	"testing"
)

func BenchmarkMerge(b *testing.B) {
	host, repo := Layer{TOML: hostFixture(b)}, &Layer{TOML: read(b, "testdata/ok/repo-everything.toml")}
	for b.Loop() {
		mustMerge(b, host, repo)
	}
}

// BenchmarkHostileRepositoryConfig checks texts of the largest size that are made to cost time.
func BenchmarkHostileRepositoryConfig(b *testing.B) {
	c := mustMerge(b, Layer{TOML: hostFixture(b)}, nil)
	fill := func(head, piece, tail string) string {
		return head + strings.Repeat(piece, (MaxTOML-len(head)-len(tail))/len(piece)) + tail
	}
	for name, text := range map[string]string{
		"unknown keys":       "[size]\n" + numbered(80_000),
		"unknown sections":   fill("", "[[x]]\n", ""),
		"long list":          fill("[categories]\ndocs = [", "'a',", "]"),
		"wrong entries":      fill("[categories]\ndocs = [", "1,", "]"),
		"long text":          fill("[review]\nextra_instructions = '", "a", "'"),
		"long escapes":       fill("[review]\nextra_instructions = \"", `\n`, `"`),
		"long key":           fill("[size]\n", "a", " = 1"),
		"long glob":          fill("[categories]\ndocs = ['", "{a,", "']"),
		"long regex":         fill("[mechanical.imports]\nx = ['", "(a", "']"),
		"repeated regex":     fill("[mechanical.imports]\nx = [", "'(a{900}){1}',", "]"),
		"huge regexes":       "[mechanical.imports]\nx = [" + strings.Repeat("'((a{1000}){1000}){10}', '(\\pL{99}){9}',", 100) + "]",
		"empty lines":        fill("", "\n", "[size]\nx = 1"),
		"one broken line":    fill("", "[", ""),
		"critical paths":     fill("[hard_orange]\npaths = [", "'a',", "]"),
		"options":            fill("[classifier]\nsection_questions = [{ name = 'a', type = 'choice', criteria = { a = 'a', b = 'b' }, instructions = 'i', red_above = 1, yellow_above = 1, problem_options = [", "'a',", "] }]"),
		"tables in a list":   fill("[classifier]\nsection_questions = [", "{a=1},", "]"),
		"dotted keys":        fill("", "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o=1\n", ""),
		"carriage returns":   fill("", "\r", ""),
		"quotes without end": fill("a = \"\"\"", "\\\"", ""),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.CheckRepo(text)
			}
		})
	}
}
