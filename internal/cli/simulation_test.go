package cli

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/fake"
)

func TestResultsComeInTheirOrderAndFewTasksRunAtATime(t *testing.T) {
	for _, parallel := range []int{0, 1, 3, 100} {
		var running, most atomic.Int32
		later := make([]chan struct{}, 50)
		for i := range later {
			later[i] = make(chan struct{})
		}
		var got, want []int
		inOrder(context.Background(), len(later), parallel, func(i int) int {
			now := running.Add(1)
			defer running.Add(-1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			if i%3 == 1 && i+1 < len(later) && parallel > 1 { // ends after the next one
				<-later[i+1]
			}
			close(later[i])
			return i
		}, func(i, result int) { got, want = append(got, result), append(want, i) })
		if diff := cmp.Diff(want, got); diff != "" || len(got) != len(later) || int(most.Load()) > max(1, parallel) {
			t.Errorf("parallel %d: %d results, %d at a time %s", parallel, len(got), most.Load(), diff)
		}
	}
}

func TestNoTaskBeginsAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var begun atomic.Int32
	taken := 0
	inOrder(ctx, 1000, 2, func(i int) int {
		if begun.Add(1); i == 10 {
			cancel()
		}
		return i
	}, func(int, int) { taken++ })
	if begun.Load() > 14 || int(begun.Load()) != taken {
		t.Errorf("%d tasks began, %d results", begun.Load(), taken)
	}
}

func TestTheProgressOfASimulationIsForATerminalOnly(t *testing.T) {
	for _, tc := range []struct {
		name     string
		terminal bool
		env      map[string]string
		shows    bool
	}{
		{"a terminal", true, nil, true},
		{"a file", false, nil, false},
		{"a terminal without colours", true, map[string]string{"NO_COLOR": "1"}, false},
		{"a dumb terminal", true, map[string]string{"TERM": "dumb"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out, errOut strings.Builder
			c := &command{version: "test", stdout: &out, stderr: &errOut, terminal: tc.terminal, env: func(name string) string { return tc.env[name] }}
			dir := t.TempDir()
			if _, err := fake.InitRepo(dir, fake.Commit{Branch: "main", Files: map[string]fake.File{"a": {Data: "1"}}}, fake.Commit{Branch: "main", Files: map[string]fake.File{"a": {Data: "2"}}}); err != nil {
				t.Fatal(err)
			}
			t.Chdir(dir)
			if exit := c.main([]string{"simulate", "--local", "--limit", "2", "--no-repo-config"}); exit != exitDone {
				t.Fatalf("exit %d\n%s", exit, errOut.String())
			}
			if shows := strings.Contains(errOut.String(), "… 1 of"); shows != tc.shows {
				t.Errorf("%q", errOut.String())
			}
			if end := errOut.String()[strings.LastIndex(errOut.String(), "werkrevisor test simulate"):]; strings.ContainsAny(end, "\r\x1b") {
				t.Errorf("behind the last line of progress: %q", end)
			}
		})
	}
}
