package rules

import "werkrevisor/internal/config"

// builtInRisky are risky in every repository; no layer can remove them (seed 000, [hard_yellow]; product.md 7).
// They count also where the categories call them docs.
var builtInRisky = mustGlobs(
	// The gate itself.
	".werkrevisor.toml",
	// Files that instruct coding agents or reviewers, and CI that runs later.
	"AGENTS*.md", "CLAUDE*.md", "GEMINI*.md", "SKILL.md", "**/.claude/**", "**/.cursor/**", ".cursorrules", "**/.agents/**", "**/.agent/**",
	"**/.github/copilot-instructions.md", "**/.github/instructions/**", "**/.github/agents/**", "**/.github/prompts/**",
	"**/.github/chatmodes/**", "**/.windsurf/**", ".windsurfrules", ".clinerules", "**/.clinerules/**", "**/.roo/**", ".roorules*",
	"**/.junie/**", "**/.kiro/**", "**/.gemini/**", "**/.codex/**", "**/.continue/**", "**/.amazonq/**", "**/.aiassistant/**",
	"**/.gitea/workflows/**", "**/.github/workflows/**", ".werkator.yml",
	// Files that change how git, hosts and build tools treat the rest.
	".gitattributes", ".gitmodules", "CODEOWNERS", ".npmrc", "**/.mvn/**",
	"gradlew", "gradlew.bat", "**/gradle/wrapper/**", "mvnw", "mvnw.cmd",
	".envrc", "**/.husky/**", "**/.devcontainer/**", "**/.vscode/**",
)

// builtInSchema are changes of the DB schema, outside of Markdown files (seed 000, [hard_yellow]).
var builtInSchema = mustGlobs(
	"**/*.sql", "**/db/changelog/**", "**/migrations/**", "**/migration/**", "**/liquibase/**", "**/flyway/**",
	"**/*.changelog.*", "**/db.changelog-*",
)

// mustGlobs is for the literals above: a test checks that every one of them is valid.
func mustGlobs(patterns ...string) config.Globs {
	globs, _ := config.NewGlobs(patterns...)
	return globs
}
