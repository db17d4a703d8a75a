package linter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// seen is what a reader takes from an output, as text.
func seen(p parsed) string {
	var b strings.Builder
	for _, r := range p.remarks {
		fmt.Fprintf(&b, "%s:%d %s %d\n", r.path, r.line, r.message, r.severity)
	}
	return b.String()
}

func sarif(results string) string {
	return `{"$schema": "x", "version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x", "rules": [
		{"id": "R1", "defaultConfiguration": {"level": "error"}}, {"id": "R2", "defaultConfiguration": {"level": "none"}}, {"id": "R3"}]}},
		"results": [` + results + `]}]}`
}

func result(rest string) string {
	return `{"message": {"text": "bad"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.x"}, "region": {"startLine": 7}}},
		{"physicalLocation": {"artifactLocation": {"uri": "b.x"}}}]` + rest + `}`
}

func TestOutputsAreReadByTheirFormat(t *testing.T) {
	for _, tc := range []struct {
		name, format, out string
		results           int
		want, err         string
	}{
		{"SARIF with an error", "sarif", sarif(result(`, "level": "error", "ruleId": "X"`)), 1, "a.x:7 bad [X] 1\n", ""},
		{"SARIF with a mark of byte order", "sarif", "\uFEFF" + sarif(result(`, "ruleId": "bad"`)), 1, "a.x:7 bad 0\n", ""},
		{"SARIF: warning, note and no level are warnings", "sarif", sarif(result(`, "level": "warning"`) + "," + result(`, "level": "note"`) + "," + result("")), 3,
			"a.x:7 bad 0\na.x:7 bad 0\na.x:7 bad 0\n", ""},
		{"SARIF: the level of the rule", "sarif", sarif(result(`, "ruleId": "R1"`) + "," + result(`, "ruleId": "R2"`) + "," + result(`, "ruleId": "R3"`)), 3,
			"a.x:7 bad [R1] 1\na.x:7 bad [R3] 0\n", ""},
		{"SARIF: none, suppressed and passed results do not count", "sarif", sarif(result(`, "level": "none"`) + "," + result(`, "suppressions": [{"kind": "inSource"}]`) + "," +
			result(`, "suppressions": [{"status": "accepted"}]`) + "," + result(`, "kind": "pass"`)), 4, "", ""},
		{"SARIF: a suppression that was rejected is none", "sarif", sarif(result(`, "suppressions": [{"status": "rejected"}]`) + "," + result(`, "suppressions": []`)), 2,
			"a.x:7 bad 0\na.x:7 bad 0\n", ""},
		{"SARIF without results", "sarif", `{"version": "2.1.0", "runs": [{"results": null}]}`, 0, "", ""},
		{"SARIF without a location", "sarif", sarif(`{"message": {"text": "bad"}}`), 1, ":0 bad 0\n", ""},
		{"no output is no SARIF", "sarif", " \n", 0, "", "it is empty, which is no SARIF"},
		{"other JSON is no SARIF", "sarif", `{}`, 0, "", "it is no SARIF 2.1.0"},
		{"another version of SARIF", "sarif", `{"version": "2.0.0", "runs": []}`, 0, "", "it is no SARIF 2.1.0"},
		{"text is no SARIF", "sarif", `panic: x`, 0, "", "it is no valid JSON at byte 1"},
		{"SARIF that ends in the middle", "sarif", sarif("")[:60], 0, "", "it is no valid JSON at byte 60"},
		{"SARIF with a wrong type", "sarif", `{"version": 2}`, 0, "", "its JSON has a number where string must be"},
		{"SARIF with runs that are no list", "sarif", `{"version": "2.1.0", "runs": 1}`, 0, "", "it is no complete JSON"},
		{"SARIF that nests deeply", "sarif", strings.Repeat("[", 1<<20), 0, "", "it is no valid JSON at byte 10001"},

		{"checkstyle", "checkstyle", `<?xml version="1.0" encoding="UTF-8"?><checkstyle version="4.3"><file name="a.x"><error line="3" column="1" severity="error"
			message="bad &lt;x&gt;" source="DL1"/><error severity="warning" message="w"/><error line="x" severity="info" message="i"/>
			<error severity="ignore" message="no"/></file><file name="b.x"></file></checkstyle>`, 4, "a.x:3 bad <x> [DL1] 1\na.x:0 w 0\na.x:0 i 0\n", ""},
		{"checkstyle without errors", "checkstyle", `<checkstyle/>`, 0, "", ""},
		{"no output is no checkstyle", "checkstyle", "", 0, "", "it has no <checkstyle>"},
		{"text is no checkstyle", "checkstyle", "panic: x", 0, "", "it has no <checkstyle>"},
		{"another root", "checkstyle", "<html/>", 0, "", "its root is not <checkstyle>"},
		{"checkstyle that ends in the middle keeps what it had", "checkstyle", `<checkstyle><file name="a"><error message="m"/>`, 1, "a:0 m 0\n", "it is no valid XML at byte 47"},
		{"entities of a document type", "checkstyle", `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><checkstyle><file name="&b;"/></checkstyle>`, 0, "",
			"it is no valid XML at byte 80"},
		{"checkstyle that nests deeply", "checkstyle", "<checkstyle>" + strings.Repeat("<a>", 1<<20), 0, "", "its elements nest too deeply"},
		{"checkstyle in another encoding", "checkstyle", `<?xml version="1.0" encoding="UTF-16"?><checkstyle/>`, 0, "", "it is no valid XML at byte 39"},

		{"an errorformat", "%f:%l:%c: %m", "a.x:3:4: bad: x\r\n", 1, "a.x:3 bad: x 0\n", ""},
		{"an errorformat with types", "%f:%l: %t: %m", "a.x:3: E: bad\na.x:4: e: bad\na.x:5: W: w\n", 3, "a.x:3 bad 1\na.x:4 bad 1\na.x:5 w 0\n", ""},
		{"several errorformats and an escaped comma", `%EError: %f\, line %l: %m,%W%f;%l;%m`, "Error: a.x, line 3: bad\nb.x;4;w\n", 2, "a.x:3 bad 1\nb.x:4 w 0\n", ""},
		{"a message of several lines", `%E%f:%l: %m,%C  %m,%Z`, "a.x:3: bad\n  more\n\nx\n", 1, "a.x:3 bad\nmore 1\n", ""},
		{"lines that do not match are left out beside those that do", "%f:%l: %m", "Checking\na.x:3: bad\ndone\n", 1, "a.x:3 bad 0\n", ""},
		{"only lines that do not match", "%f:%l: %m", "Checking\n", 0, "", "no line of it matches the format"},
		{"lines that the format leaves out", "%f:%l: %m,%-GChecking%.%#", "Checking all\n", 0, "", ""},
		{"empty lines", "%f:%l: %m", "\n\n", 0, "", ""},
		{"a long line is cut and hides none that follow", "%f:%l: %m", "a.x:1: " + strings.Repeat("x", 1<<20) + "\na.x:2: b\n", 2,
			"a.x:1 " + strings.Repeat("x", maxLine-7) + " 0\na.x:2 b 0\n", ""},
		{"a format on which the library panics", "%f:%l%t%#%m", "a.x:1m", 0, "", "the format cannot read one of its lines"},

		{"actionlint", "actionlint", `[{"message": "m", "filepath": "a.x", "line": 3, "column": 1, "kind": "k", "snippet": "s"}]`, 1, "a.x:3 m [k] 1\n", ""},
		{"actionlint without a problem", "actionlint", "null\n", 0, "", ""},
		{"actionlint with nothing", "actionlint", "", 0, "", ""},
		{"actionlint with text", "actionlint", "fatal", 0, "", "it is no valid JSON at byte 3"},
		{"actionlint with an object", "actionlint", "{}", 0, "", "it is no complete JSON"},
		{"actionlint that ends in the middle", "actionlint", `[{"message": "m"}, {`, 1, ":0 m [] 1\n", "it is no complete JSON"},
		{"buf", "buf", `{"path": "a.proto", "start_line": 3, "type": "T", "message": "m"}` + "\n\n" + `{"type": "T", "message": "m"}`, 2, "a.proto:3 m [T] 2\n:0 m [T] 2\n", ""},
		{"buf with nothing", "buf", "", 0, "", ""},
		{"buf with text", "buf", "Failure: x", 0, "", "it is no valid JSON at byte 1"},
		{"buf that cannot compile", "buf", `{"path": "a.proto", "type": "COMPILE", "message": "import"}`, 0, "", "the files do not compile, often because they import what is not there: a.proto:0: import"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := readerFor(t, tc.format)([]byte(tc.out))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tc.want, seen(p)); diff != "" || got != tc.err || p.results != tc.results || p.cut {
				t.Errorf("%s\nerror %q, want %q\nresults %d, want %d, cut %v", diff, got, tc.err, p.results, tc.results, p.cut)
			}
		})
	}
}

