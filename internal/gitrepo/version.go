package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The oldest git that knows all that is asked of it: rev-parse --end-of-options, repositories with SHA-256.
const oldestMajor, oldestMinor = 2, 30

// version refuses a git that is too old.
func (g *git) version(ctx context.Context) error {
	out, err := g.output(ctx, maxWord, nil, "version")
	if err != nil {
		return err
	}
	return checkVersion(string(out))
}

// checkVersion reads what "git version" prints: "git version 2.39.5", and more in some builds.
func checkVersion(text string) error {
	text, _ = strings.CutPrefix(strings.TrimSpace(text), "git version ")
	first, rest, _ := strings.Cut(text, ".")
	second, _, _ := strings.Cut(rest, ".")
	second, _, _ = strings.Cut(second, "-") // 2.51-rc1
	major, majorErr := strconv.Atoi(first)
	minor, minorErr := strconv.Atoi(second)
	if majorErr != nil || minorErr != nil {
		return errors.New("the program git does not say its version: is it git?")
	}
	if major < oldestMajor || major == oldestMajor && minor < oldestMinor {
		return fmt.Errorf("git %d.%d is too old: local mode needs git %d.%d or newer", major, minor, oldestMajor, oldestMinor)
	}
	return nil
}
