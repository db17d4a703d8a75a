package linter

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"werkrevisor/internal/config"
)

// standIns are programs by name: the test binary itself, called by a symlink.
var standIns = map[string]func(args []string) int{
	"tool": standInTool, "actionlint": standInActionlint, "hadolint": standInHadolint, "tflint": standInTflint, "buf": standInBuf, "reviewer": standInReviewer,
}

// standInTool does what its first argument says.
func standInTool(args []string) int {
	switch args[0] {
	case "args":
		first := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "file-") })
		fmt.Printf("%s:1: %q\n", args[first], args[1:])
		return 1
	case "say":
		fmt.Println(strings.Join(args[1:len(args)-1], "\n")) // without the file
	case "fail":
		fmt.Fprintln(os.Stderr, "\n\x1b[31mno idea\nwhat to do")
		return 3
	case "say-and-fail":
		fmt.Println("file-001.txt:1: a problem")
		return 3
	case "crash":
		panic("out of order")
	case "loud":
		for {
			fmt.Println(strings.Repeat("x", 1000))
		}
	case "loud-errors":
		for {
			fmt.Fprintln(os.Stderr, strings.Repeat("x", 1000))
		}
	case "hang": // with a child that ignores all signals and keeps the outputs open
		if len(args) > 1 && args[1] != "child" {
			child := exec.Command("/proc/self/exe", "hang", "child", args[1])
			child.Args[0] = "tool"
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := child.Start(); err != nil {
				fmt.Println(err)
				return 1
			}
		}
		time.Sleep(time.Hour)
	case "spy":
		for _, fact := range spy(args[1], args[2]) {
			fmt.Printf("file-001.txt:1: %s\n", fact)
		}
	}
	return 0
}

// spy tries everything that a linter must not do. A line is a fact, in the order of the test.
func spy(secret, address string) []string {
	var facts []string
	fact := func(name string, value any) { facts = append(facts, fmt.Sprintf("%s = %v", name, value)) }
	does := func(name string, err error) { fact(name, fmt.Sprint(err == nil)) }
	fact("environment", os.Environ())
	fact("pid", os.Getpid())
	var processes []string
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if strings.Trim(e.Name(), "0123456789") == "" {
			processes = append(processes, e.Name())
		}
	}
	fact("processes", processes)
	root, _ := filepath.Glob("/*")
	fact("root", slices.DeleteFunc(root, func(s string) bool { return slices.Contains(systemFolders[:], s) }))
	etc, _ := filepath.Glob("/etc/*")
	fact("etc", etc)
	var seen []string
	_ = filepath.WalkDir("/work", func(path string, _ fs.DirEntry, _ error) error { seen = append(seen, path); return nil })
	fact("work", seen)
	_, err := os.ReadFile(secret)
	does("reads a secret", err)
	_, err = net.DialTimeout("tcp", address, time.Second)
	does("reaches the host", err)
	addresses, _ := net.InterfaceAddrs()
	fact("addresses", addresses)
	for _, path := range []string{"/x", "/work/x", "/work/files/file-001.txt", "/usr/x", "/linter/tool", "/dev/x", "/proc/sys/kernel/core_pattern"} {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
		does("writes "+path, err)
		f.Close()
	}
	does("changes a device", os.Chmod("/dev/null", 0o666))
	does("writes /tmp", os.WriteFile("/tmp/x", []byte("x"), 0o600))
	does("uses /dev/null", os.WriteFile("/dev/null", []byte("x"), 0o600))
	does("mounts", syscall.Mount("tmpfs", "/tmp", "tmpfs", 0, ""))
	does("makes /usr writable", syscall.Mount("", "/usr", "", syscall.MS_REMOUNT|syscall.MS_BIND, ""))
	child := exec.Command("/proc/self/exe")
	child.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
	does("makes a user namespace", child.Start())
	fds, _ := filepath.Glob("/proc/self/fd/*")
	fds = slices.DeleteFunc(fds, func(s string) bool { // those that the Go runtime opens
		to, err := os.Readlink(s)
		return err != nil || strings.HasPrefix(to, "anon_inode:") || strings.HasPrefix(to, "/proc/")
	})
	fact("files", fds)
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if name, value, _ := strings.Cut(line, ":"); slices.Contains([]string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs"}, name) {
			fact(name, strings.TrimSpace(value))
		}
	}
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	var open []string
	for line := range strings.Lines(string(mounts)) {
		f := strings.Fields(line)
		if options := strings.Split(f[5], ","); !slices.Contains(options, "ro") || !slices.Contains(options, "nosuid") {
			open = append(open, f[4])
		}
	}
	fact("writable", open)
	for _, kind := range []string{"user", "pid", "mnt", "net", "ipc", "uts"} {
		to, _ := os.Readlink("/proc/self/ns/" + kind)
		facts = append(facts, "namespace "+to)
	}
	limits, _ := os.ReadFile("/proc/self/limits")
	for line := range strings.Lines(string(limits)) {
		for _, name := range []string{"cpu time", "file size", "data size", "core file size", "processes", "open files"} {
			if strings.HasPrefix(line, "Max "+name+" ") {
				facts = append(facts, line)
			}
		}
	}
	return facts
}

