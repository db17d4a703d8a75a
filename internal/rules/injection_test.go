package rules

import (
	"strings"
	"testing"
)

func phraseHits(text string) []phraseHit {
	var r phraseReader
	r.reset()
	for i, line := range strings.Split(text, "\n") {
		r.line(line, i+1)
	}
	return r.hits()
}

// TestEveryPhraseHitsAndMisses applies the examples beside each pattern, each phrase alone to its hits.
func TestEveryPhraseHitsAndMisses(t *testing.T) {
	for i, p := range phrases {
		if len(p.hits) < 2 || len(p.misses) < 2 {
			t.Errorf("%s: give at least two hits and two misses", p.seq)
		}
		for _, text := range p.hits {
			var r phraseReader
			r.reset()
			for n, line := range strings.Split(text, "\n") {
				r.line(line, n+1)
			}
			c, found := compiledPhrases.list[i], false
			for at := range r.tokens {
				found = found || r.match(c.parts, at) >= 0 && !r.follows(c.not, at)
			}
			if !found || len(r.hits()) == 0 {
				t.Errorf("%s\nmisses %q", p.seq, text)
			}
		}
		for _, text := range p.misses {
			if hits := phraseHits(text); len(hits) > 0 {
				t.Errorf("%q gives %v", text, hits)
			}
		}
	}
}

func TestEveryMarkerHitsAndMisses(t *testing.T) {
	for _, m := range markers {
		for _, text := range m.hits {
			if got := markerKind(foldText(text)); got != m.kind {
				t.Errorf("%q gives %q instead of %q", text, got, m.kind)
			}
		}
		for _, text := range m.misses {
			if got := markerKind(foldText(text)); got != "" {
				t.Errorf("%q gives %q", text, got)
			}
		}
	}
}

func TestEveryGluedPhraseHitsAndMisses(t *testing.T) {
	for i, g := range gluedPhrases {
		if len(g.hits) < 2 || len(g.misses) < 2 {
			t.Errorf("%s: give at least two hits and two misses", g.root)
		}
		for _, text := range g.hits {
			if !compiledGlueds[i].regex.Match(squeeze(nil, foldText(text))) || gluedKind(foldText(text)) == "" {
				t.Errorf("%s misses %q", g.root, text)
			}
		}
		for _, text := range g.misses {
			if hits := phraseHits(text); len(hits) > 0 {
				t.Errorf("%q gives %v", text, hits)
			}
		}
	}
}
