package cli

import (
	"io"
	"strings"

	"werkrevisor/internal/redact"
)

// Limits are the time limits of a call.
type Limits = limits

// Call is one call of the program with an environment of its own, so that many can run side by side.
type Call struct {
	Env            map[string]string
	Limits         Limits
	Tokens         func() (func(string) int, error)
	Stdout, Stderr io.Writer
}

// CountTokens sets up the counter of the program.
func CountTokens() (func(string) int, error) { return countTokens() }

// Main is Main in that environment.
func (c Call) Main(args ...string) int {
	var environ []string
	for name, value := range c.Env {
		environ = append(environ, name+"="+value)
	}
	secrets := redact.New(secretValues(environ)...)
	return (&command{version: "test", secrets: secrets, stdin: strings.NewReader(""), stdout: secrets.Writer(c.Stdout), stderr: secrets.Writer(c.Stderr),
		env: func(name string) string { return c.Env[name] }, tokens: c.Tokens, limits: c.Limits}).main(args)
}

// WriteLine writes the line of the usage file.
func WriteLine(file io.WriteCloser, line string) error { return writeLine(file, line) }
