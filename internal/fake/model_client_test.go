package fake_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/model"
)

// client is the program's own client of an endpoint.
func client(m *fake.Model) *model.Client {
	return model.New(model.Options{KeyIsChecked: true, HTTP: httpx.New(httpx.Options{AnyStatus: true}), Budget: config.Budget{MaxUSDPerReview: 1, CharsPerToken: 3},
		Config: config.Model{ID: "reviewer", BaseURL: m.URL, TimeoutSeconds: 20, MaxOutputTokens: 1000, MaxContextTokens: 80000, TokenCountFactor: 1}})
}

// request offers a tool and asks for a stage.
func request(stage string) model.Request {
	return model.Request{System: "You review.", User: "1. \"a.go\"\n", Schema: model.Schema{Name: stage, JSON: []byte(`{"type":"object","properties":{"sections":{}}}`)},
		Tools: []model.Tool{{Name: "read_file", Description: "reads", Parameters: []byte(`{"type":"object"}`)}}}
}

func TestTheClientOfTheProgramPlaysARoundOfTools(t *testing.T) {
	m := endpoint(t)
	m.Stage("area_report", func(call fake.ModelCall, n int) fake.ModelAnswer {
		if call.ToolChoice == "" && len(call.Results) == 0 {
			return fake.ModelAnswer{Tools: []fake.ToolCall{{Name: "read_file", Arguments: `{"path":"a.go"}`}}}
		}
		return fake.ModelAnswer{}
	})
	r := request("area_report")
	answer, err := client(m).Ask(t.Context(), r)
	if err != nil || !cmp.Equal(answer.Calls, []model.Call{{ID: "call_1", Name: "read_file", Arguments: `{"path":"a.go"}`}}) || answer.Text != "" {
		t.Fatalf("answer %+v, %v", answer, err)
	}
	r.Turns, r.Final = []model.Turn{{Calls: answer.Calls, Results: []string{"package a"}}}, true
	answer, err = client(m).Ask(t.Context(), r)
	if err != nil || answer.Calls != nil || answer.Text != fake.AreaReport(`"1"`, "") {
		t.Fatalf("answer %+v, %v", answer, err)
	}
	last := m.Calls()[1]
	if last.Stage != "area_report" || !slices.Equal(last.Results, []string{"package a"}) || last.ToolChoice != "none" || len(last.Messages) != 4 {
		t.Errorf("call %+v", last)
	}
}

func TestTheClientOfTheProgramLearnsThatToolsAreRefused(t *testing.T) {
	for _, status := range []int{400, 404} {
		m := endpoint(t)
		m.RefuseTools(status)
		r := request("area_report")
		answer, err := client(m).Ask(t.Context(), r)
		var failed *model.Error
		if !errors.As(err, &failed) || !failed.ToolsRefused || answer.Usage.Calls != 0 || m.ToolsRefused() != 3 {
			t.Errorf("%d: %+v, %v, %d refused", status, answer, err, m.ToolsRefused())
		}
		r.Tools = nil
		if answer, err = client(m).Ask(t.Context(), r); err != nil || answer.Text != fake.AreaReport(`"1"`, "") {
			t.Errorf("%d without tools: %+v, %v", status, answer, err)
		}
	}
}

func TestAStageIsKnownInEveryWayToAskForItsSchema(t *testing.T) {
	refused := fake.ModelAnswer{Status: 400}
	m := endpoint(t, refused, refused)
	r := request("area_report")
	r.Tools = nil
	if answer, err := client(m).Ask(t.Context(), r); err != nil || answer.Text != fake.AreaReport(`"1"`, "") {
		t.Errorf("%+v, %v", answer, err)
	}
	for i, call := range m.Calls() {
		if call.Stage != "area_report" || call.Model != "reviewer" {
			t.Errorf("call %d: stage %q, model %q", i, call.Stage, call.Model)
		}
	}
}
