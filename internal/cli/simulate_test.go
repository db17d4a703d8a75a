package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
	"werkrevisor/internal/simulate"
)

// gitIn runs git in a folder as a user would, and returns what it prints.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// past is a fake Gitea with merged PRs on main of org/demo.
type past struct {
	*world
	repo *fake.Repo
	dir  string
	at   time.Time // of the next merge
}

var pastStart = fake.Commit{Branch: "main", Files: map[string]fake.File{
	"docs/a.md": {Data: "# A\n\nOne line.\n"}, "src/main.go": {Data: "package main\n\nfunc main() {}\n"},
}}

func newPast(t *testing.T) *past {
	t.Helper()
	dir := t.TempDir()
	if _, err := fake.InitRepo(dir, pastStart, fake.Commit{Branch: "topic", From: "main", Files: map[string]fake.File{"z": {Data: "z\n"}}}); err != nil {
		t.Fatal(err)
	}
	w := worldOf(t, dir) // its PR 7 is open, and so none of the merged ones
	return &past{world: w, repo: w.pull.Repo(), dir: dir, at: time.Now().AddDate(0, 0, -80)}
}

// merged makes a PR of these files and merges it with a merge commit, an hour after the one before.
func (p *past) merged(number int, files map[string]fake.File) *fake.Pull {
	p.t.Helper()
	branch := fmt.Sprintf("pr-%d", number)
	if _, err := fake.AddCommits(p.dir, fake.Commit{Branch: branch, From: "main", Files: files}); err != nil {
		p.t.Fatal(err)
	}
	pull, err := p.repo.AddPull(fake.NewPull{Number: number, Title: "A change", Author: "author", Base: "main", Head: branch})
	if err != nil {
		p.t.Fatal(err)
	}
	tree := gitIn(p.t, p.dir, "rev-parse", branch+"^{tree}")
	commit := gitIn(p.t, p.dir, "commit-tree", "-p", "main", "-p", branch, "-m", "merge", tree)
	gitIn(p.t, p.dir, "update-ref", "refs/heads/main", commit)
	p.at = p.at.Add(time.Hour)
	pull.MergedAs("human", commit, p.at)
	return pull
}

func (p *past) simulate(args ...string) (result, simulate.Report) {
	p.t.Helper()
	r := p.run(append([]string{"simulate", "--json"}, args...)...)
	var report simulate.Report
	if r.stdout != "" {
		if err := json.Unmarshal([]byte(r.stdout), &report); err != nil {
			p.t.Fatalf("%v\n%s", err, r.stdout)
		}
	}
	if writes := p.gitea.Writes(); len(writes) > 0 {
		p.t.Errorf("it wrote: %v", writes)
	}
	if len(p.model.Calls()) > 0 {
		p.t.Error("it asked the model")
	}
	return r, report
}

// ifSafe counts the verdicts had the model always said "safe", e.g. "GREEN 2 YELLOW 1".
func ifSafe(c simulate.ConfigReport) string {
	var words []string
	for _, v := range c.Verdicts {
		if v.IfSafe > 0 {
			words = append(words, fmt.Sprintf("%s %d", v.Verdict, v.IfSafe))
		}
	}
	return strings.Join(words, " ")
}

func text(data string) map[string]fake.File { return map[string]fake.File{"docs/a.md": {Data: data}} }

