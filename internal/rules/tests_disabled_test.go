package rules

import (
	"strings"
	"testing"
)

// TestLinesThatDisableTestsInOneLanguage has, per extension, lines that count there and lines that do not.
func TestLinesThatDisableTestsInOneLanguage(t *testing.T) {
	for ext, lines := range map[string]struct{ found, not []string }{
		"bats": {[]string{"  skip", "skip # later", "skip if x", "skip 'later'", "[ -x f ] || skip"}, []string{"skipped=1", "echo skip it", "run skip_me"}},
		"rb": {[]string{"  skip", "pending", "skip unless x", "it 'x', skip: 'later' do", "it 'x', pending: true do", "it 'x', :skip do", "it 'x', focus: true do", "xscenario 'x' do", "xfeature 'x' do", "ffeature 'x' do"},
			[]string{"status: :pending", "skip_before_action :x", "x = { pending: true }", "get :skip_it", "todo: true"}},
		"exs": {[]string{"@tag :skip", "@tag skip: \"later\"", "@moduletag :skip", "@describetag :pending"}, []string{"x = :skip", "status: :pending"}},
		"cs": {[]string{"[Explicit]", "[Test, Explicit]", "[Test, Ignore(\"x\")]", "Assert.Ignore();", "Assert.Inconclusive(\"x\");", "[Fact(Skip = Reasons.X)]", "[Theory, Fact(DisplayName = \"a\", Skip = X)]",
			"Skip.If(true);", "Skip.IfNot(x);", "[TestCase(1, Ignore = \"x\")]", "[TestCase(1, IgnoreReason = \"x\")]", "[TestCase(1, Explicit = true)]"},
			[]string{"[Fact]", "[TestCase(1)]", "ignoreCase = true;", "list.Skipped();", "if (skip == true)", "x = explicit;"}},
		"ts": {[]string{"test.fixme('x', f)", "test.fail()", "it.fails('x', f)", "test.describe.fixme('x')", "test('x', { skip: 'why' }, f)", "test('x', { skip: isWindows }, f)", "Deno.test({ ignore: true, fn })",
			"Deno.test.ignore('x', f)", "it('x', { todo: true }, f)", "test('x', { only: true }, f)", "{ 'skip': true }"},
			[]string{"server.fails(1)", "render({ readOnly: true })", "{ todo: true }", "ignoreCase: true", "autoFocus: true", "it('x', { skip: false }, f)", "find({ skip: 20 })", "fail('x')"}},
		"php": {[]string{"test('x')->todo();", "it('x', f)->only();", "})->skip('later');", "->skip();", "#[RequiresPhp('9')]", " * @requires PHP 9", "throw new SkippedTestError('x');", "throw new SkippedWithMessageException('x');"},
			[]string{"User::query()->skip(10)", "$request->only(['a'])", "$x->todos()", "skip_to($x)"}},
		"java": {[]string{"throw new SkipException(\"x\");", "throw new TestAbortedException();", "assumingThat(x, f);", "abort(\"later\");", "assumeNotNull(x);", "@Test(enabled = false)", "enabled = false,"},
			[]string{"connection.abort();", "feature.enabled = false", "config.setEnabled(false)", "onAbort(x);"}},
		"kt": {[]string{"\"!name\" {", "\"f:name\" {", "should(\"!name\") {", "test(\"f:x\") {", "xshould(\"x\") {", "xgiven(\"x\") {", "xwhen(\"x\") {", "xthen(\"x\") {", "xexpect(\"x\") {", "\"!name\".config(x) {", "abort()"},
			[]string{"\"name!\" {", "x = \"!name\"", "\"of:name\" {", "println(\"!x\")"}},
		"go": {[]string{"PIt(\"x\", f)", "PDescribe(\"x\", f)", "FWhen(\"x\", f)", "var _ = FDescribe(\"x\", f)", "It(\"x\", Pending, f)", "Describe(\"x\", ginkgo.Focus, f)", "XIt(\"x\", f)", "FEntry(\"x\", 1)"},
			[]string{"It(\"x\", f)", "want(Pending, Running)", "Profit(1)", "MyPIt(\"x\")", "PEntryPoint(1)", "split(x)", "It(\"is Pending\", f)"}},
		"rs":    {[]string{"#![cfg(any())]", "#[test_case(1 => ignore)]", "#[test_case(1 => inconclusive[\"x\"])]"}, []string{"x => ignored(1)", "#[test]"}},
		"swift": {[]string{"@Test(.enabled(if: false))", "XCTExpectFailure(\"x\")", "withKnownIssue {", "@Test(.disabled())"}, []string{"view.enabled(true)", "#expect(x)"}},
		"py": {[]string{"def pytest_collection_modifyitems(items):", "def load_tests(loader, tests, pattern):", "test_x = None", "TestX.test_x = None", "del test_x", "def pytest_ignore_collect(path):"},
			[]string{"latest = None", "result = None", "test_x = f()", "delete(test_x)", "assert test_x is None", "def test_loads():"}},
		"cpp": {[]string{"GTEST_SKIP();", "TEST(X, DISABLED_Y) {", "TEST_F(DISABLED_X, Y) {", "TEST_CASE(\"x\", \"[.]\") {", "TEST_CASE(\"x\", \"[!mayfail]\")", "INSTANTIATE_TEST_SUITE_P(DISABLED_X, Y, z);"},
			[]string{"TEST(X, Disables) {", "state = DISABLED_STATE;", "TEST_CASE(\"x\", \"[a]\") {", "abort();"}},
	} {
		for _, line := range lines.found {
			for _, form := range []string{line, "\t  " + line, line + " "} {
				if disabling(form, ext) == "" {
					t.Errorf("%s: not found: %q", ext, form)
				}
			}
		}
		for _, line := range lines.not {
			if name := disabling(line, ext); name != "" {
				t.Errorf("%s: found %s in %q", ext, name, line)
			}
		}
	}
}

func TestTheSeedsTokensCountByTheLetter(t *testing.T) {
	for _, line := range []string{"stream.skip(1)", "it('calls .only() on x', f)", "it('knows xit(', f)"} {
		if disabling(line, "js") == "" {
			t.Errorf("not found: %q", line)
		}
	}
}

func TestFilesThatConfigureTestRunners(t *testing.T) {
	for _, name := range strings.Fields(`conftest.py a/pytest.ini pytest.toml jest.config.js vite.config.ts xunit.runner.json ci.runsettings kotest.properties
		src/ProjectConfig.kt SpockConfig.groovy cypress.json test/mocha.opts tests/Pest.php tests/bootstrap.php test/test_helper.rb setup_suite.bash behat.yml
		playwright-ct.config.ts a/.rspec Tests.xctestplan`) {
		if !runnerConfig(name) {
			t.Errorf("%s configures a runner", name)
		}
	}
	for _, name := range strings.Fields("src/bootstrap.php src/Pest.php a_test.go helper.rb config.kt vite.ts app.config.ts runsettings.md") {
		if runnerConfig(name) {
			t.Errorf("%s configures no runner", name)
		}
	}
}
