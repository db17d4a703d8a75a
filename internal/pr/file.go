package pr

// File is one changed file.
type File struct {
	// Path is the name at the head, for a deleted file the old one.
	// OldPath is the name at the merge base; it equals Path unless the file was renamed or copied.
	// Names are the raw bytes of the repository, which need not be UTF-8.
	Path, OldPath string
	Status        Status
	OldMode       Mode // 0: the file did not exist
	NewMode       Mode // 0: the file does not exist any more
	Binary        bool // git compared no lines ("Binary files … differ", or a binary patch)
	Hunks         []Hunk
	Added         int // lines with '+'
	Deleted       int // lines with '-'

	// Old is the text at the merge base, New the text at the head.
	Old, New Text

	Category   Category   // set by rules.Label
	Mechanical Mechanical // set by rules.Label
}

// Renamed reports whether the file has another name than before.
func (f File) Renamed() bool { return f.OldPath != f.Path }

// Paths is the new and, if it differs, the old path.
func (f File) Paths() []string {
	if f.Renamed() {
		return []string{f.Path, f.OldPath}
	}
	return []string{f.Path}
}

// Status says how the file changed.
type Status string

// The ways in which a file can change.
const (
	Added       Status = "added"
	Deleted     Status = "deleted"
	Modified    Status = "modified"
	Renamed     Status = "renamed" // with or without changed lines
	Copied      Status = "copied"
	TypeChanged Status = "type changed" // e.g. from a file to a symlink; two entries of the diff
)

// Mode is a file mode as git writes it, e.g. 0o100644.
type Mode uint32

// The modes that git knows.
const (
	ModeFile       Mode = 0o100644
	ModeExecutable Mode = 0o100755
	ModeSymlink    Mode = 0o120000
	ModeSubmodule  Mode = 0o160000
)

// Regular reports whether the mode is one of an ordinary file.
func (m Mode) Regular() bool { return m&0o170000 == 0o100000 }

// Hunk is one contiguous piece of a file's diff.
type Hunk struct {
	OldStart, OldLines int
	NewStart, NewLines int
	Section            string // what git prints behind the second @@
	Lines              []Line
}

// Line is one line of a hunk.
type Line struct {
	Op    Op
	Old   int    // number in the old text, from 1; 0 for an added line
	New   int    // number in the new text, from 1; 0 for a removed line
	Text  string // without the mark and without the final \n; a \r stays
	NoEOL bool   // the line is the last of its text and has no \n
}

// Op is the mark of a line.
type Op byte

// The marks of a line.
const (
	Context Op = ' '
	Add     Op = '+'
	Remove  Op = '-'
)

// Text is one version of a file, and whether it could be read.
type Text struct {
	State TextState
	Body  string // empty unless State is Read
}

// TextState tells whether a text was read, and if not, why.
// "Could not be read" is data for the rules, not an error.
type TextState int

// The reading states of a text.
const (
	NotRead     TextState = iota // nobody asked for it
	Absent                       // there is no such file on this side
	Read                         // the text is complete
	TooLarge                     // beyond the size limit of one file
	NotUTF8                      // text in another encoding
	NotText                      // binary content: it holds a NUL byte
	NotFile                      // symlink, submodule or folder
	BeyondLimit                  // not among the first texts that are read (product.md 8: 300)
)

// Category is the kind of a file, by the globs of [categories].
type Category string

// The categories, in the order in which the first match wins (seed 000, [categories]).
const (
	APISpec  Category = "api_spec"
	Tests    Category = "tests"
	Docs     Category = "docs"
	Main     Category = "main"
	Harmless Category = "harmless"
	Other    Category = "other"
)

// Mechanical names the rule that explains every changed line of a file, or is empty.
type Mechanical string

// The mechanical rules of seed 000, [mechanical].
const (
	NotMechanical Mechanical = ""
	ByRename      Mechanical = "renamed"
	ByWhitespace  Mechanical = "whitespace"
	ByImports     Mechanical = "imports"
)

// Kind is the change kind of the whole PR, e.g. docs_only.
type Kind string

// The change kinds of seed 000, [categories].
const (
	DocsOnly                 Kind = "docs_only"
	TestsOnlyAdded           Kind = "tests_only_added"
	DocsAndTests             Kind = "docs_and_tests"
	Refactoring              Kind = "refactoring"
	FeatureWithTests         Kind = "feature_with_tests"
	HarmlessOnly             Kind = "harmless_only"
	MechanicalOnly           Kind = "mechanical_only"
	TestsModified            Kind = "tests_modified"
	FeatureWithModifiedTests Kind = "feature_with_modified_tests"
	Mixed                    Kind = "mixed"
)
