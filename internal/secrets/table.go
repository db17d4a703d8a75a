package secrets

import (
	"slices"
	"strings"
)

// Table lists every kind of secret. Its examples are built, so that no real format stands in this file.
var Table = slices.Concat(keys, tokens, moreTokens, shapes, weak, commands, []Pattern{assignments})

// filler is what the examples of keys are made of.
func filler(n int) string { return strings.Repeat("NoT4rEaLkEy", n/11+1)[:n] }
func capitals(n int) string {
	return strings.Repeat("NOTAREALKEY", n/11+1)[:n]
}
func hex(n int) string { return strings.Repeat("fa4e", n/4+1)[:n] }

// keys are the fixed formats that the seed names.
var keys = []Pattern{
	{
		Name: "private key", Keywords: []string{"-----begin"}, Fixed: true, Glued: true,
		Regex: open(`-----` + `BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`),
		Hits: []string{
			"-----" + "BEGIN " + "PRIVATE KEY-----", "key: \"-----" + "BEGIN RSA " + "PRIVATE KEY-----\\nMII",
			"-----" + "BEGIN OPENSSH " + "PRIVATE KEY-----", "-----" + "BEGIN PGP " + "PRIVATE KEY BLOCK-----",
			"x-----" + "BEGIN ENCRYPTED " + "PRIVATE KEY-----",
		},
		Misses: []string{"-----" + "BEGIN PUBLIC KEY-----", "-----" + "BEGIN CERTIFICATE-----", "a line with BEGIN … PRIVATE KEY", "-----END PRIVATE KEY-----"},
	}, {
		Name: "AWS access key id", Keywords: []string{"akia", "asia", "abia", "acca"}, Fixed: true,
		Regex: exact(`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}`), not: "EXAMPLE",
		Hits: []string{"AKIA" + capitals(16), "id=ASIA" + capitals(16) + ";", "(ABIA" + capitals(16) + ")"},
		Misses: []string{"AKIA" + capitals(15), "AKIA" + capitals(17), "XAKIA" + capitals(16), "asia" + strings.ToLower(capitals(16)),
			"ASIA", "AKIA" + strings.Repeat("X", 16), "AKIAIOSFODNN7" + "EXAMPLE"}, // the documents of AWS end all of theirs so
	}, {
		Name: "hsak_ token", Keywords: []string{"hsak_"}, Fixed: true,
		Regex:  exact(`hsak_[A-Za-z0-9_-]{1,64}\.[0-9a-fA-F]{64}`),
		Hits:   []string{"hsak_" + "ci." + hex(64), "'hsak_" + "my-bot." + hex(64) + "'"},
		Misses: []string{"hsak_<name>.", "hsak_ prefix", "hsak_"},
	}, {
		Name: "OpenRouter key", Keywords: []string{"sk-or-"}, Fixed: true,
		Regex:  exact(`sk-or-v1-[0-9a-fA-F]{64}`),
		Hits:   []string{"sk-or-" + "v1-" + hex(64), "KEY=sk-or-" + "v1-" + hex(64)},
		Misses: []string{"sk-or-v1-…", "sk-or-", "risk-or-chance"},
	},
}

// weak are the kinds that do not count in excluded files: prefixes alone, and assignments.
var weak = []Pattern{
	{
		Name: "token with the prefix hsak_", Keywords: []string{"hsak_"}, Regex: open(`hsak_[A-Za-z0-9._-]{12,}`),
		Hits:   []string{"hsak_" + "ci." + hex(20), "hsak_" + filler(20)},
		Misses: []string{"hsak_<name>.", "the prefix hsak_ counts", "hsak_name", "hsak_" + "xxxxxxxxxxxxxxxx"},
	}, {
		Name: "token with the prefix sk-or-", Keywords: []string{"sk-or-"}, Regex: open(`sk-or-(?:v1-)?([A-Za-z0-9_-]{12,})`),
		Hits:   []string{"sk-or-" + filler(20), "sk-or-" + "v1-" + hex(20)},
		Misses: []string{"sk-or-…", "sk-or-v1-<key>", "task-or-something-else-entirely", "sk-or-" + "v1-xxxxxxxxxxxxxxxx"},
	},
	{
		Name: "password in a URL", Keywords: []string{"://"}, Glued: true,
		Regex: open(`://[^\s/:@"'<>` + "`" + `?#]{0,100}:([^\s/@"'<>` + "`" + `]{3,200})@[A-Za-z0-9\[{$.-]`),
		Hits: []string{"https://ann:" + "h4rd2guess@host/x", "postgres://app:" + "Zk4-hh2@db:5432/app", "redis://:" + "Zk4hh2kk@cache:6379",
			"amqp://a:" + "%40Zk4hh2@mq"},
		Misses: []string{"https://host:8080/x@y", "https://user@host/", "https://${USER}:${PASS}@host", "https://user:password@host",
			"https://user:<token>@host", "https://$USER:$PASS@host", "https://user:pass@example.com", "https://{user}:{pw}@host",
			"http://a.b/c:d@e", "https://x-access-token:****@host", "postgres://postgres:postgres@localhost/test"},
	}, {
		Name: "Authorization header", Keywords: []string{"bearer ", "basic ", "authorization: token "},
		Regex:  open(`(?i:bearer |basic |authorization: token )([A-Za-z0-9._~+/-]{20,200}={0,2})`),
		digits: true, not: "QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
		Hits: []string{"Authorization: Bearer " + filler(32), "-H 'Authorization: Basic " + filler(24) + "=='", "Authorization: token " + hex(40)},
		Misses: []string{"Authorization: Bearer <token>", "Authorization: Bearer ${TOKEN}", "the bearer documentation/overview/pages",
			"Bearer authentication-and-authorization", "basic configuration/of/the/program/x", "Authorization: Bearer xxxxxxxxxxxxxxxxxxxxxxxx",
			"Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}, // the example of RFC 7617
	}, {
		Name: "BEGIN line of a key or certificate", Keywords: []string{"-----begin"}, Glued: true, // the seed counts each of them
		Regex:  open(`-----` + `BEGIN[^\n]*`),
		Hits:   []string{"-----" + "BEGIN" + " CERTIFICATE-----", "  -----" + "BEGIN" + " PUBLIC KEY-----", "x = \"-----" + "BEGIN" + " PGP MESSAGE-----\\n\""},
		Misses: []string{"-----END CERTIFICATE-----", "----- BEGIN", "--- BEGIN SSH2 PUBLIC KEY ---", "-----begin"},
	},
}
