package cli_test

import (
	"strings"

	"werkrevisor/internal/fake"
)

// check holds the invariants of the gate (issue: measures of the reviewer).
func (m *machine) check() {
	m.t.Helper()
	m.noDuplicates()
	if merge, ok := m.pull.Merged(); ok && merge.Base == "main" && m.t != nil && !m.t.Failed() {
		m.allowed(merge)
	}
}

// noDuplicates: a head has one result of the bot, and one review of it that counts.
func (m *machine) noDuplicates() {
	m.t.Helper()
	comments, reviews := map[string]int{}, map[string]int{}
	for _, c := range m.pull.Comments() {
		line, _, _ := strings.Cut(c.Body, "\n")
		if c.User != "bot" || m.touched[c.ID] || !strings.HasPrefix(line, "<!-- werkrevisor") {
			continue
		}
		if comments[line]++; comments[line] > 1 {
			m.t.Errorf("two comments with %s", line)
		}
	}
	for _, r := range m.pull.Reviews() {
		if r.User != "bot" || r.Dismissed || !r.Official && m.mode == "approval" || r.State == "REQUEST_REVIEW" {
			continue
		}
		if reviews[r.SHA]++; reviews[r.SHA] > 1 || r.State == "PENDING" {
			m.t.Errorf("two reviews or a draft of the bot for %.6s", r.SHA)
		}
	}
}

// settled: a run that came to its end leaves nothing of the bot that belongs to another head or another verdict.
func (m *machine) settled(head string, r result) {
	m.t.Helper()
	if m.racing || !m.open() || m.pull.HeadSHA() != head || r.usage.Verdict == "ERROR" {
		return
	}
	for _, review := range m.pull.Reviews() {
		switch {
		case review.User != "bot":
		case review.State == "APPROVED" && (review.SHA != head || r.usage.Verdict != "GREEN"),
			review.State == "REQUEST_CHANGES" && r.usage.Verdict != "RED" && m.base == "main",
			review.State == "REQUEST_REVIEW" && m.base == "main":
			m.t.Errorf("after the verdict %s of %.6s the bot still has %+v", r.usage.Verdict, head, review)
		}
	}
	if m.pull.Scheduled() == "bot" && r.usage.Verdict == "RED" {
		m.t.Errorf("%.6s is RED and scheduled", head)
	}
}

// allowed checks a merge: the head was reviewed for this base, and it has the approval that its verdict asks for.
func (m *machine) allowed(merge fake.Merge) {
	m.t.Helper()
	runs := m.runs[merge.Head]
	human, bot, any := false, false, false
	for _, r := range merge.Reviews {
		if r.State != "APPROVED" || r.Dismissed || !r.Official {
			continue
		}
		any = true
		human = human || (r.SHA == merge.Head || m.late[r.SHA]) && (r.User == "ann" || r.User == "bob")
		bot = bot || r.SHA == merge.Head && r.User == "bot"
	}
	verdict := ""
	if n := len(runs); n > 0 {
		verdict = runs[n-1].verdict
	}
	ok := false
	switch {
	case m.forged[merge.Head]: // a forged gate leaves the approvals as the lock
		ok = human || bot && verdict == "GREEN"
	case verdict == "GREEN":
		ok = any
	case verdict == "YELLOW" || verdict == "ORANGE":
		ok = human
	}
	if !ok {
		m.t.Errorf("%s (%.6s) was merged by %s: verdict %q, forged %v, approved by a human %v, by the bot %v, by anybody %v; reviews %+v",
			m.trees[merge.Head], merge.Head, merge.By, verdict, m.forged[merge.Head], human, bot, any, merge.Reviews)
	}
}

// humans are the listed ones, and whoever was asked or rejected the change while that counted.
func (m *machine) humans() []string {
	list := []string{"ann", "bob"}
	for _, r := range m.pull.Reviews() {
		if r.User == "carol" && r.Official && !r.Dismissed {
			return append(list, "carol")
		}
	}
	return list
}

// finish lets every human do their part; then the PR must merge, unless its verdict is RED.
func (m *machine) finish() {
	m.t.Helper()
	m.note("now everybody does their part")
	m.gitea.Calm()
	if !m.open() {
		m.close()
	}
	m.retarget("main")
	if m.base != "main" { // it is scheduled
		m.t.Fatal("the base is not main")
	}
	if m.pull.Outdated() {
		m.update()
	}
	m.wip(false)
	m.queue = nil
	r := m.ci(m.pull.HeadSHA())
	for range 3 { // a model that fails is asked again
		if r.exit == 30 && strings.Contains(r.codes(), "model_answer_truncated") {
			r = m.ci(m.pull.HeadSHA())
		}
	}
	if _, merged := m.pull.Merged(); merged || r.exit == 20 {
		return
	}
	if r.exit == 30 {
		m.t.Errorf("the run ends with ERROR: %s\n%s", r.codes(), r.stderr)
		return
	}
	for _, who := range m.humans() {
		m.decide(who, "APPROVED", m.pull.HeadSHA())
		m.check()
	}
	if _, merged := m.pull.Merged(); merged {
		return
	}
	r = m.ci(m.pull.HeadSHA())
	if _, merged := m.pull.Merged(); merged {
		return
	}
	text := m.pull.Merge("ann")
	if m.auto || text != "" {
		m.t.Errorf("everybody did their part, but the PR did not merge: %q; the run: exit %d, %s\n%s", text, r.exit, r.codes(), r.stderr)
	}
}
