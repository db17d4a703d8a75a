package secrets

import "strings"

// commands are passwords in commands of shells and databases, and keys in hex behind their names.
var commands = []Pattern{
	{
		Name: "password in SQL", Keywords: []string{"identified by", "with password", "encrypted password"},
		Regex: open(`(?i:identified by|with password|encrypted password) +` + sqlValue),
		Hits: []string{"CREATE USER app IDENTIFIED BY '" + "geheim123'", "ALTER ROLE app WITH PASSWORD '" + "geheim'",
			"create role app login encrypted password '" + "Zk4hunter77'", "GRANT ALL ON x.* TO a@b IDENTIFIED BY \"" + "geheim123\""},
		Misses: []string{"IDENTIFIED BY '${PASSWORD}'", "IDENTIFIED BY ?", "WITH PASSWORD 'changeme'", "identified by 'name'",
			"with password '%s'", "CREATE USER app WITH PASSWORD :'pw'", "users with password resets"},
	}, {
		Name: "password of a user in SQL", Keywords: []string{"alter user", "alter role", "create user", "create role"}, reach: 100,
		Regex:  open(`(?i:(?:alter|create) (?:user|role) [^;'\n]{1,100}? password) +` + sqlValue),
		Hits:   []string{"alter user app password '" + "Zk4hh2'", "CREATE ROLE app LOGIN PASSWORD '" + "geheim'"},
		Misses: []string{"ALTER USER app PASSWORD EXPIRE", "alter user app password :'pw'", "create user app password 'postgres'", "create user with the password 'abc'"},
	}, {
		Name: "password of a command", find: findCommand,
		Keywords: []string{"sshpass -p", "mysql", "mariadb", "docker login", "podman login", "helm registry login", "skopeo login", "buildah login"},
		Hits: []string{"sshpass -p " + "geheim123 ssh host", "sshpass -p'" + "Zk4hh2' scp a b", "mysql -u root -p" + "geheim123 app", "mysqldump -h db -p" + "Zk4hh2 app > x",
			"docker login -u ann -p " + "Zk4hh2 registry", "podman login --password=" + "geheim1 host", "mysql a < b; mysql -p" + "geheim c"},
		Misses: []string{"sshpass -p $PASS ssh", "sshpass -p \"${PASS}\" ssh", "mysql -u root -p app", "mysql -P 3306", "mysql -uroot -proot", "docker login -u ann --password-stdin",
			"docker login -p $TOKEN", "docker login -p <token>", "mysql -p\"$PASS\"", "mysql --port 3307 -h x", "mysql -ppassword", "docker login x && mkdir -p build/image"},
	}, {
		Name: "password in a netrc line", Keywords: []string{"machine "}, Regex: open(`machine \S{1,100} login \S{1,100} password ["']?([^\s{$"'][^\s"']{3,100})`),
		Hits:   []string{"machine host login ann password " + "geheim123", "echo 'machine host login x password " + "Zk4hh2' > .netrc"},
		Misses: []string{"machine host login ann password $PASS", "the machine has a password", `:Nread "machine id password path"`, "f'machine {h} login {u} password {p.password}'", "machine host login ann password <token>"},
	}, {
		Name: "login of a package registry", Keywords: []string{"_auth"},
		Regex:  open(`_auth ?= ?["']?([A-Za-z0-9+/]{12,200}={0,2})`),
		digits: true,
		Hits:   []string{"_auth=" + "YW5uOlprNGh1bnRlcjc3", "//registry.example.org/:_auth = \"" + "YW5uOlprNGh1bnRlcjc3\""},
		Misses: []string{"_auth=${NPM_AUTH}", "http_auth = YW5uOlprNGh1bnRlcjc3", "_auth = authenticate", "_auth=xxxxxxxxxxxxxxxx"},
	}, {
		Name: "key in hex", Keywords: []string{"key"}, Glued: true, find: findHexKey,
		Hits: []string{"encryption_key: " + hex(64), "signing_key = \"" + hex(64) + "\"", "WERKREVISOR_STATE_KEY=" + hex(64), "\"hmacKey\": \"" + hex(32) + "\"",
			"SESSION_KEY=" + hex(128), "master-key: '" + hex(48) + "'", "aesKey := \"" + hex(32) + "\""},
		Misses: []string{"cache_key: " + hex(64), "public_key: " + hex(64), "encryption_key: " + hex(40), "encryption_key: ${KEY}", "primaryKey = " + hex(32), "key: " + hex(64),
			"signing_key_id: " + hex(64), "encryption_key: " + strings.Repeat("0", 64), "keyword: " + hex(64), "hmac_key: " + hex(64) + "00"},
	},
}

// sqlValue is a text in quotes.
const sqlValue = `["']([^"'\s]{4,100})["']`

var command = open(`(?:sshpass -p ?|(?:mysql(?:dump|admin)?|mariadb(?:-dump|-admin)?) (?:.{0,200}? )?-p|` +
	`(?:docker|podman|helm registry|skopeo|buildah) login (?:.{0,200}? )?(?:-p[ =]?|--password[ =]))["']?([^\s"'` + "`" + `$<>{(\\,)/-][^\s"'` + "`" + `<>,)]{3,100})`)

// findCommand reads one command up to the sign that ends it.
func findCommand(p place) (start, end, next int) {
	text := p.text[p.at:]
	if stop := strings.IndexAny(text, ";|&"); stop >= 0 {
		text = text[:stop]
	}
	m := command.find(text)
	if m == nil {
		return -1, -1, p.at + min(len(text), 100) + 1
	}
	if placeholder(text[m[2]:m[3]]) {
		return -1, -1, p.at + m[1]
	}
	return p.at, p.at + m[1], p.at + m[1]
}

// hexKeys are the words in front of key that make it a secret; hexLengths are the lengths of such keys.
var (
	hexKeys    = set("encryption encrypt signing sign state hmac master cipher crypto aes jwt session cookie secret webhook symmetric shared seal unseal csrf")
	hexLengths = map[int]bool{32: true, 48: true, 64: true, 96: true, 128: true}
)

// findHexKey reads an operator and hex digits behind the word key, and then the words in front of it.
func findHexKey(p place) (start, end, next int) {
	r := reader{text: p.text, pos: p.end}
	r.skip("\\\"'`])")
	r.skip(" \t")
	if r.skip(":=") == 0 {
		return -1, -1, p.end
	}
	r.skip(" \t>")
	r.skip("\\\"'`")
	start = r.pos
	r.skip("0123456789abcdefABCDEF")
	value := p.text[start:r.pos]
	if !hexLengths[len(value)] || r.pos < len(p.text) && wordByte(p.text[r.pos]) || strings.Count(value, value[:1]) == len(value) {
		return -1, -1, max(p.end, start)
	}
	name := p.at
	for name > 0 && p.at-name < 40 && nameByte(p.text[name-1]) {
		name--
	}
	list := words(p.text[name:p.end])
	if len(list) < 2 || list[len(list)-1] != "key" || !hexKeys[list[len(list)-2]] {
		return -1, -1, r.pos
	}
	return start, r.pos, r.pos
}
