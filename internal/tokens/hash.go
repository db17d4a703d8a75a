package tokens

// factor spreads every bit of a word to the upper half: an odd number near 2^64 divided by the golden ratio.
const factor = 0x9E3779B97F4A7C15

// hash mixes a text; its upper bits are the good ones. An author gains nothing from texts with the same hash:
// the table holds the vocabulary only, so a search never gets longer than its longest row of full cells.
func hash(text string) uint64 {
	h := uint64(len(text)) * factor
	for len(text) > 8 {
		h = mix(h ^ eight(text))
		text = text[8:]
	}
	switch n := len(text); {
	case n == 8:
		h ^= eight(text)
	case n >= 4:
		h ^= four(text) | four(text[n-4:])<<32
	case n > 0:
		h ^= uint64(text[0]) | uint64(text[n/2])<<8 | uint64(text[n-1])<<16
	}
	return mix(h) * factor
}

func mix(h uint64) uint64 {
	h *= factor
	return h ^ h>>29
}

func four(s string) uint64 {
	_ = s[3]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24
}

func eight(s string) uint64 {
	_ = s[7]
	return four(s) | four(s[4:])<<32
}
