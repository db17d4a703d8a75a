package gitea

import (
	"errors"

	"werkrevisor/internal/httpx"
)

// status is the HTTP status of an error, or 0.
func status(err error) int {
	var e *httpx.StatusError
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// validSHA reports whether a text is a full commit id, SHA-1 or SHA-256.
func validSHA(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f') {
			return false
		}
	}
	return true
}
