package secrets

import (
	"strings"
	"testing"
)

func TestEveryExampleOfTheTableHolds(t *testing.T) {
	for _, p := range Table {
		if len(p.Hits) == 0 || len(p.Misses) == 0 {
			t.Errorf("%s: no examples", p.Name)
		}
		for _, line := range p.Hits {
			if !has(Find(line), p.Name) {
				t.Errorf("%s misses %q", p.Name, line)
			}
		}
		for _, line := range p.Misses {
			if has(Find(line), p.Name) {
				t.Errorf("%s finds %q", p.Name, line)
			}
		}
	}
}

func has(found []Match, name string) bool {
	for _, m := range found {
		if m.Name == name {
			return true
		}
	}
	return false
}

func TestThePlaceOfAMatch(t *testing.T) {
	key := "AKIA" + capitals(16)
	text := "a\r\nb " + key + " " + key + "\n" + key
	found := Find(text)
	if len(found) != 2 || text[found[0].Start:found[0].End] != key || found[1].Start != strings.LastIndex(text, key) {
		t.Errorf("got %+v", found)
	}
}

func FuzzFind(f *testing.F) {
	for _, p := range Table {
		for _, s := range append(p.Hits, p.Misses...) {
			f.Add(s, "\n")
		}
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, m := range FindIn(".env", a+b) {
			if m.Start < 0 || m.End < m.Start || m.End > len(a+b) || strings.Contains((a + b)[m.Start:m.End], "\n") {
				t.Errorf("match out of its line: %+v", m)
			}
		}
		alone := Find(a)
		with := Find(b + "\n" + a)
		if len(with) < len(alone) && !strings.Contains(b, "-----BEGIN ") { // which says what stands below it
			t.Errorf("a line before hides a secret")
		}
	})
}

func BenchmarkScan(b *testing.B) {
	lines := []string{"    return items.stream().map(x -> x.toString()).collect(joining(\", \"));", "package org.example.things;", "",
		"  * The parser reads the list of entries and gives an error for each of them.", "func (s *Server) handle(w http.ResponseWriter, r *http.Request) {",
		"\tif err != nil {", "\t\treturn fmt.Errorf(\"read %s: %w\", path, err)", "<div class=\"entry\">{{ .Title }}</div>"}
	plain := strings.Repeat(strings.Join(lines, "\n")+"\n", 4000)
	for name, text := range map[string]string{
		"few keywords": plain, "assignments": strings.Repeat("token = \"abc\"\n", 100_000), "no line ends": strings.Repeat("a b c d ", 500_000),
		"keywords in one line": strings.Repeat("token=", 300_000), "heads in one line": strings.Repeat("-eyJ-sk-or-ghp_ ://a:", 100_000),
		"short values": strings.Repeat(strings.Repeat("token=a", 10)+"\n", 100_000), "digits in values": strings.Repeat(strings.Repeat("token=tokenB1 ", 10)+"\n", 100_000),
		"keys in one line": strings.Repeat("key=fa4e ", 300_000), "commands in one line": strings.Repeat("mysql alter user ", 100_000),
		"defaults in one line": strings.Repeat("${TOKEN:${", 200_000), "names in one line": strings.Repeat("name: \"TOKEN\", \"value\": ", 100_000),
		"secrets in one line": strings.Repeat("token_password=${X} ", 100_000), "names above values": strings.Repeat("password:\n  (x)\n", 100_000), "curl in one line": strings.Repeat("curl -u a ", 100_000),
		"quotes in one line": strings.Repeat("\"token=\"+", 100_000), "empty lines": strings.Repeat("\n", 1_000_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Find(text)
			}
		})
	}
}
