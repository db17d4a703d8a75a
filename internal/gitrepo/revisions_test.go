package gitrepo

import (
	"strings"
	"testing"

	"werkrevisor/internal/pr"
)

// branches is a repository in which steps are made on two branches: each step is a branch, a colon and what happens there.
//
//	main: write FILE TEXT…     a commit that writes a file, one line a word
//	main: remove FILE          a commit without it
//	main: move FROM TO         a commit with another name
//	topic: pick main~1         a cherry-pick
//	topic: revert HEAD         a commit that takes one back
//	topic: merge main          a merge, which must not conflict
//	topic: ours main           a merge that takes nothing
//	topic: amend FILE TEXT…    the same commit, with a file besides
func branches(t *testing.T, steps ...string) *repo {
	t.Helper()
	r := newRepo(t)
	for _, file := range []string{"w", "check", "d/1", "d/2", "d/3"} {
		r.write(file, strings.Repeat(file+"\n", 9))
	}
	r.commit("base")
	r.git("branch", "topic")
	for _, step := range steps {
		branch, what, _ := strings.Cut(step, ": ")
		word := strings.Fields(what)
		r.git("checkout", "-q", branch)
		switch word[0] {
		case "write", "amend":
			r.write(word[1], strings.Join(word[2:], "\n")+"\n")
			r.git("add", "-A")
			if word[0] == "amend" {
				r.git("commit", "-q", "--amend", "--no-edit")
				continue
			}
			r.commit(step)
		case "remove":
			r.git("rm", "-q", word[1])
			r.commit(step)
		case "move":
			r.git("mv", word[1], word[2])
			r.commit(step)
		case "pick":
			r.git("cherry-pick", word[1])
		case "revert":
			r.git("revert", "--no-edit", word[1])
		case "merge":
			r.git("merge", "-q", "--no-ff", "-m", step, word[1])
		case "ours":
			r.git("merge", "-q", "-s", "ours", "-m", step, word[1])
		case "branch":
			r.git("branch", word[1])
		default:
			t.Fatal(step)
		}
	}
	return r
}

