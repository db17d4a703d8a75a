package model

import (
	"fmt"
	"math"
	"unicode/utf8"

	"werkrevisor/internal/config"
)

// Plan counts the request and computes its worst case; it makes no call and costs nothing (product.md 9).
func (c *Client) Plan(r Request) Plan {
	tokens := c.count(r)
	return Plan{
		Tokens:       tokens,
		Limit:        limit(c.chain, c.options.Budget),
		WorstCaseUSD: worstCase(c.chain, float64(tokens.Counted)),
	}
}

// tokensPerMessage is what the frame of a message costs: its role and the marks around it.
const tokensPerMessage = 4

// count counts what is sent: both messages and the schema, which providers count as input.
//
// The chain's highest factor stands for all its models, because each of them may get the prompt.
// Without a counter the estimate of the [budget] keys is left, and every text says so (seed 000, "Token count").
func (c *Client) count(r Request) Tokens {
	if c.options.Tokens == nil {
		return estimate(r, c.options.Budget)
	}
	count, err := c.options.Tokens()
	if err != nil {
		return estimate(r, c.options.Budget)
	}
	t := Tokens{Method: MethodO200k, Raw: count(r.System) + count(r.User) + count(string(r.Schema.JSON)) + 2*tokensPerMessage}
	r.eachText(func(text string, messages int) { t.Raw += count(text) + messages*tokensPerMessage })
	for _, m := range c.chain { // config refuses a factor below 0.1
		t.Factor = max(t.Factor, m.TokenCountFactor)
	}
	// The small subtrahend undoes the error of binary fractions: 100 tokens with the factor 1.1 are 110, not 111.
	t.Counted = int(math.Ceil(float64(t.Raw)*t.Factor - 1e-6))
	return t
}

// estimate counts characters (seed 000, [budget]); overhead and expansion stand for what a provider adds,
// so the estimate rather is too high.
func estimate(r Request, b config.Budget) Tokens {
	chars := utf8.RuneCountInString(r.System) + utf8.RuneCountInString(r.User) + len(r.Schema.JSON)
	r.eachText(func(text string, _ int) { chars += utf8.RuneCountInString(text) })
	perToken := b.CharsPerToken
	if perToken <= 0 {
		perToken = 1
	}
	n := int(math.Ceil((float64(b.PromptOverheadChars) + float64(chars)*max(1, b.DiffExpansionFactor)) / perToken))
	return Tokens{Raw: n, Counted: n, Factor: 1, Method: MethodEstimate}
}

// eachText hands out the texts of turns and tools, with the number of messages that each one begins.
func (r Request) eachText(take func(text string, messages int)) {
	for _, t := range r.Turns {
		take(t.Text, 1)
		take(t.Reply, 1)
		for i, c := range t.Calls {
			take(c.Name+c.Arguments+c.ID, 1)
			take(t.Results[i], 1)
		}
	}
	for _, t := range r.Tools {
		take(t.Name+t.Description+string(t.Parameters), 1)
	}
}

// worstCase is (input × price + output × price) × attempts, over all models of the chain in USD: each of them may be billed.
func worstCase(chain []config.Model, input float64) float64 {
	sum := 0.0
	for _, m := range chain {
		attempts := float64(m.MaxRetries + 1)
		sum += (input*m.InputPrice*max(1, m.CacheWriteFactor) + float64(m.MaxOutputTokens)*m.OutputPrice) * attempts
	}
	return sum / 1e6
}

// limit is the lowest of the quality cap, the windows of the models, and what the budget pays for.
func limit(chain []config.Model, b config.Budget) Limit {
	lowest := Limit{Tokens: math.MaxInt}
	lower := func(tokens int, key string) {
		if tokens < lowest.Tokens {
			lowest = Limit{max(0, tokens), key}
		}
	}
	perToken := 0.0
	for _, m := range chain {
		lower(m.MaxContextTokens, fmt.Sprintf("[model] max_context_tokens = %d", m.MaxContextTokens))
		if m.ContextTokens > 0 {
			lower(m.ContextTokens-m.MaxOutputTokens, fmt.Sprintf("[model] context_tokens = %d less max_output_tokens = %d",
				m.ContextTokens, m.MaxOutputTokens))
		}
		perToken += m.InputPrice * max(1, m.CacheWriteFactor) * float64(m.MaxRetries+1)
	}
	if perToken > 0 {
		left := b.MaxUSDPerReview - worstCase(chain, 0)
		// The small addend undoes the error of binary fractions: 0.40 USD pay for 80000 tokens, not for 79999.
		lower(int(math.Floor(left*1e6/perToken+1e-6)), fmt.Sprintf("[budget] max_usd_per_review = %g", b.MaxUSDPerReview))
	}
	return lowest
}
