package secrets

import (
	"strings"
	"testing"
)

func TestInConfigFilesABareWordIsAValue(t *testing.T) {
	for path, texts := range map[string][]string{
		"a.yml": {"password: " + "hunter2", "db_password: " + "correcthorse", "  password:\n    Zk4" + "hunter77", "- pwd: " + "trustno1",
			"secret: |\n  Zk4" + "hunter77", "smtp:\n  passwd: " + "sommer2024 # old",
			"- name: DB_PASSWORD\n  value: " + "geheim123", "- name: DB_PASSWORD\n  value: " + "correcthorse", "- name: \"TOKEN\"\n  value: \"Zk4" + "hunter77\""},
		".netrc":               {"machine x\nlogin y\npassword " + "geheim123", "password " + "correcthorse"},
		".env":                 {"DB_PASSWORD=" + "correcthorse", "export PGPASSWORD=" + "hunter2"},
		"x/.env.production":    {"DB_PASSWORD=" + "correcthorse"},
		"app.properties":       {"spring.datasource.password=" + "hunter2", "ldap.password = " + "correcthorse"},
		"my.ini":               {"password=" + "correct-horse"},
		"deploy/Prod.CFG":      {"passphrase = " + "correcthorse"},
		"conf/mail-relay.conf": {"smtp_password " + "= correcthorse"},
	} {
		for _, text := range texts {
			if len(FindIn(path, text)) != 1 {
				t.Errorf("%s misses %q", path, text)
			}
		}
	}
	for path, texts := range map[string][]string{
		"a.yml": {"password: changeme", "password: ${DB_PASSWORD}", "password: !vault |", "password: *anchor1", "password: &anchor", "update_password: on_create",
			"password: required", "token: string", "secret: grafana-admin", "password: database.password", "password_file: correcthorse", "password:\n  secretKeyRef:",
			"password:\n  from: vault12", "secrets:\n  - dbpassw0rd", "password:\npassword2: x", "passwordPolicy: correcthorse", "password: db-password",
			"password: {{ x }}", "password: \"\"", "token:\n  - abcdef12", "credentials: include", "password: short",
			"- name: DB_PASSWORD\n  value: ${X}", "- name: DB_PASSWORD\n  value:", "- name: token\n  value: correcthorse", "- x: DB_PASSWORD\n  value: geheim123"},
		"messages_nl.properties": {"login.password=Wachtwoord", "login.password=Contraseña", "login.password=пароль", "user.password=Forgot your password?", "error.password=ungueltig", "label.password.old=altesding"},
		".env":                   {"DB_PASSWORD=", "DB_PASSWORD=$OTHER", "DB_PASSWORD=changeit", "PASSWORD=postgres", "TOKEN=correcthorse", "PWD=/home/ann"},
		"a.md":                   {"password: correcthorse", "The password: hunter2", "password:\n  Zk4" + "hunter77"},
		"main.go":                {"password: hunter2", "Password = correcthorse"},
		"ini":                    {"password=correcthorse"},
	} {
		for _, text := range texts {
			if found := FindIn(path, text); len(found) > 0 {
				t.Errorf("%s finds %s in %q", path, found[0].Name, text)
			}
		}
	}
}

func TestAValueBelowItsNameIsTheMatch(t *testing.T) {
	const value = "Zk4" + "hunter77"
	text := "\"token\":\n  \"" + value + "\"\napi_key = \"" + value + "\""
	found := Find(text)
	if len(found) != 2 || text[found[0].Start:found[0].End] != value || found[1].Start <= found[0].End {
		t.Errorf("got %+v", found)
	}
	long := strings.Repeat(" ", window) + "token:\n\"" + value + "\""
	if len(Find("token:"+strings.Repeat(" ", window)+"\n\""+value+"\"")) != 0 || len(Find(long)) != 1 {
		t.Error("the window does not end at its size")
	}
}
