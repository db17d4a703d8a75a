package cli_test

// hostTOML is a complete host config for the tests; MODEL_URL stands for the fake model.
const hostTOML = `
[model]
id = "openrouter/acme/reviewer"
base_url = "MODEL_URL"
input_price_usd_per_mtok = 2.0
output_price_usd_per_mtok = 10.0
max_context_tokens = 150000
max_output_tokens = 4000
timeout_seconds = 5

[budget]
max_usd_per_review = 1.0

[size]
max_changed_lines = 800
max_files = 30

[categories]
docs = ["*.md"]
tests = ["*_test.go"]
main = ["*.go"]
auto_approvable = ["docs_only", "tests_only_added", "docs_and_tests", "refactoring", "feature_with_tests", "harmless_only", "mechanical_only"]

[hard_orange]
paths = ["src/auth/**"]

[hard_yellow]
paths = ["go.mod"]

[pr_doc]
globs = ["doc/PR/*.md"]

[writing]
enabled = true

[mechanical]
enabled = true

[review]
max_findings = 3

[output]
artifacts = ["usage", "source"]

[gate]
yellow_gate = "block"
bot_login = "bot"
`
