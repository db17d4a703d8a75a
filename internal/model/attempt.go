package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"werkrevisor/internal/config"
)

// Attempt is one call: what was sent to whom, how it ended, and what it cost.
type Attempt struct {
	Asked    string // the id of the model in the configuration
	Answered string // the name that the endpoint gave; empty: none
	Prompt   string // SHA-256 of all texts that were sent, in hex
	Outcome  string // Answered, CalledTools, or the code of the failure
	Finish   string // finish_reason, if it is one of those that are expected; empty: there was no answer

	PromptTokens, CompletionTokens, CachedTokens, ReasoningTokens int
	CostUSD                                                       float64
	CostStatus                                                    CostStatus
}

// The outcomes of a call that did not fail.
const (
	Answered    = "answered"
	CalledTools = "called tools"
)

// newAttempt is the last call as the difference that it made to the usage.
func newAttempt(before, after Usage, m config.Model, r Request, got reply, failed *Error) Attempt {
	a := Attempt{Asked: m.ID, Answered: got.model, Prompt: r.fingerprint(), Outcome: Answered, Finish: after.finish,
		PromptTokens:     after.PromptTokens - before.PromptTokens,
		CompletionTokens: after.CompletionTokens - before.CompletionTokens,
		CachedTokens:     after.CachedTokens - before.CachedTokens,
		ReasoningTokens:  after.ReasoningTokens - before.ReasoningTokens,
		CostUSD:          after.CostUSD - before.CostUSD}
	one := Usage{Calls: 1, reported: after.reported, estimated: after.estimated, unknown: after.unknown}
	a.CostStatus = one.status()
	switch {
	case failed != nil:
		a.Outcome = failed.Code
	case got.calls != nil:
		a.Outcome = CalledTools
	}
	return a
}

// invalid marks the last call as one whose answer was refused.
func (u *Usage) invalid(failed *Error) {
	if n := len(u.Attempts); n > 0 {
		u.Attempts[n-1].Outcome = failed.Code
	}
}

// fingerprint is the SHA-256 of the texts of a request, each with its length, so that no two requests share one.
func (r Request) fingerprint() string {
	sum := sha256.New()
	for _, text := range []string{r.System, r.User, string(r.Schema.JSON)} {
		write(sum, text)
	}
	r.eachText(func(text string, _ int) { write(sum, text) })
	return hex.EncodeToString(sum.Sum(nil))
}

func write(sum hash.Hash, text string) {
	fmt.Fprintf(sum, "%d\n", len(text))
	sum.Write([]byte(text))
}