func TestObstaclesOfHistories(t *testing.T) {
	t.Parallel()
	fix, blank := "main: write check safe", "topic: write w blank"
	for name, test := range map[string]struct {
		want  string // kinds
		steps []string
	}{
		"one commit on the tip":                    {"", []string{blank}},
		"one commit behind the tip":                {"", []string{fix, blank}},
		"a line on the tip":                        {"", []string{blank, "topic: write w other", "topic: write new x"}},
		"a line behind the tip, other files":       {"", []string{fix, blank, "topic: write w other"}},
		"a line behind the tip, the same file":     {"drops commits", []string{"main: write w other", "topic: write w x", "topic: write new x"}},
		"main merged in once":                      {"", []string{blank, fix, "topic: merge main"}},
		"main merged in twice, and main went on":   {"", []string{blank, fix, "topic: merge main", "main: write x 1", "topic: merge main", "main: write y 1"}},
		"main merged in, a commit on top":          {"", []string{blank, fix, "topic: merge main", "topic: write w more"}},
		"main merged in where both changed a file": {"drops commits", []string{"topic: write w 1 w w w w w w w w", "main: write w w w w w w w w w 9", "topic: merge main"}},
		"several merge bases, one side dropped": {"several merge bases", []string{"topic: write a 1", "main: branch b", "b: write check safe",
			"main: merge topic", "main: merge b", "topic: ours b", blank}},
		"criss-cross": {"several merge bases", []string{blank, fix, "main: branch m", "topic: merge main", "main: merge topic~1", "topic: write w 3"}},
		"a merge that takes back what a commit broke": {"drops commits", []string{"topic: write check broken", "main: write other 1",
			"topic: merge main", "topic: amend check check check check check check check check check check", blank}},
		"a fix that is picked and taken back": {"drops commits", []string{"main: write x 1", fix, "topic: pick main", "topic: revert HEAD", blank}},
		"a fix that is picked and taken back before main is merged in": {"drops commits", []string{"main: write x 1", fix, "topic: pick main",
			"topic: revert HEAD", "topic: merge main", blank}},
		"a merge with an edit of its own":                      {"drops commits", []string{blank, fix, "topic: merge main", "topic: amend evil 1"}},
		"two branches of its own":                              {"drops commits", []string{"topic: branch side", "side: write s 1", blank, "topic: merge side"}},
		"main moved a file that the change changes":            {"moves files", []string{"main: move w w2", blank}},
		"main moved a folder that gets a file":                 {"moves files", []string{"main: move d e", "topic: write d/new 1"}},
		"main fills a folder that the change moves":            {"moves files", []string{"topic: move d e", "main: write d/new 1"}},
		"main changes a file of a moved folder":                {"", []string{"topic: move d e", "main: write d/1 d/1 d/1 d/1 d/1 d/1 d/1 d/1 d/1 d/1 more"}},
		"main made a folder of a file that the change changes": {"moves files", []string{"main: remove w", "main: write w/run " + strings.Repeat("w ", 9), blank}},
		"both removed a file":                                  {"", []string{"topic: remove w", "main: remove w"}},
		"the change moves a folder and goes on there":          {"", []string{"topic: move d e", "topic: write e/1 x"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := branches(t, test.steps...)
			c := read(t, r.dir, "main..topic", pr.Want{})
			var kinds []string
			for _, o := range c.Obstacles {
				kinds = append(kinds, string(o.Kind))
				t.Logf("%+v", o)
			}
			if got := strings.Join(kinds, ", "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestTooManyCommitsAreAnObstacle(t *testing.T) {
	t.Parallel()
	r := branches(t, "main: write x 1")
	r.git("checkout", "-q", "topic")
	for range pr.MaxRevisions + 1 {
		r.git("commit", "-q", "--allow-empty", "-m", "nothing")
	}
	r.write("w", "x\n")
	r.commit("one")
	c := read(t, r.dir, "main..topic", pr.Want{})
	if len(c.Obstacles) != 2 || !strings.Contains(c.Obstacles[0].Why, "more than 250 commits") {
		t.Errorf("got %+v", c.Obstacles)
	}
}

// TestAHugeCommitThatIsTakenBackIsAnObstacle: a branch that adds very much and takes it away again shows nothing of it in its
// diff, and costs little.
func TestAHugeCommitThatIsTakenBackIsAnObstacle(t *testing.T) {
	t.Parallel()
	r := branches(t, "main: write x 1")
	r.git("checkout", "-q", "topic")
	tree := strings.TrimSpace(r.input("x\n", "hash-object", "-w", "--stdin"))
	mode, kind := "100644", "blob"
	for range 8 { // 10 to the power of 8 files
		var entries strings.Builder
		for i := range 10 {
			entries.WriteString(mode + " " + kind + " " + tree + "\t" + string(rune('a'+i)) + "\n")
		}
		tree = strings.TrimSpace(r.input(entries.String(), "mktree"))
		mode, kind = "040000", "tree"
	}
	all := r.git("ls-tree", "HEAD") + "040000 tree " + tree + "\tbomb\n"
	bomb := strings.TrimSpace(r.input(all, "mktree"))
	first := strings.TrimSpace(r.git("commit-tree", "-p", "HEAD", "-m", "bomb", bomb))
	r.git("reset", "-q", "--soft", strings.TrimSpace(r.git("commit-tree", "-p", first, "-m", "back", "HEAD^{tree}")))
	r.write("w", "one\n")
	r.commit("one")
	c := read(t, r.dir, "main..topic", pr.Want{})
	if len(c.Obstacles) != 2 || !strings.Contains(c.Obstacles[1].Why, "touch more than") {
		t.Errorf("got %+v", c.Obstacles)
	}
}
