package secrets

import "strings"

// nameKind says what stands behind a name.
type nameKind int

const (
	noSecret     nameKind = iota
	passwordName          // what a person chose, so it may be a word
	secretName            // what a person or a machine chose
	tokenName             // what a machine made: a word there names something, e.g. a part of a text or a colour
	labelName             // a text about a password, for users
)

var (
	passwordEnds = []string{"password", "passwd", "passwort", "passphrase", "kennwort", "pwd"}
	secretEnds   = []string{"secret", "apikey", "accesskey", "secretkey", "privatekey"}
	tokenEnds    = []string{"token", "credential", "credentials"}
	nameEnds     = set(strings.Join(passwordEnds, " ") + " " + strings.Join(secretEnds, " ") + " " + strings.Join(tokenEnds, " "))
	keyWords     = set("api access secret private auth token") // in front of key
	// afterEnds are words that may follow.
	afterEnds = set("value val text string str plain raw default dev prod production staging base64 old new current 1 2 3 b64 64 base")
	// labels are words in the names of texts; pointers are those in front of what is no secret: where a list goes on,
	// what a version is called, or which object of a cluster holds the secret.
	labels   = set("error errors label labels message messages msg i18n l10n title hint placeholder tooltip caption help prompt validation translation translations")
	pointers = set("existing commit page next continuation cursor contract design pull")
)

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// kindOfName reports whether what has this name is a secret, and not e.g. the path or the length of one.
func kindOfName(name string) nameKind {
	list := words(name)
	for len(list) > 1 && afterEnds[list[len(list)-1]] {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return noSecret
	}
	last, before := list[len(list)-1], list[:len(list)-1]
	kind := kindOfEnd(last)
	switch {
	case last == "key" && len(before) > 0 && keyWords[before[len(before)-1]]:
		kind = secretName
	case last == "pass" && len(before) > 0 || last == "dbpass":
		kind = passwordName
	case last == "pass":
		kind = tokenName // also what a test does
	}
	if kind == noSecret {
		return noSecret
	}
	for i, w := range before {
		switch {
		case labels[w]:
			return labelName
		case kind != passwordName && pointers[w] && i == len(before)-1:
			return noSecret
		}
	}
	return kind
}

func kindOfEnd(word string) nameKind {
	for _, end := range passwordEnds {
		if strings.HasSuffix(word, end) {
			return passwordName
		}
	}
	for _, end := range secretEnds {
		if strings.HasSuffix(word, end) {
			return secretName
		}
	}
	for _, end := range tokenEnds {
		if strings.HasSuffix(word, end) {
			return tokenName
		}
	}
	return noSecret
}

// words splits a name or a value at signs, at capitals and at digits, in lower case: "myAPIKey2" has my, api, key and 2.
func words(s string) []string {
	low := lower(s)
	var list []string
	start := -1
	for i := 0; i <= len(s); i++ {
		class := byte(0)
		if i < len(s) {
			class = classOf(s[i])
		}
		if start >= 0 {
			last := classOf(s[i-1])
			ends := class != last && !(last == 'A' && class == 'a' && i-start == 1)
			if last == 'A' && class == 'a' && i-start > 1 { // the last capital starts the next word
				list = append(list, low[start:i-1])
				start, ends = i-1, false
			}
			if ends {
				list = append(list, low[start:i])
				start = -1
			}
		}
		if start < 0 && class != 0 {
			start = i
		}
	}
	return list
}

// classOf is A for capitals, a for small letters, 1 for digits, and 0 for anything else.
func classOf(c byte) byte {
	switch {
	case 'a' <= c && c <= 'z':
		return 'a'
	case 'A' <= c && c <= 'Z':
		return 'A'
	case '0' <= c && c <= '9':
		return '1'
	}
	return 0
}

// lower writes the ASCII letters small, and keeps the length.
func lower(s string) string {
	for i := 0; i < len(s); i++ {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] |= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}
