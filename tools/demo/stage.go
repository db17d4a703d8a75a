package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"werkrevisor/internal/fake"
)

// stage is one pull request on a stand-in of Gitea, with a stand-in of a model.
type stage struct {
	gitea   *fake.Gitea
	pull    *fake.Pull
	model   *fake.Model
	program string
	folder  string // where the gate runs
	env     []string
}

// open makes the repository, the pull request and the environment that the CI server sets.
func open(folder, program, host string, s scene) (*stage, error) {
	if err := os.MkdirAll(folder+"/repo", 0o755); err != nil {
		return nil, err
	}
	if _, err := fake.InitRepo(folder+"/repo", s.commits()...); err != nil {
		return nil, err
	}
	g, pull, err := fake.PRFromGit(folder+"/repo", "main", "topic")
	if err != nil {
		return nil, err
	}
	g.AddUser("ann", true)
	pull.SetTitle("author", s.pr)
	m, err := fake.NewModel(s.answers...)
	if err != nil {
		_ = g.Close()
		return nil, err
	}
	// The example config, with the stand-in as its endpoint and ann as the human who may approve.
	host = strings.Replace(host, "[model]\n", "[model]\nbase_url = \""+m.URL+"\"\n", 1)
	host = strings.Replace(host, `human_reviewers = ["mi"]`, `human_reviewers = ["ann"]`, 1)
	if s.deep != nil {
		host = strings.Replace(host, "[engine]\n", "[engine]\nreview = \"deep\"\n", 1)
		s.deep(m)
	}
	if s.reviewer {
		pull.Repo().Protect("main", fake.Protection{RequiredApprovals: 1, StatusChecks: true, Contexts: []string{"ai-review/gate"}, Whitelist: []string{"bot", "ann"}})
		pull.SetTitle("author", "WIP: "+s.pr)
		pull.SetTitle("author", s.pr)
	} else {
		host = strings.NewReplacer(`yellow_gate = "approval"`, `yellow_gate = "block"`,
			"require_wip_transition = true\n", "", "automerge = true\n", "").Replace(host)
	}
	return &stage{gitea: g, pull: pull, model: m, program: program, folder: folder, env: []string{
		"PATH=/usr/bin:/bin", "WERKATOR_GITEA_BASE_URL=" + g.URL, "WERKATOR_GITEA_OWNER=org", "WERKATOR_GITEA_REPO=demo",
		fmt.Sprintf("WERKATOR_PR_NUMBER=%d", pull.Number), "WERKATOR_PR_HEAD_SHA=" + pull.HeadSHA(),
		"GITEA_BOT_TOKEN=" + g.Token("bot", "write:repository", "write:issue", "read:user"), "OPENROUTER_API_KEY=demo-key", "WERKREVISOR_CONFIG_TOML=" + host,
	}}, nil
}

func (st *stage) close() {
	_ = st.gitea.Close()
	_ = st.model.Close()
}

// play shows the steps of a scene.
func (st *stage) play(ctx context.Context, out io.Writer, s scene) error {
	for _, step := range s.steps {
		fmt.Fprintf(out, "\n--- %s\n\n", step.text)
		if step.before != nil {
			step.before(st)
		}
		calls := len(st.model.Calls())
		cmd := exec.CommandContext(ctx, st.program)
		cmd.Env, cmd.Dir = st.env, st.folder
		var log bytes.Buffer
		cmd.Stderr = &log
		err := cmd.Run()
		var ended *exec.ExitError
		if err != nil && !errors.As(err, &ended) {
			return err
		}
		exit := cmd.ProcessState.ExitCode()
		fmt.Fprintf(out, "$ werkrevisor\n%s", indent(st.plain(log.String())))
		fmt.Fprintf(out, "exit code %d, model calls %d\n", exit, len(st.model.Calls())-calls)
		if exit != step.exit || len(st.model.Calls())-calls != step.calls {
			return fmt.Errorf("%s: exit code %d with %d model calls instead of %d with %d", step.text, exit, len(st.model.Calls())-calls, step.exit, step.calls)
		}
		if step.quiet {
			continue
		}
		for _, c := range st.pull.Comments() {
			fmt.Fprintf(out, "\ncomment of %s on the PR:\n%s", c.User, indent(st.plain(visible(c.Body))))
		}
		for _, r := range st.pull.Reviews() {
			fmt.Fprintf(out, "\nreview of %s: %s\n", r.User, r.State)
		}
		if by := st.pull.Scheduled(); by != "" {
			fmt.Fprintf(out, "\n%s scheduled the merge for the moment when approvals and checks are there\n", by)
		}
		if list := st.pull.Repo().Statuses(st.pull.HeadSHA()); len(list) > 0 {
			last := list[len(list)-1]
			fmt.Fprintf(out, "\ncommit status: %s = %s (%s)\n", last.Context, last.State, last.Description)
		}
	}
	return nil
}

var hiddenLine = regexp.MustCompile(`(?m)^<!-- .* -->\n`)

// visible is a comment as a reader sees it, without its hidden lines and with the details unfolded.
func visible(body string) string {
	return strings.TrimRight(hiddenLine.ReplaceAllString(body, ""), "\n") + "\n"
}

// plain shows the address of the stand-in as that of a server.
func (st *stage) plain(text string) string {
	return strings.ReplaceAll(text, st.gitea.URL, "https://git.example.org")
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}
