package gitea

import (
	"errors"
	"strings"
	"testing"
)

func TestAPanicOfAReadIsAnErrorWithoutItsText(t *testing.T) {
	var list []int
	for name, read := range map[string]func() error{
		"index out of range": func() error { return errors.New(string(rune(list[3]))) },
		"string":             func() error { panic("CANARY") },
	} {
		err := safe(read)()
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "CANARY") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := safe(func() error { return nil })(); err != nil {
		t.Error(err)
	}
}
