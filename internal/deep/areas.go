package deep

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// filesPerArea is about how many files one reviewer can hold (deep.md, "Decisions").
const filesPerArea = 8

// area is a part of the change that one reviewer gets. Every given file is in exactly one area.
type area struct {
	name  string
	files []string // in the order of the change
}

// propose divides the files by surface, and a surface with many files by folders too (deep.md, stage 4). It is pure:
// the same change gives the same areas. Every file is in exactly one of at most most areas.
func propose(files []fileFacts, most int) []area {
	var order []string
	groups := map[string][]string{}
	for _, f := range files {
		key := f.surfaces[0]
		if len(groups[key]) == 0 {
			order = append(order, key)
		}
		groups[key] = append(groups[key], f.Path)
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	var list []area
	for _, key := range order {
		parts := split(groups[key])
		for i, part := range parts {
			name := key
			if len(parts) > 1 {
				name = fmt.Sprintf("%s-%d", key, i+1)
			}
			list = append(list, area{name, part})
		}
	}
	return merged(list, most)
}

// rank orders the surfaces: the riskiest areas come first.
func rank(surface string) int {
	for i, t := range triggers {
		if t.surface == surface {
			return i
		}
	}
	if surface == codeSurface {
		return len(triggers)
	}
	return len(triggers) + 1
}

// split cuts a group into parts of about filesPerArea files, with neighbours in the tree together and of equal size.
func split(files []string) [][]string {
	if len(files) <= filesPerArea {
		return [][]string{files}
	}
	sorted := slices.Clone(files)
	slices.SortStableFunc(sorted, func(a, b string) int { return cmp.Compare(path.Dir(a), path.Dir(b)) })
	n := (len(sorted) + filesPerArea - 1) / filesPerArea
	var parts [][]string
	for i := range n {
		parts = append(parts, sorted[i*len(sorted)/n:(i+1)*len(sorted)/n])
	}
	return parts
}

// merged joins neighbours until there are at most so many areas, the smallest two together first.
func merged(list []area, most int) []area {
	for len(list) > max(1, most) {
		at, size := 0, 1<<30
		for i := range len(list) - 1 {
			if n := len(list[i].files) + len(list[i+1].files); n < size {
				at, size = i, n
			}
		}
		name := list[at].name
		if base, other := stem(name), stem(list[at+1].name); base != other && !strings.Contains(name, other) && len(name) < maxAreaName/2 {
			name = base + "+" + other
		}
		list[at] = area{name, slices.Concat(list[at].files, list[at+1].files)}
		list = slices.Delete(list, at+1, at+2)
	}
	return named(list)
}

// stem is the name of an area without its number.
func stem(name string) string {
	return strings.TrimRight(strings.TrimRight(name, "0123456789"), "-")
}

// maxAreaName is how long the name of an area may be, in bytes.
const maxAreaName = 40

// reserved are names that ids of findings have for something else.
var reserved = []string{"lane", "sweep", "linter", "synthesis"}

// named makes the names fit for the ids of findings, and different from each other.
func named(list []area) []area {
	used := map[string]bool{}
	for i := range list {
		var b strings.Builder
		for _, r := range strings.ToLower(list[i].name) {
			switch {
			case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '+', r == '_':
				b.WriteRune(r)
			case b.Len() > 0:
				b.WriteByte('-')
			}
		}
		name := strings.Trim(b.String()[:min(b.Len(), maxAreaName)], "-")
		if name == "" || used[name] || slices.Contains(reserved, name) {
			base := name
			if base == "" || slices.Contains(reserved, base) {
				base = "area"
			}
			base = base[:min(len(base), maxAreaName-5)]
			for n := 1; name == "" || used[name] || slices.Contains(reserved, name); n++ {
				name = fmt.Sprintf("%s-%d", base, n)
			}
		}
		used[name] = true
		list[i].name = name
	}
	return list
}

// cover is the exact-cover gate: every file is in exactly one area, and there is nothing else (deep.md, stage 4).
// It says what is wrong; empty: nothing.
func cover(list []area, files []string, most int) string {
	if len(list) > most {
		return fmt.Sprintf("it has %d areas, more than [deep] max_areas = %d", len(list), most)
	}
	wanted := map[string]bool{}
	for _, f := range files {
		wanted[f] = true
	}
	seen := map[string]bool{}
	for _, a := range list {
		if len(a.files) == 0 {
			return "an area has no file"
		}
		for _, f := range a.files {
			switch {
			case !wanted[f]:
				return "it names a file that is not part of the change"
			case seen[f]:
				return "it names a file twice"
			}
			seen[f] = true
		}
	}
	if len(seen) < len(wanted) {
		return fmt.Sprintf("it leaves out %d of %d files", len(wanted)-len(seen), len(wanted))
	}
	return ""
}
