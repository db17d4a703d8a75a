package rules

// hits lists what was found, at most one per line and kind, in the order of the lines.
func (p *phraseReader) hits() []phraseHit {
	p.base64.flush()
	p.search(len(p.tokens))
	return tidy(append(p.found, p.base64.found...))
}

// search looks for the phrases that start before the token end and were not looked for yet. What follows them must be known.
func (p *phraseReader) search(end int) {
	for i := p.done; i < end; i++ {
		tok := p.tokens[i]
		if tok.id == 0 {
			continue
		}
		for _, n := range compiledPhrases.starts[tok.id] {
			c := &compiledPhrases.list[n]
			end := p.match(c.parts, i)
			if end < 0 || p.follows(c.not, i) || p.isAnswer(i) {
				continue
			}
			if line := p.newLine(i, end); line > 0 {
				p.hit(line, c.kind)
				break
			}
		}
	}
	p.done = max(p.done, end)
}

// forget drops the words that no phrase looks at any more: two words before it tell what a phrase means.
func (p *phraseReader) forget() {
	drop := max(0, p.done-2)
	p.tokens = p.tokens[:copy(p.tokens, p.tokens[drop:])]
	p.done -= drop
}

// newLine is the first added line that has one of the words from i up to end, or 0.
func (p *phraseReader) newLine(i, end int) int {
	for _, tok := range p.tokens[i:end] {
		if !tok.old {
			return tok.line
		}
	}
	return 0
}

// isAnswer reports whether a name starts at i that is a word of the answer's schema, safe_to_merge.
func (p *phraseReader) isAnswer(i int) bool {
	return i+2 < len(p.tokens) && p.tokens[i].id == compiledPhrases.ids["safe"] && p.tokens[i+1].glued && p.tokens[i+2].glued
}

// match returns where the words end that fit the parts from i on, or -1.
func (p *phraseReader) match(parts []part, i int) int {
	if len(parts) == 0 {
		return i
	}
	first := parts[0]
	switch first.kind {
	case sentenceStart:
		if p.tokens[i].pause < sentence {
			return -1
		}
		return p.match(parts[1:], i)
	case sentenceEnd, lineOrSentenceEnd:
		if !p.ends(i) || first.kind == lineOrSentenceEnd && i < len(p.tokens) && p.tokens[i].pause == comma {
			return -1
		}
		return p.match(parts[1:], i)
	}
	if first.orEnd && p.ends(i) {
		if end := p.match(parts[1:], i); end >= 0 {
			return end
		}
	}
	for n := 0; ; n++ {
		if n >= first.min {
			if end := p.match(parts[1:], i+n); end >= 0 {
				return end
			}
		}
		if n == first.max || i+n >= len(p.tokens) {
			return -1
		}
		next := p.tokens[i+n]
		if first.kind == gap && next.pause == sentence || first.kind == oneOf && !first.set.has(next.id) {
			return -1
		}
	}
}

// ends reports whether a sentence, a part of it or a line ends before the word i.
func (p *phraseReader) ends(i int) bool { return i == len(p.tokens) || p.tokens[i].pause > noPause }

// follows reports whether a word of the set stands within two words before i.
func (p *phraseReader) follows(set wordSet, i int) bool {
	for n := 0; n < 2 && i-n > 0 && p.tokens[i-n].pause != sentence; n++ {
		if set.has(p.tokens[i-n-1].id) {
			return true
		}
	}
	return false
}
