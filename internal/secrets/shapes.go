package secrets

import "strings"

// KeyBody names the pattern for the first line of a private key below its BEGIN line, or without one.
const KeyBody = "body of a private key"

// shapes are fixed formats without a prefix of their own: what stands around them, or their inner form, tells them.
var shapes = []Pattern{
	{
		Name: "JSON Web Token", Keywords: []string{"eyj"}, Fixed: true,
		find: findJWT,
		Hits: []string{"eyJ" + filler(20) + ".eyJ" + filler(40) + "." + filler(43), "Bearer eyJ" + filler(20) + ".eyJ" + filler(40) + "."},
		Misses: []string{"eyJ" + filler(40), "eyJ" + filler(20) + "." + filler(20), "keyJ" + filler(20) + ".eyJ" + filler(40),
			"sha512-eyJ" + filler(80) + "=="},
	}, {
		Name: KeyBody, Keywords: []string{"mii", "b3blbnnzac1rzxktdj", "ls0tls1crud"}, Fixed: true,
		find: findKeyBody,
		Hits: []string{"MIIE" + "pAIBAAKC" + filler(52), "MIIE" + "vQIBADAN" + filler(52), "\"MIIJ" + "QgIBADAN" + filler(52) + "\" +",
			"b3BlbnNzaC1" + "rZXktdjEAAAA" + filler(47), "tls.key: LS0tLS1CRUd" + "JTiBSU0EgUFJJVkFURSBLRVktLS0tLQ" + filler(40),
			"MIIF" + "HDBOBgkqhkiG9w0BBQ0wQ" + filler(43), "key: LS0tLS1CRUd" + "JTiBQUklWQVRFIEtFWS0tLS0t" + filler(40),
			"a line\nMIIE" + "pAIBAAKC" + filler(52)},
		Misses: []string{"MIID" + "dTCCAl2gAwIBAgILBAAAAAABFUtaw5QwDQYJKoZIhvcNAQEFBQAwVzELMAkGA1", // certificates and public keys start so
			"MIIB" + "IjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA" + filler(30), "MIIE" + "pAIBAAKC", "x/MIIE" + "pAIBAAKC" + filler(52),
			"-----" + "BEGIN RSA TESTING KEY-----\nMIIE" + "pAIBAAKC" + filler(52), "LS0tLS1CRUd" + "JTiBDRVJUSUZJQ0FURS0tLS0t" + filler(40),
			"b3BlbnNzaC1" + "rZXktdjE", "MIIS_CONSTANT"},
	}, {
		Name: "Telegram bot token", Keywords: []string{":aa"}, Fixed: true, Glued: true,
		find:   findTelegram,
		Hits:   []string{"987654321:AA" + filler(33), "https://api.telegram.org/bot9876543210:AA" + filler(33) + "/getMe"},
		Misses: []string{"12:AA" + filler(33), "987654321:AA" + filler(20), "987654321:AA" + strings.Repeat("x", 33), "00:AA:BB:CC", "x:AA" + filler(33)},
	}, {
		Name: "Discord bot token", Keywords: []string{"discord", "login(", ".run(", "bot "}, Fixed: true, Glued: true, reach: 160,
		Regex: exact(`.{0,160}?\b[MNO][DTjz][AEIMQUYcgk][wxyz0-5][A-Za-z0-9_-]{19,24}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{26,40}[A-Za-z0-9_]`),
		Hits: []string{"DISCORD_TOKEN=MTIz" + filler(20) + "." + filler(6) + "." + filler(27), "client.login('OTk4" + filler(20) + "." + filler(6) + "." + filler(38) + "')",
			"Authorization: Bot NzIz" + filler(20) + "." + filler(6) + "." + filler(27)},
		Misses: []string{"discord.com/api/v10", "client.login(token)", "discord MTIz" + filler(20), "a robot NTP.server.name"},
	}, {
		Name: "Twilio key", Keywords: []string{"twilio"}, Fixed: true, Glued: true, reach: 160,
		Regex:  exact(`.{6,160}?\bSK[0-9a-f]{32}`),
		Hits:   []string{"TWILIO_API_KEY=SK" + hex(32), "new Twilio(\"SK" + hex(32) + "\", secret)"},
		Misses: []string{"SK" + hex(32), "twilio AC" + hex(32), "twilio SK" + hex(20), "twilio MASK" + hex(32)},
	}, {
		Name: "password of a curl command", Keywords: []string{"curl"}, reach: 400,
		Regex: open(`curl(?:\.exe)? (?:.{0,400}? )?(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'$<{(]{0,64}:([^\s"'` + "`" + `<]{3,100})`),
		Hits: []string{"curl -u ann:" + "pass123 https://host", "curl -sS -X POST --user 'ann:" + "hunter2' https://host", "$ curl -uann:" + "Zk4hh2 https://host",
			"curl --proxy-user=ann:" + "hunterhunter x"},
		Misses: []string{"sort -u a:b22", "curl -u user:password https://host", "curl -u ann https://host", "curl -u ann:$PASS x", `curl -u "ann:${PASS}" x`, "curl -u elastic:changeme x",
			"curl -u <user>:<token> x", `curl -u "$TOKEN:" https://host`, "curl https://host:8080/x", "curl -u admin:admin x", "curl -u api:YOUR_API_KEY x",
			"curl -u ann:$(cat f1) x"},
	},
}

