package deep

import (
	"fmt"
	"strings"

	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// reviewRequest is the first request to a reviewer.
func (e *engine) reviewRequest(p review.Prompt) model.Request {
	return model.Request{System: p.System, User: p.User, Schema: schema("area_report"), Check: func(text string) error {
		_, err := parseReport(text)
		return err
	}}
}

// first is the plan of the first request to the reviewer of an area. It is kept, because counting a prompt takes time.
func (e *engine) first(f facts, a area, worklist []place) model.Plan {
	key := fmt.Sprintf("%s\x00%s\x00%d", a.name, strings.Join(a.files, "\x00"), len(worklist))
	if plan, ok := e.plans[key]; ok {
		return plan
	}
	_, prompt := e.assignment(f, a, worklist, true)
	r := e.reviewRequest(prompt)
	r.Tools = toolList
	plan := e.askers[stageReviewers].Plan(r)
	e.plans[key] = plan
	return plan
}

// floor is what one request to every reviewer may cost together, in USD.
func (e *engine) floor(f facts, areas []area, worklist []place) float64 {
	sum := 0.0
	for _, a := range areas {
		sum += e.first(f, a, worklist).WorstCaseUSD
	}
	return sum
}

// fits reports whether the prompt of every reviewer is short enough for the model.
func (e *engine) fits(f facts, areas []area) bool {
	for _, a := range areas {
		if p := e.first(f, a, nil); p.Tokens.Counted > p.Limit.Tokens {
			return false
		}
	}
	return true
}

// divide proposes the areas and splits those that are too long for the model, as far as there may be more areas.
func (e *engine) divide(f facts) []area {
	most := e.in.Config.Deep.MaxAreas
	list := propose(f.files, most)
	for i := 0; i < len(list) && len(list) < most; {
		p, files := e.first(f, list[i], nil), list[i].files
		if p.Tokens.Counted <= p.Limit.Tokens || len(files) == 1 {
			i++
			continue
		}
		half := len(files) / 2
		list = append(list[:i:i], append([]area{{list[i].name, files[:half]}, {list[i].name + "-b", files[half:]}}, list[i+1:]...)...)
		list = named(list)
	}
	return list
}

// planned is the plan of the whole review: the tokens of the first requests to all reviewers, and as the worst case what
// the review may cost at most. Too long for the model or its budget is YELLOW, before anybody is asked.
func (e *engine) planned(f facts, areas []area) (model.Plan, []verdict.Reason) {
	var sum model.Plan
	var reasons []verdict.Reason
	for _, a := range areas {
		p := e.first(f, a, nil)
		sum.Tokens.Raw += p.Tokens.Raw
		sum.Tokens.Counted += p.Tokens.Counted
		sum.Tokens.Factor, sum.Tokens.Method, sum.Limit = p.Tokens.Factor, p.Tokens.Method, p.Limit
		if p.Tokens.Counted > p.Limit.Tokens && len(reasons) == 0 {
			reasons = append(reasons, tooLong(fmt.Sprintf("the prompt of the area %s has %d tokens%s, above the limit of %d (%s)",
				a.name, p.Tokens.Counted, p.Tokens.Note(), p.Limit.Tokens, p.Limit.Key)))
		}
	}
	floor, most := e.floor(f, areas, nil), e.in.Config.Budget.MaxUSDPerReview
	sum.WorstCaseUSD = most
	if floor == 0 {
		sum.WorstCaseUSD = 0 // models without a price
	}
	if len(reasons) == 0 && floor > most+cent {
		reasons = append(reasons, tooLong(fmt.Sprintf("one reviewer for each of %s may cost %.4f USD together, more than [budget] max_usd_per_review = %g",
			verdict.Count(len(areas), "area"), floor, most)))
	}
	return sum, reasons
}

func tooLong(why string) verdict.Reason {
	return verdict.Reason{Source: verdict.System, Level: verdict.Yellow, Code: "too_long_for_model",
		Text: "no AI review: " + why + "; split the PR, or a human reviews it"}
}
