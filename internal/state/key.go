package state

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// minKey is the length of the shortest key in bytes.
const minKey = 32

// Key authenticates states.
type Key struct{ bytes []byte }

// NewKey is the operator's key, or one that is derived from the bot's token where the operator set none.
// A derived key ends with its token: after a rotation the old states do not count, and every head is reviewed anew.
func NewKey(own, token string) (Key, error) {
	if own != "" {
		if len(own) < minKey {
			return Key{}, errors.New("it has fewer than 32 bytes; make one with: openssl rand -base64 48")
		}
		return Key{[]byte(own)}, nil
	}
	if token == "" {
		return Key{}, errors.New("there is neither a key nor a token")
	}
	derived, err := hkdf.Key(sha256.New, []byte(token), nil, "werkrevisor state of comments, version 1", 32)
	if err != nil {
		return Key{}, errors.New("no key can be derived from the token")
	}
	return Key{derived}, nil
}
