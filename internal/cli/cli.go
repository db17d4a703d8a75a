// Package cli reads flags, environment and files, wires the clients and starts a run.
package cli

import "io"

// Main runs the command and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int { return 30 }
