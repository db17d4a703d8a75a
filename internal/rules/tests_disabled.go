package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"werkrevisor/internal/pr"
)

// disablers switch tests off wherever they stand in an added line, in any case and without its blanks:
// the tokens of seed 000 and product.md 7, and their relatives in other frameworks.
var disablers = []string{
	// JUnit, TestNG, Kotest, Spock
	"@disabled", "@ignore", "@enabledif", "@enabledon", "assumetrue(", "assumefalse(", "assumethat(", "assumptions.", "enabled=false",
	"@pendingfeature", "@requires(",
	// jest, vitest, mocha, node
	".skip(", ".skip.", ".skipif(", ".runif(", ".only(", ".only.", ".todo(", ".failing(", ".fails(", "['skip']", `["skip"]`,
	"['only']", `["only"]`, "skip:true", "only:true", "todo:true",
	// Python
	"mark.skip", "mark.xfail", "pytest.skip", "pytest.xfail", "unittest.skip", "skiptest", "@skip", "importorskip", "expectedfailure",
	"collect_ignore", "__test__",
	// Go
	"testmain(", "t.skipnow(", "t.skipf(", "//go:build", "//+build",
	// Rust, C#, PHP, Swift, Elixir, RSpec
	"#[ignore", "#[cfg(", "#[cfg_attr(", "[ignore]", "[ignore(", `skip="`, "marktestskipped", "marktestincomplete", "xctskip", ".disabled(",
	":skip", ":pending", ":focus", "focus:true",
}

var (
	// A name of a package may stand in front: @org.junit.jupiter.api.Disabled.
	annotation = regexp.MustCompile(`@[\w.]+\.(?:disabled|ignore|enabledif|enabledon)`)
	// The call may go on in the next line, or be stored under another name.
	chained = regexp.MustCompile(`\.(?:skip|only)(?:;|,|\)|$|\[)`)
	// Calls of their own: where a name starts with them, so "exit(", "model.fit(" and "outfit(" are none.
	// Ruby and CoffeeScript call without brackets; a word at the end of a quoted text is no call.
	word = regexp.MustCompile(wordStart + `(?:` + xWords + `[ \t]*(?:[('"` + "`" + `]|\.[ \t]*(?:each|only))|` +
		plainWords + `(?:[ \t]*(?:\(|\.[ \t]*(?:each|only))|[ \t]+['"]))`)
)

const (
	wordStart  = `(?:^|[^\p{L}\p{N}_.$"'` + "`" + `-])`
	xWords     = `(?:xit|xdescribe|xtest|xcontext|xspecify|xexample|fdescribe|fcontext|fspecify|fexample|ftest)`
	plainWords = `(?:fit|skip|pending)`
)

var withoutBlanks = strings.NewReplacer(" ", "", "\t", "", "\r", "")

// disablesTests reports whether an added line may switch a test off.
func disablesTests(line string) bool {
	low := strings.ToLower(line)
	squeezed := withoutBlanks.Replace(low) // ".skip (" is the same call
	for _, token := range disablers {
		if strings.Contains(squeezed, token) {
			return true
		}
	}
	return strings.Contains(squeezed, "@") && annotation.MatchString(squeezed) ||
		strings.Contains(squeezed, ".") && !strings.HasPrefix(squeezed, "import") && chained.MatchString(squeezed) || word.MatchString(low)
}

// delimitsComment reports whether an added line opens or closes a comment, a text over several lines or a conditional part,
// so that tests below it may not run.
func delimitsComment(line, ext string) bool {
	for _, token := range []string{"/*", "*/", `"""`, "'''", "<!--", "-->"} {
		if strings.Contains(line, token) {
			return true
		}
	}
	start := withoutBlanks.Replace(strings.ToLower(line))
	if strings.HasPrefix(start, "=begin") || strings.HasPrefix(start, "=end") {
		return true
	}
	return strings.HasPrefix(start, "#if") && (slices.Contains(cFamily, ext) || ext == "cs" || ext == "swift" || ext == "m" || ext == "mm")
}

// changesRunner reports whether the change adds or changes a file that configures a test runner.
func changesRunner(c pr.Change) bool {
	return slices.ContainsFunc(c.Files, func(f pr.File) bool {
		return f.Mechanical == pr.NotMechanical && slices.ContainsFunc(f.Paths(), runnerConfig)
	})
}

// runnerConfig reports whether a file only configures a test runner, which can leave tests out.
func runnerConfig(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch base {
	case "conftest.py", "pytest.ini", ".pytest.ini", "tox.ini", "phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml", "nextest.toml",
		"junit-platform.properties", "testng.xml", ".rspec", "codeception.yml", "noxfile.py", "spec_helper.rb", "rails_helper.rb":
		return true
	}
	for _, prefix := range []string{"jest.config.", "jest.setup.", "vitest.config.", "vitest.workspace.", "vitest.setup.", "karma.conf.",
		".mocharc", "playwright.config.", "cypress.config.", "jasmine.", "ava.config.", "wdio.conf.", "web-test-runner.config."} {
		if strings.HasPrefix(base, prefix) {
			return true
		}
	}
	return false
}

// packageConfig reports whether a file configures a package, and with it the test runner of the folder where it is new.
func packageConfig(name string) bool {
	return slices.Contains([]string{"setup.cfg", "pyproject.toml", "package.json"}, strings.ToLower(path.Base(name)))
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
