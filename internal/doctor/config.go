package doctor

import (
	"fmt"
	"strings"
	"time"
)

var configChecks = []Check{
	{"config", "the host configuration, together with the repository's", settings},
	{"config-warnings", "settings that are valid and without effect", warnings},
	{"repository-config", "`.werkrevisor.toml` of the base branch", repoConfig},
	{"observe", "whether the gate is only on trial", observe},
	{"time-limit", "the run's own limit against the `timeout` of the build", timeLimit},
}

// BuildTimeout is the timeout of the build in docs/operations.md; the host does not tell its own.
const BuildTimeout = 10 * time.Minute

func settings(f Facts) []Result {
	c := f.Config
	switch {
	case c.Problem != "":
		return fail("%s; what depends on it was not checked", c.Problem)
	case c.Value == nil:
		return nil
	case c.Layers || c.RepoProblem == "" && f.reachable():
		return pass("valid and complete: %s", c.Value.Sources)
	}
	return pass("valid and complete; the repository's layer was not read: %s", c.Value.Sources)
}

func warnings(f Facts) (list []Result) {
	if f.Config.Value != nil {
		for _, w := range f.Config.Value.Warnings {
			list = append(list, warn("%s", w)...)
		}
	}
	return list
}

func repoConfig(f Facts) []Result {
	switch {
	case f.Config.RepoProblem != "":
		return fail("%s", f.Config.RepoProblem)
	case f.Config.Layers:
		return pass("read from the base branch")
	case f.reachable():
		return pass("there is none; the host configuration stands alone")
	}
	return nil
}

func observe(f Facts) []Result {
	if f.Config.Value != nil && f.Config.Value.Gate.Observe {
		return warn("[gate] observe = true: nothing is held back; remove it when the trial ends")
	}
	return nil
}

func timeLimit(f Facts) []Result {
	if f.Config.Value == nil {
		return nil
	}
	text := fmt.Sprintf("a run ends itself after %s; the timeout of the build must be longer", short(f.Config.Limit))
	if f.Config.Limit >= BuildTimeout {
		return warn("%s, and the one of docs/operations.md is %s: raise it, or an ERROR is never written", text, short(BuildTimeout))
	}
	return pass("%s, as the %s of docs/operations.md are", text, short(BuildTimeout))
}

// short writes a duration without the zeros at its end.
func short(d time.Duration) string {
	text := d.Round(time.Second).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
