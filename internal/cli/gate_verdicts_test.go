package cli_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// commits is a base commit and a change of it on the branch topic.
func commits(base, change map[string]string, deleted ...string) []fake.Commit {
	files := func(m map[string]string) map[string]fake.File {
		list := map[string]fake.File{}
		for name, data := range m {
			list[name] = fake.File{Data: data}
		}
		return list
	}
	if len(base) == 0 {
		base = map[string]string{"README.md": "# Demo\n"}
	}
	return []fake.Commit{
		{Branch: "main", Files: files(base)},
		{Branch: "topic", From: "main", Files: files(change), Delete: deleted},
	}
}

// findingAt is a finding on one line of src/a.go.
func findingAt(line, severity, quote string) string {
	return `{"file":"src/a.go","side":"new","start_line":` + line + `,"end_line":` + line + `,"quote":"` + quote +
		`","scenario":"x is 0","title":"Wrong result","body":"It divides by zero.","severity":"` + severity + `","confidence":0.9}`
}

func TestGateVerdicts(t *testing.T) {
	code := map[string]string{"src/a.go": "package a\n\nfunc A(x int) int {\n\treturn 1 / x\n}\n"}
	answer := func(files, findings, recommendation string) []fake.ModelAnswer {
		return []fake.ModelAnswer{{Text: fake.ReviewJSON(files, findings, recommendation)}}
	}
	for _, tc := range []struct {
		name    string
		base    map[string]string
		change  map[string]string
		script  []fake.ModelAnswer
		exit    int
		codes   string
		comment []string
	}{
		{"new code that the model finds safe is green", nil, code, nil, 0, "", []string{"Nothing to do"}},
		{"a change kind that is not listed is yellow", nil, map[string]string{"x.bin2": "data\n"}, nil, 10, "change_kind",
			[]string{"change kind 'mixed' (other files); AI-approvable are only: docs only, tests only, purely added"}},
		{"a critical path is orange and is still reviewed", nil, map[string]string{"src/auth/login.go": "package auth\n"}, nil, 15, "critical_path",
			[]string{"critical paths changed, review them deliberately: src/auth/login.go ([hard_orange] src/auth/"}},
		{"a DB schema is yellow", nil, map[string]string{"src/a.go": "package a\n", "db/x.sql": "select 1;\n"}, nil, 10, "db_schema change_kind",
			[]string{"DB schema changed: db/x.sql (built in)"}},
		{"a finding of high severity is orange", nil, code, answer(`"1"`, findingAt("4", "high", "return 1 / x"), "changes_required"), 15,
			"high_finding changes_required", []string{"1. **[high] Wrong result** at `src/a.go:4`", "> It divides by zero."}},
		{"a finding with an invented quote is shown as unverified and yellow", nil, code,
			answer(`"1"`, findingAt("4", "high", "launch the rockets"), "safe_to_merge"), 10, "minor_findings", []string{"unverified: the quoted line does not stand there"}},
		{"a model that does not confirm a file is yellow", nil, code, answer(``, ``, "safe_to_merge"), 10, "not_confirmed", []string{"src/a.go"}},
		{"a recommendation that nobody knows is yellow", nil, code, answer(`"1"`, ``, "ship_it"), 10, "unclear_answer", nil},
		{"an answer without JSON twice is an error", nil, code, []fake.ModelAnswer{{Text: "I cannot comply."}, {Text: "Sorry."}}, 30,
			"model_answer_invalid", []string{"there is no JSON object"}},
		{"an invalid answer and then a valid one is green", nil, code, []fake.ModelAnswer{{Text: "Well."}, {}}, 0, "", nil},
		{"a cut answer is an error", nil, code, []fake.ModelAnswer{{Finish: "length", Text: `{"files_reviewed":[`}}, 30, "model_answer_truncated",
			[]string{"[model] max_output_tokens = 4000"}},
		{"a refusal is an error", nil, code, []fake.ModelAnswer{{Finish: "content_filter"}}, 30, "model_refused", nil},
		{"another model's answer is an error", nil, code, []fake.ModelAnswer{{Model: "cheap/one"}}, 30, "model_error", nil},
		{"no credit is an error", nil, code, []fake.ModelAnswer{{Status: 402, Body: `{"error":{"code":402,"message":"CANARY body"}}`}}, 30, "budget", nil},
		{"a refused key is an error without the body", nil, code, []fake.ModelAnswer{{Status: 401, Body: `CANARY body`}}, 30, "model_error",
			[]string{"[model] api"}},
		{"a failure of the endpoint is tried again", nil, code, []fake.ModelAnswer{{Status: 503, Body: "CANARY", Header: map[string]string{"Retry-After": "0"}}, {}},
			0, "", nil},
		{"an error inside of a 200 is an error", nil, code,
			[]fake.ModelAnswer{{Body: `{"error":{"code":400,"message":"CANARY"}}`}}, 30, "model_error", nil},
		{"a redirect of the endpoint is not followed", nil, code,
			[]fake.ModelAnswer{{Status: 302, Header: map[string]string{"Location": "http://127.0.0.1:1/"}, Body: `{"choices":[]}`}}, 30, "model_error",
			[]string{"[model] base_url"}},
		{"an endpoint that refuses the schema is asked without it", nil, code,
			[]fake.ModelAnswer{{Status: 400, Body: `{"error":{"message":"CANARY"}}`}, {Status: 404, Body: `{}`}, {}}, 0, "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, commits(tc.base, tc.change), tc.script...)
			r := w.run()
			if r.exit != tc.exit || r.codes() != tc.codes {
				t.Errorf("exit %d, codes %q; want %d, %q\n%s", r.exit, r.codes(), tc.exit, tc.codes, r.stderr)
			}
			comments := w.pull.Comments()
			if len(comments) != 1 {
				t.Fatalf("%d comments", len(comments))
			}
			for _, want := range tc.comment {
				if !strings.Contains(comments[0].Body, want) {
					t.Errorf("the comment lacks %q:\n%s", want, comments[0].Body)
				}
			}
			if strings.Contains(r.stdout+r.stderr+comments[0].Body, "CANARY") {
				t.Error("a body of the endpoint was printed")
			}
		})
	}
}

