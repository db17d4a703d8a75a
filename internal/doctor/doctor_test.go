package doctor

import (
	"os"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/protection"
)

// sound are the facts of a set-up without a fault; nothing of them is shared.
func sound() Facts {
	remaining := 10.0
	cfg := config.Config{Sources: "defaults + host"}
	cfg.Model.ID = "openrouter/acme/reviewer"
	cfg.Budget.MaxUSDPerReview = 1
	cfg.Gate = config.Gate{YellowGate: "approval", HumanReviewers: []string{"ann"}, GateContext: "ai-review/gate", BaseContext: protection.BaseContext,
		AssessmentContext: "ai-review/assessment", WIPPrefixes: []string{"WIP:"}}
	rule := protection.Target(nil, protection.Wish{Contexts: []string{"ai-review/gate"}, Approvers: []string{"bot", "ann"}})
	return Facts{
		Env:     Env{InBuild: true},
		Machine: Machine{Sandbox: true, Roots: true, Output: "build/werkrevisor"},
		Config:  Config{Source: "env", Value: &cfg, Layers: true, Limit: 6 * time.Minute},
		Model:   Model{Asked: true, Remaining: &remaining},
		Server: Server{Page: "https://git.example.org/org/demo", Login: "bot", MayWrite: true, Assignees: []string{"bot", "ann", "author"}, DefaultBranch: "main",
			MergeStyle: "squash", MergeStyles: []string{"squash"},
			Branches: []Branch{{Name: "main", Found: true, Protected: true, RequiredApprovals: 1, StatusCheck: true,
				Contexts: []string{"ai-review/gate"}, MayMerge: true, Rule: rule}}},
		PR: &PR{Change: pr.Change{Number: 7, State: pr.Open, Author: pr.User{Login: "author"}, DefaultBranch: "main",
			Base: pr.Commit{Ref: "main"}, Head: pr.Commit{SHA: strings.Repeat("a", 40)}, HeadInBase: true}},
	}
}

func TestASoundSetUpHasOnlyLinesWithPASS(t *testing.T) {
	lines := Run(sound())
	if Failed(lines) > 0 || Warned(lines) > 0 {
		t.Errorf("%v", lines)
	}
}

