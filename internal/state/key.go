package state

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
)

// minKey is the length of the shortest key in bytes.
const minKey = 32

// Key authenticates states. Keys that were exchanged open states, too, but never seal one.
type Key struct {
	bytes []byte
	old   [][]byte
}

// Seals reports whether there is a key: without one no result can be told from another text.
func (k Key) Seals() bool { return len(k.bytes) > 0 }

// errShort says what is wrong about a short key.
var errShort = errors.New("it has fewer than 32 bytes; make one with: openssl rand -base64 48")

// NewKey is the operator's key, or one that is derived from the bot's token where the operator set none.
// A derived key ends with its token: after a rotation the old states do not count, and every head is reviewed anew.
func NewKey(own, token string) (Key, error) {
	if own != "" {
		if len(own) < minKey {
			return Key{}, errShort
		}
		return Key{bytes: []byte(own)}, nil
	}
	if token == "" {
		return Key{}, errors.New("there is neither a key nor a token")
	}
	derived, err := derive(token)
	return Key{bytes: derived}, err
}

// WithOld is the key during an exchange: it opens also what was sealed with the old key, or with the key that was derived
// from the old token of the bot. Where there is no key, there is none to exchange.
func (k Key) WithOld(old string) (Key, error) {
	if old == "" || len(k.bytes) == 0 {
		return k, nil
	}
	if len(old) < minKey {
		return k, errors.New("it has fewer than 32 bytes, so it is neither the old key nor the old token")
	}
	derived, err := derive(old)
	if err != nil {
		return k, err
	}
	k.old = [][]byte{[]byte(old), derived}
	return k, nil
}

// derive makes a key of a token.
func derive(token string) ([]byte, error) {
	derived, err := hkdf.Key(sha256.New, []byte(token), nil, "werkrevisor state of comments, version 1", 32)
	if err != nil {
		return nil, errors.New("no key can be derived from the token")
	}
	return derived, nil
}
