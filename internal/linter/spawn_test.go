package linter

import (
	"os"
	"syscall"
	"testing"
)

// clearCloseOnExec lets a file be inherited, as those are with which a careless host starts werkrevisor.
func clearCloseOnExec(t *testing.T, f *os.File) {
	t.Helper()
	if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_SETFD, 0); errno != 0 {
		t.Fatal(errno)
	}
}
