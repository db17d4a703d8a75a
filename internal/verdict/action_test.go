package verdict_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

func TestActionsOfBlockMode(t *testing.T) {
	other := "2222222222222222222222222222222222222222"
	status := func(state, description string) verdict.Action {
		return verdict.Action{Kind: verdict.SetStatus, Status: pr.CommitStatus{SHA: head,
			Context: "ai-review/assessment", State: state, Description: description}}
	}
	comment := func(id int64, m verdict.Marker) pr.Comment {
		return pr.Comment{ID: id, Body: m.String() + "\ntext"}
	}
	post := verdict.Action{Kind: verdict.PostComment}
	edit := func(id int64) verdict.Action { return verdict.Action{Kind: verdict.EditComment, CommentID: id} }
	for _, tc := range []struct {
		name     string
		reasons  []verdict.Reason
		comments []pr.Comment
		observe  bool
		local    bool
		unknown  bool
		want     []verdict.Action
	}{
		{"green comments and sets success", nil, nil, false, false, false,
			[]verdict.Action{post, status("success", "no relevant issue found")}},
		{"yellow is pending", []verdict.Reason{reason("change_kind", verdict.Yellow)}, nil, false, false, false,
			[]verdict.Action{post, status("pending", "human review required")}},
		{"orange is a warning", []verdict.Reason{reason("critical_path", verdict.Orange)}, nil, false, false, false,
			[]verdict.Action{post, status("warning", "AI findings; a developer approval after checking them unlocks the merge")}},
		{"red is a failure", []verdict.Reason{reason("open_questions", verdict.Red)}, nil, false, false, false,
			[]verdict.Action{post, status("failure", "a rule is violated; only a new commit that fixes it lifts this")}},
		{"error is an error", []verdict.Reason{verdict.Fault("read_failed", "x")}, nil, false, false, false,
			[]verdict.Action{post, status("error", "review not completed, human action needed")}},
		{"observe says so in the status", nil, nil, true, false, false,
			[]verdict.Action{post, status("success", "observe: no relevant issue found")}},
		{"a comment of this head is edited in place", nil,
			[]pr.Comment{comment(7, verdict.Marker{Head: other}), comment(8, verdict.Marker{Head: head})}, false, false, false,
			[]verdict.Action{edit(8), status("success", "no relevant issue found")}},
		{"a result takes the place of the error of an earlier run",
			nil, []pr.Comment{comment(8, verdict.Marker{Head: head, Failed: true})}, false, false, false,
			[]verdict.Action{post, {Kind: verdict.DeleteComment, CommentID: 8}, status("success", "no relevant issue found")}},
		{"a result with both kinds of comments edits its own and deletes the error",
			nil, []pr.Comment{comment(8, verdict.Marker{Head: head}), comment(9, verdict.Marker{Head: head, Failed: true})}, false, false, false,
			[]verdict.Action{edit(8), {Kind: verdict.DeleteComment, CommentID: 9}, status("success", "no relevant issue found")}},
		{"an error takes the place of a result that no run can take over", []verdict.Reason{verdict.Fault("budget", "x")},
			[]pr.Comment{comment(8, verdict.Marker{Head: head})}, false, false, false,
			[]verdict.Action{edit(8), status("error", "review not completed, human action needed")}},
		{"a second error of this head edits the first", []verdict.Reason{verdict.Fault("budget", "x")},
			[]pr.Comment{comment(8, verdict.Marker{Head: head}), comment(9, verdict.Marker{Head: head, Failed: true})}, false, false, false,
			[]verdict.Action{edit(9), status("error", "review not completed, human action needed")}},
		{"a superseded head writes nothing", []verdict.Reason{verdict.Fault("superseded", "x")}, nil, false, false, false, nil},
		{"a closed PR gets nothing", []verdict.Reason{verdict.Fault("pr_not_open", "x")}, nil, false, false, false, nil},
		{"an interrupted run writes nothing", []verdict.Reason{verdict.Fault("interrupted", "x")}, nil, false, false, false, nil},
		{"a bot that nobody can name sets the status only", nil, nil, false, false, true,
			[]verdict.Action{status("success", "no relevant issue found")}},
		{"the local mode writes nothing", nil, nil, false, true, false, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := giteaChange()
			c.Thread.Comments = tc.comments
			if tc.unknown {
				c.Thread.Bot = pr.User{}
			}
			if tc.local {
				c.Origin = pr.FromRange
			}
			d := verdict.Decide(verdict.Input{Change: c, Reasons: tc.reasons, Proof: verdict.ByModel,
				Gate: config.Gate{AssessmentContext: "ai-review/assessment", Observe: tc.observe}})
			if diff := cmp.Diff(tc.want, d.Actions); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestActionsBesideAResultThatStands(t *testing.T) {
	result, failure := pr.Comment{ID: 8, Body: verdict.Marker{Head: head}.String()}, pr.Comment{ID: 9, Body: verdict.Marker{Head: head, Failed: true}.String()}
	for _, tc := range []struct {
		name         string
		comments     []pr.Comment
		reasons      []verdict.Reason
		reused, keep bool
		want         string
	}{
		{"a rerun writes nothing but a status that is missing", []pr.Comment{result}, nil, true, true, "set status success unless"},
		{"a rerun removes the error of a run between", []pr.Comment{result, failure}, nil, true, true, "delete comment 9, set status success unless"},
		{"a failed run leaves the result alone", []pr.Comment{result}, []verdict.Reason{verdict.Fault("read_failed", "x")}, false, true,
			"post comment, set status error"},
		{"a second failed run edits the error", []pr.Comment{result, failure}, []verdict.Reason{verdict.Fault("read_failed", "x")}, false, true,
			"edit comment 9, set status error"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := giteaChange()
			c.Thread.Comments = tc.comments
			d := verdict.Decide(verdict.Input{Change: c, Reasons: tc.reasons, Proof: verdict.ByState, Reused: tc.reused, Keep: tc.keep})
			var got []string
			for _, a := range d.Actions {
				text := string(a.Kind)
				switch {
				case a.Kind == verdict.SetStatus:
					text += " " + a.Status.State
					if a.Unless {
						text += " unless"
					}
				case a.CommentID != 0:
					text += fmt.Sprintf(" %d", a.CommentID)
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, ", ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMarkerIsReadBackAndNothingElseIs(t *testing.T) {
	for _, m := range []verdict.Marker{{Head: head}, {Head: head, Failed: true}} {
		for _, tail := range []string{"", "\nrest", "\r\nrest"} {
			if got, ok := verdict.ParseMarker(m.String() + tail); !ok || got != m {
				t.Errorf("%s: got %v %v", m, got, ok)
			}
		}
	}
	for _, body := range []string{"", "<!-- werkrevisor: -->", "<!-- werkrevisor:" + head[1:] + " -->", " <!-- werkrevisor:" + head + " -->",
		"text\n<!-- werkrevisor:" + head + " -->", "<!-- werkrevisor:" + head + "-->", "<!-- werkrevisor:" + head + " --> x",
		"<!-- werkrevisor-error:<!-- werkrevisor:" + head + " -->"} {
		if m, ok := verdict.ParseMarker(body); ok {
			t.Errorf("%q was read as %v", body, m)
		}
	}
}
