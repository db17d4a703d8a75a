package jev

import (
	"encoding/json"
	"strings"
	"testing"

	"werkrevisor/internal/config"
)

var questions = []config.Question{
	{Name: "z", Type: "choice", Instructions: "Which?", Options: []string{"zebra", "ant", "bee"}, Criteria: map[string]string{"zebra": "Z \"q\"", "ant": ""},
		ProblemOptions: []string{"zebra", "bee"}},
	{Name: "a", Type: "score", Instructions: "How bad?", Levels: []string{"none", "some", "all"}},
	{Name: "m", Type: "noul", Instructions: "Is it?", Criteria: map[string]string{"false": "no", "true": "yes"}},
	{Name: "b", Type: "noul", Instructions: "Is it not?"},
}

func TestARequestKeepsTheOrderOfTheConfigFile(t *testing.T) {
	state := EncodeState([]Field{{"path", "a.md"}, {"heading", "ä <b>"}, {"text", ""}, {"old", "x"}})
	got := string(encode("jev-1", state, questions))
	want := `{"model":"jev-1","state":{"path":"a.md","heading":"ä \u003cb\u003e","old":"x"},"questions":{` +
		`"z":{"type":"choice","instructions":"Which?","criteria":{"zebra":"Z \"q\"","ant":null,"bee":null}},` +
		`"a":{"type":"score","instructions":"How bad?","criteria":["none","some","all"]},` +
		`"m":{"type":"noul","instructions":"Is it?","criteria":{"true":"yes","false":"no"}},` +
		`"b":{"type":"noul","instructions":"Is it not?"}}}`
	if got != want || !json.Valid([]byte(got)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// right is a complete answer to the questions.
const right = `{"model":"jev-1.13.0","answers":{` +
	`"z":{"type":"choice","choice":"ant","confidence":0.5,"probabilities":{"zebra":0.25,"ant":0.5,"bee":0.25}},` +
	`"a":{"type":"score","score":1.5,"confidence":0.9,"probabilities":{"0":0,"1":0.5,"2":0.5},"legend":{"0":"none"}},` +
	`"m":{"type":"noul","noul":0.75},"b":{"type":"noul","noul":0}},"usage":{"input_tokens":378,"output_tokens":73}}`

func TestAnswersBecomeValuesFromZeroToOne(t *testing.T) {
	a, err := parse([]byte(right), questions)
	if err != nil || a.Model != "jev-1.13.0" || a.InputTokens != 378 {
		t.Fatalf("%+v, %v", a, err)
	}
	want := []Value{{0.5, 0.5, true}, {0.75, 0.9, true}, {0.75, 0, false}, {0, 0, false}}
	for i, v := range a.Values {
		if v != want[i] {
			t.Errorf("question %d: %+v, want %+v", i+1, v, want[i])
		}
	}
	// Probabilities come rounded: a sum within 0.05 of 1 is rescaled.
	a, err = parse([]byte(strings.Replace(right, `"zebra":0.25,"ant":0.5`, `"zebra":0.25,"ant":0.55`, 1)), questions)
	if err != nil || a.Values[0].Value < 0.476 || a.Values[0].Value > 0.4763 {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestAnswersThatAreNotCompleteOrPossibleAreRefused(t *testing.T) {
	for name, change := range map[string][2]string{
		"a question without an answer":     {`"b":{"type":"noul","noul":0}`, `"c":{"type":"noul","noul":0}`},
		"an answer nobody asked for":       {`"b":{"type":"noul","noul":0}`, `"b":{"type":"noul","noul":0},"c":{"type":"noul","noul":0}`},
		"another type":                     {`"m":{"type":"noul"`, `"m":{"type":"score"`},
		"an option is missing":             {`"zebra":0.25,"ant":0.5,"bee":0.25`, `"zebra":0.5,"ant":0.5`},
		"an option too many":               {`"bee":0.25`, `"bee":0.25,"cat":0`},
		"another option":                   {`"bee":0.25`, `"cat":0.25`},
		"a choice that is no option":       {`"choice":"ant"`, `"choice":"cat"`},
		"no choice":                        {`"choice":"ant",`, ``},
		"no confidence":                    {`"confidence":0.5,`, ``},
		"too much confidence":              {`"confidence":0.9`, `"confidence":1.01`},
		"a sum beyond the tolerance":       {`"ant":0.5`, `"ant":0.56`},
		"a probability above one":          {`"ant":0.5`, `"ant":1.0001`},
		"a negative probability":           {`"ant":0.5`, `"ant":-0.1`},
		"a score above the top":            {`"score":1.5`, `"score":2.01`},
		"a negative score":                 {`"score":1.5`, `"score":-0.01`},
		"no score":                         {`"score":1.5,`, ``},
		"a level is missing":               {`"0":0,"1":0.5`, `"1":0.5`},
		"a level in words":                 {`"0":0`, `"none":0`},
		"a number as text":                 {`"noul":0.75`, `"noul":"0.75"`},
		"null":                             {`"noul":0.75`, `"noul":null`},
		"NaN":                              {`"noul":0.75`, `"noul":NaN`},
		"a number beyond floats":           {`"noul":0.75`, `"noul":1e999`},
		"the same key twice":               {`"noul":0.75`, `"noul":0.75,"noul":0.1`},
		"the same key twice in other case": {`"noul":0.75`, `"noul":0.75,"Noul":0.1`},
		"tokens below zero":                {`"input_tokens":378`, `"input_tokens":-1`},
		"a list":                           {`"answers":{`, `"answers":[{`},
		"text behind it":                   {`"output_tokens":73}}`, `"output_tokens":73}} {}`},
	} {
		text := strings.Replace(right, change[0], change[1], 1)
		if text == right {
			t.Fatalf("%s: nothing was changed", name)
		}
		if a, err := parse([]byte(text), questions); err == nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(right))
	f.Add([]byte(`{"answers":{}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := parse(body, questions)
		if err != nil {
			return
		}
		for _, v := range a.Values {
			if !within(v.Value, 1) || v.HasConfidence && !within(v.Confidence, 1) {
				t.Errorf("%+v from %q", v, body)
			}
		}
		if len(a.Values) != len(questions) {
			t.Errorf("%d values", len(a.Values))
		}
	})
}
