package markdown

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// seeds are inputs with every construct that the parser knows.
var seeds = []string{
	"", "\ufeff---\na: b\n---\n# T\r\n\r\n- [x] a\r\n", "+++\na = 1\n+++\n", "- item\n\n  ```sql\n## no\n  ```\n\n## B\n",
	"> - [ ] `a\n> b` <!-- c\nd --> e\n", "a | b\n--- | ---\nc | d\n", "T\n===\n\ntext\n---\n", "1. a\n\n\tb\n\n\t\tc\n",
	"[a](b \"c\") ![d](e) [f][g] [^h]: <i@j> https://k.l/m).\n", "<!--\n-->x\n<pre>\n</pre>\n<a id='x'></a>\n", "**a.** B &nbsp; \\* c\\\n",
	"## S\n\n### Feature: f\n\n#### Background\n\n- b\n\n#### Scenario#1.01: t\n\nx\n\n##### Verified by\n\n- y\n", "a\rb\r\n\n\rc",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := Parse(text)
		want := strings.Count(text, "\n")
		if last := len(lines); last > 0 && (lines[last-1].Number < want || lines[last-1].Number > want+1) {
			t.Fatalf("the last line is %d of %d", lines[last-1].Number, want)
		}
		number := 1
		for _, l := range lines {
			if l.Number < number || l.Number > number+1 {
				t.Fatalf("line %d follows line %d", l.Number, number)
			}
			number = l.Number
			if strings.ContainsAny(l.Raw, "\r\n") || l.Kind != Blank && l.Block == 0 && l.Kind != FrontMatter {
				t.Fatalf("line %d: %+v", number, l)
			}
			if (l.Level > 0 && l.Kind != Heading) || l.Level > 6 || l.Quotes > 0 != (l.Quote > 0) {
				t.Fatalf("line %d: %+v", number, l)
			}
			LinkOnly(l.Text)
		}
		for _, u := range Units(lines) {
			if !u.Covers(u.Line) || strings.TrimSpace(u.Text) == "" {
				t.Fatalf("unit without its heading or its text: %+v", u)
			}
		}
	})
}

func FuzzSentences(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		w := Sentences(lines)
		inner := 0
		for i := range lines {
			inner += w.Inner[i]
			if w.Comment[i] > Length(lines[i]) {
				t.Fatalf("line %d has %d characters of comments", i, w.Comment[i])
			}
		}
		if len(w.Inner) != len(lines) || inner > 0 && inner >= w.Sentences {
			t.Fatalf("%d ends inside of lines, %d sentences", inner, w.Sentences)
		}
		if got := visible(text); strings.Count(got, "\n") < len(lines)-1 || utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

// hostile are texts of n bytes that a careless parser reads in more than linear time.
func hostile(n int) map[string]string {
	texts := map[string]string{"nested items and blank lines": strings.Repeat("- ", n/4) + strings.Repeat("\n", n/2)}
	for _, s := range []string{
		"a", "a. B ", "a\n", "> ", "- ", "[", "]", "![", "[a](", "](a \"", "](", "][", "`", "` ``", "``` \n", "- ```\n", "<", "<a ", "<!--",
		"<!-- \n", "<a::", "&", "*", "_", "\\", "|", "|a", "a|\n-|-\n", ". ", ".) ", "www.", "http://(", "https://a).", "1. ", "#", "# a\n", "\t", " ",
		"a.b.", "é", "[^", "[a]: b\n", "- [x] a\n", "> a\n\n", "a\r", "---\n", "<pre>", "~~~ a\n", "<a x></a>", "](<", "](a '",
	} {
		texts[fmt.Sprintf("%q", s)] = strings.Repeat(s, n/len(s))
	}
	return texts
}

// work does with a text what the rules and the classifier do.
func work(text string) {
	lines := Parse(text)
	Units(lines)
	var texts []string
	for _, l := range lines {
		LinkOnly(l.Text)
		texts = append(texts, l.Text)
	}
	Sentences(texts)
}

// TestHostileTextsTakeLinearTime compares a text with one of four times its size: quadratic work takes 16 times as long.
// Other programs on the machine can only make it look worse, so one good measurement of several is enough.
func TestHostileTextsTakeLinearTime(t *testing.T) {
	const unit = 64 << 10
	large := hostile(4 * unit)
	for name, text := range hostile(unit) {
		var one, four time.Duration
		for range 6 {
			one, four = fastest(text), fastest(large[name])
			if four <= 10*one+20*time.Millisecond {
				one = -1
				break
			}
		}
		if one >= 0 {
			t.Errorf("%s: four times the size takes %v instead of %v", name, four, one)
		}
	}
}

func fastest(text string) time.Duration {
	best := time.Hour
	for range 3 {
		start := time.Now()
		work(text)
		best = min(best, time.Since(start))
	}
	return best
}

func BenchmarkMarkdown(b *testing.B) {
	texts := hostile(1 << 20)
	texts["a document"] = strings.Repeat("## A heading\n\nA sentence with `code` and [a link](to/it.md).\nAnother one, e.g. This.\n\n- [x] an item\n\n", 10000)
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				work(text)
			}
		})
	}
}
