package config

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExampleConfigsAreComplete merges every file of config/; that of this repository needs its repository layer.
func TestExampleConfigsAreComplete(t *testing.T) {
	files, err := filepath.Glob("../../config/*.toml")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var repo *Layer
			if filepath.Base(file) == "werkrevisor.toml" {
				repo = repoLayer(read(t, "../../.werkrevisor.toml"))
			}
			c := mustMerge(t, Layer{TOML: read(t, file)}, repo)
			if c.Model.InputPrice <= 0 || c.Model.OutputPrice <= 0 || c.Model.TokenCountFactor != 1.55 {
				t.Errorf("prices %v, %v, factor %v", c.Model.InputPrice, c.Model.OutputPrice, c.Model.TokenCountFactor)
			}
			// What the seed asks the instructions of the examples to say (seed 000, [review]).
			for _, want := range []string{"- high: wrong behavior", "- medium: a defect", "- low: cosmetics", "full files", "sentences per line",
				"bloated or mannered prose"} {
				if !strings.Contains(c.Review.ExtraInstructions, want) {
					t.Errorf("extra_instructions lack %q", want)
				}
			}
			combined := strings.Replace(read(t, file), `mode = "llm"`, `mode = "combined"`, 1)
			if c := mustMerge(t, Layer{TOML: combined}, repo).Classifier; len(c.ScenarioQuestions) < 5 || len(c.SectionQuestions) < 2 ||
				len(c.ChangesetQuestions) < 5 || len(c.ConfirmQuestions) < 2 {
				t.Error("questions are missing (seed 000, \"Classifier\"; seed 001)")
			}
			if red := strings.Contains(file, "werkator") || strings.Contains(file, "werkprobe"); c.Classifier.AllowRed != red {
				t.Errorf("allow_red = %v (seed 002)", c.Classifier.AllowRed)
			}
			on := filepath.Base(file) != "hsadmin-ng.toml" // seed 001, "The Solution"
			if c.Gate.Automerge != on || c.Gate.RequireWIPTransition != on || c.Gate.YellowGate != "approval" {
				t.Errorf("gate %+v", c.Gate)
			}
			if filepath.Base(file) != "hsadmin-ng.toml" && c.Budget.MaxUSDPerReview != 0.48 {
				t.Errorf("max_usd_per_review = %v (seed 001 says 0.48)", c.Budget.MaxUSDPerReview)
			}
		})
	}
}

// TestTheExampleOfACIServerKnowsItsRiskyFiles holds config/werkator.toml against scenario 18.05 of seed 001.
func TestTheExampleOfACIServerKnowsItsRiskyFiles(t *testing.T) {
	c := mustMerge(t, Layer{TOML: read(t, "../../config/werkator.toml")}, nil)
	for _, path := range []string{"build.gradle.kts", "infra/deploy/run.sh", "werkator.service", "Dockerfile"} {
		if !c.HardYellow.Paths.Has(path) {
			t.Errorf("%s is not risky", path)
		}
	}
	for _, path := range []string{"src/main/kotlin/a/build/BwrapBuildRunner.kt", "werkdock/internal/engine/bwrap.go"} {
		if !c.HardOrange.Paths.Has(path) {
			t.Errorf("%s is not critical", path)
		}
	}
	if !c.PRDoc.Globs.Has("docs/prs/2026-10-05-PR#18-automerge.md") || c.PRDoc.Globs.Has("docs/prs/TEAMPLATE.md") {
		t.Error("only dated PR documents count")
	}
}

var (
	tomlBlock    = regexp.MustCompile("(?s)```toml\n(.*?)```")
	modelSection = regexp.MustCompile(`(?s)\[model\]\n.*?\n\[budget\]`)
)

// TestTheSnippetOfTheClassifierDocumentIsRight puts it into the example config.
func TestTheSnippetOfTheClassifierDocumentIsRight(t *testing.T) {
	host := read(t, "../../config/werkprobe.toml")
	host = strings.Replace(host[:strings.Index(host, "\n[classifier]\n")], `mode = "llm"`, `mode = "combined"`, 1)
	for _, block := range tomlBlock.FindAllStringSubmatch(read(t, "../../docs/classifier.md"), -1) {
		if c := mustMerge(t, Layer{TOML: host + "\n" + block[1]}, nil); c.Classifier.APIKeyEnv != "" || len(c.Classifier.SectionQuestions) != 1 {
			t.Errorf("%+v", c.Classifier)
		}
	}
}

// TestTheSnippetsOfTheModelDocumentAreRight puts each of them into the example config.
func TestTheSnippetsOfTheModelDocumentAreRight(t *testing.T) {
	host := read(t, "../../config/werkprobe.toml")
	blocks := tomlBlock.FindAllStringSubmatch(read(t, "../../docs/models.md"), -1)
	if len(blocks) < 4 {
		t.Fatalf("%d snippets", len(blocks))
	}
	for _, block := range blocks {
		text := modelSection.ReplaceAllLiteralString(host, block[1]+"\n[budget]")
		if text == host {
			t.Fatal("the section was not replaced")
		}
		if _, err := Merge(Layer{TOML: text}, nil); err != nil {
			t.Errorf("%s\n%v", block[1], err)
		}
	}
}
