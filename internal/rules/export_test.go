package rules

import (
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// Update is the flag -update, for the tests outside of the package.
var Update = update

// Corpus are the changes of all fixtures by "rule/name", without labels.
func Corpus(t testing.TB) map[string]pr.Change {
	t.Helper()
	all := map[string]pr.Change{}
	for _, file := range fixtureFiles(t, "*") {
		name := filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file), ".txtar")
		all[name] = readFixture(t, file).change(t)
	}
	return all
}
