package tokens

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	loader "github.com/pkoukk/tiktoken-go-loader"
)

func TestTheTableHoldsWhatTheLoaderReads(t *testing.T) {
	words := counter(t).words
	want, err := loader.NewOfflineLoader().LoadTiktokenBpe("o200k_base.tiktoken")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(words.starts) - 1; got != len(want) || got != 199_998 {
		t.Errorf("%d tokens, want %d", got, len(want))
	}
	for word, rank := range want {
		if got := words.rank(word); got != uint32(rank) || words.size(got) != len(word) {
			t.Errorf("%q has rank %d, want %d", word, got, rank)
		}
		if _, known := want[word+"\x00"]; !known && words.rank(word+"\x00") != unknown {
			t.Errorf("%q and a NUL is no token", word)
		}
	}
}

// lines are a vocabulary of all bytes and of the words.
func lines(words ...string) string {
	var b strings.Builder
	for i := range 256 {
		words = append(words, string([]byte{byte(i)}))
	}
	for rank, word := range words {
		fmt.Fprintf(&b, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(word)), rank)
	}
	return b.String()
}

func TestABrokenVocabularyIsAnError(t *testing.T) {
	good := lines("ab", "abc")
	for name, tc := range map[string]struct{ data, problem string }{
		"a whole one":             {good, ""},
		"no last line break":      {strings.TrimSuffix(good, "\n"), ""},
		"nothing":                 {"", "no token for the byte 0"},
		"a byte is missing":       {good[:strings.LastIndex(strings.TrimSuffix(good, "\n"), "\n")+1], "no token for the byte 255"},
		"a line without a rank":   {"YWI=\n", "line 1 is not"},
		"a rank without a number": {"YWI= \n", "line 1 is not"},
		"a rank that is skipped":  {strings.Replace(good, " 1\n", " 2\n", 1), "line 2 is not"},
		"a rank with a letter":    {strings.Replace(good, " 7\n", " 7x\n", 1), "line 8 is not"},
		"a negative rank":         {strings.Replace(good, " 7\n", " -7\n", 1), "line 8 is not"},
		"a line that is cut":      {good[:len(good)-6], "line 258 is not"},
		"no base64":               {strings.Replace(good, "YWI= 0", "YW!= 0", 1), "line 1 is not"},
		"an empty token":          {" 0\n", "line 1 is not"},
		"a page of a server":      {"<html>not found</html>", "line 1 is not"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parse(strings.NewReader(tc.data))
			if tc.problem == "" && err != nil || tc.problem != "" && (err == nil || !strings.Contains(err.Error(), tc.problem)) {
				t.Errorf("error %v, want %q", err, tc.problem)
			}
		})
	}
}
