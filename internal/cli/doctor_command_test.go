package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"werkrevisor/internal/protection"
)

// newDoctor is a set-up without a fault: approval mode, a protected base, squash only, a reviewer.
func newDoctor(t *testing.T) *world {
	t.Helper()
	w := newAdmin(t)
	w.gitea.AddUser("ann", true)
	w.pull.Repo().MergeStyles("squash")
	w.host("yellow_gate = \"approval\"\nhuman_reviewers = [\"mi\"]\nbot_login = \"bot\"")
	spoil(t, w, "")
	t.Setenv("DOCKER_HOST", "")
	t.Setenv("HOME", t.TempDir())
	return w
}

// host replaces the section [gate] of the host configuration.
func (w *world) host(gate string) {
	w.t.Helper()
	text, _, _ := strings.Cut(os.Getenv("WERKREVISOR_CONFIG_TOML"), "[gate]")
	w.t.Setenv("WERKREVISOR_CONFIG_TOML", text+"[gate]\n"+gate+"\n")
}

// examine runs the command; no token may be in the output, and nothing may be written.
func (w *world) examine(args ...string) result {
	w.t.Helper()
	r := w.protectless(args...)
	if writes := w.gitea.Writes(); len(writes) > 0 {
		w.t.Errorf("doctor wrote: %v", writes)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		w.t.Errorf("doctor left files: %v %v", entries, err)
	}
	lines := regexp.MustCompile(`^(?:(?:PASS|WARN|FAIL) [a-z_-]+: [^\n]+\n)*$`)
	if r.exit != 2 && !lines.MatchString(r.stdout) {
		w.t.Errorf("a line has another form:\n%s", r.stdout)
	}
	if strings.Contains(r.stdout, "FAIL ") != (r.exit == 1) && r.exit != 2 {
		w.t.Errorf("exit %d:\n%s", r.exit, r.stdout)
	}
	return r
}

func (w *world) protectless(args ...string) result {
	w.t.Helper()
	r := w.run(append([]string{"doctor"}, args...)...)
	for _, name := range []string{"GITEA_ADMIN_TOKEN", "WERKREVISOR_STATE_KEY"} {
		if value := os.Getenv(name); value != "" && strings.Contains(r.stdout+r.stderr, value) {
			w.t.Errorf("%s is in the output:\n%s%s", name, r.stdout, r.stderr)
		}
	}
	return r
}

// line is the line of a check, or "".
func (r result) line(name string) string {
	for line := range strings.SplitSeq(r.stdout, "\n") {
		if _, rest, _ := strings.Cut(line, " "); strings.HasPrefix(rest, name+": ") {
			return line
		}
	}
	return ""
}

// machineChecks depend on the machine that runs the tests, and on the environment of a build.
var machineChecks = regexp.MustCompile(`(?m)^[A-Z]+ (?:admin-token|ca-roots|docker-socket|unix-user|home|output-folder): .*\n`)

func TestDoctorOfASetUpWithoutAFault(t *testing.T) {
	w := newDoctor(t)
	r := w.examine()
	rest := machineChecks.ReplaceAllString(r.stdout, "")
	if strings.Contains(rest, "FAIL ") || strings.Contains(rest, "WARN ") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	for _, field := range protection.Fields(protection.Approval) {
		if !strings.HasPrefix(r.line(field.Name), "PASS "+field.Name+": main: is ") {
			t.Errorf("no line of %s: %q", field.Name, r.line(field.Name))
		}
	}
	t.Log(r.stdout, r.stderr)
}

