package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"werkrevisor/internal/pr"
)

// maxPast is the number of commits that History lists at most.
const maxPast = 50

// History lists the newest commits of the base branch that touched a file, newest first, and never more than 50.
// What it says of a commit is proven by the commit's id; that the commit touched the file is what git says.
// A shallow clone gives what it has: commits at its border are left out, because they seem to touch every file.
func (t *Tree) History(ctx context.Context, path string, most int) ([]pr.PastCommit, error) {
	if most < 1 || !pr.CleanPath(path) {
		return nil, nil
	}
	where := fmt.Sprintf("read the commits of %q up to %.10s", path, t.base)
	border, err := t.git.listedBorder()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	out, err := t.git.output(ctx, maxWord, nil, "rev-list", "-n", strconv.Itoa(min(most, maxPast)), t.base, "--", path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	ids := slices.DeleteFunc(strings.Fields(string(out)), func(id string) bool { return slices.Contains(border, id) })
	list := make([]pr.PastCommit, len(ids))
	err = t.git.readObjects(ctx, "commit", ids, func(i int, size int64, content io.Reader) error {
		data, err := io.ReadAll(io.LimitReader(content, maxWord)) // its first lines are wanted
		if err == nil {
			list[i] = parsePast(ids[i], string(data))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	return list, nil
}

// parsePast reads the time and the first line of the message of a commit object: header lines, an empty line, the message.
// What is malformed stays empty.
func parsePast(id, data string) pr.PastCommit {
	c := pr.PastCommit{SHA: id, Time: time.Unix(0, 0).UTC()}
	head, message, _ := strings.Cut(data, "\n\n")
	for line := range strings.Lines(head) {
		if who, ok := strings.CutPrefix(line, "committer "); ok {
			fields := strings.Fields(who[strings.LastIndex(who, ">")+1:])
			if len(fields) > 0 {
				if seconds, err := strconv.ParseInt(fields[0], 10, 64); err == nil {
					c.Time = time.Unix(seconds, 0).UTC()
				}
			}
			break
		}
	}
	subject, _, _ := strings.Cut(strings.TrimLeft(message, "\r\n"), "\n")
	c.Subject = strings.TrimSpace(strings.ToValidUTF8(subject, "\ufffd"))
	return c
}

// listedBorder lists the border of a shallow clone; see border.
func (g *git) listedBorder() ([]string, error) {
	data, err := readLimited(filepath.Join(g.dir, "shallow"), maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return strings.Fields(string(data)), err
}
