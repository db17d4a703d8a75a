package pr

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

func TestOfManyCallersOneReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewTextCache()
		release := make(chan struct{})
		var reads atomic.Int32
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				text, err := c.Get(t.Context(), "id", func() (Text, error) {
					reads.Add(1)
					<-release
					return Text{State: Read, Body: "x"}, nil
				})
				if err != nil || text.Body != "x" {
					t.Errorf("got %v, %v", text, err)
				}
			})
		}
		synctest.Wait()
		close(release)
		group.Wait()
		if n := reads.Load(); n != 1 {
			t.Errorf("%d reads", n)
		}
	})
}

func TestAnErrorGoesToAllWhoWaitAndIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewTextCache()
		release := make(chan struct{})
		var reads atomic.Int32
		var group sync.WaitGroup
		failure := errors.New("no connection")
		for range 5 {
			group.Go(func() {
				_, err := c.Get(t.Context(), "id", func() (Text, error) { reads.Add(1); <-release; return Text{}, failure })
				if err != failure {
					t.Errorf("got %v", err)
				}
			})
		}
		synctest.Wait()
		close(release)
		group.Wait()
		text, err := c.Get(t.Context(), "id", func() (Text, error) { return Text{State: Read}, nil })
		if reads.Load() != 1 || err != nil || text.State != Read {
			t.Errorf("%d reads, then %v, %v", reads.Load(), text, err)
		}
	})
}

func TestTheEndOfOneContextIsNoMatterOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := NewTextCache()
		first, endFirst := context.WithCancel(t.Context())
		waiting, endWaiting := context.WithCancelCause(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := c.Get(first, "id", func() (Text, error) { <-first.Done(); return Text{}, first.Err() }); !errors.Is(err, context.Canceled) {
				t.Errorf("the first got %v", err)
			}
		})
		synctest.Wait()
		cause := errors.New("no time is left")
		group.Go(func() {
			if _, err := c.Get(waiting, "id", nil); err != cause {
				t.Errorf("the one that waited got %v", err)
			}
		})
		group.Go(func() {
			text, err := c.Get(t.Context(), "id", func() (Text, error) { return Text{State: Read}, nil })
			if err != nil || text.State != Read {
				t.Errorf("the other got %v, %v", text, err)
			}
		})
		synctest.Wait()
		endWaiting(cause)
		synctest.Wait()
		endFirst()
		group.Wait()
	})
}

func TestAPanicOfTheReaderLeavesNobodyWaiting(t *testing.T) {
	c := NewTextCache()
	func() {
		defer func() { _ = recover() }()
		_, _ = c.Get(t.Context(), "id", func() (Text, error) { panic("defect") })
	}()
	if text, err := c.Get(t.Context(), "id", func() (Text, error) { return Text{State: Read}, nil }); err != nil || text.State != Read {
		t.Errorf("got %v, %v", text, err)
	}
}

func TestWhatDoesNotFitIsNotKept(t *testing.T) {
	c := NewCache(10, func(s string) int64 { return int64(len(s)) })
	reads := 0
	get := func(key, value string) {
		got, err := c.Get(t.Context(), key, func() (string, error) { reads++; return value, nil })
		if err != nil || got != value {
			t.Errorf("%s: got %q, %v", key, got, err)
		}
	}
	for range 3 {
		get("six", "123456")
		get("five", "12345") // does not fit besides the six
		get("four", "1234")
	}
	if reads != 1+3+1 {
		t.Errorf("%d reads", reads)
	}
	c.Keep("four", "other")
	if got, ok := c.Kept("four"); !ok || got != "1234" {
		t.Errorf("got %q, %v", got, ok)
	}
	texts := NewTextCache()
	for i := range MaxKept>>20 + 1 {
		texts.Keep(fmt.Sprint(i), Text{State: Read, Body: strings.Repeat("x", 1<<20)})
	}
	if _, ok := texts.Kept(fmt.Sprint(MaxKept >> 20)); ok {
		t.Error("more is kept than the limit allows")
	}
}
