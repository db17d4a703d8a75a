package tokens

import (
	"strings"
	"testing"
)

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	code := source(b)
	const size = 5_000_000
	fill := func(part string) string { return strings.Repeat(part, size/len(part)) }
	for _, tc := range []struct{ name, text string }{
		{"source", code},
		{"diff", diff(code)},
		{"hostile/letter", fill("a")},
		{"hostile/capital", fill("A")},
		{"hostile/space", fill(" ")},
		{"hostile/newline", fill("\n")},
		{"hostile/equals", fill("=")},
		{"hostile/Chinese", fill("漢字仮名")},
		{"hostile/ideograph", fill("漢")},
		{"hostile/emoji", fill("👍")},
		{"hostile/mark", fill("\u0301")},
		{"hostile/rare", fill("\U00020000")},
		{"hostile/letters", strings.Repeat(randomLetters(), size/1_000_000)},
		{"hostile/pieces", fill(strings.Repeat("a", maxShort-1) + " ")},
		{"hostile/long_pieces", fill(strings.Repeat("a", maxShort+1) + " ")},
		{"hostile/invalid", fill("\xff")},
		{"hostile/invalid_pairs", fill("\xffa")},
	} {
		b.Run(tc.name, func(b *testing.B) {
			c := counter(b)
			b.SetBytes(int64(len(tc.text)))
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = c.Count(tc.text)
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtokens/s")
		})
	}
}
