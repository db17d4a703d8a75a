package cli_test

import (
	"strings"
	"testing"
)

// TestEachEngineModeNeedsItsKeys takes every key away in turn.
func TestEachEngineModeNeedsItsKeys(t *testing.T) {
	for mode, keys := range map[string]string{"llm": "OPENROUTER_API_KEY", "classifier": "TYPESAFE_API_KEY", "combined": "OPENROUTER_API_KEY TYPESAFE_API_KEY"} {
		for _, name := range []string{"OPENROUTER_API_KEY", "TYPESAFE_API_KEY"} {
			w, _ := withJev(t, mode, "", docsChange)
			t.Setenv(name, "")
			line := w.examine().line("model-key")
			if needed := strings.Contains(keys, name); strings.HasPrefix(line, "FAIL model-key: not set: "+name) != needed || strings.HasPrefix(line, "PASS ") == needed {
				t.Errorf("%s without %s: %q", mode, name, line)
			}
			if mode == "classifier" && w.model.KeyReads() > 0 {
				t.Error("the page of a key that is not used was read")
			}
		}
	}
}
