package cli

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"werkrevisor/internal/httpx"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/protection"
)

// halfway adds to an error how to go back.
func (p *protector) halfway(err error) error {
	return fmt.Errorf("%w\nthe rule may be changed in part; the old one is in %s, and this brings it back: %s", err, p.saved, p.undo())
}

// undo is the call that brings the saved rule back.
func (p *protector) undo() string {
	return fmt.Sprintf("werkrevisor branch-protection --restore %s --repo %s", protection.Quote(p.saved), protection.Quote(p.target.page()))
}

// adminHint says what a refused read means.
func adminHint(err error) error {
	var refused *httpx.StatusError
	if errors.As(err, &refused) && (refused.Status == http.StatusForbidden || refused.Status == http.StatusUnauthorized) {
		return fmt.Errorf("%w; %s must be the token of an administrator of the repository, with the scope write:repository", err, envAdmin)
	}
	return err
}

// save writes the old rule to a new file that only its owner can read; an existing file is never overwritten.
func (p *protector) save(name string, old, made protection.Rule) error {
	s := protection.Saved{Server: p.target.baseURL, Repository: p.target.owner + "/" + p.target.repo, Branch: name, Time: now().UTC(), Rule: old, Made: made, MergeStyles: p.styles}
	file := p.flags.save
	if file == "" {
		file = s.FileName()
	}
	data, err := s.Encode()
	if err == nil {
		err = writeNew(file, data)
	}
	for n := 2; errors.Is(err, os.ErrExist) && p.flags.save == "" && n < 100; n++ { // two calls within one second
		file = strings.TrimSuffix(s.FileName(), ".json") + fmt.Sprintf("-%d.json", n)
		err = writeNew(file, data)
	}
	if err != nil {
		return fmt.Errorf("the old rule cannot be saved in %s, so nothing was changed: %w; give another file with --save", file, cause(err))
	}
	p.saved = file
	p.say("the old rule is saved in %s; undo with: %s", file, p.undo())
	return nil
}

func writeNew(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// say prints a line on stdout.
func (p *protector) say(format string, args ...any) {
	fmt.Fprintln(p.c.stdout, pr.Visible(fmt.Sprintf(format, args...)))
}
