package rules

import (
	"strings"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

// hostTOML is a complete host config but for [size], which stands in its own constant.
const (
	hostTOML = `
[model]
id = "vendor/model"
input_price_usd_per_mtok = 1
output_price_usd_per_mtok = 1
max_context_tokens = 1000
max_output_tokens = 1000
[budget]
max_usd_per_review = 1
[categories]
[hard_orange]
[hard_yellow]
[pr_doc]
[writing]
[mechanical]
[review]
[gate]
`
	sizeTOML = "[size]\n"
)

func repoConfigFile(text string) pr.File {
	return pr.File{Path: pr.RepoConfigPath, OldPath: pr.RepoConfigPath, Status: pr.Modified, OldMode: pr.ModeFile,
		NewMode: pr.ModeFile, New: pr.Text{State: pr.Read, Body: text}}
}

func TestRepoConfig(t *testing.T) {
	unread := func(state pr.TextState, mode pr.Mode) pr.File {
		f := repoConfigFile("")
		f.New, f.NewMode = pr.Text{State: state}, mode
		return f
	}
	deleted := repoConfigFile("")
	deleted.Status, deleted.NewMode, deleted.New = pr.Deleted, 0, pr.Text{State: pr.Absent}
	renamedAway := pr.File{Path: "old.toml", OldPath: pr.RepoConfigPath, Status: pr.Renamed, OldMode: pr.ModeFile, NewMode: pr.ModeFile}
	copied := renamedAway
	copied.Status = pr.Copied
	renamedTo := repoConfigFile("[size]\nmax_files = 'x'")
	renamedTo.OldPath, renamedTo.Status = "new.toml", pr.Renamed

	tests := map[string]struct {
		needsRepo bool // the host config lacks [size], which the repository's file sets
		files     []pr.File
		want      string // "CODE LEVEL", or nothing
		text      string // part of the reason
	}{
		"a change without the file gives nothing": {files: []pr.File{{Path: "a.go", OldPath: "a.go"}}},
		"a folder in its place is RED": {files: []pr.File{{Path: pr.RepoConfigPath + "/a.md", Status: pr.Added}},
			want: "repo_config_invalid RED", text: "is a folder"},
		"the folder in its place goes away":              {files: []pr.File{{Path: pr.RepoConfigPath + "/a.md", Status: pr.Deleted}}},
		"the same name in a folder gives nothing":        {files: []pr.File{{Path: "a/" + pr.RepoConfigPath, New: pr.Text{State: pr.Read, Body: "["}}}},
		"a valid file gives nothing":                     {files: []pr.File{repoConfigFile("[size]\nmax_files = 3")}},
		"an empty file gives nothing":                    {files: []pr.File{repoConfigFile("")}},
		"broken TOML is RED":                             {files: []pr.File{repoConfigFile("[size]\nmax_files = s3cr3t")}, want: "repo_config_invalid RED", text: "line 2, column 13"},
		"a wrong type is RED":                            {files: []pr.File{repoConfigFile("[size]\nmax_files = 's3cr3t'")}, want: "repo_config_invalid RED", text: "line 2, column 1: [size] max_files: must be a whole number"},
		"a key of the host is RED":                       {files: []pr.File{repoConfigFile("[gate]\nautomerge = true")}, want: "repo_config_invalid RED", text: "[gate] automerge: only the host config may set this key"},
		"a higher limit is RED":                          {files: []pr.File{repoConfigFile("[model]\nmax_context_tokens = 1001")}, want: "repo_config_invalid RED", text: "[model] max_context_tokens"},
		"a switched off scan is RED":                     {files: []pr.File{repoConfigFile("[hard_yellow]\nsecret_scan = false")}, want: "repo_config_invalid RED", text: "[hard_yellow] secret_scan"},
		"an unknown section is YELLOW":                   {files: []pr.File{repoConfigFile("[s3cr3t]\na = 1")}, want: "repo_config_unknown YELLOW", text: "line 1, column 2: unknown section"},
		"an unknown key is YELLOW":                       {files: []pr.File{repoConfigFile("[size]\ns3cr3t = 1")}, want: "repo_config_unknown YELLOW", text: "line 2, column 1: [size]: unknown key"},
		"an unknown change kind is YELLOW":               {files: []pr.File{repoConfigFile("[categories]\nauto_approvable = ['s3cr3t']")}, want: "repo_config_unknown YELLOW", text: "[categories] auto_approvable: entry 1"},
		"unknown and invalid is RED":                     {files: []pr.File{repoConfigFile("[s3cr3t]\na = 1\n[size]\nmax_files = -1")}, want: "repo_config_invalid RED", text: "[size] max_files"},
		"unknown and too little budget is RED":           {files: []pr.File{repoConfigFile("[size]\ns3cr3t = 1\n[budget]\nmax_usd_per_review = 0.0001")}, want: "repo_config_invalid RED", text: "[budget] max_usd_per_review"},
		"a symlink is RED":                               {files: []pr.File{unread(pr.NotFile, pr.ModeSymlink)}, want: "repo_config_invalid RED", text: "is a symlink"},
		"a symlink is RED even if its target was read":   {files: []pr.File{unread(pr.Read, pr.ModeSymlink)}, want: "repo_config_invalid RED", text: "is a symlink"},
		"a submodule is RED":                             {files: []pr.File{unread(pr.NotFile, pr.ModeSubmodule)}, want: "repo_config_invalid RED", text: "is a submodule"},
		"a binary file is RED":                           {files: []pr.File{unread(pr.NotText, pr.ModeFile)}, want: "repo_config_invalid RED", text: "is binary"},
		"another encoding is RED":                        {files: []pr.File{unread(pr.NotUTF8, pr.ModeFile)}, want: "repo_config_invalid RED", text: "is not UTF-8 text"},
		"a huge file is RED":                             {files: []pr.File{unread(pr.TooLarge, pr.ModeFile)}, want: "repo_config_invalid RED", text: "is too large"},
		"a file that nobody read is RED":                 {files: []pr.File{unread(pr.NotRead, pr.ModeFile)}, want: "repo_config_invalid RED", text: "could not be read"},
		"a deletion that the host survives is fine":      {files: []pr.File{deleted}},
		"a deletion that the host needs is RED":          {needsRepo: true, files: []pr.File{deleted}, want: "repo_config_invalid RED", text: "let the operator set [size]"},
		"moving the file away is a deletion":             {needsRepo: true, files: []pr.File{renamedAway}, want: "repo_config_invalid RED", text: "let the operator set [size]"},
		"copying the file keeps it":                      {needsRepo: true, files: []pr.File{copied}},
		"another file in its place is checked alone":     {needsRepo: true, files: []pr.File{renamedAway, renamedTo}, want: "repo_config_invalid RED", text: "max_files"},
		"a file that drops a section of the host is RED": {needsRepo: true, files: []pr.File{repoConfigFile("")}, want: "repo_config_invalid RED", text: "[size]"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			host, repo := hostTOML+sizeTOML, (*config.Layer)(nil)
			if tt.needsRepo {
				host, repo = hostTOML, &config.Layer{TOML: sizeTOML}
			}
			cfg, err := config.Merge(config.Layer{TOML: host}, repo)
			if err != nil {
				t.Fatal(err)
			}
			out := repoConfig(pr.Change{Files: tt.files}, cfg)
			var got []string
			for _, r := range out.Reasons {
				got = append(got, r.Code+" "+r.Level.String())
				if !strings.Contains(r.Text, tt.text) || strings.Contains(r.Text, "s3cr3t") {
					t.Errorf("text: %s", r.Text)
				}
			}
			if strings.Join(got, ", ") != tt.want {
				t.Errorf("got %v, want %s", got, tt.want)
			}
		})
	}
}
