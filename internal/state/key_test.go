package state

import (
	"strings"
	"testing"

	"werkrevisor/internal/verdict"
)

// TestTheOldKeyOpensDuringAnExchangeAndNeverSeals: both ways of exchanging keys, in both directions.
func TestTheOldKeyOpensDuringAnExchangeAndNeverSeals(t *testing.T) {
	comment := verdict.Marker{Head: head}.String() + "\ntext\n"
	_, s := sealed(t)
	own, token := strings.Repeat("k", 48), strings.Repeat("ab", 20)
	for name, tc := range map[string]struct{ oldOwn, oldToken, newOwn, newToken, value string }{
		"the token changed":               {"", token, "", strings.Repeat("cd", 20), token},
		"the key changed":                 {own, token, strings.Repeat("n", 48), token, own},
		"a key takes the token's place":   {"", token, own, token, token},
		"the token takes the key's place": {own, token, "", token, own},
	} {
		before, err := NewKey(tc.oldOwn, tc.oldToken)
		if err != nil {
			t.Fatal(err)
		}
		now, err := NewKey(tc.newOwn, tc.newToken)
		if err != nil {
			t.Fatal(err)
		}
		during, err := now.WithOld(tc.value)
		if err != nil {
			t.Fatal(err)
		}
		old := before.Seal(here, comment, s)
		if _, ok := now.Open(here, old); ok {
			t.Errorf("%s: the new key alone opens the old state", name)
		}
		if _, ok := during.Open(here, old); !ok {
			t.Errorf("%s: the old state does not open during the exchange", name)
		}
		if _, ok := before.Open(here, during.Seal(here, comment, s)); ok {
			t.Errorf("%s: the old key seals", name)
		}
	}
	if _, err := key(t, "token").WithOld("short"); err == nil || strings.Contains(err.Error(), "short") {
		t.Errorf("a short old key: %v", err)
	}
	if none, err := (Key{}).WithOld(own); err != nil || none.Seal(here, comment, s) != comment {
		t.Errorf("an old key without a new one: %v", err)
	}
}
