package classify

import (
	"fmt"
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/pr"
)

func settings(t *testing.T, more string) config.Config {
	t.Helper()
	host := config.Local()
	start, end := strings.Index(host.TOML, "[classifier]"), strings.Index(host.TOML, "[gate]")
	host.TOML = host.TOML[:start] + `[classifier]
endpoint = "http://127.0.0.1/x"
model = "m"
input_price_usd_per_mtok = 1.0
max_state_chars = 4000
max_units = 10
timeout_seconds = 1
pr_doc_globs = ["doc/PR/*.md"]
min_confidence = 0.5
scenario_questions = [{ name = "s", type = "noul", instructions = "x", yellow_above = 0.5, red_above = 0.8 }]
section_questions = [{ name = "t", type = "noul", instructions = "x", yellow_above = 0.5, red_above = 0.8 }]
changeset_questions = [{ name = "c", type = "noul", instructions = "x", yellow_above = 0.5, red_above = 0.8 }]
file_questions = [{ name = "f", type = "noul", instructions = "x", globs = ["*.tf"], yellow_above = 0.5, red_above = 0.8 }]
confirm_questions = [{ name = "r", type = "noul", instructions = "x", yellow_above = 0.5, red_above = 0.8 }]
` + more + host.TOML[end:]
	cfg, err := config.Merge(host, nil)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// file is a changed file whose last line is new.
func file(path, old, head string) pr.File {
	f := pr.File{Path: path, OldPath: path, Status: pr.Modified, OldMode: pr.ModeFile, NewMode: pr.ModeFile, Added: 1,
		Old: pr.Text{State: pr.Read, Body: old}, New: pr.Text{State: pr.Read, Body: head}}
	n := strings.Count(head, "\n")
	f.Hunks = []pr.Hunk{{OldStart: n, NewStart: n, NewLines: 1, Lines: []pr.Line{{Op: pr.Add, New: n, Text: "last"}}}}
	return f
}

func TestUnitsOfAChange(t *testing.T) {
	sql := "--liquibase formatted sql\n--changeset a:1\nselect 1;\n"
	c := pr.Change{Files: []pr.File{
		file("main.tf", "", "resource \"x\" {}\n"),
		file("db/a.sql", sql, strings.Replace(sql, "select 1", "select 2", 1)+"--changeset a:2\ndrop table x;\n"),
		file("doc/PR/a.md", "", "## A\n\nText with password = \""+"Zk4"+"hunter77"+"\".\n\n### Feature: f\n\n#### Background\n\n- b\n\n#### Scenario#1.01: t\n\n- x\n"),
		file("doc/PR/TEMPLATE.md", "", "## A\n\nText.\n"),
		file("src/a.go", "", "package a\n"),
	}}
	cfg := settings(t, "")
	var got []string
	for _, u := range Units(c, cfg) {
		got = append(got, fmt.Sprintf("%s %s %s", u.Kind, u.Name(), u.ID))
		if strings.Contains(string(u.State), "Zk4"+"hunter77") {
			t.Errorf("a secret is in the state of %s", u.Name())
		}
	}
	want := "section doc/PR/a.md:1 , section doc/PR/a.md:5 , scenario doc/PR/a.md:11 1.01, changeset db/a.sql:2 a:1, changeset db/a.sql:4 a:2, file main.tf:1 "
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
	states := map[string]string{}
	for _, u := range Units(c, cfg) {
		states[u.Name()] = string(u.State)
	}
	for name, want := range map[string]string{
		"doc/PR/a.md:11": `{"path":"doc/PR/a.md","heading":"t","feature":"f","background":"- b","steps":"- x"}`,
		"db/a.sql:2":     `{"path":"db/a.sql","heading":"a:1","old":"--changeset a:1\nselect 1;\n","new":"--changeset a:1\nselect 2;\n"}`,
		"db/a.sql:4":     `{"path":"db/a.sql","heading":"a:2","new":"--changeset a:2\ndrop table x;\n"}`,
		"main.tf:1":      `{"path":"main.tf","text":"@@ -1,0 +1,1 @@\n+last\n","new":"resource \"x\" {}\n"}`,
	} {
		if states[name] != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, states[name], want)
		}
	}
}

func TestUnitsOfFindingsHaveTheCitedLines(t *testing.T) {
	var body strings.Builder
	for i := 1; i <= 100; i++ {
		fmt.Fprintf(&body, "line %d\n", i)
	}
	c := pr.Change{Files: []pr.File{file("a.go", "", body.String())}}
	list := []finding.Finding{
		{File: "a.go", Side: finding.New, Start: 50, End: 50, Title: "T", Body: "B", Severity: finding.High},
		{File: "a.go", Side: finding.New, Start: 50, End: 50, Severity: finding.Low},
		{File: "b.go", Side: finding.New, Start: 5, End: 5, Severity: finding.High, Unverified: "x"},
	}
	units, index := Findings(list, c, settings(t, ""))
	if len(units) != 1 || index[0] != 0 {
		t.Fatalf("%d units, index %v", len(units), index)
	}
	state := string(units[0].State)
	if !strings.Contains(state, `"heading":"T","text":"B","new":"40 | line 40\n`) || !strings.Contains(state, `60 | line 60\n"}`) {
		t.Error(state)
	}
}
