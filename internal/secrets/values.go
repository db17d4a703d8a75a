package secrets

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	hashed    = regexp.MustCompile(`^\$(?:2[abxy]?|5|6|1|apr1|argon2[a-z]*|scrypt|pbkdf2[^$]*)\$|^(?:scram-)?sha-?\d+$|^(?:scram-sha-256|sha\d+|md5|pbkdf2[a-z0-9_]*|argon2[a-z]*|scrypt|bcrypt)[-:$]|^\{[A-Za-z0-9]+\}`)
	algorithm = regexp.MustCompile(`^(?i)(?:ed|x|curve)25519$|^(?i)(?:[rehp]s|aes|rsa|dsa|ecdsa|p|secp|ed)[-_]?[0-9]{3,4}(?:[kr]1|[-_]?[a-z]{3})?$|^#[0-9a-fA-F]{3,8}$`)
	constant  = regexp.MustCompile(`^[A-Z]{2,}[A-Z0-9]*(?:_[A-Z]{2,}|_[0-9]{1,2})+$`)
	uuid      = regexp.MustCompile(`^(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	file      = regexp.MustCompile(`^(?:\.{0,2}/|~/|[A-Za-z]:\\)[\w./\\-]+$`)
	address   = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`) // of a contract
)

// harmless reports whether the form of a value tells no secret. The algorithms include colours.
// What costs nothing is asked before each expression.
func harmless(value string) bool {
	first := value[0]
	return strings.IndexByte("${smpab", first) >= 0 && hashed.MatchString(value) ||
		len(value) < 20 && algorithm.MatchString(value) ||
		classOf(first) == 'A' && strings.IndexByte(value, '_') > 0 && constant.MatchString(value) ||
		len(value) == 36 && value[8] == '-' && uuid.MatchString(value) ||
		strings.ContainsAny(value, `/\`) && file.MatchString(value) ||
		strings.IndexByte(value, '.') > 0 && strings.Trim(value, "0123456789.") == "" || // a version
		len(value) == 42 && address.MatchString(value)
}

// minValue is the length below which a value is no secret worth a stop; minSecret is that of words behind other names
// than those of passwords.
const (
	minValue  = 6
	minSecret = 8
)

// plausibleQuoted reports whether a value in quotes may be a secret.
func plausibleQuoted(value string, kind nameKind) bool {
	value = strings.TrimSpace(value)
	if strings.IndexByte(value, '\\') >= 0 {
		value = escapes.ReplaceAllString(value, "")
	}
	if len(value) < minValue || placeholder(value) || harmless(value) {
		return false
	}
	digits := hasDigit(value)
	if strings.ContainsAny(value, " \t") && (!digits || len(value) > 80 || kind == tokenName) {
		return false // prose
	}
	if digits {
		return kind == passwordName || !numbered(value)
	}
	if kind == labelName || label(value) || names(value) {
		return false
	}
	switch kind {
	case passwordName:
		return true
	case tokenName:
		return random(value)
	}
	return len(value) >= minSecret
}

// plausibleBare is stricter: without quotes the value may be a part of a program.
func plausibleBare(value string, kind nameKind) bool {
	if value == "" || strings.IndexByte("@!&*$|", value[0]) >= 0 { // references and marks of YAML, variables
		return false
	}
	if !hasDigit(value) || strings.ContainsAny(value, "(){}[]<>\\") || !plausibleQuoted(value, kind) {
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
	list := words(value)
	if len(list) < 2 {
		return false
	}
	for _, w := range list {
		if nameEnds[w] || w == "key" || w == "auth" {
			return true
		}
	}
	return false
}

// label reports whether a value without digits is a word as a user reads it, e.g. of a file of translations.
func label(value string) bool {
	foreign, small := false, true
	for i, r := range value {
		switch {
		case !unicode.IsLetter(r) && !strings.ContainsRune(" -.,!?", r):
			return false
		case r > unicode.MaxASCII:
			foreign = true
		case i > 0 && (r < 'a' || r > 'z'):
			small = false
		}
	}
	return foreign || small && classOf(value[0]) == 'A'
}

// numbered reports whether a value is words in small letters with a number, as names of colours, versions and objects
// are: color-primary-500, spacing-04, app-credentials-v2.
func numbered(value string) bool {
	parts := 0
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '/' }) {
		parts++
		number := strings.TrimLeft(part, "v")
		switch {
		case strings.Trim(part, "abcdefghijklmnopqrstuvwxyz") == "" && len(part) < 20:
		case len(number) <= 4 && len(part)-len(number) < 2 && strings.Trim(number, "0123456789") == "":
		default:
			return false
		}
	}
	return parts > 1 && classOf(value[0]) == 'a'
}

// random reports whether letters look as if a machine had drawn them: no word of a language changes its case so often,
// or has so many consonants in a row.
func random(value string) bool {
	if len(value) < 16 {
		return false
	}
	short, run := 0, 0
	for _, w := range words(value) {
		if len(w) <= 2 {
			short++
		}
		run = 0
		for i := range len(w) {
			if run++; strings.IndexByte("aeiouy", w[i]) >= 0 {
				run = 0
			}
			if run > 6 {
				return true
			}
		}
	}
	return short >= 3
}
