//go:build !linux

package linter

import "context"

// start runs nothing: the namespaces without which no linter runs are those of Linux.
func (r *Runner) start(context.Context, *work, string, call) ended {
	return ended{fault: "its sandbox needs Linux, so it did not run", over: true}
}

// Sandbox exists for Linux only.
func Sandbox([]string) int { return 2 }
