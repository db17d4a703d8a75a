package config

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescape resolves the escapes of a quoted key.
func unescape(name string) string {
	if !strings.Contains(name, `\`) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] != '\\' || i+1 == len(name) {
			b.WriteByte(name[i])
			continue
		}
		i++
		if k := strings.IndexByte("btnfre", name[i]); k >= 0 {
			b.WriteByte("\b\t\n\f\r\x1b"[k])
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[name[i]]
		if digits == 0 || i+digits >= len(name) {
			b.WriteByte(name[i])
			continue
		}
		code, err := strconv.ParseUint(name[i+1:i+1+digits], 16, 31)
		if err != nil {
			code = utf8.RuneError
		}
		b.WriteRune(rune(code))
		i += digits
	}
	return b.String()
}
