package fake

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// stage is how the requests of one stage are answered.
type stage struct {
	answer func(call ModelCall, n int) ModelAnswer
	asked  int
}

// Stage answers every request of a stage, which is the name of its schema; n counts them from 0, in the order in which
// they came. A scripted answer comes first; the zero answer is the honest one of the stage. Nil ends it.
// Requests may come at the same time, so answer is called by several goroutines.
func (m *Model) Stage(name string, answer func(call ModelCall, n int) ModelAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.stages, name)
	if answer != nil {
		m.stages[name] = &stage{answer: answer}
	}
}

// RefuseTools makes the endpoint one without tools: it refuses requests that offer some with 404 or 400; 0 ends it.
// Such a request uses up no answer.
func (m *Model) RefuseTools(status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refuseTools = status
}

// ToolsRefused is how many requests were refused because they offered tools.
func (m *Model) ToolsRefused() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.toolsRefused
}

// noTools is the refusal as OpenRouter (404) and plain endpoints (400) word it.
func noTools(status int) ModelAnswer {
	message := "tools are not supported by this model"
	if status == 404 {
		message = "No endpoints found that support tool use"
	}
	body, _ := json.Marshal(map[string]any{"error": map[string]any{"code": status, "message": message}})
	return ModelAnswer{Status: status, Body: string(body)}
}

// marks are the properties by which a schema in a prompt shows its stage.
var marks = map[string]string{
	"merge_recommendation": "review", "places": "scan", "areas": "areas", "sections": "area_report", "passages": "lane",
	"walkthrough": "synthesis", "verdicts": "verification", "fixes": "suggest",
}

// stageOf finds the last schema in a system prompt, and the stage that it belongs to.
func stageOf(system string) string {
	for at := strings.LastIndex(system, "\n{"); at >= 0; at = strings.LastIndex(system[:at], "\n{") {
		var schema struct {
			Properties map[string]any `json:"properties"`
		}
		if json.NewDecoder(strings.NewReader(system[at:])).Decode(&schema) != nil {
			continue
		}
		for property := range schema.Properties {
			if name := marks[property]; name != "" {
				return name
			}
		}
	}
	return ""
}

// honest is the answer of a model that did what the stage asks for and found nothing.
func honest(call ModelCall) string {
	switch call.Stage {
	case "scan":
		return `{"places":[]}`
	case "areas":
		return `{"areas":[]}`
	case "area_report":
		return AreaReport(numbers(call.User), "")
	case "lane":
		return `{"passages":[]}`
	case "synthesis":
		var list []string
		for _, m := range asked.FindAllStringSubmatch(call.User, -1) {
			list = append(list, MergeIDs(m[1]))
		}
		return Synthesis(list...)
	case "verification":
		var list []string
		for _, m := range asked.FindAllStringSubmatch(call.User, -1) {
			if verdict := Verdict(m[1], "TRUE", "holds"); !slices.Contains(list, verdict) {
				list = append(list, verdict)
			}
		}
		return Verdicts(list...)
	case "suggest":
		return `{"fixes":[]}`
	}
	return HonestReview(call.User)
}

var (
	// numbered finds the list of files in a prompt, asked the findings that are to be verified.
	numbered = regexp.MustCompile(`(?m)^(\d+)\. "`)
	asked    = regexp.MustCompile(`(?m)^Finding ([A-Za-z0-9_.+-]+):`)
)

// numbers are the numbers of a prompt's files, as JSON without brackets.
func numbers(prompt string) string {
	var list []string
	for _, m := range numbered.FindAllStringSubmatch(prompt, -1) {
		list = append(list, `"`+m[1]+`"`)
	}
	return strings.Join(list, ",")
}

// HonestReview is the answer of a model that read every file of the prompt and found nothing.
func HonestReview(prompt string) string { return ReviewJSON(numbers(prompt), "", "safe_to_merge") }

// ReviewJSON is an answer with the given parts, each as JSON without its brackets.
func ReviewJSON(files, findings, recommendation string) string {
	return fmt.Sprintf(`{"files_reviewed":[%s],"findings":[%s],"change_kind_objection":{"objects":false,"text":""},`+
		`"summary":"a change","merge_recommendation":%q}`, files, findings, recommendation)
}
