package pr

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Listed is one entry of the server's list of changed files, as the server wrote it.
// Bytes of names that are not UTF-8 arrive as U+FFFD. OldPath is empty unless the file was renamed or copied.
type Listed struct {
	Path, OldPath  string
	Status         string // added, deleted, changed, unchanged, renamed or copied
	Added, Deleted int
}

// CrossCheck compares the files of a diff with the server's list (product.md 6; gitea.md, finding 1).
//
// Every listed entry must be in the diff with the same status, names and counts. The server counts a type change
// as one file, lists it as two entries and cuts the list at its count: so the list must hold everything,
// or miss exactly as many entries at the end of the diff's order as there are type changes.
// Anything else is an error that wraps ErrIncomplete. Names that are equal once they are written with U+FFFD cannot be told
// apart here, so as many of them must be listed as there are; SetAside keeps them from being taken for reviewed.
func CrossCheck(files []File, listed []Listed) error {
	want, typeChanges := listEntries(files)
	left := make(map[Listed]int, len(want))
	for i, w := range want {
		want[i].Path, want[i].OldPath = asListed(w.Path), asListed(w.OldPath)
		left[want[i]]++
	}
	for i, l := range listed {
		if l = normal(l); left[l] == 0 {
			return fmt.Errorf("%w: entry %d of the server's file list is not in the diff with these counts", ErrIncomplete, i+1)
		}
		left[l]--
	}
	missing := len(want) - len(listed)
	if missing != 0 && missing != typeChanges {
		return fmt.Errorf("%w: the server's file list misses %d entries of the diff, and %d type changes explain as many",
			ErrIncomplete, missing, typeChanges)
	}
	for _, w := range want[len(listed):] {
		if left[w]--; left[w] < 0 {
			return fmt.Errorf("%w: the server's file list misses an entry of the diff that is not at its end", ErrIncomplete)
		}
	}
	return nil
}

// SetAside gives the files whose names differ from that of another one only in bytes that are not UTF-8 the state of a text
// in another encoding: the server's lists cannot tell them apart, and neither can a reader. It changes the given list.
func SetAside(files []File) {
	spelled := map[string]string{} // as listed → raw, or "" for several
	for _, f := range files {
		for _, name := range f.Paths() {
			shown := asListed(name)
			if other, ok := spelled[shown]; ok && other != name {
				name = ""
			}
			spelled[shown] = name
		}
	}
	for i := range files {
		f := &files[i]
		for _, name := range f.Paths() {
			if spelled[asListed(name)] != "" {
				continue
			}
			for _, text := range []*Text{&f.Old, &f.New} {
				if text.State != Absent && text.State != NotFile {
					*text = Text{State: NotUTF8}
				}
			}
		}
	}
}

// listEntries are the entries that the server's list should hold, and the number of type changes.
func listEntries(files []File) (entries []Listed, typeChanges int) {
	entries = make([]Listed, 0, len(files))
	for _, f := range files {
		l := Listed{Path: f.Path, Added: f.Added, Deleted: f.Deleted}
		switch f.Status {
		case TypeChanged:
			typeChanges++
			entries = append(entries,
				Listed{Path: f.Path, Status: "deleted", Deleted: f.Deleted},
				Listed{Path: f.Path, Status: "added", Added: f.Added})
			continue
		case Modified:
			l.Status = "changed"
		case Renamed, Copied:
			l.Status, l.OldPath = string(f.Status), f.OldPath
		default:
			l.Status = string(f.Status)
		}
		entries = append(entries, l)
	}
	return entries, typeChanges
}

// normal maps what the server may write in two ways: it calls a changed file without counted lines "unchanged".
func normal(l Listed) Listed {
	if l.Status == "unchanged" && l.Added == 0 && l.Deleted == 0 {
		l.Status = "changed"
	}
	if l.Status != "renamed" && l.Status != "copied" {
		l.OldPath = ""
	}
	return l
}

// asListed writes a name as the server's JSON does: every byte that is not UTF-8 becomes U+FFFD.
func asListed(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		b.WriteRune(r)
	}
	return b.String()
}
