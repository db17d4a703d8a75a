package linter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// namespaces are those that every linter gets for itself.
const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWNET |
	syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS

// afterKill is how long the outputs of an ended run may stay open. Its processes end with their namespace.
const afterKill = 5 * time.Second

// start runs the program in a sandbox and waits until all of it has ended.
func (r *Runner) start(ctx context.Context, w *work, program string, c call) ended {
	refused := func(why string) ended {
		return ended{fault: "its sandbox was refused, so it did not run: " + why, over: true}
	}
	if len(r.o.Self) == 0 {
		return refused("nothing starts it")
	}
	root, err := w.emptyRoot()
	if err != nil {
		return refused(err.Error())
	}
	spec, err := json.Marshal(cage{Root: root, Work: w.folder, Program: program, Dir: c.dir,
		Args: c.args, CPUSeconds: uint64(r.o.Time/time.Second+1) * 4, Memory: r.o.Memory})
	if err != nil {
		return refused(err.Error())
	}
	told, tell, err := os.Pipe()
	if err != nil {
		return refused(err.Error())
	}
	defer told.Close()
	running, kill := context.WithCancel(ctx)
	defer kill()
	loud := &meter{left: r.o.Output, end: kill}
	stdout, stderr := &kept{meter: loud, limit: int(r.o.Output)}, &kept{meter: loud, limit: 4 << 10}
	cmd := exec.CommandContext(running, r.o.Self[0], append(r.o.Self[1:len(r.o.Self):len(r.o.Self)], string(spec))...)
	cmd.Env = []string{} // not nil, which would be the environment of werkrevisor with its keys
	cmd.Dir = "/"
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.ExtraFiles = []*os.File{tell}
	cmd.WaitDelay = afterKill
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: namespaces, Setsid: true, Pdeathsig: syscall.SIGKILL,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	runtime.LockOSThread() // Pdeathsig means the end of this thread
	defer runtime.UnlockOSThread()
	err = cmd.Start()
	tell.Close()
	if err != nil {
		if ctx.Err() != nil {
			return r.late(ctx)
		}
		return refused(refusal(err))
	}
	waitErr := cmd.Wait() // kills by the context reach the first process of the namespace, and with it all others
	why, _ := io.ReadAll(io.LimitReader(told, 4<<10))
	var exit *exec.ExitError
	switch {
	case loud.out:
		return ended{fault: fmt.Sprintf("it wrote more than %d bytes and was ended, so its problems are left out", r.o.Output)}
	case ctx.Err() != nil:
		return r.late(ctx)
	case len(why) > 0:
		return refused(string(why))
	case waitErr != nil && !errors.As(waitErr, &exit):
		return ended{fault: "it could not be waited for: " + waitErr.Error()}
	}
	e := ended{status: cmd.ProcessState.ExitCode(), stdout: stdout.data, stderr: firstLine(string(stderr.data))}
	if s, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		e.signal = s.Signal().String()
	}
	return e
}

// late is a run that the end of the context ended.
func (r *Runner) late(ctx context.Context) ended {
	why := "the review ended before it was done"
	if errors.Is(context.Cause(ctx), errTime) {
		why = fmt.Sprintf("it was not done after %s and was ended", r.o.Time)
	}
	return ended{fault: why + "; its problems are left out", over: true}
}

// refusal is the cause of a failed start without the path of the program.
func refusal(err error) string {
	var at *os.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return "no namespaces of its own: " + err.Error()
}

// firstLine is the first line of a text that is not blank.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}
