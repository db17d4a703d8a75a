package evidence

// Run says which run it was.
type Run struct {
	Program       string  `json:"program"` // version
	Mode          string  `json:"mode,omitempty"`
	Repository    string  `json:"repository,omitempty"`
	PR            int     `json:"pr,omitempty"`
	Origin        string  `json:"origin,omitempty"`
	Head          string  `json:"head,omitempty"`
	HeadRef       Raw     `json:"head_ref,omitempty"`
	Base          string  `json:"base,omitempty"`
	BaseRef       Raw     `json:"base_ref,omitempty"`
	MergeBase     string  `json:"merge_base,omitempty"`
	HostConfig    string  `json:"host_config,omitempty"`
	ConfigSources string  `json:"config_sources,omitempty"`
	ConfigSHA256  string  `json:"config_sha256,omitempty"`
	DiffSHA256    string  `json:"diff_sha256"`
	Started       string  `json:"started"` // RFC 3339, UTC
	Seconds       float64 `json:"seconds"`
	Reused        bool    `json:"reused,omitempty"`
	Comment       string  `json:"comment,omitempty"` // its address
	// Notes are what the comment says besides the reasons.
	Notes []string `json:"notes,omitempty"`
	// Memory is what the run knew of earlier results; nil: of none.
	Memory *Memory `json:"memory,omitempty"`
}

// Memory is what a run knew of earlier results.
type Memory struct {
	Here      []Earlier `json:"here,omitempty"`      // results of this PR
	Elsewhere []Earlier `json:"elsewhere,omitempty"` // results of other PRs about this change
	Missing   []Earlier `json:"missing,omitempty"`   // those whose statuses are there and whose comments are not
	SpentUSD  float64   `json:"spent_usd,omitempty"`
}

// Earlier is one earlier result.
type Earlier struct {
	PR       int    `json:"pr,omitempty"` // of another one
	Head     string `json:"head"`
	Verdict  string `json:"verdict"`
	Findings int    `json:"findings,omitempty"` // that count for this change
}

// Setting is one effective value of the configuration and the layers that it comes from, as "config explain" shows it.
type Setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Layer string `json:"layer"`
}

// Change is what is known of the change without its texts.
type Change struct {
	Kind          string `json:"kind,omitempty"`
	CountedLines  int    `json:"counted_lines"` // as [size] counts them
	CountedFiles  int    `json:"counted_files"`
	State         string `json:"state,omitempty"`
	Draft         bool   `json:"draft,omitempty"`
	DefaultBranch Raw    `json:"default_branch,omitempty"`
	HeadInBase    bool   `json:"head_in_base,omitempty"` // the head is a branch of the base repository
	// MergeStyles are those that the repository allows; Obstacles are why merging may change something else than the diff.
	MergeStyles []string   `json:"merge_styles,omitempty"`
	Obstacles   []Obstacle `json:"obstacles,omitempty"`
	Files       []File     `json:"files,omitempty"`
}

// Obstacle is one cause for which merging may change something else than the diff.
type Obstacle struct {
	Kind   string `json:"kind"`
	Commit string `json:"commit,omitempty"`
	Path   Raw    `json:"path,omitempty"`
	Why    string `json:"why"`
}

// File is one changed file.
type File struct {
	Path         Raw    `json:"path"`
	OldPath      Raw    `json:"old_path,omitempty"` // only if it differs
	Status       string `json:"status"`
	OldMode      uint32 `json:"old_mode,omitempty"` // as a number, e.g. 33188 for 100644
	NewMode      uint32 `json:"new_mode,omitempty"`
	Category     string `json:"category,omitempty"`
	Mechanical   string `json:"mechanical,omitempty"`
	Unreviewable string `json:"unreviewable,omitempty"`
	Added        int    `json:"added"`
	Deleted      int    `json:"deleted"`
}

// Rules are the rules in their order.
type Rules struct {
	Results []RuleResult `json:"results,omitempty"`
	Stopped []string     `json:"stopped,omitempty"` // rules that kept the change from classifier and model
}

// RuleResult is one rule with everything that it compared.
type RuleResult struct {
	Rule    string      `json:"rule"`
	Inputs  []RuleInput `json:"inputs,omitempty"`
	Reasons []Reason    `json:"reasons,omitempty"`
}

// RuleInput is one fact, and the key that it is compared with.
type RuleInput struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Key   string `json:"key,omitempty"`
	Limit string `json:"limit,omitempty"`
}

// Reason is a reason as it was given to the decision, or as it came out.
type Reason struct {
	Source string `json:"source"`
	Level  string `json:"level"`
	Code   string `json:"code"`
	Text   string `json:"text"`
	Public string `json:"public,omitempty"`
}

// Classifier is what the classifier was asked and said.
type Classifier struct {
	Model       string  `json:"model,omitempty"`
	Units       int     `json:"units,omitempty"`
	Calls       int     `json:"calls,omitempty"`
	InputTokens int     `json:"input_tokens,omitempty"`
	CostUSD     float64 `json:"cost_usd,omitempty"`
	Rows        []Row   `json:"rows,omitempty"`
}

// Row is one answer of the classifier.
type Row struct {
	Kind       string   `json:"kind"`
	ID         string   `json:"id,omitempty"`
	Path       Raw      `json:"path"`
	Line       int      `json:"line"`
	Question   string   `json:"question"`
	Value      float64  `json:"value"`
	Confidence *float64 `json:"confidence,omitempty"`
	Flag       string   `json:"flag"`
}
