package model

import "werkrevisor/internal/config"

// Usage adds up all calls of a run, failed attempts included.
type Usage struct {
	Calls            int
	PromptTokens     int
	CompletionTokens int // reasoning tokens are part of them
	CachedTokens     int
	ReasoningTokens  int
	CostUSD          float64
	CostStatus       CostStatus
	// KeyBefore and KeyAfter are the budget of the key in USD; nil: not asked, or a key without a limit.
	KeyBefore, KeyAfter *float64
	// Attempts are the calls one by one, in their order; requests that an endpoint refused for their form are none.
	Attempts []Attempt

	finish              string // of the answer that was judged last
	reported, estimated bool
	unknown             bool // a call may have been billed without saying so
}

// CostStatus says where the cost comes from (product.md 9).
type CostStatus string

// The cost states.
const (
	CostNone      CostStatus = "none"      // no call was made
	CostReported  CostStatus = "reported"  // every call named its cost
	CostEstimated CostStatus = "estimated" // from the operator's prices
	CostUnknown   CostStatus = "unknown"   // a call reported no usage
)

// Add adds the calls of another request.
func (u *Usage) Add(more Usage) {
	u.Calls += more.Calls
	u.PromptTokens += more.PromptTokens
	u.CompletionTokens += more.CompletionTokens
	u.CachedTokens += more.CachedTokens
	u.ReasoningTokens += more.ReasoningTokens
	u.CostUSD += more.CostUSD
	u.Attempts = append(u.Attempts, more.Attempts...)
	u.reported, u.estimated, u.unknown = u.reported || more.reported, u.estimated || more.estimated, u.unknown || more.unknown
	u.CostStatus = u.status()
}

type wireUsage struct {
	PromptTokens     float64  `json:"prompt_tokens"`
	CompletionTokens float64  `json:"completion_tokens"`
	Cost             *float64 `json:"cost"`
	IsBYOK           bool     `json:"is_byok"`
	CostDetails      struct {
		Upstream *float64 `json:"upstream_inference_cost"`
	} `json:"cost_details"`
	Prompt struct {
		Cached float64 `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Completion struct {
		Reasoning float64 `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// add counts one answer.
func (u *Usage) add(w *wireUsage, m config.Model) {
	if w == nil || !w.believable() {
		u.unknown = true
		return
	}
	u.PromptTokens += int(w.PromptTokens)
	u.CompletionTokens += int(w.CompletionTokens)
	u.CachedTokens += int(w.Prompt.Cached)
	u.ReasoningTokens += int(w.Completion.Reasoning)
	if w.Cost != nil {
		u.reported = true
		u.CostUSD += *w.Cost
		if w.IsBYOK && w.CostDetails.Upstream != nil {
			u.CostUSD += *w.CostDetails.Upstream
		}
		return
	}
	u.estimated = true
	u.CostUSD += (w.PromptTokens*m.InputPrice + w.CompletionTokens*m.OutputPrice) / 1e6
}

// believable reports whether the numbers can be those of one call; others would break sums and the usage line.
func (w *wireUsage) believable() bool {
	for _, tokens := range []float64{w.PromptTokens, w.CompletionTokens, w.Prompt.Cached, w.Completion.Reasoning} {
		if tokens < 0 || tokens > 1e9 {
			return false
		}
	}
	for _, usd := range []*float64{w.Cost, w.CostDetails.Upstream} {
		if usd != nil && (*usd < 0 || *usd > 1e6) {
			return false
		}
	}
	return true
}

func (u *Usage) status() CostStatus {
	switch {
	case u.unknown:
		return CostUnknown
	case u.estimated:
		return CostEstimated
	case u.reported:
		return CostReported
	case u.Calls > 0:
		return CostEstimated // calls that were refused before any token: nothing was billed
	}
	return CostNone
}
