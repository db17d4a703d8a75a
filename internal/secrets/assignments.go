package secrets

import "strings"

// assignments are names of secrets with a value, in the languages and config formats of programs.
// The value may be any text, so what looks like a name, a reference, a placeholder or a hash does not count.
var assignments = Pattern{
	Name:     "assigned secret",
	Keywords: []string{"token", "secret", "passw", "pwd", "passphrase", "api_key", "apikey", "api-key", "access_key", "accesskey", "access-key", "private_key", "privatekey", "credential"},
	Glued:    true,
	find:     findAssignment,
	Hits: []string{
		`password = "` + `Zk4-hunter"`, `password: '` + `Zk4-hunter'`, `String password = "` + `hunterhunter";`, `"api_key": "` + `Zk4hunter77"`,
		`token := "` + `Zk4hunter77"`, `const token string = "` + `Zk4hunter77"`, `password: string = "` + `Zk4hunter77"`, `DB_PASSWORD=` + `Zk4hunter77`,
		`export API_KEY=` + `Zk4hunter77`, `spring.datasource.password=` + `Zk4hunter77`, `  password: ` + `Zk4hunter77`, `- secret: ` + `Zk4hunter77 # old`,
		`<password>` + `Zk4hunter77</password>`, `<user password="` + `Zk4hunter77"/>`, `<property name="password" value="` + `Zk4hunter77"/>`,
		`'secret' => '` + `Zk4hunter77'`, `config["token"] = "` + `Zk4hunter77"`, `{\"token\": \"` + `Zk4hunter77\"}`, `--password=` + `Zk4hunter77 run`,
		`setPassword("` + `Zk4hunter77")`, `map.put("password", "` + `Zk4hunter77")`, `Server=x;Password=` + `Zk4hunter77;Db=y`, `TOKEN = b'` + `Zk4hunter77'`,
		`if password == "` + `Zk4hunter77" {`, `gitea_token: ` + hex(40), `clientSecret = "` + filler(30) + `"`, `accessKey: "` + filler(40) + `"`,
		`PGPASSWORD=` + `Zk4hunter77 psql`, `let token: &str = "` + `Zk4hunter77";`, `password = """` + `Zk4hunter77"""`, `"password":"` + `Zk4hunter"}`,
		`password: "!` + `Zk4hunter77"`, `password = "$` + `Zk4-hunter77"`, `url?token=${X}&password=` + `Zk4hunter77`,
		`SECRET_KEY_BASE=` + `Zk4hunter77abc`, `  pwd: ` + `Zk4hunter77`, `Uid=sa;Pwd=` + `Zk4hunter77;`,
		`ENV TOKEN ` + `Zk4hunter77`, `--password ` + `Zk4hunter77`, `password = "` + `correct horse 7 battery"`,
	},
	Misses: []string{
		`password = "${DB_PASSWORD}"`, `password: $DB_PASSWORD`, `token = os.Getenv("API_TOKEN")`, `token: process.env.API_TOKEN2`, `password: ${{ secrets.PASSWORD1 }}`,
		`token: "{{ vault_token1 }}"`, `password = System.getenv("DB_PASSWORD")`, `password: env:DB_PASSWORD`, `PASSWORD=$(cat /run/secrets/p4ss)`, `password: "%DB_PASS1%"`,
		`password = "changeme"`, `password: "your-password-here"`, `api_key = "xxxxxxxxxxxx"`, `token = "<your token>"`, `token: "****"`, `secret = "dummy-secret"`,
		`password = "test1234"`, `password: "example"`, `token = "TODO"`, `token = ""`, `password: ""`, `api_key: "your_api_key_1"`, `secret: "..."`,
		`password: String`, `token = getToken()`, `token: string;`, `password: string | undefined`, `this.password = password;`, `token = userToken2;`,
		`var token = "access_token"`, `password: user.password1`, `token = request.headers["x1"]`, `tokens = 4096`, `maxTokens: 128000`, `token_url: "https://host/oauth2/token"`,
		`passwordField = "field-12345"`, `tokenType: "bearer1234"`, `secretName: "db-secrets-v2"`, `password_hash = "` + hex(64) + `"`, `tokenizer = "gpt2-large-v1"`,
		`token = "550e8400-e29b-41d4-a716-446655440000"`, `"integrity": "sha512-` + filler(86) + `=="`, `password = "$2a$10$` + filler(53) + `"`, `secret: sha256:` + hex(64),
		`The token: an 8-character string.`, `password: must have 8 characters`, `the password = the secret of 1 user`, `"password": "Password required"`,
		`sha1 = "` + hex(40) + `"`, `id: 550e8400-e29b-41d4-a716-446655440000`, `h1:` + filler(43) + `=`, `func password(s string) string {`, `token, err := parse2("x")`,
		`passwordInput.type = "text1234"`, `password: !vault |`, `password: null`, `"token": true`, `token: 12345`, `getString("password", "default value")`,
		`password: { type: "string2" }`, `tokenTimeout = "1h30m15s"`, `PASSWORD_FILE=/run/secrets/db1`, `password = "/run/secrets/db-1"`, `i18n.password = "Passwort"`,
		`list("OPENROUTER_API_KEY", "SERVICE_2_HOST")`, `fake.Token("outsider"), x`, `write("dir/secret", "harmless\n")`, `"no token scope=" + "abcdef12"`,
		`api_key_env: "X_API_KEY", "model.api_key_env": "OPENROUTER_KEY_2"`, `PWD=/home/ann/w0rk`, `OLDPWD=$(pwd)/x1`, `assertThat(token).isEqualTo(x1)`, `secret_scan = true`, `passwordEncoder = "bcrypt12"`, `password: "{bcrypt}x1y2z3a4"`, `token: &token1`, `token = f"{prefix}{name1}"`,
	},
}