func TestGateHeadMovesAndOtherReasonsToWriteNothing(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(w *world)
		code  string
	}{
		{"the head moved before the run", func(w *world) { w.push() }, "superseded"},
		{"the head moves while the change is read", func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7.diff", Times: 1, Before: w.push})
		}, "superseded"},
		{"the head moves directly before the first write", func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7", After: 2, Times: 1, Before: w.push})
		}, "superseded"},
		{"the PR was closed", func(w *world) { w.pull.SetState("author", "closed") }, "pr_not_open"},
		{"the base changes while the change is read", func(w *world) {
			w.gitea.Inject(fake.Fault{Method: "GET", Path: "/pulls/7", After: 1, Times: 1, Before: func() { _ = w.pull.Retarget("author", "other") }})
		}, "superseded"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := newWorld(t, append(docsChange,
				fake.Commit{Branch: "next", From: "topic", Files: map[string]fake.File{"docs/b.md": {Data: "# B\n"}}},
				fake.Commit{Branch: "other", From: "main", Files: map[string]fake.File{"c.txt": {Data: "c\n"}}}))
			tc.spoil(w)
			r := w.run()
			if r.exit != 30 || r.codes() != tc.code {
				t.Errorf("exit %d, codes %q, want %q\n%s", r.exit, r.codes(), tc.code, r.stderr)
			}
			if writes := w.gitea.Writes(); len(writes) > 0 {
				t.Errorf("something was written: %v", writes)
			}
		})
	}
}

// push moves the head of the PR to the branch next.
func (w *world) push() {
	if err := w.pull.Push("author", "next", false); err != nil {
		w.t.Error(err)
	}
}

func TestGateRerunEditsItsCommentInPlace(t *testing.T) {
	w := newWorld(t, docsChange)
	w.run()
	first := w.pull.Comments()
	r := w.run()
	second := w.pull.Comments()
	if r.exit != 0 || len(second) != 1 || second[0].ID != first[0].ID {
		t.Errorf("exit %d, comments %+v", r.exit, second)
	}
}

func TestGateLateFailureTurnsTheCommentIntoAnError(t *testing.T) {
	w := newWorld(t, docsChange)
	w.gitea.Inject(fake.Fault{Method: "POST", Path: "/statuses/…", Times: 1, Status: 500})
	r := w.run()
	if r.exit != 30 || r.codes() != "write_failed" {
		t.Errorf("exit %d, codes %q\n%s", r.exit, r.codes(), r.stderr)
	}
	comments := w.pull.Comments()
	if len(comments) != 1 || !strings.Contains(comments[0].Body, "## werkrevisor: ERROR") {
		t.Errorf("comments %+v", comments)
	}
}

func TestGateReadFailures(t *testing.T) {
	for _, tc := range []struct {
		path, code string
		status     int
	}{
		{"/pulls/7", "read_failed", 401},
		{"/pulls/7.diff", "read_failed", 500},
		{"/pulls/7/files", "read_failed", 502},
		{"/issues/7/comments", "read_failed", 403},
		{"/issues/7/timeline", "read_failed", 500},
		{"/raw/…", "read_failed", 500},
	} {
		t.Run(tc.path, func(t *testing.T) {
			w := newWorld(t, docsChange)
			w.gitea.Inject(fake.Fault{Method: "GET", Path: tc.path, Status: tc.status, Body: `{"message":"server words"}`})
			r := w.run()
			if r.exit != 30 || r.codes() != tc.code {
				t.Errorf("exit %d, codes %q, want %q\n%s", r.exit, r.codes(), tc.code, r.stderr)
			}
		})
	}
}