func readerFor(t *testing.T, format string) reader {
	t.Helper()
	switch format {
	case "actionlint":
		return readActionlint
	case "buf":
		return bufReader(Breaking, ofNoPath)
	}
	read, err := readerOf(format)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestMillionsOfResultsAreCut(t *testing.T) {
	for _, tc := range []struct{ format, before, one, after string }{
		{"sarif", `{"version": "2.1.0", "runs": [{"results": [`, `{},`, `{}]}]}`},
		{"sarif", `{"version": "2.1.0", "runs": [`, `{},`, `{}]}`},
		{"checkstyle", `<checkstyle>`, `<error/>`, `</checkstyle>`},
		{"%f:%m", "", "a:b\n", ""},
		{"%f:%m", "", "\n", ""},
		{"%E%f:%m,%C %m", "a:b\n", " and more of it\n", ""},
		{"actionlint", "[", "{},", "{}]"},
		{"buf", "", "{}\n", ""},
	} {
		p, err := readerFor(t, tc.format)([]byte(tc.before + strings.Repeat(tc.one, 500_000) + tc.after))
		if err != nil || !p.cut || len(p.remarks) > maxResults {
			t.Errorf("%s of %q: %d, %v, %v", tc.format, tc.one, len(p.remarks), p.cut, err)
		}
	}
}

func TestFormatsThatAreNoneAreNamed(t *testing.T) {
	for format, want := range map[string]string{
		"%f:%": "it cannot be understood", "%f:%m,": "one of its formats is empty", "%f:%*[x": "Missing ]", "%y%f": "Invalid %y", "%f%f(": "",
	} {
		_, err := readerOf(format)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", format, err)
		}
	}
}

