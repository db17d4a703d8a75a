package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"werkrevisor/internal/config"
	"werkrevisor/internal/evidence"
	"werkrevisor/internal/report"
)

// withEvidence makes a review write its evidence record too; proof then holds the record against the result, and says
// what is wrong: every run of every test replays to the same verdict, exit code and reasons.
func withEvidence(args []string, folder string) (more []string, proof func(exit int) string) {
	none := func(int) string { return "" }
	if slices.Contains(args, "--formats") || len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return args, none // its own business, or no review
	}
	more = append(slices.Clone(args), "--formats", "evidence")
	switch at := slices.Index(args, "--output"); {
	case at >= 0 && at+1 < len(args):
		folder = args[at+1]
	case slices.Contains(args, "--dry-run") || slices.Contains(args, "--local"):
		dir, err := os.MkdirTemp("", "evidence")
		if err != nil {
			return args, none
		}
		folder, more = dir, append(more, "--output", dir)
	}
	file, usage := filepath.Join(folder, "evidence.json"), filepath.Join(folder, "usage.jsonl")
	_ = os.Remove(file)
	before, _ := os.ReadFile(usage)
	return more, func(exit int) string {
		after, err := os.ReadFile(usage)
		if err != nil || len(after) <= len(before) {
			return "" // no review began, or the test breaks the folder
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return "no evidence record: " + err.Error() + "\n"
		}
		lines := bytes.Split(bytes.TrimSpace(after), []byte("\n")) // a run that came to its end within this one wrote before
		var line report.Usage
		if err := json.Unmarshal(lines[len(lines)-1], &line); err != nil {
			return "the usage line: " + err.Error() + "\n"
		}
		return proven(data, result{exit: exit, usage: line})
	}
}

// proven compares a record with the result of its run.
func proven(data []byte, r result) string {
	record, err := evidence.Open(data)
	if err != nil {
		return "the evidence record: " + err.Error() + "\n"
	}
	for i := range 5 { // a changed byte anywhere is found; TestEveryChangedByteIsFound tries all places of some records
		changed := bytes.Clone(data)
		changed[(len(data)*(2*i+1)+r.exit*13)/11%len(data)] ^= 1 << (i % 7)
		if _, err := evidence.Open(changed); err == nil {
			return "a changed byte of the evidence record is not found\n"
		}
	}
	if list := record.Replay(); len(list) > 0 {
		return "the replay differs: " + strings.Join(list, "; ") + "\n"
	}
	if record.HasTexts() {
		cfg, ok := effective(record)
		if list := record.Rerun(cfg); !ok || len(list) > 0 {
			return fmt.Sprintf("the rules come out differently: %v, %v\n", ok, list)
		}
	}
	var codes []string
	for _, reason := range record.Decision.Reasons {
		codes = append(codes, reason.Code)
	}
	tokens := 0
	for _, call := range record.Review.Calls {
		tokens += call.PromptTokens + call.CompletionTokens
	}
	if u := record.Review.Usage; len(record.Review.Calls) != u.Calls || tokens != u.PromptTokens+u.CompletionTokens {
		return fmt.Sprintf("%d calls of %d tokens are not the sum %+v\n", len(record.Review.Calls), tokens, u)
	}
	d := record.Decision
	if d.Exit != r.exit || d.Verdict != r.usage.Verdict || strings.Join(codes, " ") != r.codes() || d.WouldExit != r.usage.WouldExit {
		return fmt.Sprintf("the record says %s, exit %d, reasons %v, and the run %s, exit %d, reasons %s\n", d.Verdict, d.Exit, codes, r.usage.Verdict, r.exit, r.codes())
	}
	return ""
}

// configs are those of records, by their values. To make one takes longer than anything else of a proof.
var configs sync.Map

// effective is the configuration of a record. The address of the fake model is another one in every test, and no rule
// looks at it.
func effective(record evidence.Record) (config.Config, bool) {
	var key strings.Builder
	for _, s := range record.Config {
		if s.Key != "[model] base_url" {
			key.WriteString(s.Key + " = " + s.Value + "\n")
		}
	}
	if kept, ok := configs.Load(key.String()); ok {
		return kept.(config.Config), true
	}
	cfg, ok := record.Effective()
	if ok {
		configs.Store(key.String(), cfg)
	}
	return cfg, ok
}