// TestChecks changes one fact after the other and looks at one line.
func TestChecks(t *testing.T) {
	gate := func(f *Facts) *config.Gate { return &f.Config.Value.Gate }
	branch := func(f *Facts) *Branch { return &f.Server.Branches[0] }
	for name, tc := range map[string]struct {
		do   func(*Facts)
		want string // start of the line
	}{
		"a Docker socket":                       {func(f *Facts) { f.Machine.DockerSocket = "/run/docker.sock" }, "FAIL docker-socket: /run/docker.sock is visible"},
		"DOCKER_HOST":                           {func(f *Facts) { f.Machine.DockerHost = true }, "FAIL docker-socket: DOCKER_HOST is set"},
		"a shared user where the gate runs":     {func(f *Facts) { f.Machine.Others = 3 }, "FAIL unix-user: 3 other processes"},
		"a shared user at a desk":               {func(f *Facts) { f.Machine.Others, f.Env.InBuild = 3, false }, "WARN unix-user: 3 other processes"},
		"nobody else, but no sandbox":           {func(f *Facts) { f.Machine.Sandbox = false }, "WARN unix-user: no other process"},
		"processes that cannot be listed":       {func(f *Facts) { f.Machine.Others = -1 }, "WARN unix-user: the processes"},
		"a shared HOME":                         {func(f *Facts) { f.Machine.Home = "shared" }, "WARN home: "},
		"a HOME that nobody can write":          {func(f *Facts) { f.Machine.Home = "read-only" }, "PASS home: read-only"},
		"no roots":                              {func(f *Facts) { f.Machine.Roots = false }, "PASS ca-roots: the system has none"},
		"a folder that cannot be written":       {func(f *Facts) { f.Machine.Problem = "x" }, "FAIL output-folder: build/werkrevisor: x"},
		"an admin token in a build":             {func(f *Facts) { f.Server.Admin = true }, "WARN admin-token: "},
		"a limit above the usual timeout":       {func(f *Facts) { f.Config.Limit = 10 * time.Minute }, "WARN time-limit: a run ends itself after 10m;"},
		"warnings of the configuration":         {func(f *Facts) { f.Config.Value.Warnings = []string{"w"} }, "WARN config-warnings: w"},
		"old prices":                            {func(f *Facts) { f.Config.Age = 200 * 24 * time.Hour }, "WARN prices: the file with the prices is 200 days old"},
		"young prices":                          {func(f *Facts) { f.Config.Age = 48 * time.Hour }, "PASS prices: the file with the prices is 2 days old"},
		"an endpoint without a page about keys": {func(f *Facts) { f.Model = Model{} }, "PASS key-budget: not checked"},
		"an unknown scope":                      {func(f *Facts) { f.Server.Login, gate(f).BotLogin = "", "bot" }, "WARN bot-scopes: "},
		"all scopes":                            {func(f *Facts) { f.Server.Scopes = []string{"all"} }, "PASS bot-scopes: all"},
		"a bot among the reviewers":             {func(f *Facts) { gate(f).HumanReviewers = []string{"BOT"} }, "FAIL human-reviewers: "},
		"one reviewer without access":           {func(f *Facts) { gate(f).HumanReviewers = []string{"ann", "bob"} }, "WARN human-reviewers: without write access"},
		"an archive":                            {func(f *Facts) { f.Server.Archived = true }, "FAIL bot-access: the repository is archived"},
		"a nameless bot":                        {func(f *Facts) { f.Server.Login = "" }, "FAIL bot-login: "},
		"a login in another case":               {func(f *Facts) { f.Server.Login = "Bot" }, "PASS bot-access: Bot can"},
		"a trial softens the lock":              {func(f *Facts) { gate(f).Observe, branch(f).Protected = true, false }, "WARN branch-protection: main is not protected"},
		"a server without a field":              {func(f *Facts) { delete(branch(f).Rule, "ignore_stale_approvals") }, "FAIL ignore_stale_approvals: main: this server has no such field"},
		"a pattern of contexts":                 {func(f *Facts) { branch(f).Rule["status_check_contexts"] = []any{"ai-review/*"} }, "WARN ways-around: main: status_check_contexts: ai-review/*"},
		"the same for the bot's eyes":           {func(f *Facts) { branch(f).Rule, branch(f).Contexts = nil, []string{"*"} }, "WARN ways-around: main: status_check_contexts: *"},
		"a push that the bot may do":            {func(f *Facts) { branch(f).Rule, branch(f).MayPush = nil, true }, "WARN ways-around: main: the bot can push"},
		"a force push":                          {func(f *Facts) { branch(f).Rule["enable_force_push"] = true }, "WARN ways-around: main: enable_force_push"},
		"files without protection":              {func(f *Facts) { branch(f).Rule["unprotected_file_patterns"] = "*.md" }, "WARN ways-around: main: unprotected_file_patterns"},
		"the bot is no approver in this mode":   {func(f *Facts) { gate(f).YellowGate = protection.PassWith }, "WARN approvals_whitelist_username: "},
		"two styles that do not rebase":         {func(f *Facts) { f.Server.MergeStyles = []string{"merge", "squash"} }, "PASS merge-style: "},
		"a style that rebases":                  {func(f *Facts) { f.Server.MergeStyles = []string{"squash", "rebase"} }, "WARN merge-style: rebase: "},
		"no style at all":                       {func(f *Facts) { f.Server.MergeStyles = nil }, "WARN merge-style: "},
		"a base status with one base":           {func(*Facts) {}, "PASS base-status: main does not require ai-review/base/main, which only"},
		"a base status with several bases": {func(f *Facts) { gate(f).BaseBranches = []string{"main", "release"} },
			"FAIL base-status: main does not require ai-review/base/main itself"},
		"a base status by a pattern": {func(f *Facts) {
			gate(f).BaseBranches, branch(f).Contexts = []string{"main", "release"}, []string{"ai-review/gate", "ai-review/base/*"}
		}, "FAIL base-status: "},
		"a base status on trial":         {func(f *Facts) { gate(f).BaseBranches, gate(f).Observe = []string{"main", "release"}, true }, "WARN base-status: "},
		"a base status that is required": {func(f *Facts) { branch(f).Contexts = []string{"ai-review/base/main"} }, "PASS base-status: main requires"},
		"all reviewers are asked": {func(f *Facts) { gate(f).RequestReviewers, gate(f).HumanReviewers = "all", []string{"ann", "author"} },
			"WARN ways-around: main: [gate] request_reviewers"},
		"automerge":                        {func(f *Facts) { gate(f).Automerge = true }, "PASS automerge: possible, with the style squash"},
		"automerge without a lock":         {func(f *Facts) { gate(f).Automerge = true; branch(f).RequiredApprovals = 0 }, "FAIL automerge: main requires no approval"},
		"automerge of a bot that may not":  {func(f *Facts) { gate(f).Automerge = true; branch(f).MayMerge = false }, "FAIL automerge: main: the bot may not merge"},
		"automerge in a style that is off": {func(f *Facts) { gate(f).Automerge, gate(f).MergeStyle = true, "rebase" }, "FAIL automerge: the repository does not allow"},
		"no prefixes":                      {func(f *Facts) { gate(f).RequireWIPTransition, gate(f).WIPPrefixes = true, nil }, "FAIL readiness: "},
		"a draft where it matters":         {func(f *Facts) { gate(f).RequireWIPTransition, f.PR.Change.Draft = true, true }, "FAIL pr-ready: it is a draft"},
		"a PR that was merged":             {func(f *Facts) { f.PR.Change.State = pr.Merged }, "FAIL pr: PR 7 is merged"},
		"nobody to ask":                    {func(f *Facts) { f.PR.Change.Author.Login = "ann" }, "FAIL pr-reviewers: nobody"},
	} {
		f := sound()
		tc.do(&f)
		var all []string
		for _, line := range Run(f) {
			all = append(all, line.String())
		}
		if !strings.Contains("\n"+strings.Join(all, "\n"), "\n"+tc.want) {
			t.Errorf("%s: no %q\n%s", name, tc.want, strings.Join(all, "\n"))
		}
	}
}