func FuzzReaders(f *testing.F) {
	f.Add(sarif(result(`, "level": "error"`)))
	f.Add(`<checkstyle><file name="a"><error line="1" message="m"/></file></checkstyle>`)
	f.Add("a:1: b\n c\n")
	f.Add(`[{"message": "m"}]`)
	f.Add(`{"path": "a"}` + "\n")
	f.Fuzz(func(t *testing.T, out string) {
		for _, format := range []string{"sarif", "checkstyle", "%f:%l: %m", "%E%f:%l: %m,%C %m,%Z", "%t%f%#%m", "actionlint", "buf"} {
			p, err := readerFor(t, format)([]byte(out))
			if len(p.remarks) > p.results || len(p.remarks) > maxResults {
				t.Errorf("%s: %d remarks of %d results, %v", format, len(p.remarks), p.results, err)
			}
		}
	})
}

func FuzzFormatsNeverPanic(f *testing.F) {
	f.Add("%f:%l: %m", "a:1: b")
	f.Add("%E%f,%C%m,%Z%r", "a\nb\nc")
	f.Add("%O%f%r,%P%f,%Q", "a\nb\nc")
	f.Add("%D%f,%X%f,%*[^a]%\\", "a\nb\nc")
	f.Fuzz(func(t *testing.T, format, out string) {
		read, err := readerOf(format)
		if err != nil {
			return
		}
		if p, _ := read([]byte(out)); len(p.remarks) > maxResults {
			t.Errorf("%d remarks", len(p.remarks))
		}
	})
}

func FuzzPathsMeanOnlyFilesThatTheLinterGot(f *testing.F) {
	f.Add("file-001.yml", true)
	f.Add("../files/./file-001.yml", false)
	f.Add("file:///work/files/file-001.yml", true)
	f.Fuzz(func(t *testing.T, path string, uri bool) {
		only := &File{}
		w := &work{names: map[string]*File{"files/file-001.yml": only}}
		if got, known := w.find(call{dir: filesDir}, remark{path: path, uri: uri}); known && (got != only || !strings.Contains(path, "1") && !strings.Contains(path, "%")) {
			t.Errorf("%q: %v", path, got)
		}
	})
}
