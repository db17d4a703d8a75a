package fake_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// answers are recorded answers of a real server; the tests of the client have the same.
const answers = "../gitea/testdata/answers/"

func TestRulesHaveTheFieldsOfTheRealServer(t *testing.T) {
	g, p := simple(t)
	admin := g.Token("org")
	_, body, _ := call(t, g, admin, "POST", "!/repos/org/demo/branch_protections", `{"rule_name":"main"}`)
	real, err := os.ReadFile(filepath.FromSlash(answers + "bp-create.json"))
	if err != nil {
		t.Fatal(err)
	}
	kinds := func(text string) map[string]string {
		var rule map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &rule); err != nil {
			t.Fatal(err)
		}
		kind := map[string]string{}
		for name, value := range rule {
			kind[name] = map[bool]string{true: "list", false: "value"}[value[0] == '[']
		}
		return kind
	}
	if diff := cmp.Diff(kinds(string(real)), kinds(body)); diff != "" {
		t.Error(diff)
	}
	if p.Repo().Rule("main") == nil {
		t.Error("the rule is not there")
	}
}

func TestRulesAnswerAsTheRealServerDoes(t *testing.T) {
	g, p := simple(t)
	g.AddUser("outsider", false)
	admin, bot := g.Token("org"), g.Token("bot")
	const rules = "!/repos/org/demo/branch_protections"
	for _, tt := range []struct {
		name, token, method, path, body string
		status                          int
		message                         string
	}{
		{"the bot may not look", bot, "GET", rules, "", 403, "user should be an owner or a collaborator with admin write of a repository"},
		{"nor create", bot, "POST", rules, `{"rule_name":"x"}`, 403, "user should be an owner or a collaborator with admin write of a repository"},
		{"none yet", admin, "GET", rules + "/main", "", 404, "not found"},
		{"create", admin, "POST", rules, `{"rule_name":"main","required_approvals":1,"status_check_contexts":["a"]}`, 201, ""},
		{"create again", admin, "POST", rules, `{"rule_name":"main"}`, 403, "Branch protection already exist"},
		{"an unknown user", admin, "PATCH", rules + "/main", `{"approvals_whitelist_username":["bot","nobody-such"]}`, 422, "user does not exist [uid: 0, name: nobody-such]"},
		{"null changes nothing", admin, "PATCH", rules + "/main", `{"status_check_contexts":null}`, 200, ""},
		{"a user without access is dropped", admin, "PATCH", rules + "/main", `{"approvals_whitelist_username":["bot","outsider"]}`, 200, ""},
		{"no such rule", admin, "PATCH", rules + "/none", `{}`, 404, "not found"},
	} {
		status, body, _ := call(t, g, tt.token, tt.method, tt.path, tt.body)
		var answer struct{ Message string }
		_ = json.Unmarshal([]byte(body), &answer)
		if status != tt.status || answer.Message != tt.message {
			t.Errorf("%s: %d %q", tt.name, status, answer.Message)
		}
	}
	rule := p.Repo().Rule("main")
	if fmt.Sprint(rule["approvals_whitelist_username"]) != "[bot]" || fmt.Sprint(rule["status_check_contexts"]) != "[a]" {
		t.Errorf("%v", rule)
	}
	if status, _, _ := call(t, g, admin, "DELETE", rules+"/main", ""); status != 204 || p.Repo().Rule("main") != nil {
		t.Errorf("delete: %d", status)
	}
}
