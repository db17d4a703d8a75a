package secrets

import "strings"

// said are the words of values that nobody took as a secret; talk are further words that may stand between them.
var (
	said = set(`example placeholder dummy test testing changeme change changeit todo fixme sample fake mock your
		insert replace redacted removed hidden none null undefined foo bar baz demo default enter somevalue`)
	talk = set(`me my the a an here key api token secret password passwd pass passwort kennwort access
		auth user username value string with this by it of for to not real client private public id
		new old admin root db database name some x invalid wrong valid required optional bearer basic
		refresh session always never on create created prompt enabled disabled encrypted plaintext omit generated
		postgres mysql guest abc reset forgot confirm repeat and or is app
		text input type field label missing mismatch error incorrect weak short strong email login number varchar object boolean nil true
		false include same origin pwd repo`)
)

// longestKnown is the length of the longest word of the lists.
const longestKnown = 11

// masked reports whether a value is only x, stars, dots and the like.
func masked(value string) bool { return strings.Trim(value, "xX*.-_#0…") == "" }

// placeholder reports whether a value stands for a secret without being one.
func placeholder(value string) bool {
	low := lower(value)
	if masked(value) || signed(low) || reference(low) {
		return true
	}
	spoken := false
	for _, w := range words(value) {
		if said[w] {
			spoken = true
		} else if !talk[w] && !(w[0] <= '9' && strings.HasPrefix("1234567890", w)) {
			return joined(w)
		}
	}
	return spoken || !hasDigit(value)
}

// joined reports whether a word is made of two words of the lists, e.g. mypassword, or yourtoken.
func joined(word string) bool {
	known := func(w string) bool { return said[w] || talk[w] }
	for i := max(1, len(word)-longestKnown); i < len(word) && i <= longestKnown; i++ {
		if known(word[:i]) && known(word[i:]) {
			return true
		}
	}
	return false
}

// signed reports whether a value in lower case says that it is none.
func signed(low string) bool {
	for _, s := range []string{"changeme", "change-me", "change_me", "placeholder", "your-", "your_", "your ", "xxxx", "***", "...", "…", "redacted"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	if len(low) < 2 {
		return false
	}
	last := low[len(low)-1]
	return low[0] == '<' && (classOf(low[1]) == 'a' || low[1] == '|') || low[0] == '[' && last == ']' || low[0] == '{' && last == '}' ||
		strings.HasPrefix(low, "todo") || strings.HasSuffix(low, "example") || strings.HasSuffix(low, "examplekey") // as AWS ends its examples
}

// reference reports whether a value in lower case is what another place fills in, or a pattern.
func reference(low string) bool {
	for _, s := range []string{"getenv", "environ"} {
		if strings.Contains(low, s) {
			return true
		}
	}
	if !strings.ContainsAny(low, "$%{.(:<#[/+") {
		return false
	}
	for _, s := range []string{"${", "$(", "{{", "#{", "<%", "%(", "%s", "%v", "(?:", "process.env", "secrets."} {
		if strings.Contains(low, s) {
			return true
		}
	}
	for _, s := range []string{"env", "vault", "file", "ref", "secret", "ssm", "arn", "op", "http", "https"} {
		if rest, ok := strings.CutPrefix(low, s); ok && rest != "" && strings.IndexByte(":.(", rest[0]) >= 0 {
			return true
		}
	}
	if rest, ok := strings.CutPrefix(low, "projects/"); ok && strings.Index(rest, "/secrets/") > 0 {
		return true
	}
	if len(low) > 2 && (low[0] == '$' && (classOf(low[1]) == 'a' || low[1] == '_') && only(low[1:], "_.:") ||
		low[0] == '%' && low[len(low)-1] == '%' && only(low[1:len(low)-1], "_")) {
		return true
	}
	if low != "" && strings.IndexByte("\"'`", low[0]) >= 0 && (strings.HasPrefix(low[1:], "+ ") || strings.HasPrefix(low[1:], " + ")) {
		return true
	}
	for i := 0; ; { // a set of letters in an expression, [a-z]
		at := strings.IndexByte(low[i:], '[')
		if at < 0 {
			return false
		}
		i += at + 1
		rest := strings.TrimPrefix(low[i:], "^")
		if len(rest) > 2 && rest[1] == '-' && classOf(rest[0]) != 0 && classOf(rest[2]) != 0 {
			return true
		}
	}
}

// only reports whether a text has only ASCII letters, digits and the given signs.
func only(s, signs string) bool {
	for i := 0; i < len(s); i++ {
		if classOf(s[i]) == 0 && strings.IndexByte(signs, s[i]) < 0 {
			return false
		}
	}
	return true
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }
