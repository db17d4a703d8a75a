package secrets

import "strings"

// moreTokens are further fixed formats: services for models, chats, designs and infrastructure.
var moreTokens = []Pattern{
	token("Groq key", `gsk_[A-Za-z0-9]{48,56}`, []string{"gsk_" + filler(52)}, []string{"gsk_" + filler(20), "gsk_" + strings.Repeat("x", 52), "gsk_name"}, "gsk_"),
	token("xAI key", `xai-[A-Za-z0-9]{70,90}`, []string{"xai-" + filler(80)}, []string{"xai-" + filler(20), "xai-grok-model"}, "xai-"),
	token("Perplexity key", `pplx-[A-Za-z0-9]{40,60}`, []string{"pplx-" + filler(48)}, []string{"pplx-" + filler(20), "pplx-70b-online"}, "pplx-"),
	token("Replicate token", `r8_[A-Za-z0-9]{37}`, []string{"r8_" + filler(37)}, []string{"r8_" + filler(20), "r8_unorm", "bgr8_" + filler(37)}, "r8_"),
	token("NVIDIA key", `nvapi-[A-Za-z0-9_-]{59,79}[A-Za-z0-9_]`, []string{"nvapi-" + filler(64)}, []string{"nvapi-" + filler(20), "nvapi-status"}, "nvapi-"),
	token("Discord webhook", `discord(?:app)?\.com/api/webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{50,90}[A-Za-z0-9_]`,
		[]string{"https://discord.com/api/webhooks/" + "123456789012345678/" + filler(68), "discordapp.com/api/webhooks/" + "123456789012345678/" + filler(68)},
		[]string{"https://discord.com/api/webhooks/123/x", "discord.com/api/v10"}, "discord.com/", "discordapp.com/"),
	token("1Password token", `ops_eyJ[A-Za-z0-9+/=_-]{99,}[A-Za-z0-9_]`, []string{"ops_eyJ" + filler(200)}, []string{"ops_eyJ" + filler(20), "ops_team"}, "ops_eyj"),
	token("Doppler token", `dp\.(?:pt|ct|sa|scim|audit|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,44}`,
		[]string{"dp.pt." + filler(43), "dp.st.dev." + filler(43)}, []string{"dp.pt." + filler(10), "dp.st.name", "udp.pt." + filler(43)},
		"dp.pt.", "dp.ct.", "dp.sa.", "dp.st.", "dp.scim.", "dp.audit."),
	token("Notion token", `ntn_[A-Za-z0-9]{40,60}`, []string{"ntn_" + filler(46)}, []string{"ntn_" + filler(20), "ntn_page"}, "ntn_"),
	token("Figma token", `figd_[A-Za-z0-9_-]{38,60}[A-Za-z0-9_]`, []string{"figd_" + filler(40)}, []string{"figd_" + filler(20), "figd_file"}, "figd_"),
	token("Supabase token", `sbp_(?:oauth_)?[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60}`, []string{"sbp_" + hex(40), "sb_secret_" + filler(31)},
		[]string{"sbp_" + hex(20), "sb_secret_name", "sbp_project"}, "sbp_", "sb_secret_"),
	token("New Relic key", `NRAK-[A-Z0-9]{27}`, []string{"NRAK-" + capitals(27)}, []string{"NRAK-" + capitals(10), "NRAK-X"}, "nrak-"),
	token("GitLab runner token", `GR1348941[A-Za-z0-9_-]{19}[A-Za-z0-9_]`, []string{"GR1348941" + filler(20)}, []string{"GR1348941", "GR1348941" + filler(8)}, "gr1348941"),
	{Name: "Terraform token", Fixed: true, Glued: true, Keywords: []string{".atlasv1."},
		Regex: exact(`\.atlasv1\.[A-Za-z0-9_-]{59,79}[A-Za-z0-9_]`),
		Hits:  []string{filler(14) + ".atlasv1." + filler(67)}, Misses: []string{filler(14) + ".atlasv1." + filler(10), "x.atlasv1.name"}},
	{Name: "Azure signature", Fixed: true, Glued: true, Keywords: []string{"&sig=", "?sig="},
		Regex:  open(`[&?]sig=(?:[A-Za-z0-9/+]|%2[BbFf]){43,60}(?:=|%3[Dd])`),
		Hits:   []string{"https://x.blob.core.windows.net/c?sv=2022&sig=" + filler(43) + "%3D", "?sig=" + filler(20) + "%2B" + filler(22) + "="},
		Misses: []string{"&sig=<signature>", "?sig=" + filler(20), "&sig=" + filler(43)}},
	{Name: "private key of PuTTY", Fixed: true, Glued: true, Keywords: []string{"putty-user-key-file-"},
		Regex: open(`PuTTY-User-Key-File-[23]: `), Hits: []string{"PuTTY-User-Key-File-" + "3: ssh-ed25519"},
		Misses: []string{"PuTTY-User-Key-File-", "a PuTTY-User-Key-File-3"}},
}
