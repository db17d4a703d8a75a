// Package model asks a language model: one bounded request, its answer, and what it cost.
//
// It knows how to talk to any OpenAI-compatible endpoint; it does not know what a review is.
package model

import "context"

// Request is one question to a model.
type Request struct {
	System, User string
	Schema       Schema
	// Check judges the text of an answer; its error is an invalid answer, which may use the one retry
	// of [model] max_retries, told what was wrong. The error must not quote the answer.
	Check func(text string) error
}

// Schema is the strict JSON schema that the answer must follow.
type Schema struct {
	Name string
	JSON []byte
}

// Answer is the accepted text of a model.
type Answer struct {
	Text  string
	Model string // the model that answered
	Usage Usage
}

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

// Asker is what an engine needs of a model.
type Asker interface {
	// Plan counts the request and computes its worst case; it makes no call and costs nothing.
	Plan(Request) Plan
	// Ask sends the request. On an error the answer still carries the usage of the failed attempts.
	// Errors are of type *Error.
	Ask(context.Context, Request) (Answer, error)
}

// Plan is what is known about a request before it is sent (product.md 9).
type Plan struct {
	Tokens       Tokens
	Limit        Limit
	WorstCaseUSD float64
}

// Tokens is the size of a prompt.
type Tokens struct {
	Raw     int     // as the method counts
	Counted int     // Raw × Factor, rounded up: the number that the limits see
	Factor  float64 // [model] token_count_factor; 1 for the estimate
	Method  Method
}

// Method says how tokens were counted.
type Method string

// The counting methods.
const (
	MethodO200k    Method = "o200k_base"
	MethodEstimate Method = "estimate"
)

// Limit is the effective input limit and the key that it comes from.
type Limit struct {
	Tokens int
	Key    string // e.g. "[model] max_context_tokens = 80000"
}

// Error is a failed request. Its text names the cause in words that an operator can act on,
// and holds neither a body of an answer nor a secret.
type Error struct {
	Code  string // a reason code of product.md 4: budget, model_error, model_timeout, model_answer_invalid, …
	Text  string
	Cause error // may be nil; never shown
}

// Error is the text.
func (e *Error) Error() string { return e.Text }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }
