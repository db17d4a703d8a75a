package secrets

import "testing"

// TestEveryExpressionCompiles: they are compiled when they are first used, so a mistake must show here.
func TestEveryExpressionCompiles(t *testing.T) {
	for _, p := range Table {
		if p.Regex != nil && p.Regex.compiled() == nil {
			t.Errorf("%s has no expression", p.Name)
		}
	}
}
