package proof_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"werkrevisor/internal/proof"
)

func TestAStaleSectionIsAnErrorAndAnUpdateMendsIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "proof.md")
	const text = "# Proof\n\n<!-- proof: a -->\n\n1 case\n\n<!-- end -->\n\n<!-- proof: b -->\n\n2 cases\n\n<!-- end -->\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := proof.Check(path, "b", "2 cases", false); err != nil {
		t.Error(err)
	}
	if err := proof.Check(path, "a", "3 cases", false); err == nil || !strings.Contains(err.Error(), "make proof") {
		t.Errorf("a stale section: %v", err)
	}
	if err := proof.Check(path, "c", "", true); err == nil {
		t.Error("a section that is not there")
	}
	if err := proof.Check(path, "a", "3 cases", true); err != nil {
		t.Error(err)
	}
	got, err := os.ReadFile(path)
	if want := strings.Replace(text, "1 case", "3 cases", 1); err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
}
