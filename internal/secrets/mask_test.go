package secrets

import (
	"strings"
	"testing"
)

func TestMaskHidesValuesAndKeepsNamesAndLines(t *testing.T) {
	token := "ghp_" + filler(36)
	value := "Zk4" + "hunter77"
	for _, tc := range []struct {
		name, path, in, want string
		onlyFixed            bool
	}{
		{"nothing to hide", "a.go", "x := 1\n", "x := 1\n", false},
		{"a value, not its name", "a.go", "a\npassword = \"" + value + "\"\nb\n", "a\npassword = \"<masked assigned secret>\"\nb\n", false},
		{"a token anywhere", "a.txt", "see " + token + " there\r\n", "see <masked GitHub token> there\r\n", false},
		{"two tokens on one line", "a.txt", token + " and " + token, "<masked GitHub token> and <masked GitHub token>", false},
		{"a value in a file of fake secrets stays", "a.go", "password = \"" + value + "\"", "password = \"" + value + "\"", true},
		{"a real key there does not", "a.go", token, "<masked GitHub token>", true},
		{"an environment reference stays", "a.yml", "password: ${DB_PASSWORD}\n", "password: ${DB_PASSWORD}\n", false},
	} {
		got, lines := Mask(tc.path, tc.in, tc.onlyFixed)
		if got != tc.want || (len(lines) > 0) != (tc.in != tc.want) {
			t.Errorf("%s: %q, lines %v, want %q", tc.name, got, lines, tc.want)
		}
	}
}

func TestMaskHidesEveryLineOfAKey(t *testing.T) {
	key := "-----BEGIN RSA PRIVATE " + "KEY-----\n" + strings.Repeat(filler(64)+"\n", 5) + filler(20) + "==\n-----END RSA PRIVATE " + "KEY-----\n"
	got, lines := Mask("a.pem", "before\n"+key+"after a key of words\n", false)
	if strings.Contains(got, filler(20)) || !strings.HasPrefix(got, "before\n") || !strings.HasSuffix(got, "\nafter a key of words\n") || len(lines) != 8 {
		t.Errorf("lines %v\n%s", lines, got)
	}
	if strings.Count(got, "\n") != strings.Count("before\n"+key+"after\n", "\n") {
		t.Error("the number of lines changed")
	}
}

// TestEveryHitIsMasked holds the mask against the examples of the table: nothing is found in a masked text.
func TestEveryHitIsMasked(t *testing.T) {
	for _, p := range Table {
		for _, hit := range p.Hits {
			text := "first\n" + hit + "\nlast\n"
			got, _ := Mask("", text, false)
			if found := Find(got); len(found) > 0 || got == text && len(Find(text)) > 0 {
				t.Errorf("%s: %v are left in the mask of its example", p.Name, found)
			}
			if strings.Count(got, "\n") != strings.Count(text, "\n") {
				t.Errorf("%s: the number of lines changed", p.Name)
			}
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, p := range Table {
		for _, hit := range p.Hits {
			f.Add(hit, false)
		}
	}
	f.Fuzz(func(t *testing.T, text string, onlyFixed bool) {
		got, lines := Mask("", text, onlyFixed)
		if strings.Count(got, "\n") != strings.Count(text, "\n") || len(lines) > 0 != (got != text) {
			t.Fatalf("%q became %q, lines %v", text, got, lines)
		}
		for _, m := range wanted(Find(text), onlyFixed) {
			if strings.Contains(got, text[m.Start:m.End]) && strings.Count(text, text[m.Start:m.End]) == 1 {
				t.Fatalf("a secret is left in %q", got)
			}
		}
	})
}
