package config

import (
	"fmt"
	"regexp"
	"strings"
)

// adaptive matches the models of libraries.md 1.2 that think as much as they like and ignore a budget for it.
var adaptive = regexp.MustCompile(`^openrouter/~?anthropic/claude-(?:[a-z]+-)?[5-9](?:$|[^0-9])`)

// warnings are the settings of the models that are valid and still not what an operator may expect, one line each.
// They quote no text of the configuration.
func warnings(main Model) []string {
	var list []string
	for i, m := range append([]Model{main}, main.Fallback...) {
		section := "[model]"
		if i > 0 {
			section = fmt.Sprintf("[[model.fallback]] entry %d:", i)
		}
		id := strings.ToLower(m.ID)
		name, viaOpenRouter := strings.CutPrefix(id, "openrouter/")
		switch {
		case m.ReasoningMaxTokens == 0 || id == "":
		case !viaOpenRouter:
			list = append(list, fmt.Sprintf("%s reasoning_max_tokens = %d has no effect, because only OpenRouter gets it; set reasoning_effort instead",
				section, m.ReasoningMaxTokens))
		case adaptive.MatchString(id):
			list = append(list, fmt.Sprintf("%s reasoning_max_tokens = %d has no effect on this model; set reasoning_effort instead and leave it at 0",
				section, m.ReasoningMaxTokens))
		}
		if viaOpenRouter && strings.HasPrefix(name, "~") {
			list = append(list, section+" id is an alias (~), behind which another model may stand tomorrow; name the model itself")
		}
	}
	return list
}
