package linter

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// Options says where linters are found, how the sandbox is started, and the limits of each linter.
// A limit of zero means the default.
type Options struct {
	// Path is the value of PATH. Entries that are no absolute path do not count: "." would be the checkout.
	Path string
	// Self is the program and the arguments that call Sandbox with what follows them, e.g. /proc/self/exe and SandboxWord.
	Self []string
	// Temp is the folder for temporary files; "": that of the system.
	Temp string

	Time     time.Duration // of one linter with all its runs; 60 seconds
	Memory   uint64        // bytes of data of each process; 2 GiB
	Output   int64         // bytes that one run may write; 8 MiB
	Files    int           // files of one linter; 500
	Bytes    int64         // bytes of these files together; 64 MiB
	Problems int           // problems of one linter; 1000
}

// errTime is the cause of a context whose end is that of one linter.
var errTime = errors.New("the time of the linter is over")

// Runner runs linters in sandboxes.
type Runner struct{ o Options }

// New is a runner with these options.
func New(o Options) *Runner {
	o.Time = cmp.Or(o.Time, time.Minute)
	o.Memory = cmp.Or(o.Memory, 2<<30)
	o.Output = cmp.Or(o.Output, 8<<20)
	o.Files = cmp.Or(o.Files, 500)
	o.Bytes = cmp.Or(o.Bytes, 64<<20)
	o.Problems = cmp.Or(o.Problems, 1000)
	return &Runner{o}
}

// Run runs the linters one after the other, each on the files that its globs match. A linter without such files is
// not run. Base reads a file at the base commit; nothing but a linter's configuration comes from there, and for buf
// the unchanged files that the changed ones import.
//
// Whatever goes wrong is a note of the outcome: a linter is never an error of the review, and never silent.
func (r *Runner) Run(ctx context.Context, linters []config.Linter, files []File, base func(path string) (pr.Text, error)) Outcome {
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	var all Outcome
	for _, l := range linters {
		o := r.lint(ctx, l, files, base)
		all.Problems = append(all.Problems, o.Problems...)
		all.Notes = append(all.Notes, o.Notes...)
	}
	return all
}

// lint runs one linter.
func (r *Runner) lint(ctx context.Context, l config.Linter, files []File, base func(path string) (pr.Text, error)) Outcome {
	j := &job{name: l.Name, limits: r.o}
	t, err := toolOf(l)
	if err != nil {
		return j.failed(err.Error())
	}
	matching := slices.DeleteFunc(slices.Clone(files), func(f File) bool { return !t.globs.Has(f.Path) || !t.concerns(f) })
	if len(matching) == 0 {
		return Outcome{}
	}
	if err := ctx.Err(); err != nil {
		return j.failed("the time of the review was over before it could start, so it did not run")
	}
	program, problem := lookUp(t.program, r.o.Path)
	if problem != "" {
		return j.failed(problem + ", so it did not run")
	}
	w, err := newWork(r.o.Temp)
	if err != nil {
		return j.failed("its work folder could not be made, so it did not run: " + err.Error())
	}
	defer w.remove()
	if reason := w.configure(t, base); reason != "" {
		return j.failed(reason + ", so it did not run")
	}
	if err := t.layOut(j, w, matching, base); err != nil {
		return j.failed("its files could not be written, so it did not run: " + err.Error())
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.o.Time, errTime)
	defer cancel()
	for _, c := range t.calls(w) {
		c.args = slices.Concat([]string{filepath.Base(t.program)}, c.args) // the name, by which some programs know what to be
		if !j.take(w, c, r.start(ctx, w, program, c)) {
			break
		}
	}
	return j.outcome()
}
