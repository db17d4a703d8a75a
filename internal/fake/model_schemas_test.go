package fake_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// stages are the schemas of all stages, by their names, and that of the single prompt.
func stages(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{"review": "../review/prompts/answer.schema.json"}
	files, err := filepath.Glob("../deep/schemas/*.json")
	if err != nil || len(files) != 7 {
		t.Fatalf("%d schemas, %v", len(files), err)
	}
	for _, file := range files {
		found[strings.TrimSuffix(filepath.Base(file), ".json")] = file
	}
	for name, file := range found {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found[name] = string(raw)
	}
	return found
}

func TestEveryStageHasAnHonestAnswerThatFitsItsSchema(t *testing.T) {
	m := endpoint(t)
	for name, schema := range stages(t) {
		answer := text(t, m, stageRequest(name, "1. \"a.go\"\n2. \"b.go\"\n\nFinding api-1: x\nFinding api-2: y\nFinding api-1: x\n"))
		mustFit(t, name, schema, answer)
		switch name {
		case "area_report", "review":
			if !strings.Contains(answer, `"files_reviewed":["1","2"]`) {
				t.Errorf("%s does not confirm the files: %s", name, answer)
			}
		case "verification":
			if strings.Count(answer, `"verdict":"TRUE"`) != 2 || !strings.Contains(answer, `"id":"api-2"`) {
				t.Errorf("not every finding has its verdict: %s", answer)
			}
		}
	}
}

func TestTheBuildersMakeAnswersThatFitTheSchemas(t *testing.T) {
	found := fake.DeepFinding("a \"b\".go", 3, "x := 1 / y", "Division by zero", "high")
	for name, answer := range map[string]string{
		"area_report": fake.AreaReport(`"1"`, found), "synthesis": fake.Synthesis(fake.MergeIDs("a-1", "b-1"), fake.NewFinding(found)),
		"verification": fake.Verdicts(fake.Verdict("a-1", "FALSE", "y is checked", fake.Evidence("a.go", 2, "if y == 0 {"))),
	} {
		mustFit(t, name, stages(t)[name], answer)
	}
}

// mustFit checks an answer against a strict schema, as far as the schemas of this program go.
func mustFit(t *testing.T, name, schema, answer string) {
	t.Helper()
	var s, a any
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		t.Fatalf("%s: %v: %s", name, err, answer)
	}
	fit(t, name, s.(map[string]any), a)
}

func fit(t *testing.T, path string, schema map[string]any, value any) {
	t.Helper()
	ok := false
	switch v := value.(type) {
	case map[string]any:
		properties, _ := schema["properties"].(map[string]any)
		ok = schema["type"] == "object" && len(v) == len(properties)
		for key, sub := range properties {
			fit(t, path+"."+key, sub.(map[string]any), v[key])
		}
	case []any:
		ok = schema["type"] == "array"
		for i, item := range v {
			fit(t, fmt.Sprintf("%s[%d]", path, i), schema["items"].(map[string]any), item)
		}
	case string:
		words, limited := schema["enum"].([]any)
		ok = schema["type"] == "string" && (!limited || slices.Contains(words, any(v)))
	case float64:
		ok = schema["type"] == "number" || schema["type"] == "integer" && v == float64(int(v))
	case bool:
		ok = schema["type"] == "boolean"
	}
	if !ok {
		t.Errorf("%s: %v does not fit %v", path, value, schema)
	}
}
