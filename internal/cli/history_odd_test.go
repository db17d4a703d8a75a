package cli_test

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"werkrevisor/internal/fake"
)

// side makes a commit on an old commit of main, which main merges. Topic may start there anew, or merge it later.
func (m *maker) side() {
	if len(m.nodes) > maxCommits-3 {
		return
	}
	var old []int
	for n := range ancestors(m.nodes, m.main) {
		old = append(old, n)
	}
	slices.Sort(old)
	at := pick(m, old...)
	m.nodes = append(m.nodes, node{[]int{at}, m.editLine(m.nodes[at].files, false), "side"})
	from := len(m.nodes) - 1
	m.sides = append(m.sides, from)
	m.add(false, fmt.Sprintf("main merges %d", from), m.mergeOf(m.main, from, "clean", false), from)
	if m.rng.IntN(4) == 0 {
		m.topic = from
		m.edit(true, 0)
	}
}

// lose lets main merge a side, or takes one that it has merged, and topic merge it without its change.
func (m *maker) lose() {
	if len(m.sides) == 0 || m.rng.IntN(2) == 0 {
		m.side()
	}
	if len(m.sides) == 0 {
		return
	}
	from := m.sides[len(m.sides)-1]
	if !ancestors(m.nodes, m.topic)[from] {
		m.add(true, fmt.Sprintf("merges %d: ours", from), m.nodes[m.topic].files, from)
	}
}

// cross merges both tips into each other.
func (m *maker) cross() {
	main, topic := m.main, m.topic
	if len(m.nodes) > maxCommits-3 || ancestors(m.nodes, topic)[main] || ancestors(m.nodes, main)[topic] {
		return
	}
	m.add(false, "main merges topic", m.mergeOf(main, topic, "clean", false), topic)
	m.add(true, "topic merges main", m.mergeOf(topic, main, pick(m, "clean", "clean", "ours", "evil"), true), main)
}

// cherryPick takes a commit of main that topic lacks, and may undo it in the next commit.
func (m *maker) cherryPick() {
	has := ancestors(m.nodes, m.topic)
	var list []int
	for n := range ancestors(m.nodes, m.main) {
		if !has[n] && len(m.nodes[n].parents) == 1 {
			list = append(list, n)
		}
	}
	if len(list) == 0 {
		return
	}
	slices.Sort(list)
	n, before := pick(m, list...), m.nodes[m.topic].files
	files, _ := mergeFiles(m.nodes[m.nodes[n].parents[0]].files, before, m.nodes[n].files)
	m.add(true, fmt.Sprintf("cherry-pick of %d", n), files)
	if m.rng.IntN(2) == 0 {
		m.add(true, "takes it back", before)
	}
}

// lend lets main take the newest commit of the branch, and mostly take it back.
func (m *maker) lend() {
	own := m.nodes[m.topic]
	if len(own.parents) != 1 || ancestors(m.nodes, m.main)[m.topic] {
		return
	}
	before := m.nodes[m.main].files
	files, _ := mergeFiles(m.nodes[own.parents[0]].files, before, own.files)
	m.add(false, fmt.Sprintf("cherry-pick of %d", m.topic), files)
	if m.rng.IntN(4) > 0 {
		m.add(false, "takes it back", before)
	}
}

// brief goes on only on main, so that the branch stays one commit: main takes it and takes it back, or edits beside it.
func (m *maker) brief() {
	for range 1 + m.rng.IntN(4) {
		switch m.rng.IntN(4) {
		case 0:
			m.lend()
		case 1, 2:
			m.beside()
		default:
			m.edit(false, m.rng.IntN(10))
		}
	}
}

// beside edits a line on main beside one that the newest commit of the branch edits, or takes one of them out.
func (m *maker) beside() {
	topic := m.nodes[m.topic]
	files, before := m.nodes[m.main].files, m.nodes[topic.parents[0]].files
	for _, name := range topic.files.sources() {
		lines, was, is := strings.Split(files[name], "\n"), strings.Split(before[name], "\n"), strings.Split(topic.files[name], "\n")
		if len(was) != len(is) {
			continue
		}
		for i := range was {
			if was[i] != is[i] && i+1 < len(lines) {
				at := i + m.rng.IntN(3) - 1
				m.count++
				lines[at] = fmt.Sprintf("var main%d = 1", m.count)
				if m.rng.IntN(2) == 0 {
					lines = slices.Delete(lines, at, at+1)
				}
				m.add(false, "beside", files.with(name, strings.Join(lines, "\n")))
				return
			}
		}
	}
}

