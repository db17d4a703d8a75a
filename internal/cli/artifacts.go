package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"werkrevisor/internal/evidence"
	"werkrevisor/internal/report"
)

// artifact is a file that a run writes besides the usage line. Its name is the one of [output] artifacts and --formats.
type artifact struct {
	name, file string
	render     func(report.Input) ([]byte, error)
}

// artifacts are all of them (operators.md, "Artifacts of a run"). The host publishes them to everybody, so none holds a
// secret, or more of the source than the comment does, unless [output] artifacts allows "source".
var artifacts = []artifact{
	{"sarif", "findings.sarif", report.SARIF},
	{"junit", "findings.junit.xml", report.JUnit},
	{"rdjson", "findings.rdjson", report.RDJSON},
	{"report", "report.html", report.Page},
	{"evidence", "evidence.json", evidence.Render},
}

// formatNames are the values of --formats.
func formatNames() []string {
	var names []string
	for _, a := range artifacts {
		names = append(names, a.name)
	}
	return names
}

// writeArtifacts writes what the operator chose and what --formats asks for. A file that cannot be written is named; it
// changes no verdict.
func (c *command) writeArtifacts(folder string, in report.Input) {
	for _, a := range artifacts {
		if !slices.Contains(in.Config.Output.Artifacts, a.name) && !slices.Contains(c.flags.formats, a.name) {
			continue
		}
		data, err := a.render(in)
		if err == nil {
			err = writeFile(folder, a.file, data)
		}
		if err != nil {
			c.log(fmt.Sprintf("%s in %s was not written: %s", a.file, folder, cause(err)))
		}
	}
}

// writeFile replaces a file of the output folder. No symlink is followed: the old file is removed, and a new one made.
func writeFile(folder, name string, data []byte) error {
	root, inside, err := openOutput(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	at := filepath.Join(inside, name)
	if err := root.Remove(at); err != nil && !os.IsNotExist(err) {
		return err
	}
	file, err := root.OpenFile(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close() // also after writeLine: then it does nothing
	return writeLine(file, string(data))
}

// splitFormats reads the values of --formats, which stand between commas.
func splitFormats(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	list := strings.Split(text, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
		if !slices.Contains(formatNames(), list[i]) {
			return nil, fmt.Errorf("--formats has %q; use %s", list[i], strings.Join(formatNames(), ", "))
		}
	}
	return list, nil
}