// standInReviewer is a werkrevisor that waits for a linter.
func standInReviewer(args []string) int {
	globs, _ := config.NewGlobs("*.txt")
	r := New(Options{Path: args[0], Temp: args[1], Self: []string{"/proc/self/exe", SandboxWord}, Memory: 1 << 50})
	fmt.Println(r.Run(context.Background(), []config.Linter{{Name: "own", Command: []string{"tool", "hang", args[2]}, Format: "%f", Globs: globs}},
		[]File{added("a.txt", "")}, nil))
	return 0
}

// told is what a stand-in of a known linter says: how it was called, and with which configuration.
func told(args []string) string {
	said := strings.Join(args, " ")
	for _, a := range args {
		if text, err := os.ReadFile(a); err == nil && strings.HasPrefix(a, "/work/config/") {
			said += " | " + string(text)
		}
	}
	return said
}

func standInActionlint(args []string) int {
	var list []map[string]any
	for _, a := range args {
		if strings.HasPrefix(a, "file-") {
			list = append(list, map[string]any{"message": told(args), "filepath": a, "line": 2, "column": 3, "kind": "expression", "snippet": "x"})
		}
	}
	_ = json.NewEncoder(os.Stdout).Encode(list)
	return 1
}

func printSARIF(level, message string, names []string) {
	var results []string
	for _, name := range names {
		quoted, _ := json.Marshal(message)
		results = append(results, fmt.Sprintf(`{"ruleId": "DL3006", "level": %q, "message": {"text": %s}, "locations": [{"physicalLocation":
			{"artifactLocation": {"uri": %q}, "region": {"startLine": 1}}}]}`, level, quoted, name))
	}
	fmt.Printf(`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [%s]}]}`, strings.Join(results, ","))
}

func standInHadolint(args []string) int {
	var names []string
	for _, a := range args {
		if strings.HasPrefix(a, "file-") {
			names = append(names, a)
		}
	}
	printSARIF("warning", told(args), names)
	return 1
}

func standInTflint(args []string) int {
	names, _ := filepath.Glob("*")
	if text, _ := os.ReadFile(names[0]); string(text) == "broken\n" {
		fmt.Fprintln(os.Stderr, "Failed to initialize plugins")
		return 1
	}
	if text, _ := os.ReadFile(names[0]); string(text) == "no plugin\n" {
		printSARIF("error", "Plugin not found", []string{""})
		return 1
	}
	printSARIF("error", told(args), names)
	return 2
}

func standInBuf(args []string) int {
	say := func(path, kind, message string) {
		line, _ := json.Marshal(map[string]any{"path": path, "start_line": 1, "type": kind, "message": message})
		fmt.Println(string(line))
	}
	tree := func(root string) map[string]string {
		all := map[string]string{}
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, _ error) error {
			if name, err := filepath.Rel(root, path); err == nil && !d.IsDir() {
				text, _ := os.ReadFile(path)
				all[name] = string(text)
			}
			return nil
		})
		return all
	}
	here := tree(".")
	if args[0] == "lint" {
		for name, text := range here {
			if strings.Contains(text, "does not compile") {
				say(name, "COMPILE", "syntax error")
			}
			say(name, "PACKAGE_DEFINED", told(args))
		}
		return 100
	}
	before := tree("../base")
	for name, text := range before {
		switch now, ok := here[name]; {
		case !ok:
			say("", "FILE_NO_DELETE", fmt.Sprintf("Previously present file %q was deleted.", name))
		case now != text:
			say(name, "FIELD_NO_DELETE", told(args))
		}
	}
	return 100
}
