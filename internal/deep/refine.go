package deep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// refine lets a model rebalance the proposed areas. What does not cover the change exactly, or cannot be paid, is not
// used: the proposal stays, and the report says why.
func (e *engine) refine(ctx context.Context, f facts, proposal []area) []area {
	stage := review.Stage{Name: stageAreas}
	began := e.Clock()
	list := proposal
	if e.in.Config.Deep.RefineAreas && len(f.files) > 1 {
		s := e.strand(stageAreas, e.money.left-e.floor(f, proposal, nil))
		refined, why := e.askAreas(ctx, s, f, proposal)
		e.close(&stage, s)
		switch {
		case why != "":
			e.note("the areas are those of the proposal: %s", why)
		case e.floor(f, refined, nil) > e.money.left+cent || !e.fits(f, refined):
			e.note("the areas are those of the proposal: those of the model cannot all be reviewed within the limits")
		default:
			list = refined
		}
	}
	stage.Note = verdict.Count(len(list), "area")
	e.done(stage, began)
	return list
}

// askAreas asks for the areas; why says why they cannot be used.
func (e *engine) askAreas(ctx context.Context, s *strand, f facts, proposal []area) (list []area, why string) {
	d := review.NewDraft(e.in)
	f.write(d, e.in)
	d.Files()
	d.Block("proposed areas", func() {
		for _, a := range proposal {
			for _, file := range a.files {
				d.Line(a.name, file)
			}
		}
	})
	prompt := d.Finish(promptAreas)
	var answer struct {
		Areas *[]struct {
			Files []review.FileRef `json:"files"`
		} `json:"areas"`
	}
	r := model.Request{System: prompt.System, User: prompt.User, Schema: schema("areas"), Check: func(text string) error {
		answer.Areas = nil
		if err := decode(text, &answer); err != nil {
			return err
		}
		if answer.Areas == nil {
			return errors.New("areas is missing")
		}
		return nil
	}}
	if _, err := s.ask(ctx, r); err != nil {
		return nil, words(err)
	}
	if len(*answer.Areas) == 0 {
		return proposal, ""
	}
	if len(*answer.Areas) > e.in.Config.Deep.MaxAreas {
		return nil, fmt.Sprintf("the model names %d areas, more than [deep] max_areas = %d", len(*answer.Areas), e.in.Config.Deep.MaxAreas)
	}
	find, place := prompt.Finder(), map[string]int{}
	for i, file := range prompt.Files {
		place[file] = i
	}
	for _, a := range *answer.Areas {
		var one area
		for _, ref := range a.Files {
			file, ok := find(string(ref))
			if !ok {
				return nil, "the model names a file that is not part of the change"
			}
			one.files = append(one.files, file)
		}
		list = append(list, one)
	}
	if wrong := cover(list, prompt.Files, e.in.Config.Deep.MaxAreas); wrong != "" {
		return nil, "the answer of the model does not fit: " + wrong
	}
	for i := range list { // the order of the change, whatever the model wrote
		slices.SortFunc(list[i].files, func(a, b string) int { return place[a] - place[b] })
	}
	for i, a := range list { // the names are ours: those of a model would stand in logs and between the blocks of prompts
		list[i].name = f.byPath[a.files[0]][0]
	}
	return named(list), ""
}

// decode reads the one JSON object of an answer. The error quotes nothing of it.
func decode(text string, into any) error {
	raw, err := model.OneObject(text)
	if err != nil {
		return err
	}
	if json.Unmarshal(raw, into) != nil {
		return errors.New("a field has the wrong type")
	}
	return nil
}
