package run

import (
	"errors"
	"fmt"
)

// panicked is a failure of the program itself.
type panicked struct{ kind string }

func (e panicked) Error() string { return "the program failed (" + e.kind + "); please report this" }

// safely makes a panic of a phase an error, so that it is reported on the PR as every other failure.
// What a panic says may hold anything, so only its kind is kept; a failure of the runtime holds nothing of the change.
func safely(phase func() error) (err error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		kind := fmt.Sprintf("%T", p)
		var failure interface{ RuntimeError() }
		if e, ok := p.(error); ok && errors.As(e, &failure) {
			kind = e.Error()
		}
		err = panicked{kind}
	}()
	return phase()
}