// findAssignment reads a name with the keyword text[at:end], an operator and a value.
func findAssignment(text string, at, end int) (matchEnd, next int) {
	stop := end
	for stop < len(text) && nameByte(text[stop]) {
		stop++
	}
	start := at
	for start > 0 && at-start < 40 && nameByte(text[start-1]) {
		start--
	}
	name := strings.TrimRight(text[start:stop], ".-")
	if !secretName(name) {
		return -1, stop
	}
	r := reader{text: text, pos: start + len(name), tag: start > 0 && text[start-1] == '<', cli: strings.HasPrefix(name, "--")}
	value, kind := r.value()
	switch {
	case kind == quoted && plausibleQuoted(value), kind == bare && plausibleBare(value):
		return r.pos, r.pos
	case kind == bare:
		return -1, max(stop, lastName(text, r.pos)) // the value was read, and is not read again for each keyword in it
	}
	return -1, stop
}

// lastName is where the name that ends at text[:end] starts: in a chain like a=b=c each value may be a name.
func lastName(text string, end int) int {
	for end > 0 && nameByte(text[end-1]) {
		end--
	}
	return end
}

func nameByte(c byte) bool { return wordByte(c) || c == '-' || c == '.' }

// kindOfValue says how a value is written.
type kindOfValue int

const (
	none kindOfValue = iota
	bare
	quoted
)

// reader reads what stands behind a name.
type reader struct {
	text string
	pos  int
	tag  bool // the name is that of an XML element
	cli  bool // the name is an option of a command
}

func (r *reader) rest() string { return r.text[r.pos:] }

func (r *reader) skip(set string) (n int) {
	for r.pos < len(r.text) && strings.IndexByte(set, r.text[r.pos]) >= 0 {
		r.pos++
		n++
	}
	return n
}

func (r *reader) take(prefix string) bool {
	if strings.HasPrefix(r.rest(), prefix) {
		r.pos += len(prefix)
		return true
	}
	return false
}

