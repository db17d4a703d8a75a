package tokens

import (
	"strings"
	"sync"
	"testing"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// theCounter is made once for all tests; it never changes.
var theCounter = sync.OnceValues(New)

// theOracle is exact but quadratic, so texts for it must not hold a long piece. It does not know the long s (U+017F).
var theOracle = sync.OnceValues(func() (*tiktoken.Tiktoken, error) {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader()) // without it the library downloads the vocabulary
	return tiktoken.GetEncoding("o200k_base")
})

func counter(t testing.TB) *Counter {
	t.Helper()
	c, err := theCounter()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// same fails if the counter and the oracle do not agree about a text.
func same(t testing.TB, text string) {
	t.Helper()
	oracle, err := theOracle()
	if err != nil {
		t.Fatal(err)
	}
	text = strings.ToValidUTF8(text, "\uFFFD")
	if want, got := len(oracle.EncodeOrdinary(text)), counter(t).Count(text); got != want {
		t.Errorf("%d tokens, want %d: %+.200q", got, want, text)
	}
}
