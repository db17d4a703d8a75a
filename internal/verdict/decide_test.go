package verdict_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

const head = "1111111111111111111111111111111111111111"

func giteaChange() pr.Change {
	return pr.Change{Origin: pr.FromGitea, Head: pr.Commit{SHA: head}, Thread: pr.Thread{Bot: pr.User{Login: "bot"}}}
}

func reason(code string, level verdict.Level) verdict.Reason {
	c, _ := verdict.FindCode(code)
	return verdict.Reason{Source: c.Source, Level: level, Code: code, Text: code}
}

func TestDecideTakesTheWorstReason(t *testing.T) {
	for _, tc := range []struct {
		name    string
		reasons []verdict.Reason
		proof   verdict.Proof
		want    verdict.Level
		exit    int
	}{
		{"no reason and a complete model review is green", nil, verdict.ByModel, verdict.Green, 0},
		{"no reason and only mechanical files is green", nil, verdict.ByMechanics, verdict.Green, 0},
		{"no reason without a proof is yellow", nil, verdict.NoProof, verdict.Yellow, 10},
		{"the worst of several decides", []verdict.Reason{reason("change_kind", verdict.Yellow),
			reason("too_many_lines", verdict.Orange), reason("minor_findings", verdict.Yellow)}, verdict.ByModel, verdict.Orange, 15},
		{"a rule can give red", []verdict.Reason{reason("open_questions", verdict.Red)}, verdict.ByModel, verdict.Red, 20},
		{"a model that says red is orange", []verdict.Reason{reason("high_finding", verdict.Red)}, verdict.ByModel, verdict.Orange, 15},
		{"a classifier that says red is orange", []verdict.Reason{reason("very_likely_risk", verdict.Red)}, verdict.ByModel, verdict.Orange, 15},
		{"a failure is error", []verdict.Reason{reason("open_questions", verdict.Red), verdict.Fault("read_failed", "x")}, verdict.ByModel, verdict.Error, 30},
		{"an unknown code is error", []verdict.Reason{{Source: verdict.Rule, Level: verdict.Yellow, Code: "nope"}}, verdict.ByModel, verdict.Error, 30},
		{"a reason of level green is error", []verdict.Reason{reason("change_kind", verdict.Green)}, verdict.ByModel, verdict.Error, 30},
		{"a code from the wrong source is error", []verdict.Reason{{Source: verdict.Model, Level: verdict.Yellow, Code: "open_questions"}},
			verdict.ByModel, verdict.Error, 30},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := verdict.Decide(verdict.Input{Change: giteaChange(), Reasons: tc.reasons, Proof: tc.proof})
			if d.Level != tc.want || d.Exit != tc.exit {
				t.Errorf("got %s exit %d, want %s exit %d", d.Level, d.Exit, tc.want, tc.exit)
			}
		})
	}
}

func TestReasonsAreSortedWorstFirstAndKeepTheirOrder(t *testing.T) {
	d := verdict.Decide(verdict.Input{Reasons: []verdict.Reason{
		reason("change_kind", verdict.Yellow), reason("too_many_files", verdict.Orange),
		reason("risky_path", verdict.Yellow), reason("open_questions", verdict.Red),
	}})
	var got []string
	for _, r := range d.Reasons {
		got = append(got, r.Code)
	}
	want := []string{"open_questions", "too_many_files", "change_kind", "risky_path"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestObserveExitsZeroForEveryVerdictButErrorAndAForeignBase(t *testing.T) {
	for _, tc := range []struct {
		code        string
		level       verdict.Level
		exit, would int
	}{
		{"change_kind", verdict.Yellow, 0, 10},
		{"too_many_lines", verdict.Orange, 0, 15},
		{"open_questions", verdict.Red, 0, 20},
		{"read_failed", verdict.Error, 30, 30},
		{"base_not_allowed", verdict.Yellow, 10, 10},
	} {
		d := verdict.Decide(verdict.Input{Reasons: []verdict.Reason{reason(tc.code, tc.level)}, Gate: config.Gate{Observe: true}})
		if d.Exit != tc.exit || d.WouldExit != tc.would {
			t.Errorf("%s: exit %d, would exit %d; want %d and %d", tc.code, d.Exit, d.WouldExit, tc.exit, tc.would)
		}
	}
}

// randomReasons draws reasons as any part of the program, also a mistaken one, could give them.
func randomReasons(r *rand.Rand) []verdict.Reason {
	list := make([]verdict.Reason, r.IntN(6))
	for i := range list {
		c := verdict.Codes[r.IntN(len(verdict.Codes))]
		list[i] = verdict.Reason{Source: c.Source, Level: verdict.Level(r.IntN(7) - 1), Code: c.Name}
		if r.IntN(8) == 0 {
			list[i].Source = verdict.Model
		}
	}
	return list
}

func TestPromiseAddingAReasonNeverImprovesAVerdict(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	proofs := []verdict.Proof{verdict.NoProof, verdict.ByModel, verdict.ByMechanics, verdict.ByJudgedDocs}
	for range 20000 {
		in := verdict.Input{Change: giteaChange(), Reasons: randomReasons(r), Proof: proofs[r.IntN(len(proofs))],
			Gate: config.Gate{Observe: r.IntN(4) == 0}}
		before := verdict.Decide(in)
		more := in
		more.Reasons = append(append([]verdict.Reason{}, in.Reasons...), randomReasons(r)...)
		after := verdict.Decide(more)
		if after.Level < before.Level || after.WouldExit < before.WouldExit {
			t.Fatalf("adding reasons to %v gave %s after %s", in.Reasons, after.Level, before.Level)
		}
		if len(in.Reasons) > 0 && before.Level == verdict.Green {
			t.Fatalf("green with the reasons %v", in.Reasons)
		}
		if before.Level == verdict.Green && in.Proof == verdict.NoProof {
			t.Fatal("green without a proof")
		}
	}
}

func TestPromiseNoReasonIsWorseThanTheCapOfItsSource(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		for _, reason := range verdict.Decide(verdict.Input{Reasons: randomReasons(r)}).Reasons {
			if reason.Level > verdict.Cap[reason.Source] {
				t.Fatalf("%+v is above the cap", reason)
			}
		}
	}
}

func TestEveryCodeIsListedOnceWithALevelItsSourceCanHave(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range verdict.Codes {
		if seen[c.Name] {
			t.Errorf("%s is listed twice", c.Name)
		}
		seen[c.Name] = true
		if c.Worst <= verdict.Green || (c.Worst > verdict.Cap[c.Source] && c.Source != verdict.Classifier) {
			t.Errorf("%s: level %s", c.Name, c.Worst)
		}
	}
	for _, silent := range verdict.Silent {
		if !seen[silent] {
			t.Errorf("%s is no code", silent)
		}
	}
}
