package jev

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"werkrevisor/internal/config"
	"werkrevisor/internal/model"
)

// Value is the answer to one question. Every question asks for a problem, so a high value is bad (seed 000, "[classifier]").
type Value struct {
	Value         float64 // 0 to 1
	Confidence    float64 // 0 to 1; only with HasConfidence
	HasConfidence bool    // a noul has none
}

// Answer is what the classifier says about one state.
type Answer struct {
	Values      []Value // in the order of the questions
	Model       string  // the version that answered, if it names one
	InputTokens int
}

type wire struct {
	Model   string                     `json:"model"`
	Answers map[string]json.RawMessage `json:"answers"`
	Usage   struct {
		InputTokens float64 `json:"input_tokens"`
	} `json:"usage"`
}

type wireAnswer struct {
	Type          string             `json:"type"`
	Noul          *float64           `json:"noul"`
	Choice        *string            `json:"choice"`
	Score         *float64           `json:"score"`
	Confidence    *float64           `json:"confidence"`
	Probabilities map[string]float64 `json:"probabilities"`
}

// parse reads an answer and demands that it is complete: every question answered as its type says, with exactly its
// options, and with numbers that are possible (classifier.md). The error quotes nothing of it.
func parse(body []byte, questions []config.Question) (Answer, error) {
	var w wire
	if model.RepeatedKey(body) {
		return Answer{}, errors.New("it has a key twice")
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return Answer{}, errors.New("it is not the JSON of an answer")
	}
	if len(w.Answers) != len(questions) {
		return Answer{}, fmt.Errorf("it answers %d of %d questions", len(w.Answers), len(questions))
	}
	if w.Usage.InputTokens < 0 || w.Usage.InputTokens > 1e9 {
		return Answer{}, errors.New("its count of tokens is impossible")
	}
	a := Answer{Model: w.Model, InputTokens: int(w.Usage.InputTokens)}
	for i, q := range questions {
		raw, ok := w.Answers[q.Name]
		var answer wireAnswer
		if !ok || json.Unmarshal(raw, &answer) != nil {
			return Answer{}, fmt.Errorf("question %d has no answer of the right form", i+1)
		}
		value, err := valueOf(q, answer)
		if err != nil {
			return Answer{}, fmt.Errorf("the answer to question %d %w", i+1, err)
		}
		a.Values = append(a.Values, value)
	}
	return a, nil
}

func valueOf(q config.Question, a wireAnswer) (v Value, err error) {
	if a.Type != q.Type {
		return v, errors.New("has another type than the question")
	}
	switch q.Type {
	case "noul":
		if a.Noul == nil || !within(*a.Noul, 1) {
			return v, errors.New("has no number from 0 to 1")
		}
		return Value{Value: *a.Noul}, nil
	case "choice":
		p, err := probabilities(a, q.Options)
		if err != nil {
			return v, err
		}
		if a.Choice == nil || !slices.Contains(q.Options, *a.Choice) {
			return v, errors.New("chooses none of the options")
		}
		for i, name := range q.Options {
			if slices.Contains(q.ProblemOptions, name) {
				v.Value += p[i]
			}
		}
		return Value{min(1, v.Value), *a.Confidence, true}, nil
	default:
		names := make([]string, len(q.Levels))
		for i := range names {
			names[i] = strconv.Itoa(i)
		}
		if _, err := probabilities(a, names); err != nil {
			return v, err
		}
		top := float64(len(q.Levels) - 1)
		if a.Score == nil || !within(*a.Score, top) {
			return v, fmt.Errorf("has no score from 0 to %g", top)
		}
		return Value{*a.Score / top, *a.Confidence, true}, nil
	}
}

// probabilities are those of the names, rescaled to the sum 1: they come rounded to two decimals.
func probabilities(a wireAnswer, names []string) ([]float64, error) {
	if a.Confidence == nil || !within(*a.Confidence, 1) {
		return nil, errors.New("has no confidence from 0 to 1")
	}
	if len(a.Probabilities) != len(names) {
		return nil, errors.New("has other options than the question")
	}
	list, sum := make([]float64, len(names)), 0.0
	for i, name := range names {
		p, ok := a.Probabilities[name]
		if !ok {
			return nil, errors.New("has other options than the question")
		}
		if !within(p, 1) {
			return nil, errors.New("has a probability beyond 0 to 1")
		}
		list[i] = p
		sum += p
	}
	if math.Abs(sum-1) > 0.05+1e-9 {
		return nil, errors.New("has probabilities that do not add up to 1")
	}
	for i := range list {
		list[i] /= sum
	}
	return list, nil
}

// within reports whether a number is finite and from 0 to top.
func within(v, top float64) bool { return !math.IsNaN(v) && v >= 0 && v <= top }
