package rules

import "werkrevisor/internal/verdict"

// add appends a reason of a rule.
func (o *Outcome) add(level verdict.Level, code, text string) {
	o.Reasons = append(o.Reasons, verdict.Reason{Source: verdict.Rule, Level: level, Code: code, Text: text})
}
