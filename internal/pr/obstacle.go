package pr

// Obstacle is one cause for which merging the change may do something else than the diff says.
type Obstacle struct {
	Kind   ObstacleKind
	Commit string // the commit that is the trouble; may be empty
	Path   string // the file or folder that is the trouble; may be empty
	// Why is the condition that does not hold, in words, without names of the repository.
	Why string
}

// ObstacleKind says what goes wrong.
type ObstacleKind string

// The kinds of obstacles.
const (
	// SeveralBases: the base branch and the head have several merge bases, and the diff starts at one of them.
	SeveralBases ObstacleKind = "several merge bases"
	// DropsCommits: a style that rebases drops a commit, or applies one to another text.
	DropsCommits ObstacleKind = "drops commits"
	// MovesFiles: a file or a folder has another place on the base branch, or got new files there.
	MovesFiles ObstacleKind = "moves files"
	// OtherDriver: the base branch tells git to merge a file that both sides change in a way of its own.
	OtherDriver ObstacleKind = "merges by a driver"
)

// Rebases reports whether a merge style writes the commits of the change anew.
func Rebases(style string) bool { return style == "rebase" || style == "rebase-merge" }

// MayRebase reports whether the change may be merged by a style that rebases. Where nobody told the styles, any counts:
// a server allows all of them by default.
func (c Change) MayRebase() bool {
	for _, style := range c.MergeStyles {
		if Rebases(style) {
			return true
		}
	}
	return len(c.MergeStyles) == 0
}
