package tokens

// maxShort is the longest piece in bytes that is merged by searching its pairs again and again:
// quadratic, and yet the fastest way for a word.
const maxShort = 96

// mergeShort counts the tokens of a piece of at most maxShort bytes: as long as two neighbours make a token,
// the pair of the lowest rank becomes one, the leftmost of several.
func (v *vocabulary) mergeShort(piece string) int {
	var starts [maxShort + 2]uint8 // of the parts; the end of the piece comes last
	var ranks [maxShort + 1]uint32 // of each part together with its right neighbour
	parts := len(piece)
	for i := range parts {
		starts[i] = uint8(i)
		ranks[i] = unknown
		if i+1 < parts {
			ranks[i] = v.pairs[int(piece[i])<<8|int(piece[i+1])]
		}
	}
	starts[parts] = uint8(parts)
	for {
		best, at := uint32(unknown), 0
		for i, rank := range ranks[:parts] {
			if rank < best {
				best, at = rank, i
			}
		}
		if best == unknown {
			return parts
		}
		copy(starts[at+1:parts], starts[at+2:parts+1])
		copy(ranks[at+1:parts-1], ranks[at+2:parts])
		parts--
		pair := func(i int) uint32 {
			if i+1 >= parts {
				return unknown
			}
			return v.rank(piece[starts[i]:starts[i+2]])
		}
		ranks[at] = pair(at)
		if at > 0 {
			ranks[at-1] = pair(at - 1)
		}
	}
}
