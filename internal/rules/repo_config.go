package rules

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// repoConfig checks a changed .werkrevisor.toml against the host config. An invalid file is RED, because after the merge
// every review would end with ERROR; what only this version does not know is YELLOW (seed 000, "Config layers").
// The change itself takes effect only after the merge.
func repoConfig(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	folder := false
	for _, f := range c.Files {
		switch {
		case f.Path == pr.RepoConfigPath && f.Status != pr.Deleted:
			out.repoConfigText(f, cfg)
		case strings.HasPrefix(f.Path, pr.RepoConfigPath+"/") && f.Status != pr.Deleted:
			folder = true
		case f.Path == pr.RepoConfigPath, f.OldPath == pr.RepoConfigPath && f.Status == pr.Renamed:
			if !stays(c.Files) {
				out.repoConfigGone(cfg)
			}
		}
	}
	if folder {
		out.notAFile("is a folder")
	}
	return out
}

// notAFile is the reason against a config that cannot be read at all.
func (o *Outcome) notAFile(wrong string) {
	o.add(verdict.Red, "repo_config_invalid", fmt.Sprintf(
		"the new %s %s; after the merge every review would fail: make it an ordinary UTF-8 text file of at most %d bytes",
		pr.RepoConfigPath, wrong, config.MaxTOML))
}

// stays reports whether another file of the change takes the place of the repository config.
func stays(files []pr.File) bool {
	for _, f := range files {
		if f.Path == pr.RepoConfigPath && f.Status != pr.Deleted {
			return true
		}
	}
	return false
}

// repoConfigText judges the new version of the file.
func (o *Outcome) repoConfigText(f pr.File, cfg config.Config) {
	state := "read"
	if wrong := unreadable(f); wrong != "" {
		state = wrong
		o.notAFile(wrong)
	}
	o.Inputs = append(o.Inputs, Input{Name: pr.RepoConfigPath, Value: state})
	if state != "read" {
		return
	}
	check := cfg.CheckRepo(f.New.Body)
	o.Inputs = append(o.Inputs,
		Input{Name: "invalid entries of " + pr.RepoConfigPath, Value: fmt.Sprint(len(check.Invalid))},
		Input{Name: "unknown entries of " + pr.RepoConfigPath, Value: fmt.Sprint(len(check.Unknown))})
	switch {
	case len(check.Invalid) > 0:
		o.add(verdict.Red, "repo_config_invalid", fmt.Sprintf(
			"the new %s is invalid; after the merge every review would fail: fix %s (docs/config.md describes every key)",
			pr.RepoConfigPath, verdict.Examples(messages(check.Invalid))))
	case len(check.Unknown) > 0:
		o.add(verdict.Yellow, "repo_config_unknown", fmt.Sprintf(
			"the new %s has entries that this version of werkrevisor does not know: %s; "+
				"fix a typo, or deploy the version that knows them right after the merge",
			pr.RepoConfigPath, verdict.Examples(messages(check.Unknown))))
	}
}

// repoConfigGone judges a change after which the repository has no config any more.
func (o *Outcome) repoConfigGone(cfg config.Config) {
	check := cfg.CheckNoRepo()
	o.Inputs = append(o.Inputs, Input{Name: pr.RepoConfigPath, Value: "removed"},
		Input{Name: "what the host config lacks without it", Value: fmt.Sprint(len(check.Invalid))})
	if len(check.Invalid) > 0 {
		o.add(verdict.Red, "repo_config_invalid", fmt.Sprintf(
			"%s is removed, but the host config is incomplete without it; after the merge every review would fail: "+
				"keep the file, or first let the operator set %s", pr.RepoConfigPath, verdict.Examples(keysOf(check.Invalid))))
	}
}

// unreadable says why the new version of a file cannot be read as a configuration, or "".
func unreadable(f pr.File) string {
	switch {
	case f.NewMode == pr.ModeSymlink:
		return "is a symlink"
	case f.NewMode == pr.ModeSubmodule:
		return "is a submodule"
	case f.NewMode != 0 && !f.NewMode.Regular():
		return "is no ordinary file"
	}
	switch f.New.State {
	case pr.Read:
		return ""
	case pr.TooLarge:
		return "is too large"
	case pr.NotUTF8:
		return "is not UTF-8 text"
	case pr.NotText:
		return "is binary"
	case pr.NotFile:
		return "is no ordinary file"
	}
	return "could not be read"
}

// messages are the texts of errors in one file; they hold no content of it.
func messages(errs config.Errors) []string {
	list := make([]string, len(errs))
	for i, e := range errs {
		list[i] = e.InFile()
	}
	return list
}

func keysOf(errs config.Errors) []string {
	list := make([]string, len(errs))
	for i, e := range errs {
		list[i] = e.Key
	}
	return list
}
