package deep

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// maxPlaces is how many places the worklist keeps.
const maxPlaces = 100

// place is a suspicious place: work for the reviewers, no finding.
type place struct {
	file string
	line int
	why  string // of a model: untrusted
}

// scan is stage 3: one cheap pass over the whole change. It is an auxiliary stage: what fails is named and changes nothing,
// and what it does not name is reviewed all the same.
func (e *engine) scan(ctx context.Context, f facts, areas []area) []place {
	if !e.in.Config.Deep.Scan {
		return nil
	}
	stage := review.Stage{Name: stageScan}
	began := e.Clock()
	s := e.strand(stageScan, e.money.left-e.floor(f, areas, nil))
	list, err := e.askScan(ctx, s, f)
	e.close(&stage, s)
	stage.Note = verdict.Count(len(list), "place")
	if err != nil {
		stage.Note = words(err)
		e.note("the scan gave nothing: %s", words(err))
	}
	e.done(stage, began)
	return list
}

func (e *engine) askScan(ctx context.Context, s *strand, f facts) ([]place, error) {
	d := review.NewDraft(e.in)
	f.write(d, e.in)
	d.Files()
	d.Masks()
	d.Diff()
	prompt := d.Finish(e.system(promptScan))
	var answer struct {
		Places *[]struct {
			File review.FileRef `json:"file"`
			Line float64        `json:"line"`
			Why  string         `json:"why"`
		} `json:"places"`
	}
	r := model.Request{System: prompt.System, User: prompt.User, Schema: schema("scan"), Check: func(text string) error {
		answer.Places = nil
		if err := decode(text, &answer); err != nil {
			return err
		}
		if answer.Places == nil {
			return errors.New("places is missing")
		}
		return nil
	}}
	if _, err := s.ask(ctx, r); err != nil {
		return nil, err
	}
	var list []place
	find := prompt.Finder()
	for _, p := range *answer.Places {
		if file, ok := find(string(p.File)); ok && p.Line >= 1 && p.Line < 1<<31 && len(list) < maxPlaces {
			why, _ := clipText(p.Why, 300)
			list = append(list, place{file, int(p.Line), why})
		}
	}
	return list, nil
}

// clipText is the beginning of a text, with its line ends shown.
func clipText(text string, limit int) (string, bool) {
	text = pr.VisibleLine(firstLine(text))
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…", true
	}
	return text, false
}

// writeWorklist writes the places of one area.
func writeWorklist(d *review.Draft, list []place, files []string) {
	list = slices.DeleteFunc(slices.Clone(list), func(p place) bool { return !slices.Contains(files, p.file) })
	if len(list) == 0 {
		return
	}
	d.Block("places that a first look of a model found suspicious; it can be wrong", func() {
		for _, p := range list {
			d.Line(fmt.Sprintf("%s:%d", review.Quote(p.file), p.line), p.why)
		}
	})
}
