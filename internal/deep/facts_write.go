package deep

import (
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
)

// maxNamed is how many names of one kind stand in the facts.
const maxNamed = 20

// quotedList shows names that come from the change.
func quotedList(names []string) string {
	list := make([]string, 0, maxNamed+1)
	for i, name := range names {
		if i == maxNamed {
			list = append(list, fmt.Sprintf("and %d more", len(names)-maxNamed))
			break
		}
		list = append(list, review.Quote(name))
	}
	return strings.Join(list, ", ")
}

// write writes the facts that every reviewer gets, in the same words.
func (f facts) write(d *review.Draft, in review.Input) {
	c := in.Change
	added, deleted := c.Lines()
	d.Say("## Facts\n\nRepository: %s\nChange kind: %s\nQuality bar: %s\n%d changed files, %d added and %d removed lines\nSurfaces: %s\n",
		review.Quote(c.Slug()), c.Kind, in.Config.Deep.Rigor, len(c.Files), added, deleted, strings.Join(f.surfaces, ", "))
	if len(f.destroys) > 0 {
		d.Say("Destructive migration: %s\n", quotedList(f.destroys))
	}
	if len(f.contract) > 0 {
		d.Say("Names that consumers may use are removed or changed: %s\n", quotedList(f.contract))
	}
	d.Say("\nAll files of the change:\n")
	for _, file := range c.Files {
		d.Say("- %s (%s, +%d -%d%s)\n", review.Quote(file.Path), file.Status, file.Added, file.Deleted, f.about(file))
	}
	if in.Focus != "" {
		d.Say("\nThe caller asks to look hardest at: %s\n", review.Quote(in.Focus))
	}
	for _, m := range f.misses {
		d.Block("an earlier review missed this: check it first, and begin the title of a finding about it with "+m.ID, func() {
			d.Line("lesson", d.Masked("", m.Lesson))
			for _, name := range m.files {
				d.Line("file  ", name)
			}
		})
	}
	d.ContextFiles()
	for _, c := range f.conventions {
		d.Block("conventions of the project in "+review.Quote(c.Path)+" at the base commit", func() { d.Numbered(1, d.Masked(c.Path, c.Text.Body)) })
	}
	if len(f.history) > 0 {
		d.Block("repairs of the touched files, by the subjects of commits", func() {
			for _, p := range f.history {
				for _, commit := range p.commits {
					d.Line(commit.Time.UTC().Format(time.DateOnly)+" "+review.Quote(p.path), d.Masked("", commit.Subject))
				}
			}
		})
	}
	f.writeProblems(d)
}

// about is what the list of files says of one besides its size.
func (f facts) about(file pr.File) string {
	text := ""
	if l := language(file.Path); l != "" {
		text += ", " + l
	}
	if surfaces, given := f.byPath[file.Path]; given {
		return text + "; " + strings.Join(surfaces, ", ")
	}
	return text + "; not given"
}
