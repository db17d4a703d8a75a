// Package config reads, layers and checks the configuration.
//
// Three layers make it: the built-in defaults, the host's TOML and the repository's .werkrevisor.toml
// at the base commit. Keys is the one table that says which key exists, who may set it and how it merges.
// The package is pure: reading files and the environment is the business of package cli.
package config

import "strings"

// Config is the merged and checked configuration; its globs and regexes are compiled.
type Config struct {
	// Sources says where the values come from, e.g. "defaults + host + repository (.werkrevisor.toml at base 3d174cc)".
	Sources string
	// Fingerprint is the SHA-256 of the effective configuration in hex: equal texts of policy have equal fingerprints.
	Fingerprint string
	// Warnings are settings that are valid and still without the effect that they seem to have (libraries.md 1.2),
	// one line each; they quote no text of the configuration.
	Warnings []string

	Model      Model
	Budget     Budget
	Size       Size
	Categories Categories
	HardOrange HardOrange
	HardYellow HardYellow
	PRDoc      PRDoc
	Writing    Writing
	Mechanical Mechanical
	Review     Review
	Engine     Engine
	Classifier *Classifier // nil: the section is not set
	Gate       Gate
	Deep       Deep
	Output     Output

	host   Layer     // what CheckRepo checks against
	values effective // what Explain lists
}

// Model is [model]: which model is asked, and how. Prices are USD per million tokens.
type Model struct {
	ID                 string // empty: no model is configured (embedded defaults of the local mode)
	BaseURL            string
	APIKeyEnv          string // name of the environment variable with the key; empty: no key is sent
	InputPrice         float64
	OutputPrice        float64
	CacheWriteFactor   float64
	MaxContextTokens   int // quality cap of the input
	MaxOutputTokens    int
	ContextTokens      int // the model's real window; 0 = unknown
	ReasoningEffort    string
	ReasoningMaxTokens int // 0 = unset
	TimeoutSeconds     int
	MaxRetries         int // 0 or 1
	TokenCountFactor   float64
	ProviderOnly       []string
	DataCollection     string // "deny" or "allow"
	Fallback           []Model
}

// Budget is [budget].
type Budget struct {
	MaxUSDPerReview     float64
	MaxUSDPerPR         float64 // 0 = off
	MinKeyRemainingUSD  float64
	CharsPerToken       float64
	PromptOverheadChars int
	DiffExpansionFactor float64
}

// Size is [size]: limits of an approval without a human.
type Size struct{ MaxChangedLines, MaxFiles int }

// Categories is [categories].
type Categories struct {
	APISpec, Tests, Docs, Main, Harmless Globs
	AutoApprovable                       []string // change kinds that can become GREEN
}

// HardOrange is [hard_orange].
type HardOrange struct{ Paths Globs }

// HardYellow is [hard_yellow].
type HardYellow struct {
	Paths             Globs
	SecretScan        bool
	SecretScanExclude Globs
	InjectionScan     bool
	InjectionExclude  Globs
}

// PRDoc is [pr_doc].
type PRDoc struct {
	Globs                Globs
	OpenQuestionHeadings []string
}

// Writing is [writing].
type Writing struct {
	Enabled                  bool
	MaxLineLength            int // characters
	MaxSentencesPerParagraph int
	Globs                    Globs
}

// Mechanical is [mechanical].
type Mechanical struct {
	Enabled               bool
	WhitespaceSignificant Globs
	// Imports holds the import regexes per file extension without the dot.
	Imports map[string]ImportRule
}

// Review is [review].
type Review struct {
	ExtraInstructions string
	MaxFindings       int
	OrangeMinMedium   int // 0 = off
	RepoContextFiles  []string
	FullFiles         bool
	MaxFullFileChars  int
	MaxFullFilesChars int
	PRDescription     string // "after_diff", "before_diff" or "omit"
	ExcludeGlobs      Globs
}

// Engine is [engine].
type Engine struct {
	Mode   string // "llm", "classifier" or "combined"
	Review string // "single" or "deep"
}

// Gate is [gate].
type Gate struct {
	YellowGate                  string // "block", "pass_with_review_request" or "approval"
	HumanReviewers              []string
	AssessmentContext           string
	GateContext                 string
	BaseContext                 string // {base} stands for the name of the base branch
	RequestReviewers            string // "one" or "all"
	Observe                     bool
	BaseBranches                []string // empty: the default branch
	TrustedAuthors              []string
	RequireWIPTransition        bool
	WIPPrefixes                 []string
	Automerge                   bool
	MergeStyle                  string
	MaxRedRounds                int // 0 never escalates
	BotLogin                    string
	IgnoreApprovalsOfCommitters bool
}

// BasePlace stands in [gate] base_context for the name of the base branch.
const BasePlace = "{base}"

// BaseStatus is the context of the status that names a base branch ([gate] base_context).
func (g Gate) BaseStatus(branch string) string {
	return strings.ReplaceAll(g.BaseContext, BasePlace, branch)
}

// Output is [output].
type Output struct{ Artifacts []string }

// Classifier is [classifier]; the section is optional.
type Classifier struct {
	Endpoint         string
	Model            string
	APIKeyEnv        string
	InputPrice       float64
	MaxStateChars    int
	MaxUnits         int
	TimeoutSeconds   int
	PRDocGlobs       Globs
	MinConfidence    float64
	AllowRed         bool
	ConfirmCanSoften bool

	ScenarioQuestions, SectionQuestions, ChangesetQuestions, FileQuestions, ConfirmQuestions []Question
}

// Question is one typed question to the classifier.
type Question struct {
	Name, Type, Instructions string
	Globs                    Globs // file questions only
	// Options are the names of a choice in the order of the file, Levels the texts of a score;
	// Criteria holds the text of each option, or of "true" and "false" for a noul.
	Options         []string
	Criteria        map[string]string
	Levels          []string
	ProblemOptions  []string
	RedAbove        float64 // gives ORANGE; the key keeps its name from 0.5.0
	YellowAbove     float64
	VeryLikelyAbove *float64 // nil: unset
}

// Deep is [deep].
type Deep struct {
	Rigor                                               string
	MaxWorkers, MaxAreas, MaxIterations                 int
	Scan, RefineAreas, RefutedCanClear, Verify, Suggest bool
	TimeoutSeconds                                      int
	Conventions                                         []string
	Misses                                              string
	OrgContextGlobs, PriorArtGlobs                      Globs
	ConsumersRoot                                       string
	ConsumersReadable                                   []string
	Linters                                             []Linter
	Models                                              DeepModels
}

// Linter is one entry of [deep] linters.
type Linter struct {
	Name    string
	Command []string
	Format  string
	Globs   Globs
}

// DeepModels is [deep.models]: a chain of models per stage; an empty chain means [model].
type DeepModels struct{ Scan, Areas, Reviewers, Synthesis, Verification []Model }
