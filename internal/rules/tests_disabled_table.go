package rules

import (
	"regexp"
	"slices"
	"strings"
)

// tokens are disablers that need no form.
func tokens(list string, exts ...string) disabler {
	return disabler{tokens: strings.Fields(list), exts: exts}
}

// form is a disabler with an expression.
func form(list string, reads reading, expr string, exts ...string) disabler {
	return disabler{tokens: strings.Fields(list), form: regexp.MustCompile(expr), reads: reads, exts: exts}
}

// called is form with a name of its own.
func called(name, list string, reads reading, expr string, exts ...string) disabler {
	d := form(list, reads, expr, exts...)
	d.name = name
	return d
}

const (
	// testCall is a call that makes a test, with more behind it on its line.
	testCall = `(?:^|[^\w$.])(?:it|test|describe|context|specify|suite|scenario|feature|example)\b.*[^\w$.]`
	// key is the rest of the name of an option, up to its value.
	key = `["']?[ \t]*:[ \t]*`
)

var (
	jvm     = strings.Fields("java kt kts groovy scala")
	ruby    = strings.Fields("rb rake bats sh bash")
	scripts = strings.Fields("js jsx mjs cjs ts tsx mts cts vue svelte")
	native  = append(slices.Clone(cFamily), "cu", "m", "mm")
)

