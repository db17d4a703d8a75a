package model

import (
	"net/http"
	"testing"
	"time"
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
		{"a date in the past", "Mon, 30 Nov 2026 09:00:00 GMT", date, defaultPause},
		{"a date without a date to compare", "Mon, 30 Nov 2026 10:00:30 GMT", "", defaultPause},
		{"a negative number", "-5", date, defaultPause},
		{"a word", "soon", date, defaultPause},
		{"nothing", "", date, defaultPause},
	} {
		h := http.Header{}
		h.Set("Retry-After", tc.value)
		h.Set("Date", tc.date)
		if got := retryAfter(h); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}
