package gitea

import (
	"fmt"
	"runtime"
)

// safe makes a panic of a parallel read an error, because nothing else could report it:
// it would end the process with a trace, and no usage line (product.md 2). What the panic says is not shown,
// since it may hold anything; a failure of the runtime is.
func safe(read func() error) func() error {
	return func() (err error) {
		defer func() {
			switch p := recover().(type) {
			case nil:
			case runtime.Error:
				err = fmt.Errorf("a read failed inside of the program (%s); please report this", p.Error())
			default:
				err = fmt.Errorf("a read failed inside of the program (%T); please report this", p)
			}
		}()
		return read()
	}
}
