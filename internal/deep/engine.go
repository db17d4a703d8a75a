package deep

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
)

// The stages that ask a model; the name is the one of the key in [deep.models], of the schema and of the comment.
const (
	stageFacts        = "facts"
	stageLinters      = "linters"
	stageScan         = "scan"
	stageAreas        = "areas"
	stageReviewers    = "reviewers"
	stageLanes        = "lanes"
	stageSweep        = "sweep"
	stageSynthesis    = "synthesis"
	stageVerification = "verification"
	stageSuggest      = "suggest"
)

// engine is one review under way. Its fields are written by Run only, between the fan-outs: what runs at the same time
// returns its results as values, and they are folded in a fixed order.
type engine struct {
	Deps
	in     review.Input
	out    *review.Deep
	askers map[string]Asker // by stage
	money  purse
	// objection is what the synthesis says against the change kind; empty: nothing.
	objection string
	plans     map[string]model.Plan // of first requests to reviewers, by their prompt's parts
}

// newEngine makes the clients of all stages.
func newEngine(d Deps, in review.Input) *engine {
	e := &engine{Deps: d, in: in, out: &review.Deep{}, askers: map[string]Asker{}, plans: map[string]model.Plan{}, money: purse{in.Config.Budget.MaxUSDPerReview}}
	models := in.Config.Deep.Models
	for stage, chain := range map[string][]config.Model{stageScan: models.Scan, stageAreas: models.Areas, stageReviewers: models.Reviewers,
		stageSynthesis: models.Synthesis, stageVerification: models.Verification} {
		e.askers[stage] = d.Model(first(chain, in.Config.Model))
	}
	e.askers[stageLanes], e.askers[stageSuggest] = e.askers[stageReviewers], e.askers[stageReviewers]
	return e
}

// first is the first model of a chain, with the others as its fallbacks; an empty chain is [model].
func first(chain []config.Model, otherwise config.Model) config.Model {
	if len(chain) == 0 {
		return otherwise
	}
	m := chain[0]
	m.Fallback = slices.Clone(chain[1:])
	return m
}

// Chains are the models that a deep review may ask, each with its fallbacks, without repetition.
func Chains(cfg config.Config) []config.Model {
	m := cfg.Deep.Models
	var list []config.Model
	seen := map[string]bool{}
	for _, chain := range [][]config.Model{m.Reviewers, m.Scan, m.Areas, m.Synthesis, m.Verification} {
		one := first(chain, cfg.Model)
		if name := fmt.Sprintf("%+v", one); !seen[name] {
			seen[name] = true
			list = append(list, one)
		}
	}
	return list
}

// strand is one sequence of calls: its share of the money, and what it used. Two strands share nothing, so the order in
// which they run changes no result.
type strand struct {
	stage  string
	asker  Asker
	purse  purse
	usage  model.Usage
	models []string
}

// strand begins a sequence of calls that may cost so much.
func (e *engine) strand(stage string, usd float64) *strand {
	return &strand{stage: stage, asker: e.askers[stage], purse: e.money.take(usd)}
}

// errUnpaid and errTooLong are requests that were not sent.
var (
	errUnpaid  = errors.New("[budget] max_usd_per_review does not pay for it")
	errTooLong = errors.New("its prompt is too long for the model")
)

// ask sends a request if its worst case is paid for and it fits. An error of the endpoint is a *model.Error.
func (s *strand) ask(ctx context.Context, r model.Request) (model.Answer, error) {
	plan := s.asker.Plan(r)
	if plan.Tokens.Counted > plan.Limit.Tokens {
		return model.Answer{}, errTooLong
	}
	if !s.purse.reserve(plan.WorstCaseUSD) {
		return model.Answer{}, errUnpaid
	}
	answer, err := s.asker.Ask(ctx, r)
	cost := answer.Usage.CostUSD
	if answer.Usage.CostStatus == model.CostUnknown || err == nil && answer.Usage.PromptTokens == 0 { // it says nothing that can be believed
		cost = max(cost, plan.WorstCaseUSD)
	}
	s.purse.settle(plan.WorstCaseUSD, cost)
	s.usage.Add(answer.Usage)
	if err == nil && answer.Model != "" && !slices.Contains(s.models, answer.Model) {
		s.models = append(s.models, answer.Model)
	}
	return answer, err
}

// words is why a request failed, for people.
func words(err error) string {
	var failed *model.Error
	if errors.As(err, &failed) {
		return failed.Text
	}
	return err.Error()
}

// close gives the rest of the money back and adds the usage of strands to their stage, in the order in which they are given.
func (e *engine) close(stage *review.Stage, strands ...*strand) {
	for _, s := range strands {
		if s == nil {
			continue
		}
		e.money.left += s.purse.left
		s.purse.left = 0
		stage.Usage.Add(s.usage)
		for _, name := range s.models {
			if !slices.Contains(stage.Models, name) {
				stage.Models = append(stage.Models, name)
			}
		}
	}
}

// done ends a stage: it becomes part of the report, and whoever watches is told.
func (e *engine) done(stage review.Stage, since time.Time) {
	e.out.Stages = append(e.out.Stages, stage)
	if e.Stage != nil {
		e.Stage(stage.Name, e.Clock().Sub(since), stage.Note)
	}
}

// progress tells whoever watches; it comes in any order.
func (e *engine) progress(text string) {
	if e.Progress != nil {
		e.Progress(text)
	}
}

// fault is a part of the review that failed; it counts. note is one that does not.
func (e *engine) fault(format string, args ...any) {
	e.out.Faults = append(e.out.Faults, fmt.Sprintf(format, args...))
}

func (e *engine) note(format string, args ...any) {
	e.out.Notes = append(e.out.Notes, fmt.Sprintf(format, args...))
}

// parallel runs n jobs, at most [deep] max_workers at a time, and waits for all of them. A panic in one is its error.
func (e *engine) parallel(n int, job func(i int)) error {
	var group errgroup.Group
	group.SetLimit(max(1, e.in.Config.Deep.MaxWorkers))
	for i := range n {
		group.Go(func() (err error) {
			defer func() {
				switch p := recover().(type) {
				case nil:
				case runtime.Error:
					err = fmt.Errorf("a reviewer failed inside of the program (%s); please report this", p.Error())
				default:
					err = fmt.Errorf("a reviewer failed inside of the program (%T); please report this", p)
				}
			}()
			job(i)
			return nil
		})
	}
	return group.Wait()
}
