package rules

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// pathReasons are the codes that a new file of this name gets.
func pathReasons(t *testing.T, override string, paths ...string) string {
	t.Helper()
	cfg := baseConfig(t, override)
	var c pr.Change
	for _, p := range paths {
		c.Files = append(c.Files, pr.File{Path: p, OldPath: p, Status: pr.Added, NewMode: pr.ModeFile})
	}
	var codes []string
	for _, r := range hardPaths(Label(c, cfg), cfg).Reasons {
		codes = append(codes, r.Code)
	}
	return strings.Join(codes, " ")
}

func TestBuiltInRiskyPathsInEverySpelling(t *testing.T) {
	const docsOnly = "[categories]\ndocs = ['**']\n[hard_orange]\npaths = []\n[hard_yellow]\npaths = []"
	for _, name := range strings.Fields(`
		.werkrevisor.toml AGENTS.md CLAUDE.md sub/AGENTS.md sub/CLAUDE.md .claude/settings.json a/.claude/b/c.md .cursor/rules/x.mdc
		a/.cursor/x .github/copilot-instructions.md .gitea/workflows/a.yml .github/workflows/a.yml a/.github/workflows/b/c.yml .werkator.yml
		.gitattributes a/.gitattributes .gitmodules CODEOWNERS .github/CODEOWNERS docs/CODEOWNERS .npmrc a/.npmrc .mvn/jvm.config
		a/.mvn/wrapper/x.properties gradlew a/gradlew gradlew.bat gradle/wrapper/gradle-wrapper.jar a/gradle/wrapper/x mvnw mvnw.cmd
		.envrc a/.envrc .husky/pre-commit .devcontainer/devcontainer.json .vscode/settings.json`) {
		for _, spelling := range []string{name, strings.ToUpper(name), strings.ToLower(name)} {
			if got := pathReasons(t, docsOnly, spelling); got != "risky_path" {
				t.Errorf("%s: %q", spelling, got)
			}
		}
	}
	for _, name := range strings.Fields(`
		a.sql x/A.SQL db/changelog/a.xml a/db/changelog/b/c.yaml migrations/001.py a/migration/V1.java liquibase/a.xml a/flyway/b
		a.changelog.xml a/b.changelog.yaml db.changelog-master.xml`) {
		for _, spelling := range []string{name, strings.ToUpper(name)} {
			if got := pathReasons(t, docsOnly, spelling); got != "db_schema" {
				t.Errorf("%s: %q", spelling, got)
			}
		}
	}
	for _, name := range strings.Fields(`
		migrations/README.md a/db/changelog/notes.MD x.sql.md AGENTS.md.txt workflows/a.yml vscode/a gradlew.txt mvn/a sql/a.go migrate/a.go
		a/b.changelog`) {
		if got := pathReasons(t, docsOnly, name); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestBuiltInGlobsAreValid(t *testing.T) {
	if n := len(builtInRisky.Strings()); n < 20 {
		t.Errorf("%d built-in risky paths; one of the patterns is no valid glob", n)
	}
	if n := len(builtInSchema.Strings()); n != 8 {
		t.Errorf("%d built-in paths of the DB schema", n)
	}
}

func TestPathsMatchWithoutCaseAndComposition(t *testing.T) {
	for _, pattern := range []string{"**/Zugänge/**", norm.NFD.String("**/Zugänge/**"), "**/ZUGÄNGE/**"} {
		for _, name := range []string{"a/zugänge/x.go", "a/ZUGÄNGE/x.go", norm.NFD.String("a/Zugänge/x.go"), "zugänge/x.go"} {
			if got := pathReasons(t, "[hard_orange]\npaths = ['"+pattern+"']", name); got != "critical_path" {
				t.Errorf("%q and %q: %q", pattern, name, got)
			}
		}
	}
}

func TestSteeringFilesAreExactNames(t *testing.T) {
	const review = "[review]\nrepo_context_files = ['a*b[1].md', 'doc/{x},y.md']"
	for name, want := range map[string]string{
		"a*b[1].md": "risky_path", "axb1.md": "", "sub/a*b[1].md": "", "doc/{x},y.md": "risky_path", "doc/x": "", "A*B[1].MD": "risky_path",
	} {
		if got := pathReasons(t, review, name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestConfusablePaths(t *testing.T) {
	for _, tc := range []struct {
		name  string
		paths []string
		want  string
	}{
		{"one script", []string{"src/user.go"}, ""},
		{"Cyrillic with a Latin extension", []string{"документы/письмо.md"}, ""},
		{"Greek with a Latin extension", []string{"αβγδ.md"}, ""},
		{"folders of two scripts", []string{"документы/readme.md"}, ""},
		{"a letter of another script", []string{"src/us\u0435r.go"}, "confusable_path"},
		{"in a folder", []string{"src/\u0430uth2/x.go"}, "confusable_path"},
		{"in the extension", []string{"src/x.g\u043e"}, "confusable_path"},
		{"all letters look Latin", []string{"src/\u0441\u043e\u0440\u0443.go"}, "confusable_path"},
		{"another case", []string{"src/Log.go", "src/log.go"}, "confusable_path"},
		{"another composition", []string{norm.NFC.String("src/ä.go"), norm.NFD.String("src/ä.go")}, "confusable_path"},
		{"a sharp s", []string{"src/straße.go", "src/STRASSE.go"}, "confusable_path"},
		{"umlauts", []string{"src/größe.go"}, ""},
	} {
		if got := pathReasons(t, "", tc.paths...); got != tc.want {
			t.Errorf("%s: %q", tc.name, got)
		}
	}
	// What is deleted cannot be mistaken.
	cfg := baseConfig(t, "")
	c := pr.Change{Files: []pr.File{{Path: "A.go", OldPath: "A.go", Status: pr.Deleted}, {Path: "a.go", OldPath: "a.go", Status: pr.Added}}}
	if out := hardPaths(Label(c, cfg), cfg); len(out.Reasons) > 0 {
		t.Errorf("%v", out.Reasons)
	}
}

func TestSizeCountsAtItsLimits(t *testing.T) {
	cfg := baseConfig(t, "[size]\nmax_changed_lines = 10\nmax_files = 1")
	for _, tc := range []struct {
		name           string
		added, deleted int
		want           int
	}{{"at the limit", 5, 5, 0}, {"above", 6, 5, 1}, {"only deleted", 0, 11, 1}} {
		c := pr.Change{Files: []pr.File{{Path: "a.go", OldPath: "a.go", Status: pr.Modified, Added: tc.added, Deleted: tc.deleted}}}
		if got := size(Label(c, cfg), cfg).Reasons; len(got) != tc.want || tc.want > 0 && got[0].Level != verdict.Orange {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

// TestANameThatNoSystemOpensIsRisky: NFKC would make the second one eleven times as long, for each list of patterns anew.
func TestANameThatNoSystemOpensIsRisky(t *testing.T) {
	cfg := baseConfig(t, "[hard_orange]\npaths = [\"secret/**\"]")
	for name, want := range map[string]string{
		"docs/" + strings.Repeat("a", maxName-8) + ".md": "",
		"docs/" + strings.Repeat("a", maxName) + ".md":   "risky_path",
		strings.Repeat("\ufdfa", 1<<18):                  "risky_path",
		"secret/" + strings.Repeat("a", maxName):         "critical_path",
	} {
		got := ""
		used := testing.AllocsPerRun(1, func() {
			got = ""
			for _, r := range hardPaths(pr.Change{Files: []pr.File{edited(name, "a\n", "b\n")}}, cfg).Reasons {
				got += r.Code
			}
		})
		if got != want || used > 5000 {
			t.Errorf("a name of %d bytes: %q with %v allocations", len(name), got, used)
		}
	}
}
