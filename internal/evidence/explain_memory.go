package evidence

import "fmt"

// explain tells what the run knew of earlier results; nothing where it knew none.
func (m *Memory) explain(p *page) {
	if m == nil {
		return
	}
	p.title("Earlier results")
	tell := func(list []Earlier, about string) {
		for _, e := range list {
			line := fmt.Sprintf("%-6s on %.10s", e.Verdict, e.Head)
			if e.PR > 0 {
				line += fmt.Sprintf(" of PR %d", e.PR)
			}
			if e.Findings > 0 {
				line += fmt.Sprintf(", findings %d", e.Findings)
			}
			p.line(0, "%s: %s", line, about)
		}
	}
	tell(m.Here, "on this PR")
	tell(m.Elsewhere, "on another PR, about this change")
	tell(m.Missing, "missing: its comment is gone or was edited")
	p.line(0, "Together they cost %.4f USD, as max_usd_per_pr counts them.", m.SpentUSD)
}