// revert takes a commit of the branch back, or restores a file of an old one.
func (m *maker) revert(onTopic bool) {
	var list []int
	for n := range ancestors(m.nodes, m.tip(onTopic)) {
		if len(m.nodes[n].parents) == 1 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	n := pick(m, list[max(0, len(list)-3):]...)
	files, _ := mergeFiles(m.nodes[n].files, m.nodes[m.tip(onTopic)].files, m.nodes[m.nodes[n].parents[0]].files)
	m.add(onTopic, fmt.Sprintf("reverts %d", n), files)
}

// renameFolder moves all files of a folder to another one, which may be there already. The other side may put a new file
// into the old folder.
func (m *maker) renameFolder(onTopic bool) {
	files := m.nodes[m.tip(onTopic)].files
	if len(files.sources()) == 0 {
		return
	}
	from, to := path.Dir(pick(m, files.sources()...)), pick(m, "src", "src/deep", "web", "app")
	if from == to || strings.HasPrefix(to+"/", from+"/") {
		return
	}
	moved := snapshot{}
	for name, text := range files {
		if rest, ok := strings.CutPrefix(name, from+"/"); ok {
			name = to + "/" + rest
		}
		moved[name] = text
	}
	m.add(onTopic, from+" is renamed to "+to, moved)
	if m.rng.IntN(2) == 0 { // the other side does not know
		name := m.name(from)
		m.add(!onTopic, "new file in "+from, m.nodes[m.tip(!onTopic)].files.with(name, m.text()))
	}
}

// TestRandomHistories holds what the generator says of its histories: an ordinary one gives by every style what was
// reviewed, and among the odd ones are wrong merges by each kind of style.
func TestRandomHistories(t *testing.T) {
	wrong, ordinary := map[string]int{}, 0
	for seed := range uint64(histories()) {
		h := randomHistory(t, t.TempDir(), seed)
		got, why := h.outcomes(t)
		if h.ordinary {
			ordinary++
		}
		for _, style := range mergeStyles {
			wrong[style+" "+string(got[style])]++
			if h.ordinary && got[style] != mergeOK && (style != "fast-forward-only" || got[style] != mergeConflicts) {
				t.Errorf("seed %d: an ordinary history %s by %s: %s\n%s", seed, got[style], style, why[style], strings.Join(h.steps, "\n"))
			}
		}
	}
	t.Log(ordinary, "ordinary ones of", histories(), wrong)
	for _, what := range []string{"merge differs", "squash differs", "rebase differs", "rebase conflict", "merge conflict", "merge ok",
		"fast-forward-only ok"} {
		if wrong[what] == 0 {
			t.Errorf("no history with %q: they prove less than they should", what)
		}
	}
}

// histories is how many random histories are made; WERKREVISOR_TEST_HISTORIES asks for more.
func histories() int {
	n := 60
	if _, err := fmt.Sscan(os.Getenv("WERKREVISOR_TEST_HISTORIES"), &n); err != nil {
		return n
	}
	return n
}

// TestTheServerMergesAsTheHistoriesSay compares what the stand-in of a server makes of a history with the shorter way here.
func TestTheServerMergesAsTheHistoriesSay(t *testing.T) {
	for seed := range uint64(9) {
		h := randomHistory(t, t.TempDir(), 3*seed+1)
		got, _ := h.outcomes(t)
		for _, style := range mergeStyles {
			commit, err := fake.MergeCommit(t.Context(), h.dir, h.main, h.head, style)
			if err != nil && !fake.IsConflict(err) {
				t.Fatal(err)
			}
			if (err != nil) != (got[style] == mergeConflicts) {
				t.Errorf("seed %d, %s: %v, %s", seed, style, err, got[style])
				continue
			}
			if tree := h.trees[style]; err == nil && gitIn(t, h.dir, "rev-parse", commit+"^{tree}") != tree {
				t.Errorf("seed %d, %s: %s is not the tree of %s", seed, style, tree, commit)
			}
		}
	}
}
