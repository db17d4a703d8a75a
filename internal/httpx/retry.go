package httpx

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter reads the header of an answer: seconds, or a date, which is held against the date of the same answer,
// because the clocks of the endpoint and of this host may differ. It returns otherwise where the answer names no time
// to come, and at most the pause most (product.md 8).
func RetryAfter(h http.Header, otherwise, most time.Duration) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	pause := time.Duration(-1)
	if seconds, err := strconv.Atoi(value); err == nil {
		pause = time.Duration(min(seconds, int(most/time.Second))) * time.Second
	} else if until, err := http.ParseTime(value); err == nil {
		if now, err := http.ParseTime(h.Get("Date")); err == nil {
			pause = min(until.Sub(now), most)
		}
	}
	if pause < 0 {
		return otherwise
	}
	return pause
}

// Pause waits. It reports false if the context ends first; where its deadline tells so, at once.
func Pause(ctx context.Context, d time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok {
		left, cancel := context.WithDeadline(ctx, deadline.Add(-d))
		defer cancel()
		if left.Err() != nil {
			return false
		}
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
