package cli_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"werkrevisor/internal/model"
	"werkrevisor/internal/report"
	"werkrevisor/internal/tokens"
)

func TestTheCountIsThatOfTheRequestThatIsSent(t *testing.T) {
	w := newWorld(t, docsChange)
	usage := w.run().usage
	calls := w.model.Calls()
	if len(calls) != 1 {
		t.Fatalf("%d calls", len(calls))
	}
	counter, err := tokens.New()
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, message := range calls[0].Body["messages"].([]any) {
		want += 4 + counter.Count(message.(map[string]any)["content"].(string))
	}
	schema := calls[0].Body["response_format"].(map[string]any)["json_schema"].(map[string]any)["schema"]
	text, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	least := want + counter.Count(string(text))/2 // the schema is sent in another form, with other spaces
	if usage.RawTokens <= least || usage.RawTokens > want+2*counter.Count(string(text)) {
		t.Errorf("%d tokens; the messages have %d, the schema has %d", usage.RawTokens, want, counter.Count(string(text)))
	}
	checkCount(t, usage)
}

func TestDryRunAndLocalModeCountToo(t *testing.T) {
	w := newWorld(t, docsChange)
	checkCount(t, w.run("--dry-run", w.pull.URL(), "--json").usage)

	checkout(t, docsChange)
	file := t.TempDir() + "/host.toml"
	if err := os.WriteFile(file, []byte(hostConfig(t, "http://127.0.0.1:1")), 0o644); err != nil {
		t.Fatal(err)
	}
	_, stdout, _ := local(t, "--config", file, "--json")
	var usage report.Usage
	if err := json.Unmarshal([]byte(stdout), &usage); err != nil {
		t.Fatal(err)
	}
	checkCount(t, usage)
}

func checkCount(t *testing.T, u report.Usage) {
	t.Helper()
	if u.TokenMethod != string(model.MethodO200k) || u.TokenFactor != 1.15 || u.RawTokens < 100 ||
		u.CountedTokens != int(math.Ceil(float64(u.RawTokens)*1.15)) || u.WorstCaseUSD <= 0 {
		t.Errorf("method %q, %d raw × %v = %d, worst case %v", u.TokenMethod, u.RawTokens, u.TokenFactor, u.CountedTokens, u.WorstCaseUSD)
	}
}