func TestMergedPRsAreJudgedByTheRulesAlone(t *testing.T) {
	p := newPast(t)
	p.merged(11, text("# A\n\nAnother line.\n"))
	p.merged(12, map[string]fake.File{"go.mod": {Data: "module demo\n"}})
	p.merged(13, map[string]fake.File{"src/auth/a.go": {Data: "package auth\n"}})
	closed, err := p.repo.AddPull(fake.NewPull{Number: 14, Title: "Refused", Author: "author", Base: "main", Head: "topic"})
	if err != nil {
		t.Fatal(err)
	}
	closed.SetState("human", "closed")
	r, report := p.simulate("org/demo")
	if r.exit != 0 || report.Changes != 3 || report.Configs[0].Read != 3 || ifSafe(report.Configs[0]) != "GREEN 1 YELLOW 1 ORANGE 1" {
		t.Fatalf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	var codes []string
	for _, row := range report.Configs[0].Reasons {
		codes = append(codes, row.Code+" "+strings.Join(row.Examples, " "))
	}
	if got := strings.Join(codes, ", "); !strings.Contains(got, "critical_path #13") || !strings.Contains(got, "risky_path #12") {
		t.Errorf("reasons %s", got)
	}
	if !strings.Contains(r.stderr, "3 of 3 changes read in") || strings.Contains(r.stderr, "\r") {
		t.Errorf("log %q", r.stderr)
	}
}

func TestThePolicyIsTheOneThatTheMergeMet(t *testing.T) {
	p := newPast(t)
	strict := "[hard_orange]\npaths = [\"docs/**\", \"lib/**\"]\n"
	late := p.merged
	// The branch of PR 12 begins before the policy comes with PR 11, and PR 13 itself takes the policy away.
	if _, err := fake.AddCommits(p.dir, fake.Commit{Branch: "pr-12", From: "main", Files: map[string]fake.File{"lib/a.go": {Data: "package lib\n"}}}); err != nil {
		t.Fatal(err)
	}
	late(11, map[string]fake.File{".werkrevisor.toml": {Data: strict}})
	pull, err := p.repo.AddPull(fake.NewPull{Number: 12, Title: "Old branch", Author: "author", Base: "main", Head: "pr-12"})
	if err != nil {
		t.Fatal(err)
	}
	commit := gitIn(t, p.dir, "commit-tree", "-p", "main", "-p", "pr-12", "-m", "merge", gitIn(t, p.dir, "merge-tree", "--write-tree", "main", "pr-12"))
	gitIn(t, p.dir, "update-ref", "refs/heads/main", commit)
	pull.MergedAs("human", commit, p.at.Add(time.Minute))
	late(13, map[string]fake.File{".werkrevisor.toml": {Data: "[hard_orange]\npaths = []\n"}, "lib/b.go": {Data: "package lib\n"}})
	_, report := p.simulate("org/demo")
	found := ""
	for _, row := range report.Configs[0].Reasons {
		if row.Code == "critical_path" {
			found = strings.Join(row.Examples, " ")
		}
	}
	if found != "#13 #12" {
		t.Errorf("critical_path in %q; failures %v", found, report.Configs[0].Failures)
	}
	// A squash commit does not name the head: then the policy is that of the merge base.
	squash := gitIn(t, p.dir, "commit-tree", "-p", "main", "-m", "squash", "main^{tree}")
	pull.MergedAs("human", squash, p.at.Add(time.Minute))
	_, report = p.simulate("org/demo")
	for _, row := range report.Configs[0].Reasons {
		if row.Code == "critical_path" && strings.Join(row.Examples, " ") != "#13" {
			t.Errorf("after a squash: %v", row)
		}
	}
}

func TestEveryPageOfTheListIsReadAndTheTimeCounts(t *testing.T) {
	p := newPast(t)
	for i := range 53 {
		p.merged(100+i, text(fmt.Sprintf("# A\n\nLine %d.\n", i)))
	}
	p.at = time.Now().AddDate(0, 0, -200)
	p.merged(300, text("# A\n\nLong ago.\n"))
	for _, tc := range []struct {
		name  string
		args  []string
		count int
	}{
		{"all of 90 days", nil, 53},
		{"a limit takes the newest", []string{"--limit", "2"}, 2},
		{"days", []string{"--since", "210d"}, 54},
		{"weeks", []string{"--since", "1w"}, 0},
		{"a date", []string{"--since", time.Now().AddDate(0, 0, -79).UTC().Format(time.DateOnly)}, -1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.count > 2 { // reading all of them is the matter of the other tests
				p.gitea.Inject(fake.Fault{Path: "/pulls/*", Status: 503})
				defer p.gitea.Heal()
			}
			r, report := p.simulate(append([]string{"org/demo"}, tc.args...)...)
			if tc.count >= 0 && report.Changes != tc.count || tc.count < 0 && (report.Changes == 0 || report.Changes >= 53) {
				t.Errorf("%d changes, exit %d\n%s", report.Changes, r.exit, r.stderr)
			}
			if tc.count == 2 && report.Configs[0].Read != 2 {
				t.Errorf("%+v", report.Configs[0])
			}
		})
	}
}

