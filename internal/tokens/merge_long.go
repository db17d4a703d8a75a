package tokens

import (
	"math/bits"
	"slices"
)

// merger counts the tokens of long pieces, in time that grows linearly with their length.
//
// Pairs wait in one list per rank. To make one token of a pair of rank r only ever creates pairs of higher ranks
// (a property of the vocabulary, see TestRanksOnlyRiseWhileATokenIsMerged), so the lists are worked off in the order
// of their ranks, each once, from left to right: the same order as a search for the lowest rank before each step.
type merger struct {
	words  *vocabulary
	piece  string
	starts []uint64 // bit i: a part starts at byte i; the bit after the last byte is set, too
	lists  [][]uint32
	list   []uint32 // by rank: one plus the index in lists, 0: none
	free   []uint32 // empty lists, one plus the index
	ranks  []uint64 // bit r: rank r has a list
	lowest int      // word of ranks that the search for the next rank starts with
	filled int      // number of ranks that have a list
}

func newMerger(words *vocabulary) *merger {
	n := len(words.starts)
	return &merger{words: words, list: make([]uint32, n), ranks: make([]uint64, n/64+1)}
}

// merge counts the tokens of a piece.
func (m *merger) merge(piece string) int {
	m.piece, m.lowest = piece, 0
	n := len(piece)
	m.starts = append(m.starts[:0], make([]uint64, n/64+1)...)
	for i := range m.starts {
		m.starts[i] = ^uint64(0)
	}
	for i := range n - 1 {
		m.wait(i, i+2)
	}
	parts := n
	for m.filled > 0 {
		parts -= m.work(m.next())
	}
	return parts
}

// wait puts the pair of bytes from i to end on its list, if it is a token.
func (m *merger) wait(i, end int) {
	rank := m.words.rank(m.piece[i:end])
	if rank == unknown {
		return
	}
	at := m.list[rank]
	if at == 0 {
		if last := len(m.free) - 1; last >= 0 {
			at, m.free = m.free[last], m.free[:last]
		} else {
			m.lists = append(m.lists, nil)
			at = uint32(len(m.lists))
		}
		m.list[rank] = at
		m.ranks[rank/64] |= 1 << (rank % 64)
		m.lowest = min(m.lowest, int(rank/64)) // for the end of the search it must not matter that ranks only rise
		m.filled++
	}
	list := m.lists[at-1]
	if len(list) == cap(list) {
		list = slices.Grow(list, max(8, len(list))) // twice as long: append alone leaves more garbage than list
	}
	m.lists[at-1] = append(list, uint32(i))
}

// next takes the lowest rank that has a list.
func (m *merger) next() (rank uint32, pairs []uint32) {
	for m.ranks[m.lowest] == 0 {
		m.lowest++
	}
	rank = uint32(m.lowest*64 + bits.TrailingZeros64(m.ranks[m.lowest]))
	m.ranks[rank/64] &^= 1 << (rank % 64)
	m.filled--
	return rank, m.lists[m.list[rank]-1]
}

// work makes one token of every pair on the list, and returns how many pairs there still were.
func (m *merger) work(rank uint32, pairs []uint32) (merged int) {
	if !slices.IsSorted(pairs) {
		slices.Sort(pairs)
	}
	size, n := m.words.size(rank), len(m.piece)
	for _, at := range pairs {
		start := int(at)
		if m.starts[start/64]>>(start%64)&1 == 0 || start+size > n {
			continue // its first part belongs to another token by now
		}
		middle := m.after(start)
		if middle >= n || m.after(middle) != start+size {
			continue // a neighbour has grown
		}
		m.starts[middle/64] &^= 1 << (middle % 64)
		merged++
		end := start + size
		if start > 0 {
			m.wait(m.before(start), end)
		}
		if end < n {
			m.wait(start, m.after(end))
		}
	}
	at := m.list[rank]
	m.list[rank] = 0
	m.lists[at-1] = pairs[:0]
	m.free = append(m.free, at)
	return merged
}

// after returns the start of the part after the one at i, or the end of the piece.
func (m *merger) after(i int) int {
	i++
	at := i / 64
	if rest := m.starts[at] >> (i % 64); rest != 0 {
		return i + bits.TrailingZeros64(rest)
	}
	for {
		at++
		if m.starts[at] != 0 {
			return at*64 + bits.TrailingZeros64(m.starts[at])
		}
	}
}

// before returns the start of the part before the one at i, which is not the first.
func (m *merger) before(i int) int {
	i--
	at := i / 64
	if rest := m.starts[at] << (63 - i%64); rest != 0 {
		return i - bits.LeadingZeros64(rest)
	}
	for {
		at--
		if m.starts[at] != 0 {
			return at*64 + 63 - bits.LeadingZeros64(m.starts[at])
		}
	}
}
