package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// fingerprint is the SHA-256 over every effective value that can change a verdict or a prompt.
// [output] only says which files a run leaves behind, so it does not count. Neither the order of the keys
// in a file nor the layer of a value matters, nor the order of globs and sets.
func (m effective) fingerprint() string {
	hash := sha256.New()
	for _, k := range Keys {
		s, set := m[k.path()]
		if !set || k.Section == "output" {
			continue
		}
		value := s.value
		if list, ok := value.([]string); ok && k.Type != Strings {
			value = slices.Compact(slices.Sorted(slices.Values(list)))
		}
		fmt.Fprintf(hash, "%s = %s\n", k.path(), render(value))
	}
	return hex.EncodeToString(hash.Sum(nil))
}
