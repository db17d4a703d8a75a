package evidence

// Source are the texts that the rules read; a record has them only where [output] artifacts allows "source".
type Source struct {
	// Redacted: a secret was taken out of a text, so the rules may see something else in it than they did.
	Redacted bool `json:"redacted,omitempty"`

	Title   Raw          `json:"title,omitempty"`
	Body    Raw          `json:"body,omitempty"`
	Context []NamedText  `json:"context,omitempty"`
	Files   []SourceFile `json:"files,omitempty"` // in the order of the section change
	// Base and MergeBase list folders beside the changed files, and Manifests texts there, where a rule asked for them.
	Base      []Folder    `json:"base_folders,omitempty"`
	MergeBase []Folder    `json:"merge_base_folders,omitempty"`
	Manifests []NamedText `json:"manifests,omitempty"`
}

// SourceFile is a changed file with its texts and its diff.
type SourceFile struct {
	Binary bool   `json:"binary,omitempty"`
	Old    Text   `json:"old"`
	New    Text   `json:"new"`
	Hunks  []Hunk `json:"hunks,omitempty"`
}

// Text is a version of a file, or why there is none.
type Text struct {
	State int `json:"state"` // as pr.TextState counts them
	Body  Raw `json:"body,omitempty"`
}

// NamedText is a file beside the change.
type NamedText struct {
	Path Raw  `json:"path"`
	Text Text `json:"text"`
}

// Folder is what a folder has.
type Folder struct {
	Path    Raw     `json:"path"`
	Entries []Entry `json:"entries,omitempty"`
}

// Entry is one name in a folder.
type Entry struct {
	Name Raw    `json:"name"`
	Mode uint32 `json:"mode"`
}

// Hunk is a piece of a file's diff. Each line begins with its mark.
type Hunk struct {
	OldStart int   `json:"old_start"`
	OldLines int   `json:"old_lines"`
	NewStart int   `json:"new_start"`
	NewLines int   `json:"new_lines"`
	Section  Raw   `json:"section,omitempty"`
	Lines    []Raw `json:"lines,omitempty"`
	NoEOL    []int `json:"no_eol,omitempty"` // indexes of lines without a line end
}
