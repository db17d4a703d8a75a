package doctor

import (
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/protection"
)

// Facts is all that the checks look at. A text named Problem is empty where nothing went wrong.
type Facts struct {
	Env     Env
	Machine Machine
	Config  Config
	Model   Model
	Server  Server
	PR      *PR // nil: no PR was named
}

// Env is what the environment holds; values of secrets are never in it.
type Env struct {
	Missing  []string // variables that a run needs and that are not set
	Half     []string // variables that only stand together: these are set and others not
	URL      string   // why the base URL may not be called; ""
	StateKey string   // why the state key cannot be used; ""
	OldKey   string   // why the old state key cannot be used; ""
	// HasOldKey says that there is an old one.
	HasOldKey bool
	InBuild   bool // the variables of a PR are set, so this is where the gate runs
}

// Machine is what surrounds the process.
type Machine struct {
	DockerHost   bool   // DOCKER_HOST is set
	DockerSocket string // path of a socket that is visible; ""
	Others       int    // processes of the same user that are not ours; -1: unknown
	Sandbox      bool   // the first process belongs to this user, as in a container
	Home         string // "" unset, "missing", "read-only", "empty" or "shared"
	Roots        bool   // the system has CA roots
	Output       string // folder of the usage file
	Problem      string // why nothing can be written there
}

// Config is the host configuration, alone and with the repository's.
type Config struct {
	Source      string         // "env", a file, or ""
	Problem     string         // why it is not valid
	Value       *config.Config // nil: not valid
	Layers      bool           // the repository's layer was read, and Value has it
	RepoProblem string         // why the repository's layer could not be read
	Limit       time.Duration  // of a run itself
	Age         time.Duration  // of the file with the prices; 0: unknown
}

// Model is what is known of the model's keys.
type Model struct {
	MissingKeys []string // variables of keys that are not set
	Asked       bool     // the endpoint has a page about the key and was asked
	Remaining   *float64 // USD; nil: the key has no limit
	Problem     string
}

// Server is Gitea as the bot sees it, and where there is an admin token, as an administrator does.
type Server struct {
	Problem       string // it could not be reached, or refused the token; the rest is empty then
	Page          string // URL of the repository
	Login         string // owner of the bot's token; "" where the server does not tell
	Scopes        []string
	Access        string   // why the repository cannot be read
	Comments      string   // why comments cannot be read
	MayWrite      bool     // the owner of the bot's token may push
	Assignees     []string // everybody with write access, and on a repository of an organisation some without
	Archived      bool
	DefaultBranch string
	MergeStyle    string   // the default
	MergeStyles   []string // that are allowed
	Admin         bool     // an admin token is set
	AdminProblem  string   // why it is of no use
	Branches      []Branch // that a PR may merge into
}

// Branch is a base branch.
type Branch struct {
	Name              string
	Problem           string // it could not be read
	Found, Protected  bool
	RequiredApprovals int
	StatusCheck       bool
	Contexts          []string
	MayPush, MayMerge bool            // the bot
	Rule              protection.Rule // nil: not visible
}

// PR is the pull request that was named.
type PR struct {
	Problem string
	Change  pr.Change
}

// bot is the login of the bot: as the server says, else as the configuration says.
func (f Facts) bot() pr.User {
	if f.Server.Login == "" && f.Config.Value != nil {
		return pr.User{Login: f.Config.Value.Gate.BotLogin}
	}
	return pr.User{Login: f.Server.Login}
}

// reachable reports whether the repository could be read.
func (f Facts) reachable() bool {
	return f.Server.Page != "" && f.Server.Problem == "" && f.Server.Access == ""
}
