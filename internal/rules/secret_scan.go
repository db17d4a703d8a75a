package rules

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/secrets"
	"werkrevisor/internal/verdict"
)

// secretScan gives YELLOW to added lines with keys, tokens or passwords (seed 000, [hard_yellow] secret_scan).
// In files of secret_scan_exclude only real key formats count. The reason never holds a value.
func secretScan(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	if !cfg.HardYellow.SecretScan {
		out.Inputs = []Input{{Name: "secret scan", Value: "off", Key: "[hard_yellow] secret_scan", Limit: "false"}}
		return out
	}
	var places []string
	excluded, inExcluded := 0, 0
	for _, f := range c.Files {
		onlyFixed := cfg.HardYellow.SecretScanExclude.Has(f.Path)
		if onlyFixed {
			excluded++
		}
		if f.Status != pr.Deleted { // the name goes to the model too
			if shown, masked := secrets.Mask("", f.Path, true); len(masked) > 0 {
				places = append(places, shown+" (name)")
			}
		}
		if tooLarge(f) {
			continue
		}
		for _, h := range f.Hunks {
			lines := secretLines(f.Path, h, onlyFixed)
			places = append(places, lines...)
			if onlyFixed {
				inExcluded += len(lines)
			}
		}
	}
	out.Inputs = []Input{
		{"added lines with secrets", fmt.Sprint(len(places)), "[hard_yellow] secret_scan", "true"},
		{"files where only real key formats count", fmt.Sprint(excluded), "[hard_yellow] secret_scan_exclude",
			strings.Join(cfg.HardYellow.SecretScanExclude.Strings(), " ")},
	}
	if len(places) > 0 {
		out.add(verdict.Yellow, "secret", fmt.Sprintf("%s like a secret, so no model gets the diff ([hard_yellow] secret_scan = true): %s; %s",
			looks(len(places)), verdict.Examples(places), secretAdvice(len(places), inExcluded)))
	}
	return out
}

// secretLines names the added lines of a hunk that hold a secret, each once, real key formats first.
// The lines of context are read too, because a name above may tell what an added value is, but they do not count.
func secretLines(path string, h pr.Hunk, onlyFixed bool) []string {
	var text strings.Builder
	var numbers []int // of the added lines, 0 for context
	var ends []int    // of each line in text
	for _, l := range h.Lines {
		if l.Op == pr.Remove {
			continue
		}
		number := 0
		if l.Op == pr.Add {
			number = l.New
		}
		text.WriteString(l.Text)
		text.WriteByte('\n')
		numbers = append(numbers, number)
		ends = append(ends, text.Len())
	}
	var places []string
	counted := -1
	found := secrets.FindIn(path, text.String())
	for line, i := 0, 0; i < len(found); line++ {
		kind, fixed := "", false
		for ; i < len(found) && found[i].Start < ends[line]; i++ {
			if m := found[i]; (m.Fixed || !onlyFixed) && (kind == "" || m.Fixed && !fixed) {
				kind, fixed = m.Name, m.Fixed
			}
		}
		if below := kind == secrets.KeyBody && counted == line-1 && line > 0; kind != "" && numbers[line] > 0 && !below {
			counted = line
			places = append(places, fmt.Sprintf("%s:%d (%s)", path, numbers[line], kind))
		}
	}
	return places
}

// secretAdvice says what to do about secrets of which some lie in excluded files, where only real key formats count.
func secretAdvice(all, inExcluded int) string {
	const remove = "remove each secret and rotate it"
	const stays = "a real key format counts in files of [hard_yellow] secret_scan_exclude too; build a fake one from parts"
	switch inExcluded {
	case 0:
		return remove + ", or list a file of fake secrets in [hard_yellow] secret_scan_exclude"
	case all:
		return remove + "; " + stays
	}
	return remove + ", or list a further file of fake secrets in [hard_yellow] secret_scan_exclude; " + stays
}

func looks(n int) string {
	if n == 1 {
		return "1 added line looks"
	}
	return fmt.Sprintf("%d added lines look", n)
}
