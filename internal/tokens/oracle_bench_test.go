package tokens

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// BenchmarkAgainstTiktoken compares the counter with tiktoken-go alone, on source and on one run of letters: there the
// library is quadratic, so the runs stay short.
func BenchmarkAgainstTiktoken(b *testing.B) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	oracle, err := tiktoken.GetEncoding(tiktoken.MODEL_O200K_BASE)
	if err != nil {
		b.Fatal(err)
	}
	code := source(b)
	texts := []struct{ name, text string }{{"source", code[:min(len(code), 500_000)]}}
	for _, n := range []int{1000, 4000, 16000} {
		texts = append(texts, struct{ name, text string }{fmt.Sprintf("run of %d letters", n), strings.Repeat("a", n)})
	}
	for _, tc := range texts {
		own := counter(b)
		if got, want := own.Count(tc.text), len(oracle.EncodeOrdinary(tc.text)); got != want {
			b.Fatalf("%s: %d tokens instead of %d", tc.name, got, want)
		}
		b.Run(tc.name+"/werkrevisor", func(b *testing.B) {
			b.SetBytes(int64(len(tc.text)))
			for b.Loop() {
				own.Count(tc.text)
			}
		})
		b.Run(tc.name+"/tiktoken-go", func(b *testing.B) {
			b.SetBytes(int64(len(tc.text)))
			for b.Loop() {
				oracle.EncodeOrdinary(tc.text)
			}
		})
	}
}
