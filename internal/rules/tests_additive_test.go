package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// everyForm are the spellings in which a token must count.
func everyForm(line string) []string {
	forms := []string{line, strings.ToUpper(line), "\t  " + line, line + " // x", "}; " + line}
	if open := strings.IndexByte(line, '('); open > 0 {
		forms = append(forms, line[:open]+" "+line[open:], line[:open]+"\t "+line[open:])
	}
	if dot := strings.IndexByte(line, '.'); dot > 0 {
		forms = append(forms, line[:dot]+" "+line[dot:], line[:dot+1]+" "+line[dot+1:])
	}
	return forms
}

func TestAddedLinesThatDisableTests(t *testing.T) {
	for _, line := range []string{
		// The tokens of the seed.
		`@Disabled`, `@Ignore`, `it.skip('x')`, `it.only('x')`, `@pytest.mark.skip`, `@pytest.mark.xfail(reason="x")`,
		`@unittest.skip("x")`, `self.skipTest("x")`, `xit('x', f)`, `xdescribe('x', f)`, `xtest('x', f)`,
		// Those of product.md 7.
		`//go:build never`, `// +build never`, `func TestMain(m *testing.M) {}`, `collect_ignore = ["a.py"]`, `t.Skip("x")`, `#[ignore]`,
		`fit('x', f)`, `fdescribe('x', f)`,
		// JUnit, TestNG, Kotlin, Kotest
		`@Disabled("later")`, `@org.junit.jupiter.api.Disabled`, `@kotlin.test.Ignore`, `@EnabledIf("x")`, `@EnabledOnOs(OS.LINUX)`,
		`@DisabledOnOs(OS.LINUX)`, `Assumptions.assumeTrue(false)`, `@Test(enabled = false)`, `.config(enabled = false)`,
		// jest, vitest, mocha, node
		`describe.skip.each([1])`, `test.skipIf(x)('y')`, `test.runIf(x)('y')`, `it['skip']('x')`, `const later = it.skip;`, `it.todo('x')`,
		`it.failing('x', f)`, `it('x', { skip: true }, f)`, `this.skip()`, `fit.each([1])('x')`,
		// pytest, unittest
		`pytest.skip("x")`, `pytest.importorskip("x")`, `@skipIf(x, "y")`, `raise SkipTest`, `@unittest.expectedFailure`, `__test__ = False`,
		// Go, Rust, PHPUnit, RSpec, C#, Swift
		`t.SkipNow()`, `t.Skipf("x")`, `#[cfg(never)]`, `#[cfg_attr(all(), ignore)]`, `$this->markTestSkipped()`,
		`xit "does" do`, `fit "does" do`, `pending "later"`, `skip "later"`, `it "x", :skip do`, `[Fact(Skip = "x")]`, `[Ignore]`, `throw XCTSkip("x")`,
		`tb.SkipNow()`, `SkipNow()`, `q.Skipf("x")`, `QSKIP("x")`, `* boost::unit_test::disabled()`, `skip_on_cran()`, `skip_if_not_installed("x")`,
		`@test_skip f()`, `pendingWith "x"`, `enabledIf = { false }`,
	} {
		for _, form := range everyForm(line) {
			if disabling(form, "") == "" {
				t.Errorf("not found: %q", form)
			}
		}
	}
}

func TestNearMissesDisableNoTest(t *testing.T) {
	for _, line := range []string{
		`exit(1)`, `os.exit(1)`, `model.fit(x)`, `profit(x)`, `outfit(x)`, `self.fit(x)`, `my_fit(x)`, `benefit("x")`, `context(x)`,
		`assert exit(0)`, `int skipped = 1;`, `String s = "pending";`, `expect(x).toBe('is pending')`, `// do not skip this`, `readonly(x)`,
		`import a.Only;`, `ignored := 1`, `suffix = "fit"`, `func TestMaintenance(t *testing.T) {`, `if enabled {`, `skips(x)`, ``, `}`,
		`@Test`, `assertEquals(1, f());`, `#if x is a comment of Python`,
		`render({ readOnly: true })`, `<input autoFocus: true>`, `feature.enabled = false`, `item = { todo: true }`, `status: :pending`, `server.fails(1)`,
		`it("does not skip (yet)", () => {`, `it 'stays pending (for now)' do`, `latest.fail()`, `page({ skip: 10, take: 5 })`, `button:focus {`, `.enabled(true)`,
		`it('x', { skip: false }, f)`, `{ pending: true }`, `want(Pending, x)`, `state = none`, `test("fit for use", f)`,
	} {
		if name := disabling(line, ""); name != "" {
			t.Errorf("found %s in %q", name, line)
		}
	}
}

