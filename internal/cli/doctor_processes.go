package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// otherProcesses counts the processes of a user that are neither this one, nor its ancestors, nor its children;
// -1 where proc cannot be read. Sandbox: the first process is this user's, too.
// A build of a PR that runs as the gate's user can read the gate's environment there (host.md 1).
func otherProcesses(proc string, self, uid int) (others int, sandbox bool) {
	entries, err := os.ReadDir(proc)
	if err != nil {
		return -1, false
	}
	parents := map[int]int{} // of the processes of the user
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		data, err := os.ReadFile(filepath.Join(proc, entry.Name(), "status"))
		if err != nil {
			continue // it has ended
		}
		if owner, parent := processOf(data); owner == uid {
			parents[pid] = parent
		}
	}
	if _, ok := parents[self]; !ok {
		return -1, false // this is no listing of processes
	}
	ours := map[int]bool{}
	for pid := self; pid > 0 && !ours[pid]; pid = parents[pid] {
		ours[pid] = true
	}
	for pid, parent := range parents {
		if !ours[pid] && parent != self {
			others++
		}
	}
	_, sandbox = parents[1]
	return others, sandbox
}

// processOf reads the real user and the parent of a process; -1 where they are missing.
func processOf(status []byte) (uid, parent int) {
	uid, parent = -1, -1
	for line := range bytes.Lines(status) {
		fields := strings.Fields(string(line))
		if len(fields) < 2 {
			continue
		}
		if n, err := strconv.Atoi(fields[1]); err == nil {
			switch fields[0] {
			case "Uid:":
				uid = n
			case "PPid:":
				parent = n
			}
		}
	}
	return uid, parent
}