func TestAPRThatCannotBeReadIsCounted(t *testing.T) {
	p := newPast(t)
	p.merged(11, text("# A\n\nOne.\n"))
	p.merged(12, text("# A\n\nTwo.\n"))
	p.merged(13, map[string]fake.File{".werkrevisor.toml": {Data: "[size]\nnonsense = 1\n"}})
	p.merged(14, text("# A\n\nThree.\n"))
	p.gitea.Inject(fake.Fault{Path: "/pulls/12.diff", Status: 404, Body: `{"message":"secret-body"}`}) // the head is gone
	r, report := p.simulate("org/demo")
	if r.exit != 0 || report.Configs[0].Read != 2 {
		t.Fatalf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	want := []string{"config_invalid #14", "read_failed #12"}
	var got []string
	for _, f := range report.Configs[0].Failures {
		got = append(got, f.Cause+" "+strings.Join(f.Examples, " "))
		if f.Why == "" || strings.Contains(f.Why, "nonsense") {
			t.Errorf("failure %+v", f)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	p.gitea.Heal()
	p.gitea.Inject(fake.Fault{Path: "/pulls/*", Status: 500})
	if r, report := p.simulate("org/demo"); r.exit != 1 || report.Configs[0].Read != 0 {
		t.Errorf("nothing could be read, exit %d", r.exit)
	}
	p.gitea.Heal()
	p.gitea.Inject(fake.Fault{Path: "/pulls", Status: 401, Body: `{"message":"secret-body"}`})
	if r, _ := p.simulate("org/demo"); r.exit != 1 || r.stdout != "" || !strings.Contains(r.stderr, "list the merged PRs of org/demo") {
		t.Errorf("no list, exit %d\n%s", r.exit, r.stderr)
	}
}

func TestAPRThatTakesTooLongIsCounted(t *testing.T) {
	p := newPast(t)
	p.merged(11, text("# A\n\nOne.\n"))
	never := make(chan struct{})
	defer close(never)
	p.gitea.Inject(fake.Fault{Path: "/pulls/11.diff", Wait: never})
	var out, errOut strings.Builder
	exit := cli.Call{Env: environment(), Stdout: &out, Stderr: &errOut, Limits: cli.Limits{Change: 200 * time.Millisecond}}.Main("simulate", "org/demo")
	if exit != 1 || !strings.Contains(out.String(), "timed_out") {
		t.Errorf("exit %d\n%s%s", exit, out.String(), errOut.String())
	}
}

func TestASignalPrintsWhatIsKnown(t *testing.T) {
	p := newPast(t)
	for i := range 8 {
		p.merged(11+i, text(fmt.Sprintf("# A\n\nLine %d.\n", i)))
	}
	never := make(chan struct{}) // the request ends with the signal, not before
	defer close(never)
	p.gitea.Inject(fake.Fault{Path: "/pulls/13.diff", Times: 1, Wait: never, Before: func() { // the newest is 18
		if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
			t.Error(err)
		}
	}})
	r, report := p.simulate("org/demo")
	if r.exit != 0 || !report.Interrupted || report.Seen == 0 || report.Seen == 8 || report.Configs[0].Read != report.Seen || len(report.Configs[0].Failures) > 0 ||
		!strings.Contains(r.stderr, fmt.Sprintf("interrupted after %d of 8 changes", report.Seen)) {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

func TestAPRThatWasNeverMarkedAsReadyIsNoGreenOne(t *testing.T) {
	p := newPast(t)
	p.merged(11, text("# A\n\nOne.\n"))
	ready := p.merged(12, text("# A\n\nTwo.\n"))
	ready.SetTitle("author", "WIP: A change")
	ready.SetTitle("author", "A change")
	t.Setenv("WERKREVISOR_CONFIG_TOML", hostConfig(t, "http://127.0.0.1:1")+"require_wip_transition = true\n")
	if r, report := p.simulate("org/demo"); ifSafe(report.Configs[0]) != "GREEN 1 ERROR 1" || report.Configs[0].Reasons[0].Code != "not_marked_ready" {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
}

func TestTwoConfigurationsAreCompared(t *testing.T) {
	p := newPast(t)
	p.merged(11, text("# A\n\nOne.\n"))
	p.merged(12, map[string]fake.File{"go.mod": {Data: "module demo\n\ngo 1.26\n"}})
	host := hostConfig(t, "http://127.0.0.1:1")
	for name, toml := range map[string]string{"a.toml": host, "b.toml": strings.Replace(host, `["docs_only", `, `[`, 1)} {
		if err := os.WriteFile(name, []byte(toml), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, report := p.simulate("org/demo", "--config", "a.toml", "--config", "b.toml")
	want := []simulate.MoveRow{{From: "GREEN", To: "YELLOW", Changes: 1, Examples: []string{"#11"}}, {From: "YELLOW", To: "YELLOW", Changes: 1, Examples: []string{"#12"}}}
	if diff := cmp.Diff(want, report.MovesIfSafe); diff != "" || r.exit != 0 {
		t.Errorf("exit %d %s\n%s", r.exit, diff, r.stderr)
	}
	text := p.run("simulate", p.gitea.URL+"/org/demo", "--config", "a.toml", "--config", "b.toml").stdout
	if !strings.Contains(text, "From a.toml to b.toml, if the model always said \"safe\": 1 with another verdict, 1 with the same") {
		t.Error(text)
	}
}

func TestWrongUsesOfSimulate(t *testing.T) {
	p := newPast(t)
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"no repository name", []string{"demo"}, "names no repository"},
		{"three parts", []string{"a/b/c"}, "names no repository"},
		{"another server", []string{"https://git.example.org/org/demo"}, "not on the server"},
		{"the URL of a PR", []string{p.gitea.URL + "/org/demo/pulls/7"}, "the URL of a repository"},
		{"both names", []string{"org/demo", "--repo", p.gitea.URL + "/org/demo"}, "both name a repository"},
		{"a time that is none", []string{"org/demo", "--since", "soon"}, "--since is no time"},
		{"a negative time", []string{"org/demo", "--since", "-3d"}, "--since is no time"},
		{"no changes at all", []string{"org/demo", "--limit", "0"}, "--limit must be"},
		{"three configs", []string{"org/demo", "--config", "a", "--config", "b", "--config", "c"}, "at most two"},
		{"a config that is not there", []string{"org/demo", "--config", "none.toml"}, "none.toml cannot be opened"},
		{"two ways of the repository's config", []string{"org/demo", "--repo-config", "a", "--no-repo-config"}, "exclude each other"},
		{"a time of commits", []string{"--local", "--since", "3d"}, "belong to the PRs of a server"},
		{"two arguments", []string{"a/b", "c/d"}, "at most one is expected"},
		{"an unknown option", []string{"--with-model"}, "unknown option --with-model"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := p.run(append([]string{"simulate"}, tc.args...)...)
			if r.exit != 2 || r.stdout != "" || !strings.Contains(r.stderr, tc.want) {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
		})
	}
	if len(p.gitea.Requests()) > 0 {
		t.Errorf("requests %v", p.gitea.Requests())
	}
	if r := p.run("simulate", "--help"); r.exit != 0 || !strings.HasPrefix(r.stdout, "Usage:\n  werkrevisor simulate OWNER/REPO") {
		t.Errorf("help: exit %d\n%s", r.exit, r.stdout)
	}
}

// pastCheckout is a checkout whose main has a document, a merged branch and a risky path.
func pastCheckout(t *testing.T) {
	t.Helper()
	checkout(t, docsChange)
	gitIn(t, ".", "checkout", "-q", "main")
	gitIn(t, ".", "merge", "-q", "--no-ff", "-m", "merge topic", "topic")
	if err := os.WriteFile("go.mod", []byte("module demo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	gitIn(t, ".", "add", "-A")
	gitIn(t, ".", "commit", "-q", "-m", "module")
	gitIn(t, ".", "update-ref", "refs/remotes/origin/main", "main")
	if err := os.WriteFile("../"+"host.toml", []byte(hostConfig(t, "http://127.0.0.1:1")), 0o644); err != nil {
		t.Fatal(err)
	}
}

func simulateLocal(t *testing.T, args ...string) (exit int, report simulate.Report, stderr string) {
	t.Helper()
	var out, errOut strings.Builder
	exit = cli.Main("test", append([]string{"simulate", "--local", "--json"}, args...), strings.NewReader(""), &out, &errOut)
	if out.Len() > 0 {
		if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
			t.Fatal(err)
		}
	}
	return exit, report, errOut.String()
}

func TestCommitsOfTheCheckoutAreSimulated(t *testing.T) {
	pastCheckout(t)
	exit, report, stderr := simulateLocal(t, "--config", "../host.toml")
	c := report.Configs[0]
	if exit != 0 || report.Changes != 3 || c.Read != 2 || ifSafe(c) != "GREEN 1 YELLOW 1" || len(c.Failures) != 1 || c.Failures[0].Cause != "root_commit" {
		t.Errorf("exit %d, %+v\n%s", exit, report, stderr)
	}
	exit, report, _ = simulateLocal(t, "HEAD~1..HEAD", "--config", "../host.toml")
	if exit != 0 || report.Changes != 1 || ifSafe(report.Configs[0]) != "YELLOW 1" {
		t.Errorf("exit %d, %+v", exit, report)
	}
	if exit, report, _ = simulateLocal(t, "--limit", "1", "--config", "../host.toml"); exit != 0 || report.Changes != 1 {
		t.Errorf("exit %d, %+v", exit, report)
	}
	if exit, _, stderr = simulateLocal(t, "nothing..HEAD"); exit != 1 || !strings.Contains(stderr, `find the commit "nothing"`) {
		t.Errorf("exit %d\n%s", exit, stderr)
	}
	if exit, _, _ = simulateLocal(t, "HEAD..HEAD"); exit != 1 {
		t.Errorf("an empty range: exit %d", exit)
	}
}

func TestTheRepositoryConfigOfASimulation(t *testing.T) {
	pastCheckout(t)
	if err := os.WriteFile("../repo.toml", []byte("[hard_orange]\npaths = [\"go.mod\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, report, stderr := simulateLocal(t, "--config", "../host.toml", "--repo-config", "../repo.toml"); ifSafe(report.Configs[0]) != "GREEN 1 ORANGE 1" {
		t.Errorf("%+v\n%s", report, stderr)
	}
	if err := os.WriteFile(".werkrevisor.toml", []byte("[size]\nnonsense = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	gitIn(t, ".", "add", "-A")
	gitIn(t, ".", "commit", "-q", "-m", "a broken policy")
	gitIn(t, ".", "commit", "-q", "--allow-empty", "-m", "a victim of it")
	failed := func(args ...string) int {
		_, report, _ := simulateLocal(t, append([]string{"HEAD~1..HEAD", "--config", "../host.toml"}, args...)...)
		return len(report.Configs[0].Failures)
	}
	if with, without := failed(), failed("--no-repo-config"); with != 1 || without != 0 {
		t.Errorf("%d failures with the broken policy, %d without", with, without)
	}
}
