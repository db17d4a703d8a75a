package deep

import (
	"context"
	"fmt"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// look is the fan-out: the reviewers, the lanes and the sweep at the same time. What they found is folded in a fixed order.
func (e *engine) look(ctx context.Context, f facts, areas []area, worklist []place) ([]reviewed, []finding.Finding, error) {
	began := e.Clock()
	lanes := e.openLanes(ctx, f, e.floor(f, areas, worklist))
	strands, worklist := e.openReviewers(f, areas, worklist)
	all := make([]reviewed, len(areas))
	var swept []finding.Finding
	var notes []string
	var sweep review.Stage
	err := e.parallel(len(areas)+len(lanes)+1, func(i int) {
		switch lane := i - len(areas); {
		case lane < 0:
			all[i] = e.review(ctx, strands[i], f, areas[i], worklist)
			e.progress("reviewed " + areas[i].name)
		case lane == len(lanes):
			swept, notes, sweep = e.sweep(ctx, f)
		case !lanes[lane].skipped:
			e.askLane(ctx, lanes[lane], f)
		}
	})
	stage := review.Stage{Name: stageReviewers, Note: verdict.Count(len(all), "area")}
	e.close(&stage, strands...)
	e.done(stage, began)
	if len(lanes) > 0 {
		stage := review.Stage{Name: stageLanes, Note: verdict.Count(len(lanes), "lane")}
		for _, l := range lanes {
			e.close(&stage, l.strand)
		}
		e.done(stage, began)
	}
	if e.Sweep != nil {
		e.done(sweep, began)
	}
	e.out.Notes = append(e.out.Notes, notes...)
	found := append(e.closeLanes(lanes), swept...)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		e.offer(ctx, f, all, worklist)
		err = ctx.Err()
	}
	return all, review.CheckFindings(found, review.Prompt{Files: paths(f.files)}, e.in.Change), err
}

// offer gives each area that nobody could review once to the models of the synthesis (deep.md, "Faults").
func (e *engine) offer(ctx context.Context, f facts, all []reviewed, worklist []place) {
	var open []int
	for i, r := range all {
		if !r.ok {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	began := e.Clock()
	stage := review.Stage{Name: stageReviewers + " again"}
	covered := 0
	for _, i := range open {
		s := e.strand(stageSynthesis, e.money.left)
		got := e.review(ctx, s, f, all[i].area, worklist)
		e.close(&stage, s)
		got.faults = append(all[i].faults, got.faults...)
		if got.ok {
			covered++
		}
		all[i] = got
	}
	stage.Note = fmt.Sprintf("%d of %s were reviewed in the second attempt", covered, verdict.Count(len(open), "area"))
	e.done(stage, began)
}
