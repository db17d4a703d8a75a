package main

import (
	"fmt"
	"maps"

	"werkrevisor/internal/fake"
)

// scene is one pull request and what happens to it.
type scene struct {
	name, title, story string
	pr                 string            // title of the pull request
	base, change       map[string]string // files before, and those that the PR writes
	answers            []fake.ModelAnswer
	steps              []step
	reviewer           bool              // the bot reviews, and merges what is finished
	deep               func(*fake.Model) // plays the stages of a deep review; nil: the single prompt
}

// step is one run of the gate.
type step struct {
	text        string
	before      func(*stage) // what happens first
	exit, calls int          // how it must end
	quiet       bool         // the server looks as after the step before
}

func (s scene) commits() []fake.Commit {
	files := func(list map[string]string) map[string]fake.File {
		out := map[string]fake.File{}
		for name, data := range list {
			out[name] = fake.File{Data: data}
		}
		return out
	}
	base := maps.Clone(project)
	maps.Copy(base, s.base)
	return []fake.Commit{{Branch: "main", Files: files(base)}, {Branch: "topic", From: "main", Files: files(s.change)}}
}

// project is the repository of every scene.
var project = map[string]string{
	"README.md":         "# Demo\n\nA small shop.\n",
	"src/price.go":      "package shop\n\n// Price is the price of n things in cents.\nfunc Price(n, each int) int {\n\treturn n * each\n}\n",
	"src/price_test.go": "package shop\n\nimport \"testing\"\n\nfunc TestPrice(t *testing.T) {\n\tif Price(2, 3) != 6 {\n\t\tt.Fail()\n\t}\n}\n",
	"src/auth/login.go": "package auth\n\n// Allowed says who may buy.\nfunc Allowed(user string) bool {\n\treturn user != \"\"\n}\n",
}

// discount divides by a number that may be zero.
var discount = map[string]string{
	"src/price.go": "package shop\n\n// Price is the price of n things in cents.\nfunc Price(n, each int) int {\n\treturn n * each\n}\n\n" +
		"// PerHead splits a price.\nfunc PerHead(price, heads int) int {\n\treturn price / heads\n}\n",
}

func finding(file string, line int, quote, title, body, severity string) string {
	return fmt.Sprintf(`{"file":%q,"side":"new","start_line":%d,"end_line":%d,"quote":%q,"scenario":"heads = 0 → panic",`+
		`"title":%q,"body":%q,"severity":%q,"confidence":0.9}`, file, line, line, quote, title, body, severity)
}

var scenes = []scene{
	{name: "green", title: "a small fix passes on its own", pr: "Fix a typo",
		story:  "The PR changes one line of a document.\nEvery rule holds, the model confirms the file and finds nothing.",
		change: map[string]string{"README.md": "# Demo\n\nA small shop for books.\n"},
		steps: []step{{text: "the CI server starts the gate", exit: 0, calls: 1},
			{text: "the same commit once more: the result is taken over, nothing is asked and nothing is written", exit: 0, quiet: true}}},

	{name: "mechanical", title: "a change of blanks needs no model", pr: "Reformat",
		story:  "Only the indentation of a file changes. The rules prove it line by line.",
		change: map[string]string{"src/price.go": "package shop\n\n// Price is the price of n things in cents.\nfunc Price(n, each int) int {\n\t\treturn n * each\n}\n"},
		steps:  []step{{text: "the CI server starts the gate", exit: 0}}},

	{name: "yellow", title: "a key stays in the house", pr: "Add the mail server",
		story:  "An added line holds a password. No model gets the diff, and a human must look.",
		change: map[string]string{"src/mail.go": "package shop\n\nconst mailPassword = \"Zk4" + "-hunter77\"\n"},
		steps:  []step{{text: "the CI server starts the gate", exit: 10}}},

	{name: "orange", title: "a finding, and a human who decides", pr: "Split prices",
		story:  "The code divides by a number that may be zero, and the model says so. ORANGE holds the merge until a human has looked.",
		change: discount,
		answers: []fake.ModelAnswer{{Text: fake.ReviewJSON(`"1"`, finding("src/price.go", 10, "return price / heads", "Division by zero",
			"PerHead panics if heads is 0; nothing checks it before.", "high"), "changes_required")}},
		steps: []step{{text: "the CI server starts the gate", exit: 15, calls: 1},
			{text: "ann approves exactly this commit, and the gate runs again", exit: 0, quiet: true, before: func(st *stage) {
				st.pull.Review("ann", "APPROVED", st.pull.HeadSHA(), 0)
			}}}},

	{name: "critical", title: "a lying model changes nothing", pr: "Simplify the login",
		story:   "The change lets everybody in. The model says that it is safe, but the path is critical, so a developer must look.",
		change:  map[string]string{"src/auth/login.go": "package auth\n\n// Allowed says who may buy.\nfunc Allowed(string) bool {\n\treturn true\n}\n"},
		answers: []fake.ModelAnswer{{Text: fake.ReviewJSON(`"1"`, "", "safe_to_merge")}},
		steps:   []step{{text: "the CI server starts the gate", exit: 15, calls: 1}}},

	{name: "red", title: "an open question stops the merge", pr: "Plan the export",
		story:  "The PR document asks a question that nobody answered. No approval lifts RED.",
		change: map[string]string{"docs/prs/2026-11-30-export.md": "# Export\n\n## Open Questions\n\n- [ ] Who may export the prices?\n"},
		steps:  []step{{text: "the CI server starts the gate", exit: 20}}},

	{name: "reviewer", title: "the bot as a reviewer", pr: "Split prices", reviewer: true,
		story:  "In approval mode the server holds the change until somebody approves it. The PR is marked as finished, and it is ORANGE:\nthe bot asks ann, lets the gate pass, and schedules the merge for the moment of her approval.",
		change: discount,
		answers: []fake.ModelAnswer{{Text: fake.ReviewJSON(`"1"`, finding("src/price.go", 10, "return price / heads", "Division by zero",
			"PerHead panics if heads is 0; nothing checks it before.", "high"), "safe_to_merge")}},
		steps: []step{{text: "the CI server starts the gate", exit: 0, calls: 1}}},

	{name: "deep", title: "many reviewers, verified findings", pr: "Split prices",
		story: "With [engine] review = \"deep\" each area of the change has a reviewer of its own, who reads the code around it with tools.\n" +
			"Two findings come back. A fresh context verifies them: one holds, the other is refuted with a line that code finds at the head.",
		change: splitting, deep: playDeep,
		steps: []step{{text: "the CI server starts the gate", exit: 15, calls: 7}}},

	{name: "error", title: "a failure is never GREEN", pr: "Fix a typo",
		story:   "The account of the model has no credit left. When it has, the gate runs again and completes what is missing.",
		change:  map[string]string{"README.md": "# Demo\n\nA small shop for books.\n"},
		answers: []fake.ModelAnswer{{Status: 402, Body: `{"error":{"code":402,"message":"Insufficient credits"}}`}},
		steps: []step{{text: "the CI server starts the gate", exit: 30, calls: 1},
			{text: "the operator adds credit and starts the gate again", exit: 0, calls: 1}}},
}
