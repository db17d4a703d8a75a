package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVersionsOfGit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"git version 2.30.0\n":                       "",
		"git version 2.39.5 (Apple Git-154)\n":       "",
		"git version 2.50.1.windows.1\n":             "",
		"git version 2.51.0-rc1\n":                   "",
		"git version 3.0\n":                          "",
		"git version 2.29.9\n":                       "needs git 2.30 or newer",
		"git version 1.8.3.1\n":                      "needs git 2.30 or newer",
		"git version two\n":                          "does not say its version",
		"":                                           "does not say its version",
		"git version 99999999999999999999999999.0\n": "does not say its version",
	} {
		err := checkVersion(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

func TestAnOldGitIsRefused(t *testing.T) {
	r, _, _, _ := forked(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\necho git version 2.17.1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if _, err := Open(context.Background(), r.dir, "main..topic"); err == nil || !strings.Contains(err.Error(), "2.30 or newer") {
		t.Errorf("got %v", err)
	}
}
