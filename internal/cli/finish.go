package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"werkrevisor/internal/report"
)

// defaultOutput is the folder of the usage file in gate mode (seed 000, "Output").
const defaultOutput = "build/werkrevisor"

// finish prints the result: on stdout one usage line (gate), the Markdown (dry run, local) or one JSON object;
// on stderr the reasons and the last line. The usage file gets the usage line.
func (c *command) finish(in report.Input) {
	in, f := report.Clean(in, c.secrets.String), c.flags
	for _, line := range report.ReasonLines(in) {
		c.log(line)
	}
	usage := report.NewUsage(in).Line()
	if c.mode != report.Gate && c.mode != "" {
		for _, action := range in.Decision.Actions {
			c.log("would " + report.ActionText(action))
		}
	}
	if folder := outputFolder(c.mode, f.output); folder != "" {
		if err := appendUsage(folder, string(usage)+"\n"); err != nil {
			c.log(fmt.Sprintf("the usage file in %s was not written: %s", folder, err))
		}
		c.writeArtifacts(folder, in)
	}
	what, text := "the usage line", string(usage)+"\n"
	switch {
	case f.json:
		what, text = "the JSON", string(report.JSON(in))+"\n"
	case c.mode == report.DryRun || c.mode == report.Local:
		what, text = "the result", report.Comment(in)
	}
	if _, err := io.WriteString(c.stdout, text); err != nil {
		c.log(fmt.Sprintf("%s could not be printed on stdout: %s", what, cause(err)))
	}
	c.log(report.LastLine(in))
}

// outputFolder is where the usage file goes; a dry run and a local run write none unless they are told to.
func outputFolder(mode report.Mode, flag string) string {
	if flag == "" && mode == report.Gate {
		return defaultOutput
	}
	return flag
}

// appendUsage appends a line to usage.jsonl. A relative folder lies in a checkout that other builds can write,
// so no symlink is followed there: neither in place of the file nor of a folder on the way to it (product.md 12).
func appendUsage(folder, line string) error {
	root, folder, err := openOutput(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	name := filepath.Join(folder, "usage.jsonl")
	file, err := root.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY|syscall.O_NONBLOCK, 0o644) // a pipe must not hang the run
	if err != nil {
		return cause(err)
	}
	defer file.Close() // also after writeLine: then it does nothing
	listed, err := root.Lstat(name)
	opened, err2 := file.Stat()
	if err != nil || err2 != nil || !listed.Mode().IsRegular() || !os.SameFile(listed, opened) {
		return errors.New("usage.jsonl is no regular file")
	}
	return writeLine(file, line)
}

// openOutput opens the folder of the artifacts, which it makes; inside is its path from the root that it returns.
func openOutput(folder string) (root *os.Root, inside string, err error) {
	start := "."
	if filepath.IsAbs(folder) {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, "", cause(err)
		}
		start, folder = folder, "."
	}
	if root, err = os.OpenRoot(start); err != nil {
		return nil, "", cause(err)
	}
	if err := makeFolders(root, filepath.Clean(folder)); err != nil {
		return nil, "", errors.Join(err, root.Close())
	}
	return root, folder, nil
}

// writeLine writes the line and closes the file; a full disk can show only then.
func writeLine(file io.WriteCloser, line string) error {
	_, err := io.WriteString(file, line)
	closing := file.Close()
	return cause(cmp.Or(err, closing))
}

// makeFolders makes the folders of a relative path that do not exist; every one of them must be a real folder.
func makeFolders(root *os.Root, folder string) error {
	path := "."
	for part := range strings.SplitSeq(filepath.ToSlash(folder), "/") {
		path = filepath.Join(path, part)
		if err := root.Mkdir(path, 0o755); err != nil && !errors.Is(err, os.ErrExist) && path != "." {
			return cause(err)
		}
		if info, err := root.Lstat(path); err != nil || !info.IsDir() {
			return fmt.Errorf("%s is no folder", path)
		}
	}
	return nil
}

// cause is an error of the file system without the path, which the caller names.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// sameOrigin compares scheme, host and port.
func sameOrigin(a, b string) bool {
	x, err := url.Parse(a)
	y, err2 := url.Parse(b)
	if err != nil || err2 != nil {
		return false
	}
	return strings.EqualFold(x.Scheme, y.Scheme) && strings.EqualFold(x.Host, y.Host)
}
