package pr

// The size limits of one read, in bytes unless the name says otherwise (product.md 6).
// A limit that is hit is a reason or an error, never silence.
const (
	MaxDiff      = 64 << 20 // one diff
	MaxFile      = 8 << 20  // one text of a file
	MaxLines     = 2 << 20  // lines of all hunks of one diff; each costs about 100 bytes while the diff is read
	MaxTexts     = 300      // changed files whose texts are read, besides those that rules always need
	MaxManifests = 8        // files that are read for Want.Manifest
)

// Want says which texts a Source reads.
type Want struct {
	// Always reports whether the texts of a changed file are read whatever the number of files:
	// the repository config, PR documents and checked documents (product.md 8, "Context lines").
	Always func(path string) bool
	// Context lists the paths of [review] repo_context_files, read at the base commit.
	Context []string
	// Folders lists folders whose entries are read, with those above them, at the base commit and at the merge base.
	// The root is "". Empty: none is read, and Change.Folders stays unknown.
	Folders []string
	// Manifest names a file, e.g. go.mod, that is read at the base commit: for each of the folders the nearest one
	// in it or above. Empty: none is read.
	Manifest string
}
