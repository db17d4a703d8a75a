package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/protection"
)

// mergeStyleNames are the styles that --merge-styles takes, as the server names them.
var mergeStyleNames = []string{"merge", "rebase", "rebase-merge", "squash", "fast-forward-only"}

// parseStyles reads the value of --merge-styles, a list with commas.
func parseStyles(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	var list []string
	for style := range strings.SplitSeq(text, ",") {
		if style = strings.TrimSpace(style); !slices.Contains(mergeStyleNames, style) || slices.Contains(list, style) {
			return nil, fmt.Errorf("--merge-styles must list some of %s, each once, with commas between them", strings.Join(mergeStyleNames, ", "))
		}
		list = append(list, style)
	}
	return list, nil
}

// readStyles keeps the styles that the repository has, for the file with what was.
func (p *protector) readStyles() error {
	s, err := p.repo.Settings(p.ctx)
	if err != nil {
		return adminHint(err)
	}
	p.styles = &protection.Styles{Allowed: s.MergeStyles, Default: s.DefaultMergeStyle}
	return nil
}

// setStyles makes the repository allow exactly these styles. The default stays if it is one of them, else it is the first.
func (p *protector) setStyles(want protection.Styles) error {
	is := *p.styles
	if !slices.Contains(want.Allowed, want.Default) {
		want.Default = want.Allowed[0]
	}
	if is.Equal(want) {
		p.say("the merge styles are as they should be: %s", strings.Join(is.Allowed, ", "))
		return nil
	}
	p.say("  merge styles: is %s (default %s), should be %s (default %s)",
		strings.Join(is.Allowed, ", "), is.Default, strings.Join(want.Allowed, ", "), want.Default)
	if p.flags.dryRun {
		p.say("dry run: the merge styles were not written")
		return nil
	}
	if err := p.repo.SetMergeStyles(p.ctx, want.Allowed, want.Default); err != nil {
		return p.halfway(adminHint(err))
	}
	stored, err := p.repo.Settings(p.ctx)
	if err != nil {
		return p.halfway(err)
	}
	if got := (protection.Styles{Allowed: stored.MergeStyles, Default: stored.DefaultMergeStyle}); !got.Equal(want) {
		return p.halfway(errors.New("the server did not store the merge styles as asked; look at the settings of the repository"))
	}
	p.say("done: the repository allows %s", strings.Join(want.Allowed, ", "))
	return nil
}

// changesStyles reports whether --merge-styles asks for something else than is.
func (p *protector) changesStyles() bool {
	return len(p.flags.styles) > 0 && !p.styles.Equal(protection.Styles{Allowed: p.flags.styles, Default: p.styles.Default})
}

// recommendStyles names styles that rebase, unless the caller has chosen the styles.
func (p *protector) recommendStyles() {
	if len(p.flags.styles) > 0 {
		return
	}
	s, err := p.repo.Settings(p.ctx)
	if err != nil {
		return // the rule is set; this is only advice
	}
	if rebase := slices.DeleteFunc(slices.Clone(s.MergeStyles), func(style string) bool { return !pr.Rebases(style) }); len(rebase) > 0 {
		p.say("note: the repository allows %s, which leave merge commits out, so that the gate holds more changes back; "+
			"recommended: --merge-styles merge,squash,fast-forward-only", strings.Join(rebase, " and "))
	}
}
