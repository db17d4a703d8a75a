package fake

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// change is the content of a pull request between two commits.
type change struct {
	diff           []byte
	files          []listed // as GET /files gives them
	added, deleted int
	count          int // of git diff --shortstat
}

// listed is an entry of the file list.
type listed struct {
	Filename  string `json:"filename"`
	Previous  string `json:"previous_filename,omitempty"`
	Status    string `json:"status"`
	Additions int    `json:"additions"`
	Deletions int    `json:"deletions"`
	Changes   int    `json:"changes"`
}

// diff computes a change; the lock is held.
func (r *Repo) diff(ctx context.Context, base, head string) (change, error) {
	var c change
	var err error
	if c.diff, err = r.git.run(ctx, nil, "diff", "-p", "--no-ext-diff", "--no-textconv", base+"..."+head); err != nil {
		return c, err
	}
	raw, err := r.git.run(ctx, nil, "diff", "--raw", "--numstat", "-z", "-M", "--no-abbrev", base, head)
	if err != nil {
		return c, err
	}
	entries, blobs, err := parseRaw(string(raw))
	if err != nil {
		return c, err
	}
	if err := r.preload(ctx, blobs); err != nil {
		return c, err
	}
	for _, e := range entries {
		c.added += e.added
		c.deleted += e.deleted
		c.files = append(c.files, e.listed()...)
	}
	// The real server counts with --shortstat, where a type change is one file, but lists the parsed patch,
	// where it is two: so each type change hides a file at the end (gitea.md, finding 1).
	c.count = len(entries)
	c.files = c.files[:min(len(c.files), c.count)]
	return c, nil
}

// rawEntry is a changed file of git diff --raw --numstat.
type rawEntry struct {
	kind           byte // A, D, M, R or T
	old, new       string
	added, deleted int
}

// listed is how the real server shows the file: two entries for a type change, "unchanged" where no line counts.
func (e rawEntry) listed() []listed {
	row := listed{Filename: e.new, Status: "changed", Additions: e.added, Deletions: e.deleted, Changes: e.added + e.deleted}
	switch e.kind {
	case 'A':
		row.Status = "added"
	case 'D':
		row.Status = "deleted"
	case 'R':
		row.Status, row.Previous = "renamed", e.old
	case 'T':
		gone := listed{Filename: e.old, Status: "deleted", Deletions: e.deleted, Changes: e.deleted}
		return []listed{gone, {Filename: e.new, Status: "added", Additions: e.added, Changes: e.added}}
	default:
		if row.Changes == 0 {
			row.Status = "unchanged"
		}
	}
	return []listed{row}
}

func parseRaw(out string) ([]rawEntry, []string, error) {
	var entries []rawEntry
	var blobs []string
	fields := strings.Split(out, "\x00")
	next := func() string {
		if len(fields) == 0 {
			return ""
		}
		f := fields[0]
		fields = fields[1:]
		return f
	}
	for len(fields) > 0 && strings.HasPrefix(fields[0], ":") {
		meta := strings.Fields(next())
		if len(meta) != 5 {
			return nil, nil, fmt.Errorf("git diff --raw: unexpected output")
		}
		blobs = append(blobs, meta[2], meta[3])
		e := rawEntry{kind: meta[4][0], old: next()}
		e.new = e.old
		if e.kind == 'R' {
			e.new = next()
		}
		entries = append(entries, e)
	}
	for i := range entries {
		e := &entries[i]
		counts := strings.SplitN(next(), "\t", 3)
		if len(counts) != 3 {
			return nil, nil, fmt.Errorf("git diff --numstat: unexpected output")
		}
		if counts[2] == "" { // a rename: both names follow
			next()
			next()
		}
		e.added, _ = strconv.Atoi(counts[0]) // "-" for a binary file
		e.deleted, _ = strconv.Atoi(counts[1])
	}
	return entries, blobs, nil
}
