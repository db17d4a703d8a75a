package rules

import (
	"path"
	"strings"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// testsAdditive reports whether the changes of the test files only add (seed 000, [categories]):
// they delete no test file, remove or change no line, and add nothing that switches a test off.
// Mechanical files do not count.
func testsAdditive(c pr.Change, cfg config.Categories) bool {
	for _, f := range c.Files {
		if f.Mechanical != pr.NotMechanical {
			continue
		}
		isTest := false
		for _, p := range f.Paths() {
			isTest = isTest || categoryOf(p, cfg) == pr.Tests
		}
		if isTest && !fileAdditive(f) {
			return false
		}
	}
	return true
}

func fileAdditive(f pr.File) bool {
	switch {
	case f.Status != pr.Added && f.Status != pr.Modified:
		return false // deleted, renamed, copied, another type: what ran before may not run any more
	case f.Status == pr.Added && runnerConfig(f.Path), f.Binary && f.Status == pr.Modified,
		f.Status == pr.Modified && f.OldMode != f.NewMode:
		return false
	}
	back := map[string]int{} // lines that the diff adds, by their text
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				if disablesTests(l.Text) {
					return false
				}
				back[l.Text]++
			}
		}
	}
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op != pr.Remove || strings.TrimSpace(l.Text) == "" {
				continue
			}
			if back[l.Text] == 0 || checks(l.Text) {
				return false
			}
			back[l.Text]--
		}
	}
	return true
}

// checks reports whether a line may be what a test checks: such a line may not even move.
func checks(line string) bool {
	low := strings.ToLower(line)
	for _, word := range []string{"@test", "assert", "should", "expect"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// disablers switch tests off wherever they stand in an added line, in any case: seed 000 and product.md 7.
var disablers = []string{
	"@disabled", "@ignore", ".skip(", ".skip.", ".skipif(", ".only(", ".only.", ".todo(", ".failing(", ".fails(",
	"pytest.mark.skip", "pytest.mark.xfail", "pytest.skip", "pytest.xfail", "unittest.skip", "skiptest(", "expectedfailure",
	"collect_ignore", "__test__", "testmain", "#[ignore", "t.skipnow(", "t.skipf(", "//go:build", "// +build", "//+build",
	"@enabledif", "@enabledon", "assumetrue(", "assumefalse(", "assumethat(", "#[cfg(",
	"/*", "*/", `"""`, "'''", "<!--", "-->", "=begin", "=end", "#if ", "#ifdef ", "#ifndef ",
}

// wordDisablers do the same where a name starts with them; "exit(" and "model.fit(" are none.
var wordDisablers = []string{"xit(", "xit.", "xdescribe(", "xdescribe.", "xtest(", "xtest.", "xcontext(", "fit(", "fdescribe(", "fcontext("}

func disablesTests(line string) bool {
	low := strings.ToLower(line)
	squeezed := strings.NewReplacer(" ", "", "\t", "").Replace(low) // ".skip (" is the same call
	for _, token := range disablers {
		if strings.Contains(low, token) || strings.Contains(squeezed, strings.ReplaceAll(token, " ", "")) {
			return true
		}
	}
	for _, token := range wordDisablers {
		for rest, from := squeezed, 0; ; {
			i := strings.Index(rest[from:], token)
			if i < 0 {
				break
			}
			before := byteBefore(rest, from+i)
			if before != '.' && before != '_' && !isLetterOrDigit(before) {
				return true
			}
			from += i + len(token)
		}
	}
	return false
}

// runnerConfig reports whether a new file configures a test runner, which can leave tests out.
func runnerConfig(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch base {
	case "conftest.py", "pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "package.json", "phpunit.xml", "phpunit.xml.dist",
		"nextest.toml", "junit-platform.properties", "testng.xml", ".rspec", "codeception.yml":
		return true
	}
	for _, prefix := range []string{"jest.config.", "vitest.config.", "vitest.workspace.", "karma.conf.", ".mocharc.", "playwright.config.",
		"cypress.config.", "jasmine.", "ava.config.", "wdio.conf."} {
		if strings.HasPrefix(base, prefix) {
			return true
		}
	}
	return false
}

func byteBefore(s string, i int) byte {
	if i == 0 {
		return 0
	}
	return s[i-1]
}

func isLetterOrDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
