package run

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// ErrInterrupted is the cause with which the command line cancels a run on a signal.
var ErrInterrupted = errors.New("the run was interrupted by a signal")

// errWriteTime is the cause with which writing ends itself.
func errWriteTime(limit time.Duration) error {
	return timeLimitError{fmt.Sprintf("writing to the server took longer than %s; start the run again", limit)}
}

type timeLimitError struct{ text string }

func (e timeLimitError) Error() string { return e.text }

// errTimeLimit is the cause with which a run ends itself.
func errTimeLimit(limit time.Duration, cfg config.Config) error {
	text := fmt.Sprintf("the run reached its own time limit of %s", limit)
	if cfg.Engine.Review == deepReview {
		text += fmt.Sprintf(" ([deep] timeout_seconds = %d)", cfg.Deep.TimeoutSeconds)
	} else if cfg.Model.TimeoutSeconds > 0 {
		text += fmt.Sprintf(" ([model] timeout_seconds = %d, max_retries = %d)", cfg.Model.TimeoutSeconds, cfg.Model.MaxRetries)
	} else {
		text += " for reading the change"
	}
	return timeLimitError{text + "; start it again"}
}

// readError marks a failure of reading the change; writeError one of writing the result.
type (
	readError  struct{ error }
	writeError struct{ error }
)

// namedError is a failure with a reason code of its own.
type namedError struct{ code, text string }

func (e namedError) Error() string { return e.text }

func (e readError) Unwrap() error  { return e.error }
func (e writeError) Unwrap() error { return e.error }

// StartFault is the reason of a run that could not begin, because flags, environment, files or the checkout are wrong,
// or because a signal ended it.
func StartFault(ctx context.Context, err error) verdict.Reason {
	if errors.Is(context.Cause(ctx), ErrInterrupted) {
		return interrupted()
	}
	if errors.As(err, &readError{}) {
		return verdict.Fault("read_failed", oneLine(err))
	}
	return verdict.Fault("config_invalid", oneLine(err))
}

// ReadError marks a failure of opening the source of the change.
func ReadError(err error) error { return readError{err} }

// fault turns a failure of the program into the one ERROR reason (architecture.md: two channels).
// The first that fits decides: what ended the run, then what was being done.
func fault(ctx context.Context, err error) verdict.Reason {
	var limit timeLimitError
	var asked *model.Error
	var settings *config.Error
	var named namedError
	var judged *jev.Error
	cause := context.Cause(ctx)
	switch {
	case errors.Is(cause, ErrInterrupted):
		return interrupted()
	case errors.As(cause, &limit):
		return verdict.Fault("timed_out", limit.Error())
	case errors.As(err, &panicked{}):
		return verdict.Fault("internal", oneLine(err))
	case errors.Is(err, pr.ErrSuperseded):
		return verdict.Fault("superseded", oneLine(err)+"; the newer head gets its own review")
	case errors.Is(err, pr.ErrNotOpen):
		return verdict.Fault("pr_not_open", oneLine(err))
	case errors.Is(err, pr.ErrIncomplete):
		return verdict.Fault("incomplete_change", oneLine(err))
	case errors.As(err, &judged):
		return verdict.Fault(judged.Code, judged.Text)
	case errors.As(err, &named):
		return verdict.Fault(named.code, named.text)
	case errors.As(err, &settings):
		return verdict.Fault("config_invalid", oneLine(err))
	case errors.As(err, &asked):
		return verdict.Fault(asked.Code, asked.Text)
	case errors.As(err, &writeError{}):
		return verdict.Fault("write_failed", oneLine(err))
	case errors.As(err, &readError{}):
		return verdict.Fault("read_failed", oneLine(err))
	}
	return verdict.Fault("internal", oneLine(err))
}

func interrupted() verdict.Reason {
	return verdict.Fault("interrupted", ErrInterrupted.Error()+"; start it again")
}

// oneLine joins the lines of an error that has several causes.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
