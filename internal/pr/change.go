// Package pr holds the immutable snapshot of one pull request at one head commit,
// and parses its diff.
//
// Everything that a rule, a prompt or a report may look at is in a Change.
// A Change is read once, labelled once, and never modified afterwards.
// The package does no I/O.
package pr

import "strings"

// Origin says where a change comes from.
type Origin string

// The origins of a change (product.md 2).
const (
	FromGitea    Origin = "gitea"    // a pull request, read through the API
	FromRange    Origin = "range"    // two commits of a local checkout
	FromIndex    Origin = "staged"   // HEAD against the index
	FromWorktree Origin = "worktree" // HEAD against the files on disk
)

// Local reports whether the change was read from a checkout, without Gitea.
func (o Origin) Local() bool { return o != FromGitea }

// Change is one pull request, or one local range, at its head commit.
type Change struct {
	Origin      Origin
	Owner, Repo string // local: Owner is empty and Repo is the name of the folder
	Number      int    // 0 in local mode
	URL         string // page of the PR; empty in local mode
	Title, Body string
	Author      User
	State       State
	Draft       bool

	// Base.SHA is the tip of the base branch (base.sha of the PR answer), never the merge base.
	// Policy is read there, so that an old fork point cannot choose its own policy.
	Base, Head Commit
	// MergeBase is the commit that the diff starts from.
	MergeBase     string
	DefaultBranch string
	MergeStyle    string // the repository's default for merging, as the server names it; may be empty
	// MergeStyles are the styles that the repository allows, as the server names them; nil: nobody told, so any counts.
	MergeStyles []string
	// Obstacles say why merging may change something else than Files; nil: it is shown that it does not.
	Obstacles []Obstacle

	Lock Lock // what the base branch says about its protection
	// HeadInBase says that the head is a branch of the base repository. The server lets only accounts push there that may
	// write its code; the head of a fork, and one that was pushed to refs/for, need no more than the right to read.
	HeadInBase bool
	Pushers    []User // who pushed to the PR, by its timeline, without repetition; nil in local mode

	RepoConfig RepoConfig
	Context    []ContextFile // [review] repo_context_files at Base.SHA, in the order of the config
	Files      []File        // in the order of the diff; a type change is one file
	Folders    Folders       // what stands beside the changed files, if a rule wanted to know it
	Thread     Thread

	Kind Kind // set by rules.Label
}

// Slug is "owner/repo", or the folder's name in local mode.
func (c Change) Slug() string {
	if c.Owner == "" {
		return c.Repo
	}
	return c.Owner + "/" + c.Repo
}

// Lines is the number of added and of deleted lines of all files.
func (c Change) Lines() (added, deleted int) {
	for _, f := range c.Files {
		added += f.Added
		deleted += f.Deleted
	}
	return added, deleted
}

// User is an account of the server; ID is 0 where the server gave none.
type User struct {
	ID    int64
	Login string
}

// Is reports whether two accounts are one: by id, or by login where no id is known; logins are case-insensitive.
// The zero account is nobody.
func (u User) Is(other User) bool {
	if u.ID != 0 && other.ID != 0 {
		return u.ID == other.ID
	}
	return u.Login != "" && strings.EqualFold(u.Login, other.Login)
}

// Commit is one end of the change: a branch name and the full commit id.
type Commit struct{ Ref, SHA string }

// State is the state of the pull request.
type State string

// The states of a pull request.
const (
	Open   State = "open"
	Closed State = "closed"
	Merged State = "merged"
)

// Now is what a later look at the PR says; a run compares it with the Change that it reviewed.
type Now struct {
	Head, BaseRef, MergeBase string
	State                    State
	Draft                    bool
}

// Now is the state in which the snapshot was taken.
func (c Change) Now() Now {
	return Now{Head: c.Head.SHA, BaseRef: c.Base.Ref, MergeBase: c.MergeBase, State: c.State, Draft: c.Draft}
}

// Difference says what changed since n was seen; empty: nothing.
func (n Now) Difference(later Now) string {
	switch {
	case n.Head != later.Head:
		return "the head is now " + later.Head
	case n.State != later.State:
		return "the pull request is now " + string(later.State)
	case n.BaseRef != later.BaseRef:
		return "the base branch is now " + later.BaseRef
	case n.MergeBase != later.MergeBase:
		return "the merge base is now " + later.MergeBase
	}
	return ""
}

// Recent is a PR of the repository besides the one that is reviewed.
type Recent struct {
	Number int
	Head   string
	Author User
	Merged bool
}

// RepoConfig is the file .werkrevisor.toml at the base commit.
type RepoConfig struct {
	Text Text
	// Odd names what stands in the place of the file ("symlink", "submodule", "folder"); such a base is an error.
	Odd string
}

// RepoConfigPath is the place of the repository config.
const RepoConfigPath = ".werkrevisor.toml"

// ContextFile is a file that the repository wants in every prompt, read at the base commit.
type ContextFile struct {
	Path string
	Text Text
}
