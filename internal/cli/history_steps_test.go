package cli_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
)

// maxCommits is how many commits a random history has at most, its first one included.
const maxCommits = 12

// maker makes a random history.
type maker struct {
	rng         *rand.Rand
	nodes       []node
	main, topic int
	sides       []int // commits that main has merged
	ordinary    bool
	own         map[string]bool // of an ordinary history: the files that topic may touch, and main may not
	count       int             // of names and texts that were made
}

// randomHistory makes the history of a seed in an empty folder: every third one is ordinary, and every other one has
// merge.directoryRenames.
func randomHistory(t testing.TB, dir string, seed uint64) *history {
	t.Helper()
	m := &maker{rng: rand.New(rand.NewPCG(seed, 16)), own: map[string]bool{}, ordinary: seed%3 == 0}
	m.start()
	brief := !m.ordinary && m.rng.IntN(5) == 0
	if brief {
		m.brief()
	}
	for !brief && len(m.nodes) < maxCommits-1 && m.rng.IntN(maxCommits) > 0 {
		m.step()
	}
	if !brief {
		m.edit(true, 0) // so that there is a diff
	}
	h := newHistory(t, dir, m.nodes, m.main, m.topic, seed%2 == 0)
	h.ordinary = m.ordinary
	return h
}

func (m *maker) start() {
	files := snapshot{}
	for _, folder := range []string{"lib", "lib/deep", "app", "web"}[:2+m.rng.IntN(3)] {
		for range 1 + m.rng.IntN(3) {
			name := m.name(folder)
			files[name] = m.text()
			m.own[name] = m.rng.IntN(2) == 0
		}
	}
	if !m.ordinary && m.rng.IntN(4) == 0 {
		files[".gitattributes"] = pick(m, "*.go", "lib/**", "/app/*.go", "f1*.go") + " merge=" + pick(m, "union", "union", "text", "binary") + "\n"
	}
	m.nodes = []node{{nil, files, "start"}}
	m.edit(false, 6)
	m.topic = m.main
	m.edit(true, 6)
}

func (m *maker) step() {
	onTopic := m.rng.IntN(5) < 3
	if m.ordinary {
		if merges := m.merges(); merges < 5 && m.rng.IntN(4) == 0 {
			m.update("clean")
		} else {
			m.edit(onTopic, m.rng.IntN(10))
		}
		return
	}
	switch m.rng.IntN(18) {
	case 0, 1, 2, 3:
		m.edit(onTopic, m.rng.IntN(10))
	case 4:
		m.update("clean")
	case 5:
		m.lose()
	case 6:
		m.update(pick(m, "evil", "theirs"))
	case 7, 8:
		m.side()
	case 9:
		m.cross()
	case 10, 11:
		m.cherryPick()
	case 12, 13:
		m.revert(onTopic)
	case 14, 15:
		m.renameFolder(onTopic)
	case 16:
		m.lend()
	case 17:
		m.add(onTopic, "edit of the own "+pick(m, "line", "file"), m.editLine(m.nodes[m.tip(onTopic)].files, onTopic))
	}
}

func pick[T any](m *maker, list ...T) T { return list[m.rng.IntN(len(list))] }

func (m *maker) tip(onTopic bool) int {
	if onTopic {
		return m.topic
	}
	return m.main
}

// add makes a commit on a branch; more parents make it a merge.
func (m *maker) add(onTopic bool, what string, files snapshot, more ...int) {
	if len(m.nodes) >= maxCommits {
		return
	}
	m.nodes = append(m.nodes, node{append([]int{m.tip(onTopic)}, more...), files, what})
	if onTopic {
		m.topic = len(m.nodes) - 1
	} else {
		m.main = len(m.nodes) - 1
	}
}

func (m *maker) name(folder string) string {
	m.count++
	return fmt.Sprintf("%s/f%d.go", folder, m.count)
}

// text is like no other one, so that git takes no file for another.
func (m *maker) text() string {
	m.count++
	text := fmt.Sprintf("package p%d\n", m.count)
	for i := range 12 {
		text += fmt.Sprintf("\nvar v%d_%d = %d\n", m.count, i, m.rng.IntN(9))
	}
	return text
}

// paths are the files that a side may touch.
func (m *maker) paths(files snapshot, onTopic bool) []string {
	return slices.DeleteFunc(files.sources(), func(name string) bool { return m.ordinary && m.own[name] != onTopic })
}

func (m *maker) editLine(files snapshot, onTopic bool) snapshot {
	list := m.paths(files, onTopic)
	if len(list) == 0 {
		return m.addFile(files, onTopic)
	}
	name := pick(m, list...)
	lines := strings.Split(files[name], "\n")
	at := 2 * (1 + m.rng.IntN((len(lines)-1)/2-1))
	m.count++
	lines[at] = strings.Split(lines[at], " //")[0] + fmt.Sprintf(" // %d", m.count)
	return files.with(name, strings.Join(lines, "\n"))
}

func (m *maker) addFile(files snapshot, onTopic bool) snapshot {
	folder := "lib"
	if all := files.sources(); len(all) > 0 {
		folder = path.Dir(pick(m, all...))
	}
	name := m.name(folder)
	m.own[name] = onTopic
	return files.with(name, m.text())
}

// edit is a plain commit: an edited line or two mostly, else a file that is new, gone or renamed.
func (m *maker) edit(onTopic bool, kind int) {
	files := m.nodes[m.tip(onTopic)].files
	list := m.paths(files, onTopic)
	switch {
	case kind == 7:
		m.add(onTopic, "new file", m.addFile(files, onTopic))
	case kind == 8 && len(list) > 1:
		m.add(onTopic, "file gone", files.without(pick(m, list...)))
	case kind == 9 && len(list) > 0:
		old := pick(m, list...)
		folder := path.Dir(old)
		if !m.ordinary {
			folder = path.Dir(pick(m, files.sources()...))
		}
		name := m.name(folder)
		m.own[name] = onTopic
		m.add(onTopic, "file renamed", files.without(old).with(name, files[old]))
	case kind > 3:
		m.add(onTopic, "two lines", m.editLine(m.editLine(files, onTopic), onTopic))
	default:
		m.add(onTopic, "line", m.editLine(files, onTopic))
	}
}

// merges counts the merge commits of topic.
func (m *maker) merges() (n int) {
	for i := range ancestors(m.nodes, m.topic) {
		if len(m.nodes[i].parents) > 1 {
			n++
		}
	}
	return n
}

// update merges main, or in an odd history something that main has, into topic.
func (m *maker) update(how string) {
	from := m.main
	if !m.ordinary {
		from = pick(m, append(slices.Sorted(maps.Keys(ancestors(m.nodes, m.main))), m.main, m.main, m.main)...)
		if len(m.sides) > 0 && m.rng.IntN(2) == 0 {
			from = pick(m, m.sides...)
		}
	}
	if ancestors(m.nodes, m.topic)[from] {
		return
	}
	m.add(true, fmt.Sprintf("merges %d: %s", from, how), m.mergeOf(m.topic, from, how, true), from)
}

// mergeOf are the files of a merge commit.
func (m *maker) mergeOf(ours, theirs int, how string, onTopic bool) snapshot {
	a, b := m.nodes[ours].files, m.nodes[theirs].files
	merged, _ := mergeFiles(m.nodes[fork(m.nodes, ours, theirs)].files, a, b)
	switch how {
	case "ours":
		return a
	case "theirs":
		return b
	case "evil":
		for range 1 + m.rng.IntN(2) {
			merged = m.editLine(merged, onTopic)
		}
	}
	return merged
}
