package evidence

import (
	"context"
	"regexp"
	"testing"

	"werkrevisor/internal/rules"
)

// value matches one number or text behind a key of a section.
var value = regexp.MustCompile(`:(-?[0-9.]+|"[^"\\]*"|true|false)[,}\]]`)

// TestNoForgedValueStopsACommand puts odd values into every place of a record, with hashes that fit: whoever writes a
// file decides what stands in it, and no command may panic or hang over it.
func TestNoForgedValueStopsACommand(t *testing.T) {
	cfg := host(t, quick...)
	data := render(t, input(t, host(t, append(withSource, quick...)...)))
	opened, places := 0, 0
	forge(t, data, func(name, body string) string {
		list := value.FindAllStringSubmatchIndex(body, -1)
		step := max(1, len(list)/40) // settings and files repeat themselves
		for i := 0; i < len(list); i += step {
			from, to := list[i][2], list[i][3]
			places++
			for _, odd := range []string{"-1", "0", "9223372036854775807", "4294967296", `""`, `"x"`, `"ERROR"`, "null", "true"} {
				forged := forge(t, data, func(section, old string) string {
					if section == name {
						return old[:from] + odd + old[to:]
					}
					return old
				})
				r, err := Open(forged)
				if err != nil {
					continue
				}
				opened++
				if r.Explain() == "" {
					t.Error("explain says nothing")
				}
				r.Replay()
				if c, err := r.facts(); err == nil {
					_, _ = rules.Check(context.Background(), rules.Label(c, cfg), cfg)
				}
			}
		}
		return body
	})
	if opened < 300 || places < 150 {
		t.Errorf("only %d records at %d places were opened", opened, places)
	}
}
