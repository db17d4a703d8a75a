package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"werkrevisor/internal/pr"
)

// fingerprint is the SHA-256 of a diff: of every file its names, status, modes and hunks, each text with its length.
func fingerprint(files []pr.File) string {
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "file %d %d %s %o %o %t %d\n%s%s", len(f.Path), len(f.OldPath), f.Status, f.OldMode, f.NewMode, f.Binary, len(f.Hunks), f.Path, f.OldPath)
		for _, h := range f.Hunks {
			fmt.Fprintf(sum, "@@ -%d,%d +%d,%d %d\n", h.OldStart, h.OldLines, h.NewStart, h.NewLines, len(h.Lines))
			for _, l := range h.Lines {
				fmt.Fprintf(sum, "%c%d %t\n", l.Op, len(l.Text), l.NoEOL)
				sum.Write([]byte(l.Text))
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// texts are what the rules read.
func (b builder) texts() *Source {
	c := b.in.Change
	s := Source{Title: b.raw(c.Title), Body: b.raw(c.Body), Base: b.folders(c.Folders.Base), MergeBase: b.folders(c.Folders.MergeBase)}
	for _, f := range c.Context {
		s.Context = append(s.Context, NamedText{b.raw(f.Path), b.text(f.Text)})
	}
	for _, name := range slices.Sorted(maps.Keys(c.Folders.Manifests)) {
		s.Manifests = append(s.Manifests, NamedText{b.raw(name), b.text(c.Folders.Manifests[name])})
	}
	for _, f := range c.Files {
		file := SourceFile{Binary: f.Binary, Old: b.text(f.Old), New: b.text(f.New)}
		for _, h := range f.Hunks {
			file.Hunks = append(file.Hunks, b.hunk(h))
		}
		s.Files = append(s.Files, file)
	}
	s.Redacted = *b.masked
	return &s
}

func (b builder) text(t pr.Text) Text { return Text{int(t.State), b.raw(t.Body)} }

func (b builder) hunk(h pr.Hunk) Hunk {
	out := Hunk{OldStart: h.OldStart, OldLines: h.OldLines, NewStart: h.NewStart, NewLines: h.NewLines, Section: b.raw(h.Section)}
	for i, l := range h.Lines {
		out.Lines = append(out.Lines, b.raw(string(l.Op)+l.Text))
		if l.NoEOL {
			out.NoEOL = append(out.NoEOL, i)
		}
	}
	return out
}

func (b builder) folders(l pr.Listing) []Folder {
	var list []Folder
	for _, name := range slices.Sorted(maps.Keys(l)) {
		folder := Folder{Path: b.raw(name)}
		for _, e := range l[name] {
			folder.Entries = append(folder.Entries, Entry{b.raw(e.Name), uint32(e.Mode)})
		}
		list = append(list, folder)
	}
	return list
}
