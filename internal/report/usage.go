package report

import (
	"encoding/json"
	"time"

	"werkrevisor/internal/model"
	"werkrevisor/internal/page"
	"werkrevisor/internal/rules"
)

// Usage is the usage record of one run: the line on stdout and in usage.jsonl (product.md 12).
// It quotes nothing of the PR but names of files, because the host publishes it.
type Usage struct {
	Timestamp     string        `json:"timestamp"` // start of the run, RFC 3339, UTC
	Version       string        `json:"version"`
	Repository    string        `json:"repository"`
	PR            int           `json:"pr"` // 0 in local mode
	HeadSHA       string        `json:"head_sha"`
	BaseSHA       string        `json:"base_sha"`
	MergeBase     string        `json:"merge_base"`
	ConfigSource  string        `json:"config_source"`
	HostConfig    string        `json:"host_config"`
	EngineMode    string        `json:"engine_mode"`
	Verdict       string        `json:"verdict"`
	ExitCode      int           `json:"exit_code"`
	ChangeKind    string        `json:"change_kind"`
	Mechanical    int           `json:"mechanical_files"`
	Reasons       []UsageReason `json:"reasons"`
	Model         string        `json:"model"`
	Calls         int           `json:"calls"`
	PromptTokens  int           `json:"prompt_tokens"`
	Completion    int           `json:"completion_tokens"`
	Cached        int           `json:"cached_tokens"`
	Reasoning     int           `json:"reasoning_tokens"`
	CostUSD       float64       `json:"cost_usd"`
	CostStatus    string        `json:"cost_status"`
	CountedTokens int           `json:"counted_input_tokens"`
	RawTokens     int           `json:"counted_raw_tokens"`
	TokenFactor   float64       `json:"token_count_factor"`
	TokenMethod   string        `json:"token_count_method"`
	WorstCaseUSD  float64       `json:"worst_case_usd"`
	DurationSecs  float64       `json:"duration_seconds"`
	KeyBeforeUSD  *float64      `json:"key_remaining_before_usd"` // null: not read, or a key without a limit
	KeyAfterUSD   *float64      `json:"key_remaining_after_usd"`
	ChangedLines  int           `json:"changed_lines"` // as [size] counts them
	ChangedFiles  int           `json:"changed_files"`
	Reused        bool          `json:"reused"`
	WouldExit     int           `json:"would_exit"`
	// Classifier is nil where the classifier was not asked.
	Classifier *ClassifierUsage `json:"classifier,omitempty"`
	// Deep is nil with the single prompt.
	Deep *DeepUsage `json:"deep,omitempty"`
}

// ClassifierUsage is what the classifier was asked and what it cost.
type ClassifierUsage struct {
	Model       string  `json:"model"`
	Units       int     `json:"units"`
	Flagged     int     `json:"flagged"`
	Ignored     int     `json:"ignored"`
	Calls       int     `json:"calls"`
	InputTokens int     `json:"input_tokens"`
	CostUSD     float64 `json:"cost_usd"`
}

// UsageReason is a reason of the usage line.
type UsageReason struct {
	Code   string `json:"code"`
	Level  string `json:"level"`
	Source string `json:"source"`
	Text   string `json:"text"`
}

// NewUsage gathers the record of a run.
func NewUsage(in Input) Usage {
	c, r := in.Change, in.Review
	lines, files := rules.Counted(c)
	u := Usage{
		Timestamp: in.Started.UTC().Format(time.RFC3339), Version: in.Version,
		Repository: c.Slug(), PR: c.Number, HeadSHA: c.Head.SHA, BaseSHA: c.Base.SHA, MergeBase: c.MergeBase,
		ConfigSource: in.Config.Sources, HostConfig: in.HostConfig, EngineMode: in.Config.Engine.Mode,
		Verdict: in.Decision.Level.String(), ExitCode: in.Decision.Exit, WouldExit: in.Decision.WouldExit,
		ChangeKind: string(c.Kind), Mechanical: mechanicalFiles(in), Reasons: []UsageReason{},
		Model: r.Model, Calls: r.Usage.Calls,
		PromptTokens: r.Usage.PromptTokens, Completion: r.Usage.CompletionTokens,
		Cached: r.Usage.CachedTokens, Reasoning: r.Usage.ReasoningTokens,
		CostUSD: r.Usage.CostUSD, CostStatus: string(r.Usage.CostStatus),
		CountedTokens: r.Plan.Tokens.Counted, RawTokens: r.Plan.Tokens.Raw,
		TokenFactor: r.Plan.Tokens.Factor, TokenMethod: string(r.Plan.Tokens.Method), WorstCaseUSD: r.Plan.WorstCaseUSD,
		DurationSecs: in.Duration.Round(time.Millisecond).Seconds(),
		KeyBeforeUSD: r.Usage.KeyBefore, KeyAfterUSD: r.Usage.KeyAfter,
		ChangedLines: lines, ChangedFiles: files, Reused: in.Reused,
	}
	if c := in.Classifier; c.Calls > 0 {
		flagged, ignored := c.Flagged()
		u.Classifier = &ClassifierUsage{c.Model, c.Units, flagged, ignored, c.Calls, c.InputTokens, c.CostUSD}
	}
	if in.Review.Deep != nil {
		u.Deep = newDeepUsage(in.Review)
	}
	if u.Model == "" {
		u.Model = in.Config.Model.ID
	}
	if u.CostStatus == "" {
		u.CostStatus = string(model.CostNone)
	}
	for _, reason := range in.Decision.Reasons {
		u.Reasons = append(u.Reasons, UsageReason{reason.Code, reason.Level.String(), string(reason.Source),
			line("%s", page.Cut(reason.PublicText(), maxReason))})
	}
	return u
}

// Line is the record as one line of JSON, without the final newline.
func (u Usage) Line() []byte { return encode(u) }

// encode is JSON on one line; the types of this package cannot fail to encode.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		return []byte(`{"verdict":"ERROR","exit_code":30}`)
	}
	return text
}

func mechanicalFiles(in Input) int {
	n := 0
	for _, f := range in.Change.Files {
		if f.Mechanical != "" {
			n++
		}
	}
	return n
}