func TestInBlockModeOnlyTheFieldsOfThatModeAreChecked(t *testing.T) {
	f := sound()
	f.Config.Value.Gate.YellowGate = protection.Block
	f.Config.Value.Gate.HumanReviewers = nil
	f.Server.Branches[0].Rule = protection.Target(nil, protection.Wish{Mode: protection.Block, Contexts: []string{"ai-review/gate"}})
	lines := Run(f)
	for _, line := range lines {
		if line.Level != Pass || line.Name == "required_approvals" || line.Name == "approvals_whitelist_username" {
			t.Errorf("%v", line)
		}
	}
}

func TestFactsThatAreMissingGiveNoLineWithPASSAboutTheServer(t *testing.T) {
	for name, f := range map[string]Facts{"nothing": {}, "no configuration": {Server: sound().Server}, "no server": {Config: sound().Config}} {
		for _, line := range Run(f) {
			if line.Level == Pass && (strings.Contains(line.Name, "approval") || strings.Contains(line.Name, "status_check") || line.Name == "pr") {
				t.Errorf("%s: %v", name, line)
			}
		}
	}
}

// TestTheDocumentListsEveryCheck compares the table of docs/operations.md with the table of checks.
func TestTheDocumentListsEveryCheck(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	seen, fields := map[string]bool{}, map[string]bool{}
	for _, f := range protection.Fields(protection.Approval) {
		fields[f.Name] = true // they have a table of their own, which package protection tests
	}
	for _, c := range Checks {
		row := "| `" + c.Name + "` | " + c.What + " |"
		if !fields[c.Name] && !strings.Contains(string(text), row) {
			t.Errorf("docs/operations.md lacks the row\n%s", row)
		}
		if seen[c.Name] || c.What == "" {
			t.Errorf("%s: twice, or without words", c.Name)
		}
		seen[c.Name] = true
	}
}