// jwt does not ask for the signature, which long tokens have beyond the window.
var jwt = exact(`eyJ[A-Za-z0-9_-]{8,400}\.eyJ[A-Za-z0-9_-]{8,}`)

// findJWT takes a run of its letters once, so that many keywords in one run cost nothing.
func findJWT(p place) (start, end, next int) {
	if m := jwt.find(p.text[p.at:]); m != nil {
		return p.at, p.at + m[1], p.at + m[1]
	}
	for next = p.end; next < len(p.text) && (wordByte(p.text[next]) || p.text[next] == '-'); next++ {
	}
	return -1, -1, next
}

// keyBody is the start of a private key in base64, with more of it on the line. In DER that is a sequence whose first element is
// the version 0, as in PKCS 1 and PKCS 8, or 3, as in PKCS 12, or that names a password scheme; certificates and public keys
// have another sequence there. Then the head of an OpenSSH key, and a whole PEM text in base64, as in Kubernetes.
var keyBody = open(`MII[A-Za-z0-9+/]{2}[AQgw]IBA[ADz][A-Za-z0-9+/]{40,}|MII[A-Za-z0-9+/]{5}BgkqhkiG9w0BBQ[A-Za-z0-9+/]{32,}|` +
	`b3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/]{40,}|` +
	`LS0tLS1CRUdJTi(?:BQUklWQVRFIEtFW|BSU0EgUFJJVkFURSBLRV|BFQyBQUklWQVRFIEtFW|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BFTkNSWVBURUQgUFJJVkFURSBLRV|BEU0EgUFJJVkFURSBLRV)[A-Za-z0-9+/]{20,}`)

// findKeyBody finds a key, unless its BEGIN line says that it is none, as for a key of tests.
func findKeyBody(p place) (start, end, next int) {
	if p.at > 0 && (p.text[p.at-1] == '/' || p.text[p.at-1] == '+') {
		return -1, -1, p.at + 1
	}
	m := keyBody.find(p.text[p.at:])
	if m == nil {
		return -1, -1, p.at + 1
	}
	if before := p.text[max(0, p.at-window):p.at]; strings.Count(before, "\n") > 0 {
		before = before[:strings.LastIndexByte(before, '\n')]
		if begin := before[strings.LastIndexByte(before, '\n')+1:]; strings.Contains(begin, "-----"+"BEGIN ") && !strings.Contains(begin, "PRIVATE KEY") {
			return -1, -1, p.at + m[1]
		}
	}
	return p.at, p.at + m[1], p.at + m[1]
}

var telegram = exact(`:AA([A-Za-z0-9_-]{33})`)

// findTelegram asks for the number of the bot in front of the colon.
func findTelegram(p place) (start, end, next int) {
	start = p.at
	for start > 0 && p.at-start < 12 && '0' <= p.text[start-1] && p.text[start-1] <= '9' {
		start--
	}
	if n := p.at - start; n < 8 || n > 10 {
		return -1, -1, p.at + 1
	}
	m := telegram.compiled().FindStringSubmatch(p.text[p.at:])
	if m == nil || masked(m[1]) {
		return -1, -1, p.at + 1
	}
	return start, p.at + len(m[0]), p.at + len(m[0])
}