func TestAdditiveTests(t *testing.T) {
	cfg := baseConfig(t, "").Categories
	const java = "class T {\n  @Test\n  void a() {\n    f();\n    assertEquals(1, g());\n  }\n}\n"
	added := func(name, text string) pr.File {
		f := edited(name, "", text)
		f.Status, f.OldMode = pr.Added, 0
		return f
	}
	for _, tc := range []struct {
		name string
		file pr.File
		want bool
	}{
		{"a new method", edited("a_test.go", java, strings.Replace(java, "  }\n}", "  }\n\n  @Test\n  void b() {\n    h();\n  }\n}", 1)), true},
		{"a new assert in a method", edited("a_test.go", java, strings.Replace(java, "    f();\n", "    f();\n    assertTrue(h());\n", 1)), true},
		{"blank lines go and come", edited("a_test.go", "a\n\nb\n", "a\nb\n\n"), true},
		{"a removed line comes back", edited("a_test.go", "f();\n}\n", "g();\nf();\n}\n"), true},
		{"a brace moves down", lines("-}", "+}", "+x();", "+}"), true},
		{"one of two equal lines does not come back", lines("-x();", "-x();", "+x();"), false},
		{"an assert moves", lines("-assertEquals(1, g());", "+f();", "+assertEquals(1, g());"), false},
		{"an expect moves", lines("-expect(x).toBe(1)", "+f()", "+expect(x).toBe(1)"), false},
		{"a should moves, in another case", lines("-x.SHOULD.be(1)", "+f()", "+x.SHOULD.be(1)"), false},
		{"an annotation moves", lines("-  @Test", "+  f();", "+  @Test"), false},
		{"another indentation is another line", lines("-f();", "+  f();"), false},
		{"a changed line", lines("-f(1);", "+f(2);"), false},
		{"a removed line", lines("-f(1);"), false},
		{"an opened comment", lines("+/*"), false},
		{"a closed comment", lines("+  */"), false},
		{"an opened docstring", linesOf("py", `+"""`), false},
		{"a new function with a docstring", linesOf("py", `+def test_b():`, `+    """Checks`, `+    b."""`, `+    f()`), true},
		{"a docstring that goes on in old lines", linesOf("py", `+"""`, ` def test_a():`, `+"""`), false},
		{"a docstring behind a comment", linesOf("py", `+x = 1 # """`, `+"""`), false},
		{"a docstring with another one in it", linesOf("py", `+""" ''' """ '''`), false},
		{"a docstring whose end is escaped", linesOf("py", `+"""\"""`), false},
		{"a new comment over lines", linesOf("java", "+  /**", "+   * Checks the order.", "+   */", "+  @Test", "+  void b() {}"), true},
		{"a comment on one line", linesOf("ts", "+/* a */ x(); // b"), true},
		{"a comment that goes on in old lines", linesOf("java", "+/*", " void a() {}", "+*/"), false},
		{"a comment that ends where the hunk does", linesOf("java", "+/* a"), false},
		{"a comment in a comment", linesOf("kt", "+/* /* a */"), false},
		{"a comment closed and opened", linesOf("java", "+*/ /*"), false},
		{"a pattern of files", linesOf("ts", "+const files = glob('src/**/*.ts', \"b/*\");"), true},
		{"a pattern of files behind a comment", linesOf("ts", "+x(); // '", "+/* '"), false},
		{"a pattern of files in Python", linesOf("py", "+glob('a/*.py')"), true},
		{"a loop of Java", linesOf("java", "+while (x --> 0) {", "+}"), true},
		{"a part that is compiled on a condition", linesOf("cs", "+#if NEVER"), false},
		{"a comment of Ruby", lines("+=begin"), false},
		{"a comment of HTML", linesOf("vue", "+<!--"), false},
		{"a disabled test", lines("+@Disabled", "+@Test", "+void b() {}"), false},
		{"a new file with a licence comment", added("a_test.go", "/* MIT */\npackage a\n"), true},
		{"a new file with a build constraint", added("a_test.go", "//go:build never\n\npackage a\n"), false},
		{"a new configuration of the runner", added("src/test/conftest.py", "x = 1\n"), false},
		{"a changed configuration of the runner", edited("src/test/pytest.ini", "[pytest]\n", "[pytest]\naddopts = -k x\n"), false},
		{"a new package.json among the tests", added("src/test/package.json", "{}\n"), false},
		{"another mode", func() pr.File { f := lines("+x"); f.NewMode = pr.ModeExecutable; return f }(), false},
		{"a deleted file", func() pr.File { f := lines("-x"); f.Status = pr.Deleted; return f }(), false},
		{"a renamed file", pr.File{Path: "b_test.go", OldPath: "a_test.go", Status: pr.Renamed}, false},
		{"a test that becomes something else", pr.File{Path: "b.txt", OldPath: "a_test.go", Status: pr.Renamed}, false},
		{"a changed binary", pr.File{Path: "src/test/x.bin", OldPath: "src/test/x.bin", Status: pr.Modified, Binary: true}, false},
		{"a file that is no test", pr.File{Path: "a.go", OldPath: "a.go", Status: pr.Deleted}, true},
		{"a mechanical file", pr.File{Path: "b_test.go", OldPath: "a_test.go", Status: pr.Renamed, Mechanical: pr.ByRename}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := testsAdditive(pr.Change{Files: []pr.File{tc.file}}, cfg); got != tc.want {
				t.Errorf("additive: %v", got)
			}
		})
	}
}