func TestEveryFieldOfTheTableThatIsWrongIsNamed(t *testing.T) {
	for _, field := range protection.Fields(protection.Approval) {
		t.Run(field.Name, func(t *testing.T) {
			w := newDoctor(t)
			spoil(t, w, field.Name)
			r := w.examine()
			want := "FAIL "
			if field.Name == "approvals_whitelist_teams" {
				want = "WARN "
			}
			if line := r.line(field.Name); !strings.HasPrefix(line, want) || !strings.Contains(line, "is ") || !strings.Contains(line, "should ") {
				t.Errorf("%q\n%s", line, r.stdout)
			}
			for _, other := range protection.Fields(protection.Approval) {
				if line := r.line(other.Name); other.Name != field.Name && !strings.HasPrefix(line, "PASS ") {
					t.Errorf("also %q", line)
				}
			}
			// The call that doctor prints mends it.
			_, call, ok := strings.Cut(r.line("branch-protection"), "run: werkrevisor branch-protection ")
			if !ok {
				t.Fatalf("no call: %q", r.line("branch-protection"))
			}
			if r := w.protect(append([]string{"--save", filepath.Join(t.TempDir(), "old.json")}, strings.Fields(call)...)...); r.exit != 0 {
				t.Fatalf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
			if line := w.protectless().line(field.Name); !strings.HasPrefix(line, "PASS ") {
				t.Errorf("not mended: %q", line)
			}
		})
	}
}

func TestWithTheBotsTokenDoctorSaysWhatItCannotSee(t *testing.T) {
	w := newDoctor(t)
	t.Setenv("GITEA_ADMIN_TOKEN", "")
	spoil(t, w, "enable_status_check")
	r := w.examine()
	for name, want := range map[string]string{
		"enable_status_check": "FAIL ", "required_approvals": "PASS ", "status_check_contexts": "PASS ", "hidden-fields": "WARN ",
	} {
		if !strings.HasPrefix(r.line(name), want) {
			t.Errorf("%s: %q", name, r.line(name))
		}
	}
	if line := r.line("hidden-fields"); !strings.Contains(line, "ignore_stale_approvals") || strings.Contains(line, "required_approvals,") {
		t.Errorf("%q", line)
	}
	if r.line("ignore_stale_approvals") != "" {
		t.Errorf("a field that nobody saw has a line:\n%s", r.stdout)
	}
}

func TestDoctorChecksAPR(t *testing.T) {
	for name, tc := range map[string]struct {
		do   func(*world)
		want string
	}{
		"open":         {func(w *world) {}, "PASS pr: PR 7 is open"},
		"its base":     {func(w *world) {}, "PASS pr-base: main"},
		"closed":       {func(w *world) { w.pull.SetState("author", "closed") }, "FAIL pr: PR 7 is closed"},
		"another base": {func(w *world) { w.host("bot_login = \"bot\"\nbase_branches = [\"topic\"]") }, "FAIL pr-base: the base is main"},
		"a draft":      {func(w *world) { w.pull.SetTitle("author", "WIP: x") }, "WARN pr-ready: it is a draft"},
		"never marked": {func(w *world) { w.host("bot_login = \"bot\"\nrequire_wip_transition = true") }, "FAIL pr-ready: nobody marked it"},
		"marked":       {func(w *world) { w.finished(); w.host("bot_login = \"bot\"\nrequire_wip_transition = true") }, "PASS pr-ready: yes"},
		"of the bot": {func(w *world) {
			w.host("yellow_gate = \"approval\"\nhuman_reviewers = [\"mi\"]\nbot_login = \"author\"")
		}, "FAIL pr-author: the bot author opened it"},
		"of the reviewer": {func(w *world) {
			w.host("yellow_gate = \"approval\"\nhuman_reviewers = [\"author\"]\nbot_login = \"bot\"")
		}, "FAIL pr-reviewers: nobody"},
		"reviewers besides": {func(w *world) {
			w.host("yellow_gate = \"approval\"\nhuman_reviewers = [\"author\", \"mi\"]\nbot_login = \"bot\"")
		}, "PASS pr-reviewers: mi"},
		"no such PR": {func(w *world) { w.t.Setenv("WERKATOR_PR_NUMBER", "99") }, "FAIL pr: read PR 99"},
	} {
		w := newDoctor(t)
		tc.do(w)
		if r := w.examine(); !strings.Contains(r.stdout, tc.want) {
			t.Errorf("%s: no %q\n%s%s", name, tc.want, r.stdout, r.stderr)
		}
	}
}

func TestDoctorTakesThePRFromItsURLAndTheConfigFromAFile(t *testing.T) {
	w := newDoctor(t)
	file := filepath.Join(t.TempDir(), "host.toml")
	if err := os.WriteFile(file, []byte(os.Getenv("WERKREVISOR_CONFIG_TOML")), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"WERKATOR_GITEA_BASE_URL", "WERKATOR_GITEA_OWNER", "WERKATOR_GITEA_REPO", "WERKATOR_PR_NUMBER", "WERKATOR_PR_HEAD_SHA", "WERKREVISOR_CONFIG_TOML"} {
		t.Setenv(name, "")
	}
	r := w.examine("--pr", w.pull.URL(), "--config", file)
	if !strings.Contains(r.stdout, "PASS pr: PR 7 is open") || !strings.Contains(r.stdout, "PASS config: ") || !strings.Contains(r.stdout, "PASS prices: the file with the prices is 0 days old") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	r = w.examine("--repo", w.gitea.URL+"/org/demo", "--config", file)
	if r.line("pr") != "" || !strings.HasPrefix(r.line("environment"), "PASS ") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if r := w.examine("--config", file); r.exit != 1 || !strings.Contains(r.line("environment"), "WERKATOR_GITEA_BASE_URL") {
		t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}

func TestWrongUseOfDoctorExitsWith2(t *testing.T) {
	w := newDoctor(t)
	for want, args := range map[string][]string{
		"unknown option --token":     {"--token", "x"},
		"give the PR with --pr":      {"x"},
		"leave --repo out":           {"--pr", "a", "--repo", "b"},
		"URL of a pull request":      {"--pr", "https://git.example.org/org/demo"},
		"to which the tokens belong": {"--repo", "https://git.example.org/org/demo"},
	} {
		if r := w.examine(args...); r.exit != 2 || !strings.Contains(r.stderr, want) {
			t.Errorf("%v: exit %d\n%s", args, r.exit, r.stderr)
		}
	}
}
