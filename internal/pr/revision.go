package pr

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Revision is one commit of the change or of its base branch.
type Revision struct {
	ID      string
	Parents []string // the first one is the line of the branch that it was made on
	Touched []Touch  // what differs from the first parent; a rename is a removed and an added file
	// Hidden says that the revision touches files, and none is named.
	Hidden bool
}

// Merges reports whether the revision has several parents.
func (r Revision) Merges() bool { return len(r.Parents) > 1 }

// Touch is a file that a revision touched.
type Touch struct {
	Path           string // as the reader spells names
	Added, Removed bool
}

// MaxRevisions is the number of commits that are looked at on either side; more are an obstacle.
const MaxRevisions = 250

// MaxTouched is how many files the commits of one side may touch together, each counted with the folders above it; more are
// an obstacle.
const MaxTouched = 200_000

// The reasons for which a reader lists no revisions.
var (
	ErrManyRevisions = fmt.Errorf("there are more than %d commits, or they touch more than %d files and folders", MaxRevisions, MaxTouched)
	ErrNoRevisions   = errors.New("they are not listed with their files; a newer version of the server, or a full clone, lists them")
)

// Revisions reads the commits of a repository.
type Revisions interface {
	// Since lists the commits that tip has since its merge base with other, which must be from. It is the whole list, or an
	// error; one that wraps ErrManyRevisions or ErrNoRevisions is no failure of the run.
	// A file that became another type, such as a symlink, may be missing in Touched; a revision without any other is Hidden.
	Since(ctx context.Context, from, other, tip string) ([]Revision, error)
	// Complete returns the revisions with all that they touch, those of merge commits as they are.
	Complete(ctx context.Context, list []Revision) ([]Revision, error)
	// Entries is what a commit has at some paths, with the mode ModeFolder for a folder; what is not there is missing.
	Entries(ctx context.Context, commit string, paths []string) (map[string]Place, error)
	// Text reads a file that Entries returned for the same commit.
	Text(ctx context.Context, commit string, file Place) (Text, error)
	// Spell writes a name of the diff as the names of Since and Entries are written.
	Spell(path string) string
}

// connected checks that a list of revisions is what tip has and from lacks: every one is reached from the tip, and from is a
// parent of one of them. So a list that lacks a commit in the middle is found out.
func connected(list []Revision, from, tip string) error {
	byID := make(map[string]Revision, len(list))
	for _, r := range list {
		byID[r.ID] = r
	}
	reached, begins := map[string]bool{}, false
	for next := []string{tip}; len(next) > 0; {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		begins = begins || id == from
		if r, ok := byID[id]; ok && !reached[id] {
			reached[id] = true
			next = append(next, r.Parents...)
		}
	}
	if len(byID) != len(list) || len(reached) != len(list) || byID[from].ID != "" || !begins {
		return fmt.Errorf("%w: the list of the commits from %.10s to %.10s does not hang together", ErrIncomplete, from, tip)
	}
	return nil
}

// bounded is ErrManyRevisions for revisions that touch too much to look at.
func bounded(list []Revision) error {
	size := 0
	for _, r := range list {
		for _, t := range r.Touched {
			if size += t.Size(); size > MaxTouched {
				return ErrManyRevisions
			}
		}
	}
	return nil
}

// Size is what a file counts: itself, and the folders above it.
func (t Touch) Size() int { return 1 + strings.Count(t.Path, "/") }
