package linter

import "sync"

// SandboxWord is the hidden first argument of werkrevisor that calls Sandbox.
const SandboxWord = "linter-sandbox"

// cage is what Sandbox needs to know, as its only argument in JSON.
type cage struct {
	Root       string   // an empty folder, where the new root is built
	Work       string   // the folder that the linter gets as /work, read-only
	Program    string   // its real path
	Args       []string // the name by which it is called, then the arguments
	Dir        string   // the working directory, below /work
	CPUSeconds uint64   // that each of its processes may use
	Memory     uint64   // bytes of data of each of its processes
}

// call is one run of a linter.
type call struct {
	label string   // its name in notes; "": that of the linter
	args  []string // after the name of the program, which the runner adds
	dir   string   // the working directory, below the work folder
	read  reader
	fine  []int // exit statuses of a run that did its work; empty: all
}

// fails reports whether the exit status tells that the run did not do its work.
func (c call) fails(status int) bool {
	for _, s := range c.fine {
		if s == status {
			return false
		}
	}
	return len(c.fine) > 0
}

// ended is how a run ended.
type ended struct {
	fault  string // why it did not run or was ended; "" for a program that ended by itself
	over   bool   // with a fault: no further run makes sense
	status int
	signal string
	stdout []byte
	stderr string // its first line
}

// meter counts what a run writes on both outputs, and ends it when that is too much.
type meter struct {
	mu   sync.Mutex
	left int64
	out  bool // too much was written
	end  func()
}

// spend takes n bytes; false: they are too many.
func (m *meter) spend(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left -= int64(n); m.left < 0 && !m.out {
		m.out = true
		m.end()
	}
	return !m.out
}

// kept keeps the first bytes that are written to it, and counts all.
type kept struct {
	*meter
	limit int
	data  []byte
}

// Write never fails, so that a program that is about to be ended does not see a closed pipe first.
func (k *kept) Write(p []byte) (int, error) {
	if k.spend(len(p)) {
		k.data = append(k.data, p[:min(len(p), k.limit-len(k.data))]...)
	}
	return len(p), nil
}