func TestTheReasonNamesWhatIsNotAdditive(t *testing.T) {
	cfg := baseConfig(t, "")
	f := lines("-x();", "+it.skip('a')", "+y()")
	f.Hunks[0].Lines[0].Old, f.Hunks[0].Lines[1].New = 2, 7
	many := linesOf("ts", "+xit('a')", "+xit('b')", "+xit('c')", "+xit('d')", "+/*")
	for i := range many.Hunks[0].Lines {
		many.Hunks[0].Lines[i].New = i + 1
	}
	for _, tc := range []struct {
		name  string
		files []pr.File
		want  string
	}{
		{"a removed line and a disabled test", []pr.File{f}, "a_test.go:7 (.skip), a_test.go:2 (old line removed or changed)"},
		{"three examples and the rest", []pr.File{many}, "src/test/a.ts:1 (xit), src/test/a.ts:2 (xit), src/test/a.ts:3 (xit) and 2 more"},
		{"a renamed test", []pr.File{{Path: "b_test.go", OldPath: "a_test.go", Status: pr.Renamed}}, "a_test.go (renamed)"},
		{"a configuration", []pr.File{edited("pytest.ini", "", "[pytest]\n")}, "pytest.ini (configures a test runner)"},
	} {
		c := pr.Change{Files: tc.files}
		if c.Kind = kind(c, cfg.Categories); tc.name == "a configuration" {
			c.Kind = pr.TestsModified
		}
		text := changeKind(c, cfg).Reasons[0].Text
		if want := "; not purely additive: " + tc.want + " ([categories] auto_approvable)"; !strings.HasSuffix(text, want) {
			t.Errorf("%s: %s", tc.name, text)
		}
	}
}

// linesOf is lines for a file with this extension.
func linesOf(ext string, diff ...string) pr.File {
	f := lines(diff...)
	f.Path, f.OldPath = "src/test/a."+ext, "src/test/a."+ext
	return f
}

// lines is a changed test file with the given lines of a diff.
func lines(diff ...string) pr.File {
	f := pr.File{Path: "a_test.go", OldPath: "a_test.go", Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile}
	var h pr.Hunk
	for _, l := range diff {
		h.Lines = append(h.Lines, pr.Line{Op: pr.Op(l[0]), Text: l[1:]})
	}
	f.Hunks = []pr.Hunk{h}
	return f
}

// TestWritingsOfADisablerThatHideItsName are calls and annotations that compilers and interpreters take for the usual ones.
func TestWritingsOfADisablerThatHideItsName(t *testing.T) {
	for _, tc := range []struct{ ext, line string }{
		{"java", `Disabled`}, {"java", `  Disabled("x")`}, {"java", `@\u0044isabled`}, {"java", `@/**/Disabled`}, {"java", `api.Disabled`},
		{"js", `  only('x', f)`}, {"ts", `it./**/only('x', f)`}, {"ts", `it.o\u006ely('x', f)`}, {"js", `test.if(false)('x', f)`},
		{"ts", `configure({ mode: 'skip' })`}, {"go", `func init() { os.Exit(0) }`}, {"go", `runtime.Goexit()`},
		{"scala", `ignore("x") {`}, {"scala", `it should "x" ignore {`}, {"ps1", `It 'x' -Skip {`},
	} {
		if disabling(tc.line, tc.ext) == "" {
			t.Errorf("not found in %s: %q", tc.ext, tc.line)
		}
	}
	for _, tc := range []struct{ ext, line string }{
		{"java", `var ignored = list(1);`}, {"ts", `onlyOnce(f)`}, {"ts", `expect(s).toBe("\u00e4")`},
		{"go", `os.Exitf(0)`}, {"scala", `ignoreCase("x")`}, {"scala", `map { ignored => 1 }`}, {"js", `diff(1)`},
	} {
		if got := disabling(tc.line, tc.ext); got != "" {
			t.Errorf("found in %s: %q (%s)", tc.ext, tc.line, got)
		}
	}
}