// value reads an operator and a value.
func (r *reader) value() (string, kindOfValue) {
	closed := r.skip("\\\"'`") > 0
	closed = r.skip("])") > 0 || closed
	spaces := r.skip(" \t")
	switch {
	case r.tag && r.take(">"):
		value, _, ok := strings.Cut(r.rest(), "<")
		r.pos += len(value)
		if !ok {
			return "", none
		}
		return value, quoted
	case !closed && r.take("("), closed && r.take(","):
		if value, kind := r.quotedOnly(); strings.ContainsAny(value, "0123456789") {
			return value, kind // arguments and lists are often words
		}
		return "", none
	case closed && strings.HasPrefix(strings.ToLower(r.rest()), "value"):
		r.pos += len("value")
		r.skip(" \t")
		if r.skip("=:") == 0 {
			return "", none
		}
		return r.quotedOnly()
	}
	if r.take("=") {
		r.skip("=>")
		return r.any(spaces > 0)
	}
	if r.take("!=") {
		r.skip("=")
		return r.quotedOnly()
	}
	if r.take(":") {
		if r.take("=") || r.take(":") {
			return r.any(true)
		}
		before := r.pos
		if value, kind := r.any(true); kind != none {
			return value, kind
		}
		r.pos = before
		return r.typed()
	}
	if r.cli && spaces > 0 {
		return r.any(false)
	}
	if spaces > 0 && !closed {
		if value, kind := r.typed(); kind != none {
			return value, kind
		}
	}
	return "", none
}

// typed reads a type, then = and a quoted value.
func (r *reader) typed() (string, kindOfValue) {
	before := r.pos
	r.skip(" \t")
	for n := 0; r.pos < len(r.text) && n < 60 && (wordByte(r.text[r.pos]) || strings.IndexByte(".*&?<>[]'| ", r.text[r.pos]) >= 0); n++ {
		r.pos++
	}
	if r.pos > before && strings.IndexByte(" '>]", r.text[r.pos-1]) >= 0 && r.take("=") {
		return r.quotedOnly()
	}
	// The instruction ENV of a Dockerfile has no operator.
	r.pos = before
	head := r.text[max(0, before-100):before]
	if head = strings.TrimLeft(head[strings.LastIndexByte(head, '\n')+1:], " \t"); strings.HasPrefix(head, "ENV ") && strings.Count(head, " ") == 2 {
		return r.any(true)
	}
	return "", none
}

func (r *reader) quotedOnly() (string, kindOfValue) {
	if value, kind := r.any(true); kind == quoted {
		return value, kind
	}
	return "", none
}

// any reads a value in quotes or a bare one. A lonely value must fill the rest of the line, but for a comment.
func (r *reader) any(lonely bool) (string, kindOfValue) {
	r.skip(" \t([")
	rest := r.rest()
	for n := 0; n < 2 && n < len(rest); n++ { // a prefix of a literal: b'', r"", u8""
		if rest[n] == '"' || rest[n] == '\'' {
			if n > 0 && (rest[n-1]|0x20 == 'f' || rest[0]|0x20 == 'f') || rest[0] == '$' {
				return "", none
			}
			r.pos += n
			break
		}
		if !wordByte(rest[n]) && rest[n] != '@' && rest[n] != '$' {
			break
		}
	}
	quote := ""
	for _, q := range []string{`"""`, "'''", `\"`, `\'`, `"`, "'", "`"} {
		if r.take(q) {
			quote = q
			break
		}
	}
	if quote != "" {
		value, _, _ := strings.Cut(r.rest(), quote)
		r.pos += len(value)
		return value, quoted
	}
	rest = r.rest()
	n := bareEnd(rest)
	value := rest[:n]
	r.pos += n
	after := strings.TrimLeft(rest[n:], " \t\r")
	if lonely && after != "" && !strings.HasPrefix(after, "#") {
		return "", none
	}
	return value, bare
}

// bareEnd is where a bare value ends. A = belongs to it only as padding of base64.
func bareEnd(rest string) int {
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case ' ', '\t', '\r', ';', ',', '"', '\'', '`', '&':
			return i
		case '=':
			if tail := strings.TrimLeft(rest[i:], "="); tail != "" && (wordByte(tail[0]) || tail[0] == '$') {
				return i
			}
		}
	}
	return len(rest)
}
