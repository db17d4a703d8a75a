// Package model asks a language model: one bounded request, its answer, and what it cost.
//
// It knows how to talk to any OpenAI-compatible endpoint; it does not know what a review is.
package model

import "context"

// Request is one question to a model.
type Request struct {
	System, User string
	// Turns are the calls of tools that the model made so far, with their results.
	Turns []Turn
	// Tools are offered to the model; an answer may then be calls instead of text. With Final it may make none.
	Tools  []Tool
	Final  bool
	Schema Schema
	// Check judges the text of an answer; its error is an invalid answer, which may use the one retry
	// of [model] max_retries, told what was wrong. The error must not quote the answer.
	Check func(text string) error
}

// Tool is a function that the model may call. It is described by us; what it returns goes into a Turn.
type Tool struct {
	Name, Description string
	Parameters        []byte // JSON schema of the arguments
}

// Call is one call of a tool. The arguments are a text of the model: untrusted, and perhaps no JSON at all.
type Call struct{ ID, Name, Arguments string }

// Turn is one round of a conversation: what the model called, and what each call returned, in the same order; or without
// calls a text that it answered, and what we replied.
type Turn struct {
	Calls       []Call
	Results     []string
	Text, Reply string
}

// Schema is the strict JSON schema that the answer must follow.
type Schema struct {
	Name string
	JSON []byte
}

// Answer is the accepted text of a model.
type Answer struct {
	Text  string
	Calls []Call // instead of a text; only where tools were offered
	Model string // the model that answered
	Usage Usage
}

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
	Raw     int     // as the method counts: system and user prompt, schema, and the frame of each message
	Counted int     // Raw × Factor, rounded up: the number that the limits see
	Factor  float64 // [model] token_count_factor, the highest of the chain; 1 for the estimate
	Method  Method
}

// Method says how tokens were counted.
type Method string

// The counting methods.
const (
	MethodO200k    Method = "o200k_base"
	MethodEstimate Method = "token count estimated"
)

// Note is what a text adds to a number that is only estimated, in the words of seed 000; empty: it was counted.
func (t Tokens) Note() string {
	if t.Method == MethodEstimate {
		return " (" + string(MethodEstimate) + ")"
	}
	return ""
}

// Limit is the effective input limit and the key that it comes from.
type Limit struct {
	Tokens int
	Key    string // e.g. "[model] max_context_tokens = 80000"
}
