package deep

import (
	"embed"

	"werkrevisor/internal/model"
)

//go:embed schemas/*.json
var schemas embed.FS

// The system prompts of the stages.
var (
	//go:embed prompts/scan.md
	promptScan string
	//go:embed prompts/areas.md
	promptAreas string
	//go:embed prompts/reviewer.md
	promptReviewer string
	//go:embed prompts/lane.md
	promptLane string
	//go:embed prompts/synthesis.md
	promptSynthesis string
	//go:embed prompts/verification.md
	promptVerification string
	//go:embed prompts/suggest.md
	promptSuggest string
)

// schema is the strict schema of a stage; its name tells logs and servers which stage asks.
func schema(name string) model.Schema {
	text, _ := schemas.ReadFile("schemas/" + name + ".json") // a test reads every one of them
	return model.Schema{Name: name, JSON: text}
}
