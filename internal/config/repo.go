package config

// RepoCheck is what CheckRepo found out about a new version of the repository's layer.
type RepoCheck struct {
	// Invalid are the errors that would make every review after the merge fail.
	Invalid Errors
	// Unknown are sections, keys and change kinds that this version does not know;
	// they count only if Invalid is empty (seed 000, "Config layers").
	Unknown Errors
}

// CheckRepo checks a new text of .werkrevisor.toml against the host layer that made c.
func (c Config) CheckRepo(text string) RepoCheck { return c.check(&Layer{TOML: text}) }

// CheckNoRepo checks what is left when the repository has no layer any more: errors say that the host layer
// alone is incomplete.
func (c Config) CheckNoRepo() RepoCheck { return c.check(nil) }

func (c Config) check(repo *Layer) RepoCheck {
	var result RepoCheck
	for _, e := range newStack(c.host, repo).errs {
		if e.Unknown {
			result.Unknown = append(result.Unknown, e)
		} else {
			result.Invalid = append(result.Invalid, e)
		}
	}
	return result
}
