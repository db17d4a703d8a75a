package secrets

import "strings"

// assignments are names of secrets with a value, in the languages and config formats of programs.
// The value may be any text, so what looks like a name, a reference, a placeholder or a hash does not count.
var assignments = Pattern{
	Name:     "assigned secret",
	Keywords: []string{"token", "secret", "pass", "pwd", "kennwort", "api_key", "apikey", "api-key", "access_key", "accesskey", "access-key", "private_key", "privatekey", "credential"},
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
		`password` + `: "!Zk4hunter77"`, `password` + ` = "$Zk4-hunter77"`, `url?token=${X}&password=` + `Zk4hunter77`,
		`Account::password = "` + `Zk4hunter77"`, `SECRET_KEY_BASE=` + `Zk4hunter77abc`, `  pwd: ` + `Zk4hunter77`, `Uid=sa;Pwd=` + `Zk4hunter77;`,
		`ENV TOKEN ` + `Zk4hunter77`, `--password ` + `Zk4hunter77`, `password = "` + `correct horse 7 battery"`,
		`String password = "` + `geheim";`, `password: '` + `geheim'`, `db_pass = "` + `geheim"`, `pass: '` + `geheim123'`, `kennwort: "` + `geheim"`, `dbPass: "` + `geheim1"`,
		`${DB_PASSWORD:` + `geheim123}`, `${TOKEN:-` + `Zk4hunter77}`, `password: ${DB_PASSWORD:` + `geheim}`, `password: "${DB_PASSWORD:-` + `geheim}"`,
		`os.getenv('DB_PASSWORD','` + `geheim123')`, `process.env.TOKEN || '` + `Zk4hunter77'`, `ENV['TOKEN'] || '` + `Zk4hunter77'`, `os.environ["TOKEN"] or "` + `Zk4hunter77"`,
		`process.env.DB_PASSWORD ?? "` + `geheim"`, `{"name": "DB_PASSWORD", "value": "` + `geheim"}`, `curl -H 'PRIVATE-TOKEN: ` + `Zk4hunter77' https://host`,
		`#define WIFI_PASSWORD "` + `Zk4hunter77"`, `#  define API_KEY  "` + `Zk4hunter77"`, `char password[] = "` + `Zk4hunter77";`, `const char token[20] = "` + `Zk4hunter77";`,
		`APIKey = "` + `Zk4hunter77"`, `githubAPIToken: "` + `Zk4hunter77"`, "\"name\": \"DB_PASSWORD\"" + ",\n  \"value\": \"geheim123\"", `token = "` + `RaNdOmLyCaSeDvAlUe"`,
		"\"password\"" + ":\n  \"Zk4hunter77\"", "String password" + " =\n    \"Zk4hunter77\";", "token" + " := (\r\n\t'Zk4hunter77')", "don't: password" + "='Zk4hunter77'",
	},
	Misses: []string{
		`password = "${DB_PASSWORD}"`, `password: $DB_PASSWORD`, `token = os.Getenv("API_TOKEN")`, `token: process.env.API_TOKEN2`, `password: ${{ secrets.PASSWORD1 }}`,
		`token: "{{ vault_token1 }}"`, `password = System.getenv("DB_PASSWORD")`, `password: env:DB_PASSWORD`, `PASSWORD=$(cat /run/secrets/p4ss)`, `password: "%DB_PASS1%"`,
		`password = "changeme"`, `password: "your-password-here"`, `api_key = "xxxxxxxxxxxx"`, `token = "<your token>"`, `token: "****"`, `secret = "dummy-secret"`,
		`password = "test1234"`, `password: "example"`, `token = "TODO"`, `token = ""`, `password: ""`, `api_key: "your_api_key_1"`, `secret: "..."`,
		`password: String`, `token = getToken()`, `token: string;`, `password: string | undefined`, `this.password = password;`, `token = userToken2;`,
		`var token = "access_token"`,
		`password: user.password1`,
		`token = request.headers["x1"]`, `tokens = 4096`, `maxTokens: 128000`, `token_url: "https://host/oauth2/token"`,
		`passwordField = "field-12345"`, `tokenType: "bearer1234"`, `secretName: "db-secrets-v2"`, `password_hash = "` + hex(64) + `"`, `tokenizer = "gpt2-large-v1"`,
		`token = "550e8400-e29b-41d4-a716-446655440000"`, `"integrity": "sha512-` + filler(86) + `=="`, `password = "$2a$10$` + filler(53) + `"`, `secret: sha256:` + hex(64),
		`The token: an 8-character string.`, `password: must have 8 characters`, `the password = the secret of 1 user`, `"password": "Password required"`,
		`sha1 = "` + hex(40) + `"`, `id: 550e8400-e29b-41d4-a716-446655440000`, `h1:` + filler(43) + `=`, `func password(s string) string {`, `token, err := parse2("x")`,
		`passwordInput.type = "text1234"`, `password: !vault |`, `password: null`, `"token": true`, `token: 12345`, `getString("password", "default value")`,
		`password: { type: "string2" }`, `tokenTimeout = "1h30m15s"`, `PASSWORD_FILE=/run/secrets/db1`, `password = "/run/secrets/db-1"`, `i18n.password = "Passwort"`,
		`list("OPENROUTER_API_KEY", "SERVICE_2_HOST")`, `fake.Token("outsider"), x`, `write("dir/secret", "harmless\n")`, `"no token scope=" + "abcdef12"`,
		`api_key_env: "X_API_KEY", "model.api_key_env": "OPENROUTER_KEY_2"`, `PWD=/home/ann/w0rk`, `OLDPWD=$(pwd)/x1`, `assertThat(token).isEqualTo(x1)`, `secret_scan = true`, `passwordEncoder = "bcrypt12"`, `password: "{bcrypt}x1y2z3a4"`, `token: &token1`,
		`token = f"{prefix}{name1}"`,
		`cmd.Env = append(x, "PWD="+cmd.Dir2, "GOROOT="+root)`, `"token(" + format(int64(i+1), 10) + ")"`, `TOKEN_OF_TOKEN = 0x000C`, `IO_TOKEN = -0x3f879678`,
		`token = 1*tchar`, `If a token ends in '=', the result is tok1 or tok3`, `{"go/token", "\x04r\x86\x01>\x02"},`, `"secret": "\u3299\ufe0f",`,
		`#define PASSWORD_PROMPT "Password: 1"`, `#define TOKEN_H`, `#define MAX_TOKEN 4096`, `char password[64];`, `char password[MAX1] = "";`, `#define TOKEN "changeme"`,
		`type PrivateKey = ed25519.PrivateKey`,
		`"password", "scram-sha-256",`, `--secret=projects/my-project/secrets/my-secret/versions/1`,
		`token("a token", '[A-Za-z0-9]{36}')`, `Token: '#d0d0d0'`, `"AWS::ApiGateway::ApiKey": "48205d4ffd7feba3"`, `token = r'(?:[%s]+|%s)' % x`, `("secret", "Ed25519")`, `tokenText = "<missing " + x`,
		`fetch(u, { credentials: 'same-origin' })`, `token: 'punctuation'`, `token := "identifier"`, `if token == "function"`, `let token = "whitespace"`,
		`token: 'color-primary-500'`, `$token: "spacing-04"`, `existingSecret: "app-credentials-v2"`, `imagePullSecret: "registry-1x"`, `"bos_token": "<|` + `endoftext|>"`,
		`"password": "contraseña"`, `"password": "Wachtwoord"`, `"password": "Zugangscode"`, `"token": "Zugriffsschlüssel"`, `error.password = "ungueltig"`,
		`token: '0x` + hex(40) + `'`, `commitToken = '` + hex(40) + `'`, `nextPageToken: "` + filler(30) + `"`, `"password": "string"`, `secretKey = "wJalrXUtnFEMI/K7MDENG/` + `bPxRfiCYEXAMPLEKEY"`,
		`{ input: 'password', pass: true }`, `"pass": "first run"`, `pass: 12345678`, `'Test2::Event::Pass' => '1.302103'`, `bypass = "abc12345"`, `password = "1.2.3.4"`,
		`${DB_PASSWORD:changeme}`, `${DB_PASSWORD:}`, `${TOKEN:?not set1}`, `os.getenv('DB_PASSWORD', 'changeme')`, `process.env.TOKEN || ''`, `password || "Password required"`,
		`{"name": "DB_PASSWORD", "value": "$(PASS)"}`, "- name: DB_PASSWORD\n  valueFrom:", "- name: DB_PASSWORD\n  other: Zk4hunter77", `'X-Auth-Token: ${TOKEN1}'`, `"token: user2"`,
		"password:\n  The 8 characters", "token:\nstring2", `password = correcthorse`, "case token:\n\t\treturn1x", "\"password\":\n\"other1\": 2",
		"password = (\n  'Give the 2 passwords')", "password" + ":\n\n  \"Zk4hunter77\"",
	},
}

