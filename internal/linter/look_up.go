package linter

import (
	"os"
	"path/filepath"
	"strings"
)

// lookUp finds a program on PATH and returns its real path, without symlinks.
// An entry that is empty or relative does not count: it would be looked up in the checkout.
func lookUp(program, path string) (found, problem string) {
	if filepath.IsAbs(program) {
		if real, ok := executable(program); ok {
			return real, ""
		}
		return "", "its program is no executable file"
	}
	if strings.ContainsRune(program, filepath.Separator) {
		return "", "its command in [deep] linters must begin with a name or an absolute path"
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if real, ok := executable(filepath.Join(dir, program)); ok {
			return real, ""
		}
	}
	return "", "not found on PATH"
}

func executable(path string) (real string, ok bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", false
	}
	info, err := os.Stat(real)
	return real, err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
