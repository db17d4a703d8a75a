package httpx

import (
	"context"
	"net/http"
	"testing"
	"time"
)

const (
	otherwise = time.Second
	most      = 10 * time.Minute
)

func TestRetryAfterIsReadAsSecondsOrAsADate(t *testing.T) {
	const date = "Mon, 30 Nov 2026 10:00:00 GMT"
	for _, tc := range []struct {
		name, value, date string
		want              time.Duration
	}{
		{"seconds", "7", date, 7 * time.Second},
		{"zero", "0", "", 0},
		{"more than ten minutes", "86400", date, 10 * time.Minute},
		{"a number that would overflow", "9223372036854775807", date, 10 * time.Minute},
		{"a date", "Mon, 30 Nov 2026 10:00:30 GMT", date, 30 * time.Second},
		{"a date of tomorrow", "Tue, 01 Dec 2026 10:00:00 GMT", date, 10 * time.Minute},
		{"a date in the past", "Mon, 30 Nov 2026 09:00:00 GMT", date, otherwise},
		{"a date without a date to compare", "Mon, 30 Nov 2026 10:00:30 GMT", "", otherwise},
		{"a negative number", "-5", date, otherwise},
		{"a word", "soon", date, otherwise},
		{"nothing", "", date, otherwise},
	} {
		h := http.Header{}
		h.Set("Retry-After", tc.value)
		h.Set("Date", tc.date)
		if got := RetryAfter(h, otherwise, most); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

func TestAPauseEndsWithItsContext(t *testing.T) {
	if !Pause(t.Context(), time.Millisecond) {
		t.Error("nothing ended it")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if Pause(ended, time.Hour) {
		t.Error("the context had ended before")
	}
	short, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if Pause(short, time.Hour) || short.Err() != nil {
		t.Error("a deadline before the end of the pause must be seen at once")
	}
}
