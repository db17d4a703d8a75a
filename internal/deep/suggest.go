package deep

import (
	"context"
	"errors"
	"slices"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// suggest is the last, optional stage: its own calls write fixes for verified findings, because a model that is asked for
// defects and fixes at once reports more false ones. It changes no verdict; what fails is named.
func (e *engine) suggest(ctx context.Context, list []finding.Finding) []finding.Finding {
	var files []string
	at := map[string][]int{}
	for i, f := range list {
		if f.Verification.Outcome == finding.True {
			if len(at[f.File]) == 0 {
				files = append(files, f.File)
			}
			at[f.File] = append(at[f.File], i)
		}
	}
	if !e.in.Config.Deep.Suggest || len(files) == 0 {
		return list
	}
	stage := review.Stage{Name: stageSuggest}
	began := e.Clock()
	list = slices.Clone(list)
	strands, fixes, errs := make([]*strand, len(files)), make([]map[string]string, len(files)), make([]error, len(files))
	for i, file := range files {
		strands[i] = e.strand(stageSuggest, e.askers[stageSuggest].Plan(e.suggestRequest(list, at[file], nil)).WorstCaseUSD)
	}
	if err := e.parallel(len(files), func(i int) {
		_, errs[i] = strands[i].ask(ctx, e.suggestRequest(list, at[files[i]], &fixes[i]))
	}); err != nil {
		e.note("%s", err)
	}
	e.close(&stage, strands...)
	n := 0
	for i, file := range files {
		if errs[i] != nil {
			e.note("no fix is suggested for %s: %s", file, words(errs[i]))
		}
		for _, k := range at[file] {
			if list[k].Fix = fixes[i][list[k].ID]; list[k].Fix != "" {
				n++
			}
		}
	}
	stage.Note = verdict.Count(n, "suggestion")
	e.done(stage, began)
	return list
}

func (e *engine) suggestRequest(list []finding.Finding, at []int, into *map[string]string) model.Request {
	var some []finding.Finding
	for _, i := range at {
		some = append(some, list[i])
	}
	prompt := e.aboutFindings(promptSuggest, some)
	return model.Request{System: prompt.System, User: prompt.User, Schema: schema("suggest"), Check: func(text string) error {
		var w struct {
			Fixes *[]struct {
				ID   string `json:"id"`
				Text string `json:"text"`
			} `json:"fixes"`
		}
		if err := decode(text, &w); err != nil {
			return err
		}
		if w.Fixes == nil {
			return errors.New("fixes is missing")
		}
		if into != nil {
			*into = map[string]string{}
			for _, f := range *w.Fixes {
				(*into)[f.ID] = f.Text
			}
		}
		return nil
	}}
}
