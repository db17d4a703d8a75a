package rules

import (
	"testing"

	"werkrevisor/internal/pr"
)

func TestFilesThatSteerCodingAgentsAreRisky(t *testing.T) {
	for _, name := range []string{"GEMINI.md", "CLAUDE.local.md", "src/AGENTS.override.md", ".github/instructions/x.instructions.md", ".github/agents/a.md",
		".windsurf/rules/a.md", ".clinerules/a.md", ".roo/rules/a.md", ".junie/guidelines.md", ".agents/skills/x/SKILL.md", ".cursorrules"} {
		if _, ok := match(pr.File{Path: name, OldPath: name}, builtInRisky); !ok {
			t.Errorf("%s is not risky", name)
		}
	}
	for _, name := range []string{"docs/agents.md.txt", "src/gemini/a.md", "docs/skills.md", "docs/cursor.md"} {
		if pattern, ok := match(pr.File{Path: name, OldPath: name}, builtInRisky); ok {
			t.Errorf("%s is risky by %s", name, pattern)
		}
	}
}

func TestABackslashSeparatesFoldersToo(t *testing.T) {
	if _, ok := match(pr.File{Path: `src\.claude\a.md`, OldPath: `src\.claude\a.md`}, builtInRisky); !ok {
		t.Error("not found")
	}
}

func TestTextsForBuildToolsAreNoDocuments(t *testing.T) {
	for name, want := range map[string]bool{"docs/CMakeLists.txt": false, "docs/requirements.txt": false, "docs/cmakelists.TXT": false,
		"docs/dev-requirements-3.txt": false, "docs/notes.txt": true, "docs/requirements.md": true} {
		f := pr.File{Path: name, OldPath: name, Category: pr.Docs, OldMode: pr.ModeFile, NewMode: pr.ModeFile}
		if got := exemptDoc(f); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
