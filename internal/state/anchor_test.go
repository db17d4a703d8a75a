package state

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

func TestMissing(t *testing.T) {
	key := Key{bytes: []byte(strings.Repeat("k", 32))}
	other := Key{bytes: []byte(strings.Repeat("o", 32))}
	exchanged := Key{bytes: other.bytes, old: [][]byte{key.bytes}}
	at := Place{Repository: "org/demo", Number: 7}
	head := strings.Repeat("a", 40)
	s := State{Version: version, Head: head, Verdict: "ORANGE", CostUSD: 1}
	replaced := State{Version: version, Head: head, Verdict: "YELLOW"}
	key.Replace(&replaced, at, []State{s})
	row := func(description string) pr.CommitStatus {
		return pr.CommitStatus{SHA: head, State: "warning", Description: description}
	}
	told := row(WithAnchor("AI findings · of a kind", key.Anchor(at, s)))
	failed := told
	failed.State = "error"
	later := s
	later.CostUSD, later.Replaced, later.Missing, later.Heads = 2, []string{"x"}, []Missing{{Head: "b"}}, []string{"c"}
	finding := s
	finding.Findings = []Finding{{Path: "a.go"}}
	for name, tc := range map[string]struct {
		key     Key
		at      Place
		have    []State
		row     pr.CommitStatus
		missing bool
		foreign bool
	}{
		"a state that is there":                     {key, at, []State{s}, told, false, false},
		"no state":                                  {key, at, nil, told, true, false},
		"a state with notes of other runs":          {key, at, []State{later}, told, false, false},
		"a state with another finding":              {key, at, []State{finding}, told, true, false},
		"a state that replaced it":                  {key, at, []State{replaced}, told, false, false},
		"the state at another PR":                   {key, Place{"org/demo", 8}, []State{s}, told, true, false},
		"another spelling of the repository":        {key, Place{"Org/Demo", 7}, []State{s}, told, false, false},
		"a renamed repository":                      {key, Place{"org/new", 7}, nil, told, false, true},
		"another key":                               {other, at, nil, told, false, true},
		"an exchanged key, and the state":           {exchanged, at, []State{s}, told, false, false},
		"an exchanged key, and no state":            {exchanged, at, nil, told, true, false},
		"no key":                                    {Key{}, at, nil, told, false, true},
		"a status without an anchor":                {key, at, nil, row("human review required"), false, false},
		"a status that ends as one, but shorter":    {key, at, nil, row("a · 0123456789a"), false, false},
		"a status that ends with another word":      {key, at, nil, row("a · 0123456789ag"), false, false},
		"an ERROR, and nothing":                     {key, at, nil, failed, true, false},
		"an ERROR, and a result of the head":        {key, at, []State{{Version: version, Head: head, Verdict: "GREEN"}}, failed, false, false},
		"an ERROR, and a result of another head":    {key, at, []State{{Version: version, Head: "b", Verdict: "GREEN"}}, failed, true, false},
		"an ERROR, and another ERROR of the head":   {key, at, []State{{Version: version, Head: head, Verdict: "ERROR"}}, failed, true, false},
		"a result, and a better result of the head": {key, at, []State{{Version: version, Head: head, Verdict: "GREEN"}}, told, true, false},
	} {
		var known Known
		for _, s := range tc.have {
			tc.key.Add(&known, tc.at, s)
		}
		list, foreign := tc.key.Missing(tc.at.Repository, known, []pr.CommitStatus{tc.row, tc.row})
		if (len(list) == 1) != tc.missing || len(list) > 1 || foreign != tc.foreign {
			t.Errorf("%s: %+v, foreign %v", name, list, foreign)
		}
		if len(list) == 1 && (list[0].Head != head || list[0].Verdict != verdict.LevelOfStatus(tc.row.State).String()) {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

func TestAnAnchorTellsNothing(t *testing.T) {
	key := Key{bytes: []byte(strings.Repeat("k", 32))}
	a := key.Anchor(Place{"org/demo", 7}, State{Head: "a", Findings: []Finding{{Path: "secret.go"}}})
	if len(a) != 12 || WithAnchor("x", "") != "x" || (Key{}).Anchor(Place{}, State{}) != "" {
		t.Errorf("anchor %q", a)
	}
}

func TestNotesOfReplacedResultsAreBounded(t *testing.T) {
	key := Key{bytes: []byte(strings.Repeat("k", 32))}
	s := State{Head: "a", Verdict: "GREEN"}
	var older []State
	for i := range 2 * maxReplaced {
		older = append(older, State{Head: "a", Kind: strings.Repeat("x", i), Verdict: "RED"})
	}
	key.Replace(&s, Place{"o/r", 1}, append(older, State{Head: "b", Verdict: "RED"}))
	last := key.Anchor(Place{"o/r", 1}, older[len(older)-1])
	if len(s.Replaced) != maxReplaced || s.Replaced[maxReplaced-1] != last {
		t.Errorf("%d anchors", len(s.Replaced))
	}
	for i := range 2 * maxMissing {
		s.Miss([]Missing{{Head: "a", Anchor: strings.Repeat("y", i)}})
	}
	if len(s.Missing) != maxMissing {
		t.Errorf("%d missing", len(s.Missing))
	}
}
