package run

import (
	"context"
	"errors"
	"testing"
)

func TestAComputationIsLeftAloneWhenTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	started, forever := make(chan struct{}), make(chan struct{})
	defer close(forever)
	go func() { <-started; cancel(ErrInterrupted) }()
	got, err := within(ctx, func() (int, error) { close(started); <-forever; return 1, nil })
	if got != 0 || !errors.Is(err, ErrInterrupted) {
		t.Errorf("got %d, %v", got, err)
	}
}

func TestAPanicOfAComputationIsAnError(t *testing.T) {
	var none []int
	_, err := within(t.Context(), func() (int, error) { return none[3], nil })
	if !errors.As(err, &panicked{}) {
		t.Errorf("got %v", err)
	}
	if got, err := within(t.Context(), func() (int, error) { return 7, nil }); got != 7 || err != nil {
		t.Errorf("got %d, %v", got, err)
	}
}
