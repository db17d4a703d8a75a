package cli

import "io"

// MainCounting is Main with a counter of tokens that needs no vocabulary: for tests that run the gate hundreds of times.
func MainCounting(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return start("test", args, stdin, stdout, stderr, func() (func(string) int, error) {
		return func(text string) int { return len(text) / 3 }, nil
	})
}