// disablers switch tests off: the tokens of seed 000 and product.md 7, and their relatives in other frameworks.
// `stream.skip(1)` counts, because the seed names `.skip(` without exception.
var disablers = slices.Concat([]disabler{
	// JUnit, TestNG, Kotest, Spock
	tokens(`@disabled @ignore @enabledif @enabledon assumetrue( assumefalse( assumethat( assumenotnull( assumenoexception( assumptions.
		assumingthat( enabledif= skipexception testabortedexception @pendingfeature @requires(`),
	form("disabled ignore enabledif enabledon", squeezedLine, `@[\w.]+\.(?:disabled|ignore|enabledif|enabledon)`), // @org.junit.jupiter.api.Disabled
	called("an annotation over two lines", "disabled ignore", squeezedLine, `^(?:[\w.]+\.)?(?:disabled\w*|ignore)(?:$|\()|\*/(?:disabled|ignore)|\.(?:disabled|ignore)$`, jvm...),
	called("an escape in an annotation", `@\u .\u`, squeezedLine, `[@.]\\u`, jvm...),
	called("ignore", "ignore( ignore{", squeezedLine, `^ignore\(|["')]ignore\{`, "scala"), // ScalaTest
	called("enabled = false", "enabled=false", squeezedLine, `(?:^|[(,])enabled=false`),
	{tokens: []string{"abort("}, name: "abort", word: "abort", reads: lowerLine, exts: jvm},
	called("a name that starts with ! or f:", `"! "f:`, squeezedLine, `^"(?:!|f:)[^"]*"(?:[({.]|$)|(?:test|should|context|describe|it|given|when|then|expect|feature|scenario)\("(?:!|f:)`, "kt"),
	// jest, vitest, mocha, node, Deno, Playwright
	tokens(".skip( .skip. .skipif( .runif( .only( .only. .todo( .failing( .fixme( .fixme. ['skip'] [\"skip\"] ['only'] [\"only\"] deno.test.ignore("),
	called(".fail", ".fail( .fails(", squeezedLine, `(?:^|[^\w$.])(?:it|test|describe|bench)(?:\.\w+)*\.fails?\(`),
	// The call may go on in the next line, or be stored under another name.
	called(".only", "only( skip(", squeezedLine, `(?:^|\*/)(?:only|skip)\(`, scripts...),
	called("an escape in the name of a call", `\u`, squeezedLine, `\.\w*\\u`, scripts...),
	called(".if", ".if(", squeezedLine, `(?:^|[^\w$.])(?:it|test|describe)\.if\(`, scripts...),
	tokens(`mode:'skip' mode:"skip"`, scripts...),
	called(".skip", ".skip .only", squeezedLine, `^(?:[^i].*|i[^m].*)?\.(?:skip|only)(?:;|,|\)|$|\[)`),
	called("skip:", "skip: skip': skip\":", lowerLine, `(?:^|[^\w$.])['"]?skip`+key+`(?:true\b|["'`+"`"+`])|`+testCall+`['"]?skip`+key+`(?:[^f\s\d,}]|f[^a])`),
	called("only: true", "only:true only':true only\":true", lowerLine, `(?:^|[^\w$.])['"]?only`+key+`true\b`),
	called("ignore: true", "ignore:true ignore':true ignore\":true", lowerLine, `(?:^|[^\w$.])['"]?ignore`+key+`true\b`, scripts...),
	called("an option of a test", "todo: pending: focus: todo': todo\": focus': focus\":", lowerLine, testCall+`['"]?(?:todo|pending|focus)`+key+`(?:true\b|["'`+"`"+`])`),
	// Python
	tokens(`mark.skip mark.xfail pytest.skip pytest.xfail unittest.skip skiptest @skip importorskip expectedfailure collect_ignore __test__
		pytest_collection pytest_ignore_collect pytest_pycollect pytest_runtest`),
	tokens("load_tests", "py"),
	called("a test that is None", "=none", squeezedLine, `(?:^|[^\w])test_?\w+=none`, "py"),
	called("del", "deltest", lowerLine, `^\s*del\s+(?:\w+\.)*test`, "py"),
	// Go, Ginkgo
	tokens("testmain( skipnow( .skipf( //go:build //+build"),
	tokens("os.exit( runtime.goexit( syscall.exit(", "go"),
	called("PIt, FIt and the like", "it( describe( describetable( describetablesubtree( when( context( specify( entry( measure(", exactLine,
		`(?:^|[^\w"])[FPX](?:It|Describe|DescribeTable|DescribeTableSubtree|When|Context|Specify|Entry|Measure)[ \t]*\(`, "go"),
	called("Pending", "pending focus", exactLine, `(?:^|[^\w])(?:It|Describe|DescribeTable|When|Context|Specify|Entry)\(.*[ (,](?:ginkgo\.)?(?:Pending|Focus)[ ,)]`, "go"),
	// Rust
	tokens("#[ignore #[cfg( #![cfg( #[cfg_attr( #![cfg_attr("),
	called("=> ignore", "=>ignore =>inconclusive", squeezedLine, `=>(?:ignore|inconclusive)\b`, "rs"),
	// C#
	tokens("[ignore] [ignore( [explicit] [explicit( ,ignore] ,ignore( ,explicit] ,explicit( assert.ignore( assert.inconclusive( skip.if( skip.ifnot( skip.unless("),
	called("skip=", `skip="`, squeezedLine, `(?:^|[^\w$.])skip="`),
	called("skip=", "(skip= ,skip=", squeezedLine, `[(,]skip=[^=]`, "cs", "fs", "vb"),
	called("ignore=", "ignore= ignorereason= explicit=", squeezedLine, `[(,](?:ignore(?:reason)?|explicit)=["t]`, "cs", "fs", "vb"),
	// PHPUnit, Pest
	tokens("marktestskipped marktestincomplete skippedtest skippedwithmessage incompletetest"),
	tokens("#[requires ->todo() ->only()", "php"),
	called("@requires", "@requires", lowerLine, `@requires\s`, "php"),
	called("->skip", "->skip(", squeezedLine, `->skip(?:onwindows|onmac|onlinux)?\((?:\)|["'!]|fn|function)`, "php"),
	// Swift
	tokens("xctskip xctexpectfailure withknownissue .disabled( .enabled(if:"),
	// C, C++
	tokens("gtest_skip qskip( unit_test::disabled unit_test::enable_if"),
	called("DISABLED_", "disabled_", lowerLine, `(?:test\w*|instantiate\w*)[ \t]*\(.*\bdisabled_`, native...),
	called("a hidden tag", `"[. "[!`, squeezedLine, `(?:test_case|scenario|template_test_case)\(.*"\[[.!]`, native...),
	// testthat, Julia, Hspec, Pester
	tokens("skip_if( skip_if_ skip_on_ @test_skip @test_broken pendingwith"),
	tokens("-skip", "ps1"),
	// RSpec, ExUnit, bats, ShellSpec
	called(":skip", ":skip :pending :focus", lowerLine, `[,(][ \t]*:(?:skip|pending|focus)\b|@(?:module|describe)?tag[ \t]*\(?[ \t]*:(?:skip|pending|focus)\b`),
	called("tag skip:", "tagskip:", lowerLine, `@(?:module|describe)?tag[ \t]+skip:`),
	called("pending:", "pending:true pending:' pending:\" focus:true", lowerLine, `,[ \t]*(?:pending|focus):[ \t]*(?:true\b|["'])`, ruby...),
	called("skip", "skip pending", lowerLine, `(?:^|[;{]|&&|\|\||\bthen|\bdo)[ \t]*(?:skip|pending)[ \t\r]*(?:$|[;#}]|(?:if|unless)[ \t])`, ruby...),
	called("skip", "skip pending", lowerLine, `^[ \t]*(?:skip|pending)[ \t\r]*(?:;[ \t\r]*)?$`),
}, calls("xit xdescribe xtest", false, lowerLine), calls("xcontext xspecify xexample xscenario xfeature xshould xgiven xwhen xthen xexpect xmethod xgroup "+
	"fdescribe fcontext fspecify fexample ftest fscenario ffeature", false, codeLine), calls("fit skip pending", true, codeLine))

// calls are words that count where they are called; those of the seed also in the title of a test.
func calls(list string, plain bool, reads reading) (out []disabler) {
	for _, word := range strings.Fields(list) {
		out = append(out, disabler{tokens: []string{word}, name: word, word: word, plain: plain, reads: reads})
	}
	return out
}