// findAssignment reads a name with the keyword, an operator and a value.
func findAssignment(p place) (matchStart, matchEnd, next int) {
	text, stop := p.text, p.end
	for stop < len(text) && nameByte(text[stop]) {
		stop++
	}
	start := p.at
	for start > 0 && p.at-start < 40 && nameByte(text[start-1]) {
		start--
	}
	name := strings.TrimRight(text[start:stop], ".-")
	sort := kindOfName(name)
	if sort == noSecret || strings.HasSuffix(text[:start], "::") && strings.HasPrefix(text[stop:], "\"") { // a type in a table
		return -1, -1, stop
	}
	behind := start + len(name)
	r := reader{text: text, pos: behind + len(bounds(text[behind:])), start: start, tag: start > 0 && text[start-1] == '<',
		cli: p.spaced || strings.HasPrefix(name, "--") || isMacro(text[:start], text[behind:])}
	value, kind := r.value()
	switch {
	case kind == quoted && plausibleQuoted(value, sort), kind == bare && plausibleBare(value, sort), kind == bare && p.config && plausibleWord(value, sort):
		return p.at, r.pos, r.pos
	}
	if at, end := p.belowName(start, behind, sort); at >= 0 {
		return at, end, stop
	}
	if kind == bare && strings.HasPrefix(value, "${") {
		return -1, -1, max(stop, r.pos-len(value)+2) // what is used without it may be a secret
	}
	if kind == bare {
		return -1, -1, max(stop, lastName(text, r.pos)) // the value was read, and is not read again for each keyword in it
	}
	return -1, -1, stop
}

// bounds are the brackets of an array in C behind its name, empty or with a number.
func bounds(text string) string {
	end := strings.IndexByte(text[:min(len(text), 12)], ']')
	if end < 1 || text[0] != '[' || strings.Trim(text[1:end], "0123456789") != "" {
		return ""
	}
	return text[:end+1]
}

// isMacro reports whether a name stands behind #define, with a string behind it.
func isMacro(before, behind string) bool {
	before = strings.TrimRight(before[max(0, len(before)-20):], " \t")
	return strings.HasSuffix(before, "define") && strings.HasPrefix(strings.TrimLeft(behind[:min(len(behind), 40)], " \t"), `"`)
}

// lastName is where the name that ends at text[:end] starts: in a chain like a=b=c each value may be a name.
func lastName(text string, end int) int {
	for end > 0 && nameByte(text[end-1]) {
		end--
	}
	return end
}

func nameByte(c byte) bool { return wordByte(c) || c == '-' || c == '.' }
