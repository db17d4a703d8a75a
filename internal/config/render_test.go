package config

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/google/go-cmp/cmp"
)

func TestExplainIsTOMLThatMergesToTheSame(t *testing.T) {
	repo := &Layer{TOML: read(t, "testdata/ok/repo-everything.toml")}
	host := hostFixture(t) + "\n[deep]\nlinters = ['buf', { name = 'x', command = ['x', '-'], format = '%f:%l: %m', globs = ['*.x'] }]\n" +
		"[[model.fallback]]\nid = 'b'\ninput_price_usd_per_mtok = 1\noutput_price_usd_per_mtok = 2.5\n"
	c := mustMerge(t, Layer{TOML: host}, repo)
	var text strings.Builder
	for _, s := range c.Explain() {
		section, name, _ := strings.Cut(strings.TrimPrefix(s.Key, "["), "] ")
		text.WriteString(section + "." + name + " = " + s.Value + "\n")
	}
	again, err := Merge(Layer{TOML: text.String()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if again.Fingerprint != c.Fingerprint {
		t.Error("the explained config is another one")
	}
}

func TestExplainNamesTheLayerOfEachValue(t *testing.T) {
	c := mustMerge(t, Layer{TOML: hostFixture(t)}, repoLayer("[size]\nmax_files = 3\n[hard_orange]\npaths = ['x']\n[hard_yellow]\nsecret_scan = true"))
	got := map[string]string{}
	for _, s := range c.Explain() {
		got[s.Key] = s.Value + " # " + s.Layer
	}
	for key, want := range map[string]string{
		"[size] max_files":            "3 # repository",
		"[size] max_changed_lines":    "1000 # host",
		"[writing] max_line_length":   "128 # defaults",
		"[hard_orange] paths":         `["**/auth/**", "x"] # host + repository`,
		"[hard_yellow] secret_scan":   "true # repository",
		"[budget] max_usd_per_review": "0.48 # host",
		"[model] cache_write_factor":  "1.0 # defaults",
		"[model] fallback":            "[] # defaults",
	} {
		if got[key] != want {
			t.Errorf("%s: got %s, want %s", key, got[key], want)
		}
	}
}

func TestRenderedTextsAreReadBackUnchanged(t *testing.T) {
	for _, text := range []string{"", "plain", `q"b\s`, "tab\tline\n", "\u202eevil\u200b", "ümläut €", "\x01\x7f", "emoji 🎉", "a\rb"} {
		var v map[string]string
		if _, err := toml.Decode("a = "+renderText(text), &v); err != nil || v["a"] != text {
			t.Errorf("%q: got %q, %v", text, v["a"], err)
		}
		for _, r := range renderText(text) {
			if r < ' ' || r == '\u202e' || r == '\u200b' {
				t.Errorf("%q is not escaped", text)
			}
		}
	}
}

func TestExplainMasksWhatLooksLikeAToken(t *testing.T) {
	for text, want := range map[string]string{
		"use sk-or-v1-0123456789abcdef0123 here":                           "use *** here",
		"hsak_bot." + strings.Repeat("0a", 32):                             "***",
		"AKIAIOSFODNN7EXAMPLE":                                             "***",
		"ghp_0123456789abcdefghij":                                         "***",
		strings.Repeat("0a", 20):                                           "***",
		"-----BEGIN PRIVATE KEY-----":                                      "***",
		"src/main/resources/db/changelog/2026/11/30/a-long-file-name.yaml": "src/main/resources/db/changelog/2026/11/30/a-long-file-name.yaml",
		"openrouter/anthropic/claude-sonnet-5.5":                           "openrouter/anthropic/claude-sonnet-5.5",
		"pass_with_review_request_and_a_long_tail":                         "pass_with_review_request_and_a_long_tail",
	} {
		if got := mask(text); got != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
	c := mustMerge(t, Layer{TOML: hostFixture(t)}, repoLayer("[review]\nextra_instructions = 'sk-or-v1-0123456789abcdef0123'"))
	for _, s := range c.Explain() {
		if strings.Contains(s.Value, "0123456789abcdef") {
			t.Errorf("%s shows a token", s.Key)
		}
	}
}

func TestEndpointsUseHTTPSExceptOnLoopback(t *testing.T) {
	for url, good := range map[string]bool{
		"https://example.org/v1": true, "https://example.org:8443": true, "http://127.0.0.1:8080/v1": true,
		"http://[::1]:8080": true, "http://localhost:1/x": true, "http://127.9.9.9": true,
		"http://example.org": false, "http://localhost.example.org": false, "http://127.0.0.1.example.org": false,
		"http://10.0.0.1": false, "ftp://127.0.0.1": false, "https://": false, "//example.org": false, "example.org": false,
		"https://u@example.org": false, "https://example.org/?key=1": false, "https://example.org/#x": false, "": false,
		"https://exa mple.org": false, "http://0.0.0.0": false, "https://example.org/\n": false, "https://:443": false,
	} {
		if got := endpoint(url) == ""; got != good {
			t.Errorf("%q: got %v", url, got)
		}
	}
}

func TestAKeyIsNeverSentToTheServerOfAnotherModel(t *testing.T) {
	entry := "\n[[model.fallback]]\nid = 'b'\ninput_price_usd_per_mtok = 1\noutput_price_usd_per_mtok = 1\n"
	for more, good := range map[string]bool{
		"": true,
		"base_url = 'https://openrouter.ai/api/v2'":                        true,
		"base_url = 'https://other.example.org'":                           false,
		"base_url = 'https://other.example.org'\napi_key_env = ''":         true,
		"base_url = 'https://other.example.org'\napi_key_env = 'OTHER'":    true,
		"base_url = 'http://127.0.0.1:9'":                                  true,
		"base_url = 'https://openrouter.ai:8443/api/v1'":                   false,
		"base_url = 'https://openrouter.ai/'\napi_key_env = 'GITEA_TOKEN'": false,
	} {
		_, err := Merge(Layer{TOML: hostFixture(t) + entry + more}, nil)
		if (err == nil) != good {
			t.Errorf("%q: got %v", more, err)
		}
	}
	if diff := cmp.Diff("", keyVariable("")); diff != "" {
		t.Error("no key at all is allowed")
	}
}
