package secrets

import (
	"regexp"
	"slices"
	"strings"
)

// nameEnds are the words that a name of a secret ends with; further words of afterEnds may follow.
var nameEnds = []string{"token", "secret", "password", "passwd", "passwort", "passphrase", "apikey", "accesskey", "secretkey", "privatekey",
										"credential", "credentials", "pwd"}
var keyWords = []string{"api", "access", "secret", "private", "auth", "token"} // in front of key
var afterEnds = []string{"value", "val", "text", "string", "str", "plain", "raw", "default", "dev", "prod", "production", "staging", "base64",
	"old", "new", "current", "1", "2", "3", "b64", "base"}

var wordSplit = regexp.MustCompile(`[A-Z]+(?:[0-9]+)?(?:[^A-Za-z]|$)|[A-Z]?[a-z]+|[A-Z]+|[0-9]+`)

// words splits a name or a value at signs and at capitals, in lower case.
func words(s string) []string {
	list := wordSplit.FindAllString(s, -1)
	for i, w := range list {
		list[i] = strings.ToLower(strings.Trim(w, "_-. /:"))
	}
	return list
}

func isAfterEnd(word string) bool { return slices.Contains(afterEnds, word) }

// secretName reports whether what has this name is a secret, and not e.g. the path or the length of one.
func secretName(name string) bool {
	list := words(name)
	for len(list) > 1 && isAfterEnd(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	if last == "key" && len(list) > 1 {
		return slices.Contains(keyWords, list[len(list)-2])
	}
	return slices.ContainsFunc(nameEnds, func(end string) bool { return strings.HasSuffix(last, end) })
}

// said are the words of values that nobody took as a secret; talk are further words that may stand between them.
var (
	said = []string{"example", "placeholder", "dummy", "test", "testing", "changeme", "change", "changeit", "todo", "fixme", "sample", "fake", "mock", "your",
		"insert", "replace", "redacted", "removed", "hidden", "none", "null", "undefined", "foo", "bar", "baz", "demo", "default", "enter", "somevalue"}
	talk = []string{"me", "my", "the", "a", "an", "here", "key", "api", "token", "secret", "password", "passwd", "pass", "passwort", "kennwort", "access",
		"auth", "user", "username", "value", "string", "with", "this", "by", "it", "of", "for", "to", "not", "real", "client", "private", "public", "id",
		"new", "old", "admin", "root", "db", "database", "name", "some", "x", "invalid", "wrong", "valid", "required", "optional", "bearer", "basic",
		"refresh", "session", "always", "never", "on", "create", "created", "prompt", "enabled", "disabled", "encrypted", "plaintext", "omit", "generated",
		"postgres", "mysql", "guest", "abc", "reset", "forgot", "confirm", "repeat", "and", "or", "is", "app"}
	signed = regexp.MustCompile(`(?i)changeme|change[-_]me|placeholder|your[-_ ]|xxxx|\*\*\*|\.\.\.|…|redacted|^<[a-z]|^\[.*\]$|^\{.*\}$|^todo`)
	// reference is what another place fills in.
	reference = regexp.MustCompile(`^\$[A-Za-z_][A-Za-z0-9_.:]*$|\$\{|\$\(|\{\{|#\{|<%|%\(|^%[A-Za-z0-9_]+%$|^(?i:env|vault|file|ref|secret|ssm|arn|op|https?)[:.(]|^projects/[^ ]+/secrets/|(?i)getenv|process\.env|environ|secrets\.|%[sv]|\(\?:|\[\^?[A-Za-z0-9]-[A-Za-z0-9]|^["'\x60] ?\+ `)
	hashed    = regexp.MustCompile(`^\$(?:2[abxy]?|5|6|1|apr1|argon2[a-z]*|scrypt|pbkdf2[^$]*)\$|^(?:scram-)?sha-?\d+$|^(?:scram-sha-256|sha\d+|md5|pbkdf2[a-z0-9_]*|argon2[a-z]*|scrypt|bcrypt)[-:$]|^\{[A-Za-z0-9]+\}`)
	algorithm = regexp.MustCompile(`^(?i)(?:ed|x|curve)25519$|^(?i)(?:[rehp]s|aes|rsa|dsa|ecdsa|p|secp|ed)[-_]?[0-9]{3,4}(?:[kr]1|[-_]?[a-z]{3})?$|^#[0-9a-fA-F]{3,8}$`)
	constant  = regexp.MustCompile(`^[A-Z]{2,}[A-Z0-9]*(?:_[A-Z]{2,}|_[0-9]{1,2})+$`)
	uuid      = regexp.MustCompile(`^(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	file      = regexp.MustCompile(`^(?:\.{0,2}/|~/|[A-Za-z]:\\)[\w./\\-]+$`)
)

// harmless are the forms of values that tell no secret. The algorithms include colours.
var harmless = []*regexp.Regexp{hashed, algorithm, uuid, constant, file}

// masked reports whether a value is only x, stars, dots and the like.
func masked(value string) bool { return strings.Trim(value, "xX*.-_#0…") == "" }

// placeholder reports whether a value stands for a secret without being one.
func placeholder(value string) bool {
	if masked(value) || signed.MatchString(value) || reference.MatchString(value) {
		return true
	}
	list := words(value)
	spoken := false
	for _, w := range list {
		digits := strings.Trim(w, "0123456789") == ""
		if slices.Contains(said, w) {
			spoken = true
		} else if !slices.Contains(talk, w) && !(digits && strings.HasPrefix("1234567890", w)) {
			return joined(w)
		}
	}
	return spoken || !strings.ContainsAny(value, "0123456789")
}

// joined reports whether a word is made of two words of the lists, e.g. mypassword, or yourtoken.
func joined(word string) bool {
	known := func(w string) bool { return slices.Contains(said, w) || slices.Contains(talk, w) }
	for i := 1; i < len(word) && len(word) <= 40; i++ {
		if known(word[:i]) && known(word[i:]) {
			return true
		}
	}
	return false
}

// minValue is the length below which a value is no secret worth a stop.
const minValue = 6

func plausibleQuoted(value string) bool {
	value = strings.TrimSpace(value)
	if strings.IndexByte(value, '\\') >= 0 {
		value = escapes.ReplaceAllString(value, "")
	}
	if len(value) < minValue || placeholder(value) || slices.ContainsFunc(harmless, func(r *regexp.Regexp) bool { return r.MatchString(value) }) {
		return false
	}
	digits := strings.ContainsAny(value, "0123456789")
	if strings.ContainsAny(value, " \t") && (!digits || len(value) > 80) {
		return false // prose
	}
	if digits {
		return true
	}
	return len(value) >= 8 && !names(value)
}

// plausibleBare is stricter: without quotes the value may be a part of a program.
func plausibleBare(value string) bool {
	if value == "" || strings.IndexByte("@!&*$|", value[0]) >= 0 { // references and marks of YAML, variables
		return false
	}
	if !plausibleQuoted(value) || !strings.ContainsAny(value, "0123456789") || strings.ContainsAny(value, "(){}[]<>\\") {
		return false
	}
	return !number.MatchString(value) && !identifier.MatchString(value)
}

// number is a number of a program, or how often something stands in a grammar.
var number = regexp.MustCompile(`^[+-]?(?:0[xX][0-9a-fA-F_]{1,16}|[0-9._]+)[uUlL]{0,3}$|^[0-9]*\*[0-9]*[A-Za-z]+$`)

// escapes are characters in the notation of programs, which a person does not type as a secret.
var escapes = regexp.MustCompile(`\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[0-7]{3}|[abfnrtv])`)

// identifier is a name in a program: words with at most two digits at their ends, joined by dots or arrows.
var identifier = regexp.MustCompile(`^[a-z][a-z0-9]{0,11}\.[A-Z][A-Za-z]+$|^[*&]?[A-Za-z_][a-z_]*(?:[A-Z][a-z]+)*\d{0,1}(?:(?:\.|->|::)[A-Za-z_]\w*)*$`)

// names reports whether a value without digits is the name of a secret, e.g. access_token or newPassword.
func names(value string) bool {
	return len(words(value)) > 1 && slices.ContainsFunc(words(value), func(w string) bool {
		return slices.Contains(nameEnds, w) || w == "key" || w == "auth"
	})
}
