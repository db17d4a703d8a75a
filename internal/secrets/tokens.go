package secrets

import "strings"

// token is a pattern of one prefix, whose body is described by an expression.
func token(name, expr string, hits, misses []string, keywords ...string) Pattern {
	return Pattern{Name: name, Keywords: keywords, Regex: exact(expr), Fixed: true, Hits: hits, Misses: misses}
}

// tokens are fixed formats of well-known services. The lengths are those that the services give, or a safe minimum.
var tokens = []Pattern{
	token("GitHub token", `gh[pousr]_([A-Za-z0-9]{36,251})|github_pat_([A-Za-z0-9_]{40,255})`,
		[]string{"ghp_" + filler(36), "\"gho_" + filler(36) + "\"", "ghs_" + filler(36), "ghu_" + filler(36), "ghr_" + filler(76),
			"github_pat_" + filler(22) + "_" + filler(59)},
		[]string{"ghp_" + filler(20), "ghp_" + strings.Repeat("x", 36), "ghp_…", "github_pat_" + "name", "high_" + filler(36)},
		"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
	token("GitLab token", `gl(?:pat|dt|ptt|rt|cbt|ft|soat|agent|imt|ffct)-[A-Za-z0-9_-]{19,300}[A-Za-z0-9_]`,
		[]string{"glpat-" + filler(20), "glrt-" + filler(20), "gldt-" + filler(20)},
		[]string{"glpat-" + "short", "glpat-<token>", "glpat-" + strings.Repeat("x", 20)},
		"glpat-", "gldt-", "glptt-", "glrt-", "glcbt-", "glft-", "glsoat-", "glagent-", "glimt-", "glffct-"),
	token("Slack token", `xox[abeoprs](?:\.xox[bp])?-([A-Za-z0-9-]{10,250}[A-Za-z0-9])|xapp-\d-[A-Za-z0-9-]{20,250}[A-Za-z0-9]`,
		[]string{"xoxb-" + "1234567890-" + filler(20), "xoxp-" + filler(24), "xapp-" + "1-" + filler(30)},
		[]string{"xoxb-", "xoxb-…", "xoxo-kisses", "xoxb-" + strings.Repeat("x", 24)}, "xox", "xapp-"),
	token("Slack webhook", `hooks\.slack\.com/(?:services|workflows|triggers)/[A-Z0-9]{6,}/[A-Za-z0-9_]{6,}/[A-Za-z0-9_]{16,100}`,
		[]string{"https://hooks.slack.com/services/" + "T" + capitals(8) + "/B" + capitals(8) + "/" + filler(24)},
		[]string{"https://hooks.slack.com/services/", "https://hooks.slack.com/services/T000/B000/XXXX"}, "hooks.slack.com/"),
	token("Google API key", `AIza[A-Za-z0-9_-]{34}[A-Za-z0-9_]|GOCSPX-[A-Za-z0-9_-]{27}[A-Za-z0-9_]|ya29\.[A-Za-z0-9_-]{30,250}[A-Za-z0-9_]`,
		[]string{"AIza" + filler(35), "?key=AIza" + filler(35) + "&x", "GOCSPX-" + filler(28), "ya29." + filler(60)},
		[]string{"AIza" + filler(20), "AIza" + strings.Repeat("X", 35), "aiza" + filler(35)}, "aiza", "gocspx-", "ya29."),
	token("OpenAI key", `sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{19,300}[A-Za-z0-9_]|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{32,64}`,
		[]string{"sk-proj-" + filler(40), "sk-" + filler(48), "sk-" + filler(20) + "T3BlbkFJ" + filler(20), "sk-svcacct-" + filler(40)},
		[]string{"sk-proj-…", "sk-proj-" + "your-key-here", "sk-" + "short", "risk-" + filler(48), "sk-" + strings.Repeat("x", 48), "task-" + filler(40)}, "sk-"),
	token("Anthropic key", `sk-ant-[A-Za-z0-9_-]{19,300}[A-Za-z0-9_]`,
		[]string{"sk-ant-" + "api03-" + filler(90), "sk-ant-" + filler(24)},
		[]string{"sk-ant-…", "sk-ant-" + "short", "sk-ant-" + strings.Repeat("x", 30)}, "sk-ant-"),
	token("Stripe key", `[srp]k_live_[A-Za-z0-9]{16,250}|[sr]k_test_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/]{24,100}`,
		[]string{"sk_" + "live_" + filler(24), "rk_" + "live_" + filler(24), "sk_" + "test_" + filler(24), "whsec_" + filler(32)},
		[]string{"sk_live_…", "pk_" + "test_" + filler(24), "sk_live_" + "key", "disk_live_" + filler(20)},
		"sk_live_", "rk_live_", "pk_live_", "sk_test_", "rk_test_", "whsec_"),
	token("npm token", `npm_[A-Za-z0-9]{36}`,
		[]string{"npm_" + filler(36), "_authToken=npm_" + filler(36)},
		[]string{"npm_config_registry", "npm_" + filler(20), "npm_" + filler(37), "npm_" + strings.Repeat("x", 36)}, "npm_"),
	token("PyPI token", `pypi-AgE[A-Za-z0-9_-]{49,250}[A-Za-z0-9_]`,
		[]string{"pypi-" + "AgEIcHlwaS5vcmc" + filler(60)},
		[]string{"pypi-publish", "pypi-" + filler(20), "pypi-" + "a-long-name-of-a-workflow-that-publishes-wheels-to-the-index"}, "pypi-"),
	token("Hugging Face token", `hf_[A-Za-z]{34}`,
		[]string{"hf_" + strings.ToLower(capitals(30)) + "ABCD"}, []string{"hf_hub_download", "hf_" + filler(20)}, "hf_"),
	token("SendGrid key", `SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}`,
		[]string{"SG." + filler(22) + "." + filler(43)}, []string{"SG.value.other", "sg." + filler(22) + "." + filler(43)}, "sg."),
	token("DigitalOcean token", `do[opr]_v1_[a-f0-9]{64}`, []string{"dop_v1_" + hex(64)}, []string{"dop_v1_" + hex(20)}, "dop_v1_", "doo_v1_", "dor_v1_"),
	{Name: "Azure storage key", Fixed: true, Keywords: []string{"accountkey=", "sharedaccesskey="},
		Regex:  open(`AccountKey=[A-Za-z0-9+/]{86}==|SharedAccessKey=[A-Za-z0-9+/]{43}=`),
		Hits:   []string{"AccountKey=" + filler(86) + "==", "SharedAccessKey=" + filler(43) + "="},
		Misses: []string{"AccountKey=<key>", "AccountKey=" + filler(20)}},
	token("Vault token", `hv[sbr]\.[A-Za-z0-9_-]{23,250}[A-Za-z0-9_]`,
		[]string{"hvs." + filler(90)}, []string{"hvs." + filler(12), "hvs.…"}, "hvs.", "hvb.", "hvr."),
	token("age key", `AGE-SECRET-KEY-1[A-Z0-9]{58}`, []string{"AGE-SECRET-KEY-" + "1" + capitals(58)}, []string{"AGE-SECRET-KEY-1…"}, "age-secret-key-"),
	{
		Name: "JSON Web Token", Keywords: []string{"eyj"}, Fixed: true,
		find: findJWT,
		Hits: []string{"eyJ" + filler(20) + ".eyJ" + filler(40) + "." + filler(43), "Bearer eyJ" + filler(20) + ".eyJ" + filler(40) + "."},
		Misses: []string{"eyJ" + filler(40), "eyJ" + filler(20) + "." + filler(20), "keyJ" + filler(20) + ".eyJ" + filler(40),
			"sha512-eyJ" + filler(80) + "=="},
	},
}

// jwt does not ask for the signature, which long tokens have beyond the window.
var jwt = exact(`eyJ[A-Za-z0-9_-]{8,400}\.eyJ[A-Za-z0-9_-]{8,}`)

// findJWT takes a run of its letters once, so that many keywords in one run cost nothing.
func findJWT(text string, at, end int) (matchEnd, next int) {
	if m := jwt.FindStringIndex(text[at:]); m != nil {
		return at + m[1], at + m[1]
	}
	for next = end; next < len(text) && (wordByte(text[next]) || text[next] == '-'); next++ {
	}
	return -1, next
}
