package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// TestASecretOfTheHostInTheChangeOrTheAnswerIsShownNowhere plants a secret of the host, with signs that Markdown and JSON
// escape, where it could come back: in a name, in a title and in what the model says.
func TestASecretOfTheHostInTheChangeOrTheAnswerIsShownNowhere(t *testing.T) {
	const secret = `can"ary<&>_*secret`
	quoted, _ := json.Marshal(secret)
	inJSON := strings.Trim(string(quoted), `"`)
	finding := `{"file":"src/a.go","side":"new","start_line":1,"end_line":1,"title":"` + inJSON + `","body":"x ` + inJSON +
		`","scenario":"` + inJSON + `","severity":"high"}`
	t.Setenv("SOME_PASSWORD", secret)
	for _, mode := range [][]string{nil, {"--json"}, {"--dry-run", "--with-model"}, {"--dry-run", "--with-model", "--json"}} {
		w := newWorld(t, commits(nil, map[string]string{"src/a.go": "package a\n", "db/" + secret + ".sql": "select 1;\n"}),
			fake.ModelAnswer{Text: fake.ReviewJSON(`"1","2"`, finding, "safe_to_merge")})
		args := mode
		if len(mode) > 0 && mode[0] == "--dry-run" {
			args = append(mode[:len(mode):len(mode)], w.pull.URL())
		}
		r := w.run(args...)
		texts := map[string]string{"stdout": r.stdout, "stderr": r.stderr}
		for _, c := range w.pull.Comments() {
			texts["comment"] = c.Body
		}
		for name, text := range texts {
			for _, part := range []string{secret, "can\"ary", "ary&lt;", `ary\u003c`, "ary<", "*secret"} {
				if strings.Contains(text, part) {
					t.Errorf("%v: %s holds %q:\n%s", mode, name, part, text)
				}
			}
		}
		if r.exit != 15 || (len(mode) == 0 || mode[len(mode)-1] == "--json") && !json.Valid([]byte(r.stdout)) {
			t.Errorf("%v: exit %d, stdout %s", mode, r.exit, r.stdout)
		}
	}
}
