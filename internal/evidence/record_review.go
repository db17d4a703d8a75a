package evidence

// Review is what the model was asked and said.
type Review struct {
	Complete bool      `json:"complete"`
	Model    string    `json:"model,omitempty"`
	Findings []Finding `json:"findings,omitempty"`
	// What the answer of the single prompt says besides: the files that it confirms, its recommendation, and whether it
	// objects to the change kind. Those of a deep review stand in its areas.
	Confirmed      []Raw  `json:"confirmed,omitempty"`
	Recommendation string `json:"recommendation,omitempty"`
	Objects        bool   `json:"objects,omitempty"`
	// Rest are the reasons that do not follow from the findings.
	Rest    []Reason  `json:"rest,omitempty"`
	Plan    Plan      `json:"plan"`
	Usage   Usage     `json:"usage"`
	Calls   []Call    `json:"calls,omitempty"`
	Ledger  []Covered `json:"ledger,omitempty"`
	Masked  int       `json:"masked_lines,omitempty"`
	Summary string    `json:"summary,omitempty"` // only with "source"
	Deep    *Deep     `json:"deep,omitempty"`
}

// Plan is what was known before the first call.
type Plan struct {
	Tokens       int     `json:"tokens"`
	Raw          int     `json:"raw"`
	Factor       float64 `json:"factor"`
	Method       string  `json:"method,omitempty"`
	Limit        int     `json:"limit"`
	LimitKey     string  `json:"limit_key,omitempty"`
	WorstCaseUSD float64 `json:"worst_case_usd"`
}

// Usage is the sum of all calls.
type Usage struct {
	Calls            int      `json:"calls"`
	PromptTokens     int      `json:"prompt_tokens"`
	CompletionTokens int      `json:"completion_tokens"`
	CachedTokens     int      `json:"cached_tokens"`
	ReasoningTokens  int      `json:"reasoning_tokens"`
	CostUSD          float64  `json:"cost_usd"`
	CostStatus       string   `json:"cost_status,omitempty"`
	KeyBeforeUSD     *float64 `json:"key_before_usd,omitempty"`
	KeyAfterUSD      *float64 `json:"key_after_usd,omitempty"`
}

// Call is one call of a model.
type Call struct {
	Stage            string  `json:"stage"`
	Asked            string  `json:"asked"`
	Answered         string  `json:"answered,omitempty"`
	PromptSHA256     string  `json:"prompt_sha256"`
	Outcome          string  `json:"outcome"`
	Finish           string  `json:"finish,omitempty"`
	PromptTokens     int     `json:"prompt_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	CachedTokens     int     `json:"cached_tokens,omitempty"`
	ReasoningTokens  int     `json:"reasoning_tokens,omitempty"`
	CostUSD          float64 `json:"cost_usd"`
	CostStatus       string  `json:"cost_status"`
}

// Covered is a file that stood in a prompt, with the pieces of the prompt that are its hunks.
type Covered struct {
	Path  Raw    `json:"path"`
	Hunks []Span `json:"hunks,omitempty"`
}

// Span is a piece of a prompt in bytes.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Finding is one finding of the answer, after it was held against the change. Its texts are there as far as the comment
// shows them; the quote is a hash unless "source" is allowed.
type Finding struct {
	File            Raw     `json:"file"`
	Side            string  `json:"side,omitempty"`
	Start           int     `json:"start"`
	End             int     `json:"end"`
	Severity        string  `json:"severity"`
	SeverityGuessed bool    `json:"severity_guessed,omitempty"`
	Confidence      float64 `json:"confidence,omitempty"`
	Title           string  `json:"title,omitempty"`
	Body            string  `json:"body,omitempty"`
	Scenario        string  `json:"scenario,omitempty"`
	QuoteSHA256     string  `json:"quote_sha256,omitempty"`
	Quote           Raw     `json:"quote,omitempty"`
	Unverified      string  `json:"unverified,omitempty"`
	PreExisting     bool    `json:"pre_existing,omitempty"`
	Confirmed       bool    `json:"confirmed,omitempty"`
	Doubted         bool    `json:"doubted,omitempty"`
	Softened        bool    `json:"softened,omitempty"`

	ID           string        `json:"id,omitempty"`
	Source       string        `json:"source,omitempty"`
	Category     string        `json:"category,omitempty"`
	MergedInto   string        `json:"merged_into,omitempty"`
	Cleared      bool          `json:"cleared,omitempty"`
	Fix          string        `json:"fix,omitempty"`
	Verification *Verification `json:"verification,omitempty"`
}

// Verification is what a fresh context said of a finding.
type Verification struct {
	Outcome  string   `json:"outcome"`
	Reason   string   `json:"reason,omitempty"`
	Model    string   `json:"model,omitempty"`
	Evidence []Quoted `json:"evidence,omitempty"`
}

// Quoted is a cited line.
type Quoted struct {
	File        Raw    `json:"file"`
	Line        int    `json:"line"`
	QuoteSHA256 string `json:"quote_sha256"`
	Quote       Raw    `json:"quote,omitempty"`
}

// Deep is what only the deep review tells.
type Deep struct {
	Stages      []Stage    `json:"stages,omitempty"`
	Areas       []Area     `json:"areas,omitempty"`
	Faults      []string   `json:"faults,omitempty"`
	Notes       []string   `json:"notes,omitempty"`
	Flags       []Flag     `json:"flags,omitempty"`
	Questions   []Question `json:"questions,omitempty"`
	Settled     []Settled  `json:"settled,omitempty"`
	Walkthrough string     `json:"walkthrough,omitempty"`
	CrossArea   string     `json:"cross_area,omitempty"`
	Assessment  string     `json:"assessment,omitempty"`
}

// Stage is what one stage cost.
type Stage struct {
	Name   string   `json:"name"`
	Models []string `json:"models,omitempty"`
	Note   string   `json:"note,omitempty"`
	Usage  Usage    `json:"usage"`
}

// Area is a part of the change that one reviewer got.
type Area struct {
	Name     string    `json:"name"`
	Files    []Raw     `json:"files,omitempty"`
	Model    string    `json:"model,omitempty"`
	Rounds   int       `json:"tool_rounds"`
	Findings int       `json:"findings"`
	Sections []Section `json:"sections,omitempty"` // only with "source"
}

// Section is what a reviewer had to say about an area.
type Section struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Flag is an attention flag.
type Flag struct {
	Code string `json:"code"`
	Text string `json:"text"`
	By   string `json:"by"`
}

// Question is a tolerated state that the change's own comments call impossible.
type Question struct {
	File Raw    `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Settled is a finding that an earlier review refuted.
type Settled struct {
	Finding Finding `json:"finding"`
	Head    string  `json:"head"`
}
