package tokens

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
)

func TestKnownCounts(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want int
	}{
		"nothing":                                   {"", 0},
		"one word":                                  {"hello", 1},
		"a sentence":                                {"hello world", 2},
		"a special token is plain text":             {"<|endoftext|>", 7},
		"another special token is plain text":       {"<|endofprompt|>", 7},
		"a special token in a sentence":             {"a <|endoftext|> b", 9},
		"numbers in groups of three":                {"1234567", 3},
		"a contraction belongs to its word":         {"don't", 1},
		"blank lines are one piece":                 {"\n \n", 1},
		"Chinese":                                   {"漢字仮名", 5},
		"a family of emoji":                         {"👨\u200d👩\u200d👧", 8},
		"one invalid byte counts as the sign":       {"a\xffb", 3},
		"a run of invalid bytes counts as one sign": {"a\xff\xfe\x80b", 3},
		"the sign itself":                           {"a\uFFFDb", 3},
	} {
		t.Run(name, func(t *testing.T) {
			if got := counter(t).Count(tc.text); got != tc.want {
				t.Errorf("%d tokens, want %d", got, tc.want)
			}
			same(t, tc.text)
		})
	}
}

// The oracle does not know it; the numbers are those of the original.
func TestTheLongSIsAContraction(t *testing.T) {
	c := counter(t)
	if got, want := c.Count("a'\u017Fb"), c.Count("a'\u017F")+c.Count("b"); got != want {
		t.Errorf("%d tokens, want %d", got, want)
	}
	if got := c.classes.piece("it'\u017F us"); got != len("it'\u017F") {
		t.Errorf("the piece has %d bytes", got)
	}
}

func TestPieces(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"words take the space before them":               {"two words", "two| words"},
		"capitals start a word":                          {"camelCaseHTTPServer", "camel|Case|HTTPServer"},
		"capitals alone are a word":                      {"HTTP 1", "HTTP| |1"},
		"a sign before a word":                           {"(a)", "(a|)"},
		"a letter without case ends the capitals":        {"漢AB漢CD ", "漢AB漢|CD| "},
		"a mark before a capital stays alone":            {"\u0301A", "\u0301|A"},
		"a mark before a small letter":                   {"\u0301a", "\u0301a"},
		"a contraction in capitals":                      {"WE'LL go", "WE'LL| go"},
		"no contraction without a word":                  {"1's", "1|'s"},
		"digits in threes, of any writing":               {"12٣45", "12٣|45"},
		"signs take slashes and line breaks":             {"a ://\r\n/b", "a| ://\r\n/|b"},
		"white space ends with its last line break":      {"a \n \n  b", "a| \n \n| | b"},
		"the last space belongs to the next word":        {"a   b", "a|  | b"},
		"a tab belongs to the next word":                 {"a \tb", "a| |\tb"},
		"spaces before a number stand alone":             {"a  1", "a| | |1"},
		"spaces at the end":                              {"a   ", "a|   "},
		"a line break does not belong to the next word":  {"a\nb", "a|\n|b"},
		"the next line counts as a space, not as a line": {"a\u0085b", "a|\u0085b"},
	} {
		t.Run(name, func(t *testing.T) {
			var pieces []string
			for text := tc.text; text != ""; {
				n := counter(t).classes.piece(text)
				pieces = append(pieces, text[:n])
				text = text[n:]
			}
			if got := strings.Join(pieces, "|"); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// The order in which merger works off its lists is right only if this holds.
func TestRanksOnlyRiseWhileATokenIsMerged(t *testing.T) {
	words := counter(t).words
	var ranks []uint32
	for token := range uint32(len(words.starts) - 1) {
		ranks = mergeRanks(words, words.word(token), ranks[:0])
		for i := 1; i < len(ranks); i++ {
			if ranks[i-1] > ranks[i] {
				t.Errorf("token %d, %q: step %d has rank %d after %d", token, words.word(token), i, ranks[i], ranks[i-1])
			}
		}
	}
}

// mergeRanks merges a piece in the plainest way, and returns the ranks of the steps.
func mergeRanks(words *vocabulary, piece string, ranks []uint32) []uint32 {
	parts := strings.Split(piece, "")
	parts = parts[:0]
	for i := range len(piece) {
		parts = append(parts, piece[i:i+1])
	}
	for {
		best, at := uint32(unknown), 0
		for i := range len(parts) - 1 {
			if rank := words.rank(parts[i] + parts[i+1]); rank < best {
				best, at = rank, i
			}
		}
		if best == unknown {
			return ranks
		}
		ranks = append(ranks, best)
		parts[at] += parts[at+1]
		parts = append(parts[:at+1], parts[at+2:]...)
	}
}

func TestBothWaysToMergeAgree(t *testing.T) {
	words := counter(t).words
	long := newMerger(words)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(12) {
			b.WriteString(words.word(random.Uint32N(uint32(len(words.starts) - 1))))
		}
		piece := b.String()
		piece = piece[:min(len(piece), maxShort)]
		if short, long := words.mergeShort(piece), long.merge(piece); short != long {
			t.Fatalf("%q: %d and %d tokens", piece, short, long)
		}
	}
}

func TestManyMayCountAtOnce(t *testing.T) {
	c := counter(t)
	text := strings.Repeat("a", 1000) + " and " + strings.Repeat("漢字", 300)
	want := c.Count(text)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got := c.Count(text); got != want {
				t.Errorf("%d tokens, want %d", got, want)
			}
		})
	}
	wait.Wait()
}
