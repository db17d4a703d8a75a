package config

import "slices"

// lines turns byte offsets into lines and columns.
type lines []int // offset of each line

func newLines(text string) lines {
	starts := lines{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// at returns the line and the column in bytes, both from 1.
func (l lines) at(pos int) (line, column int) {
	i, found := slices.BinarySearch(l, pos)
	if !found {
		i--
	}
	return i + 1, pos - l[i] + 1
}
