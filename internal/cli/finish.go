package cli

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"werkrevisor/internal/report"
)

// defaultOutput is the folder of the usage file in gate mode (seed 000, "Output").
const defaultOutput = "build/werkrevisor"

// finish prints the result: on stdout one usage line (gate), the Markdown (dry run, local) or one JSON object;
// on stderr the reasons and the last line. The usage file gets the usage line.
func (c *command) finish(in report.Input, f flags) {
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
		if err := appendUsage(folder, c.secrets.String(string(usage))+"\n"); err != nil {
			c.log(fmt.Sprintf("the usage file in %s was not written: %s", folder, err))
		}
	}
	switch {
	case f.json:
		fmt.Fprintf(c.stdout, "%s\n", report.JSON(in))
	case c.mode == report.DryRun || c.mode == report.Local:
		fmt.Fprint(c.stdout, report.Comment(in))
	default:
		fmt.Fprintf(c.stdout, "%s\n", usage)
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

// appendUsage appends a line to usage.jsonl. No symlink is followed, because the folder may lie in a checkout
// that other builds can write: neither in place of the file nor of a folder on the way to it (product.md 12).
func appendUsage(folder, line string) error {
	root, err := os.OpenRoot(".")
	if strings.HasPrefix(folder, "/") {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return errors.Unwrap(err)
		}
		root, err = os.OpenRoot(folder)
		folder = "."
	}
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.MkdirAll(folder, 0o755); err != nil {
		return errors.Unwrap(err)
	}
	name := folder + "/usage.jsonl"
	if info, err := root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return errors.New("usage.jsonl is no regular file")
	}
	file, err := root.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(line)
	return errors.Join(err, file.Close())
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
