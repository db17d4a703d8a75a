package deep

import (
	"context"
	"errors"
	"fmt"

	"werkrevisor/internal/model"
)

// conversation is a request with rounds of tools, until an answer comes.
type conversation struct {
	asker   *strand
	request model.Request
	tools   *toolbox // nil: none are offered
	rounds  int      // of tools, at most

	answer       string
	round        int
	toolsRefused bool // the endpoint refuses the request, perhaps because of its tools; nobody answered
	faults       []string
	lastRound    bool
}

// run asks until a valid answer comes. In the last round the model must answer. The end of rounds or money is a fault,
// because the model wanted to look further (deep.md, "Faults").
func (c *conversation) run(ctx context.Context) error {
	if c.tools != nil {
		c.request.Tools = toolList
	}
	for {
		if c.tools != nil && !c.lastRound && !c.affordable() {
			c.end("its tool rounds ended with the money ([budget] max_usd_per_review)")
		}
		c.request.Final = c.lastRound
		if err := c.shorten(); err != nil {
			return err
		}
		got, err := c.asker.ask(ctx, c.request)
		var failed *model.Error
		if errors.As(err, &failed) && failed.ToolsRefused && c.tools != nil && c.round == 0 {
			c.toolsRefused = true
			return err
		}
		if err != nil {
			return err
		}
		if len(got.Calls) == 0 {
			c.answer = got.Text
			return nil
		}
		c.round++
		c.request.Turns = append(c.request.Turns, model.Turn{Calls: got.Calls, Results: c.tools.answer(ctx, got.Calls)})
		if c.round >= c.rounds {
			c.end(fmt.Sprintf("its tool rounds ended ([deep] max_iterations = %d)", c.rounds))
		}
	}
}

// end makes the next round the last one, and says so in the report.
func (c *conversation) end(why string) {
	c.lastRound = true
	c.faults = append(c.faults, why)
}

// affordable reports whether a further round leaves enough for the final answer after it.
func (c *conversation) affordable() bool {
	const margin = 2.2 // this round, the answer after it, and what the calls themselves add to the prompt
	return c.asker.purse.left+cent >= margin*c.asker.asker.Plan(c.request).WorstCaseUSD
}

// shorten replaces the oldest results by a line that names them until the request fits the model and can be paid
// (deep.md, "Decisions").
func (c *conversation) shorten() error {
	for i := range c.request.Turns {
		plan := c.asker.asker.Plan(c.request)
		if plan.Tokens.Counted <= plan.Limit.Tokens && plan.WorstCaseUSD <= c.asker.purse.left {
			return nil
		}
		t := &c.request.Turns[i]
		for n, call := range t.Calls {
			t.Results[n] = fmt.Sprintf("(left out, because the conversation became too long; call %s again if you need it)", call.Name)
		}
	}
	return nil
}

// reply continues the conversation after an answer.
func (c *conversation) reply(text string) {
	c.request.Turns = append(c.request.Turns, model.Turn{Text: c.answer, Reply: text})
}
