package deep_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// worst is the level that the reasons of a result come to; a review that is not complete is an ERROR.
func worst(got review.Result, err error) verdict.Level {
	if err != nil || !got.Complete && len(got.Reasons) == 0 {
		return verdict.Error
	}
	level := verdict.Green
	for _, r := range got.Reasons {
		level = max(level, r.Level)
	}
	return level
}

// lies are answers of each stage that a model could give to make the result look better.
var lies = map[string][]func(r model.Request) answer{
	"scan": {
		text(`{"places":[]}`), text("all is well"), text(`{"places":[{"file":"../x","line":-1,"why":"x"}]}`), fail,
	},
	"areas": {
		text(`{"areas":[]}`), text(`{"areas":[{"name":"x","files":[]}]}`), text(`{"areas":[{"name":"x","files":["1"]}]}`),
		text(`{"areas":[{"name":"x","files":["1","1","2"]}]}`), text(`{"areas":[{"name":"x","files":["1","2","3","4","nowhere"]}]}`), fail,
	},
	"area_report": {
		func(r model.Request) answer { return answer{text: areaReport(r, "")} },
		text(`{"files_reviewed":["1","2","3","4","all"],` + sections + `,"findings":[],"attention":[],"questions":[]}`),
		text(`{"files_reviewed":[],"sections":{},"findings":[]}`),
		text(`{"files_reviewed":["README.md"],` + sections + `,"findings":[]}`),
		text(`{"findings":[]}`), text("LGTM"), fail,
		func(r model.Request) answer {
			return answer{calls: []model.Call{{ID: "1", Name: "grep", Arguments: `{"pattern":"x"}`}}}
		},
		func(r model.Request) answer {
			return answer{text: areaReport(r, remark("nowhere.go", 1, "high", "x", "an invention"))}
		},
	},
	"synthesis": {
		text(`{"findings":[]}`), text(`{"findings":[{"ids":["code-1","code-2","migration-1","x"]}],"description":{"fits":true}}`),
		text(`{"findings":[{"ids":["code-1"]},{"ids":["code-1"]}]}`), text("safe to merge"), fail,
	},
	"verification": {
		func(r model.Request) answer { return answer{text: verdicts(r, "FALSE", "")} },
		func(r model.Request) answer { return answer{text: verdicts(r, "FALSE", evidence)} },
		func(r model.Request) answer {
			return answer{text: verdicts(r, "FALSE", `{"file":"/etc/passwd","line":1,"quote":"root:x:0:0"}`)}
		},
		func(r model.Request) answer { return answer{text: verdicts(r, "UNSURE", "")} },
		text(`{"verdicts":[]}`), text(`{"verdicts":[{"id":"other-1","verdict":"FALSE","evidence":[],"reason":""}]}`), text("all refuted"), fail,
	},
}

func text(s string) func(model.Request) answer {
	return func(model.Request) answer { return answer{text: s} }
}

func fail(model.Request) answer { return answer{err: down} }

// TestALyingStageIsNeverBetterThanAnHonestOneThatFindsNothing: whatever one stage answers while the others are honest, the
// result is at least as bad as if this stage had honestly said that it found nothing.
func TestALyingStageIsNeverBetterThanAnHonestOneThatFindsNothing(t *testing.T) {
	cfg := settings(t, "")
	for _, found := range []string{"", divide("low"), divide("medium"), divide("high"), divide("medium") + "," + remark("cart/cart.go", 4, "medium", "func Total", "breaks callers")} {
		play := func(stage string, lie func(model.Request) answer) verdict.Level {
			b := newBench(t, shop(), cfg)
			b.on("area_report", onArea("code", func(r model.Request, _ int) answer { return answer{text: areaReport(r, found)} }))
			if lie != nil {
				honest := b.stages[stage]
				b.on(stage, func(r model.Request, n int) answer {
					if stage == "area_report" && !strings.Contains(r.User, `area: "code"`) {
						return honest(r, n)
					}
					return lie(r)
				})
			}
			got, _, err := b.run()
			return worst(got, err)
		}
		for stage, list := range lies {
			honest := play(stage, nil)
			if stage == "area_report" {
				honest = verdict.Green // its honest "no findings"
			}
			if stage == "verification" && honest == verdict.Orange {
				honest = verdict.Yellow // a refutation with evidence leaves a high finding to a human
			}
			for i, lie := range list {
				if level := play(stage, lie); level < honest {
					t.Errorf("lie %d of %s: %s, honest: %s (findings %q)", i, stage, level, honest, found)
				}
			}
		}
	}
}

// TestAnAreaThatNobodyReviewedIsNeverGreen: whatever all stages answer at once, a result without a reason is one in which
// every area has a complete report.
func TestAnAreaThatNobodyReviewedIsNeverGreen(t *testing.T) {
	cfg := settings(t, "")
	for round := range 400 {
		b := newBench(t, shop(), cfg)
		answers := map[string]string{}
		for stage, list := range lies {
			b.on(stage, func(r model.Request, n int) answer {
				got := list[rand.IntN(len(list))](r)
				answers[stage] += fmt.Sprintf("%d: %s\n", n, got.text)
				return got
			})
		}
		b.in.Config.Deep.MaxWorkers = 1 // answers is not shared
		got, _, err := b.run()
		if worst(got, err) != verdict.Green {
			continue
		}
		for _, a := range got.Deep.Areas {
			if a.Model == "" || len(a.Sections) != 7 || len(got.Deep.Faults) > 0 {
				t.Fatalf("round %d: GREEN with %+v, faults %q, answers %v", round, got.Deep.Areas, got.Deep.Faults, answers)
			}
		}
	}
}
