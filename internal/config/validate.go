package config

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// validator checks what belongs together only after the merge.
type validator struct {
	m          effective
	host, repo *parsed
	embedded   bool
	errs       Errors
}

// fail reports a problem of a key at the layer that set it; the last one of several keys that is set by the repository,
// because that is the one to change.
func (v *validator) fail(text string, keys ...string) {
	at := keys[0]
	for _, key := range keys {
		if v.m[key].byRepo() {
			at = key
		}
	}
	section, name, _ := cutLast(at)
	key := Key{Section: section, Name: name}.String()
	if s := v.m[at]; len(s.from) > 0 {
		v.errs = append(v.errs, s.from[len(s.from)-1].errorAt(s.pos, key, text))
		return
	}
	v.errs = append(v.errs, v.host.errorAt(-1, key, text))
}

func cutLast(path string) (section, name string, ok bool) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// complete checks that every section and every required key is set. The built-in defaults do not count
// (seed 000, "Config layers"): a default section would have no risky paths, for example.
func (v *validator) complete() {
	for _, section := range Sections() {
		_, set := v.host.sections[section]
		byRepo := false
		if v.repo != nil {
			_, byRepo = v.repo.sections[section]
		}
		switch {
		case slices.Contains(optional, section):
		case !set && hostSection(section):
			v.missing("["+section+"]", "the section is missing; set it in the host config")
			continue
		case !set && !byRepo:
			v.missing("["+section+"]", "the section is missing; set it in the host config or in .werkrevisor.toml")
			continue
		}
		if section == "classifier" && byRepo && !set {
			pos := v.repo.sections[section]
			v.errs = append(v.errs, v.repo.errorAt(pos, "["+section+"]", "needs a [classifier] section in the host config; remove it"))
			continue
		}
		if set || byRepo {
			v.required(section)
		}
	}
}

func (v *validator) required(section string) {
	for _, k := range Keys {
		if _, set := v.m[k.path()]; k.Section != section || !k.Required || set {
			continue
		}
		if k.Rule == HostOnly || k.Rule == OnlyLower {
			v.missing(k.String(), "missing; set it in the host config")
		} else {
			v.missing(k.String(), "missing; set it in the host config or in .werkrevisor.toml")
		}
	}
}

func (v *validator) missing(key, text string) { v.errs = append(v.errs, v.host.errorAt(-1, key, text)) }

// consistent checks what the values say together; it needs a complete configuration.
func (v *validator) consistent() {
	m := v.m
	v.models(m.model(), m.number("budget.max_usd_per_review"))
	if mode := m.text("engine.mode"); mode != "llm" && m.classifier() == nil {
		v.fail("needs a [classifier] section", "engine.mode")
	}
	if m.text("gate.yellow_gate") != "block" && len(m.texts("gate.human_reviewers")) == 0 {
		v.fail("missing; without block somebody must be there to unlock YELLOW and ORANGE", "gate.human_reviewers")
	}
	if m.bool("gate.automerge") {
		if !m.bool("gate.require_wip_transition") {
			v.fail("needs require_wip_transition = true, so that only a finished PR can merge", "gate.automerge")
		}
		if m.text("gate.yellow_gate") != "approval" {
			v.fail(`needs yellow_gate = "approval"`, "gate.automerge")
		}
	}
	if m.bool("gate.require_wip_transition") && len(m.texts("gate.wip_prefixes")) == 0 {
		v.fail("must name at least one prefix, because require_wip_transition is on", "gate.wip_prefixes")
	}
	if strings.EqualFold(m.text("gate.assessment_context"), m.text("gate.gate_context")) {
		v.fail("must differ from gate_context, or the gate's own status would be overwritten", "gate.assessment_context")
	}
	for _, other := range []string{"gate.gate_context", "gate.assessment_context"} {
		if before, after, _ := strings.Cut(m.text("gate.base_context"), BasePlace); hasBoth(m.text(other), before, after) {
			v.fail("must differ from "+strings.TrimPrefix(other, "gate.")+" for every branch, or one status would overwrite the other", "gate.base_context")
		}
	}
}

// models checks each model against the budget in USD, its window and the endpoint that gets its key.
func (v *validator) models(main Model, budget float64) {
	if main.ID == "" && !v.embedded {
		v.fail("must not be empty", "model.id")
	}
	v.model(main, budget, "model.max_output_tokens", "model.context_tokens")
	for _, k := range Keys {
		if k.Type != Models {
			continue
		}
		list, _ := v.m[k.path()].value.([]fields)
		for i, model := range v.m.chain(k.path()) {
			v.model(model, budget, k.path(), k.path())
			_, ownKey := list[i]["api_key_env"]
			if !ownKey && !sameOrigin(model.BaseURL, main.BaseURL) {
				v.fail(fmt.Sprintf("entry %d has a base_url of another server than [model]; "+
					"set its api_key_env too, so that no key goes to the wrong server", i+1), k.path())
			}
		}
	}
}

func (v *validator) model(m Model, budget float64, outputKey, windowKey string) {
	output := float64(m.MaxOutputTokens) * m.OutputPrice / 1e6 * float64(m.MaxRetries+1)
	const rounding = 1e-9
	if output > budget+rounding {
		v.fail("does not pay for max_output_tokens with all retries; raise it or lower max_output_tokens",
			"budget.max_usd_per_review", outputKey)
	}
	if m.ContextTokens > 0 && m.MaxOutputTokens >= m.ContextTokens {
		v.fail("leaves no room for input beside max_output_tokens; set the model's real window", windowKey)
	}
}

// sameOrigin compares two checked endpoints. A loopback address gets no key over the network, so it fits to any.
func sameOrigin(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	if errX != nil || errY != nil {
		return false
	}
	return loopback(x.Hostname()) || x.Scheme == y.Scheme && strings.EqualFold(x.Host, y.Host)
}
