// Package abort takes the signals that end the program, from the start of the process on.
//
// Go initialises packages one after the other, those with few imports and an early path first, and the tables of the
// others take most of the time until main begins. So the signals have a package of their own, and a run that is told to
// stop while the tables are made still ends as an interrupted run.
package abort

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// signals gets the first signal of the process.
var signals = listen()

func listen() chan os.Signal {
	c := make(chan os.Signal, 1)
	notify(c)
	return c
}

// notify asks for the signals: the host sends TERM, and KILL two seconds later.
func notify(c chan os.Signal) { signal.Notify(c, syscall.SIGTERM, os.Interrupt) }

// Context is a context that a signal cancels with the cause, also one that came since the process started.
// It is for one call at a time; stop gives its resources back.
func Context(cause error) (ctx context.Context, stop func()) {
	notify(signals)
	ctx, cancel := context.WithCancelCause(context.Background())
	done := make(chan struct{})
	select {
	case <-signals:
		cancel(cause)
	default:
	}
	go func() {
		select {
		case <-signals:
			cancel(cause)
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}

// Release lets signals end the process at once, as they end any other. One that came before does so now.
func Release() {
	signal.Stop(signals)
	select {
	case s := <-signals:
		if number, ok := s.(syscall.Signal); ok {
			_ = syscall.Kill(syscall.Getpid(), number)
		}
	default:
	}
}
