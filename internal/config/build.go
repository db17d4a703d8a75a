package config

import "slices"

// build makes the typed configuration out of checked values.
func (m effective) build() Config {
	return Config{
		Model: m.model(),
		Budget: Budget{
			MaxUSDPerReview:     m.number("budget.max_usd_per_review"),
			MaxUSDPerPR:         m.number("budget.max_usd_per_pr"),
			MinKeyRemainingUSD:  m.number("budget.min_key_remaining_usd"),
			CharsPerToken:       m.number("budget.chars_per_token"),
			PromptOverheadChars: m.int("budget.prompt_overhead_chars"),
			DiffExpansionFactor: m.number("budget.diff_expansion_factor"),
		},
		Size: Size{MaxChangedLines: m.int("size.max_changed_lines"), MaxFiles: m.int("size.max_files")},
		Categories: Categories{
			APISpec:        m.globs("categories.api_spec"),
			Tests:          m.globs("categories.tests"),
			Docs:           m.globs("categories.docs"),
			Main:           m.globs("categories.main"),
			Harmless:       m.globs("categories.harmless"),
			AutoApprovable: m.texts("categories.auto_approvable"),
		},
		HardOrange: HardOrange{Paths: m.globs("hard_orange.paths")},
		HardYellow: HardYellow{
			Paths:             m.globs("hard_yellow.paths"),
			SecretScan:        m.bool("hard_yellow.secret_scan"),
			SecretScanExclude: m.globs("hard_yellow.secret_scan_exclude"),
			InjectionScan:     m.bool("hard_yellow.injection_scan"),
			InjectionExclude:  m.globs("hard_yellow.injection_exclude"),
		},
		PRDoc: PRDoc{Globs: m.globs("pr_doc.globs"), OpenQuestionHeadings: m.texts("pr_doc.open_question_headings")},
		Writing: Writing{
			Enabled:                  m.bool("writing.enabled"),
			MaxLineLength:            m.int("writing.max_line_length"),
			MaxSentencesPerParagraph: m.int("writing.max_sentences_per_paragraph"),
			Globs:                    m.globs("writing.globs"),
		},
		Mechanical: m.mechanical(),
		Review: Review{
			ExtraInstructions: m.text("review.extra_instructions"),
			MaxFindings:       m.int("review.max_findings"),
			OrangeMinMedium:   m.int("review.orange_min_medium"),
			RepoContextFiles:  m.texts("review.repo_context_files"),
			FullFiles:         m.bool("review.full_files"),
			MaxFullFileChars:  m.int("review.max_full_file_chars"),
			MaxFullFilesChars: m.int("review.max_full_files_chars"),
			PRDescription:     m.text("review.pr_description"),
			ExcludeGlobs:      m.globs("review.exclude_globs"),
		},
		Engine:     Engine{Mode: m.text("engine.mode"), Review: m.text("engine.review")},
		Classifier: m.classifier(),
		Gate:       m.gate(),
		Deep:       m.deep(),
		Output:     m.output(),
	}
}

func (m effective) output() Output { return Output{Artifacts: m.texts("output.artifacts")} }

func (m effective) mechanical() Mechanical {
	imports, _ := m["mechanical.imports"].value.(map[string][]string)
	if !m.bool("mechanical.enabled") {
		imports = nil // nothing uses the regexes, and to compile them takes longer than anything else of a small run
	}
	return Mechanical{
		Enabled:               m.bool("mechanical.enabled"),
		WhitespaceSignificant: m.globs("mechanical.whitespace_significant"),
		Imports:               importRules(imports),
	}
}

func (m effective) gate() Gate {
	return Gate{
		YellowGate:                  m.text("gate.yellow_gate"),
		HumanReviewers:              m.texts("gate.human_reviewers"),
		AssessmentContext:           m.text("gate.assessment_context"),
		GateContext:                 m.text("gate.gate_context"),
		BaseContext:                 m.text("gate.base_context"),
		RequestReviewers:            m.text("gate.request_reviewers"),
		Observe:                     m.bool("gate.observe"),
		BaseBranches:                m.texts("gate.base_branches"),
		TrustedAuthors:              m.texts("gate.trusted_authors"),
		RequireWIPTransition:        m.bool("gate.require_wip_transition"),
		WIPPrefixes:                 m.texts("gate.wip_prefixes"),
		Automerge:                   m.bool("gate.automerge"),
		MergeStyle:                  m.text("gate.merge_style"),
		MaxRedRounds:                m.int("gate.max_red_rounds"),
		BotLogin:                    m.text("gate.bot_login"),
		IgnoreApprovalsOfCommitters: m.bool("gate.ignore_approvals_of_committers"),
	}
}

// classifier is nil unless the section is set: its endpoint has no default.
func (m effective) classifier() *Classifier {
	if _, set := m["classifier.endpoint"]; !set {
		return nil
	}
	return &Classifier{
		Endpoint:           m.text("classifier.endpoint"),
		Model:              m.text("classifier.model"),
		APIKeyEnv:          m.text("classifier.api_key_env"),
		InputPrice:         m.number("classifier.input_price_usd_per_mtok"),
		MaxStateChars:      m.int("classifier.max_state_chars"),
		MaxUnits:           m.int("classifier.max_units"),
		TimeoutSeconds:     m.int("classifier.timeout_seconds"),
		PRDocGlobs:         m.globs("classifier.pr_doc_globs"),
		MinConfidence:      m.number("classifier.min_confidence"),
		AllowRed:           m.bool("classifier.allow_red"),
		ConfirmCanSoften:   m.bool("classifier.confirm_can_soften"),
		ScenarioQuestions:  m.questions("scenario_questions"),
		SectionQuestions:   m.questions("section_questions"),
		ChangesetQuestions: m.questions("changeset_questions"),
		FileQuestions:      m.questions("file_questions"),
		ConfirmQuestions:   m.questions("confirm_questions"),
	}
}

func (m effective) deep() Deep {
	linters, _ := m["deep.linters"].value.([]Linter)
	return Deep{
		Rigor:             m.text("deep.rigor"),
		MaxWorkers:        m.int("deep.max_workers"),
		MaxAreas:          m.int("deep.max_areas"),
		MaxIterations:     m.int("deep.max_iterations"),
		Scan:              m.bool("deep.scan"),
		RefineAreas:       m.bool("deep.refine_areas"),
		RefutedCanClear:   m.bool("deep.refuted_can_clear"),
		Verify:            m.bool("deep.verify"),
		Suggest:           m.bool("deep.suggest"),
		TimeoutSeconds:    m.int("deep.timeout_seconds"),
		Conventions:       m.texts("deep.conventions"),
		Misses:            m.text("deep.misses"),
		OrgContextGlobs:   m.globs("deep.org_context_globs"),
		PriorArtGlobs:     m.globs("deep.prior_art_globs"),
		ConsumersRoot:     m.text("deep.consumers_root"),
		ConsumersReadable: m.texts("deep.consumers_readable"),
		Linters:           slices.Clone(linters),
		Models: DeepModels{
			Scan:         m.chain("deep.models.scan"),
			Areas:        m.chain("deep.models.areas"),
			Reviewers:    m.chain("deep.models.reviewers"),
			Synthesis:    m.chain("deep.models.synthesis"),
			Verification: m.chain("deep.models.verification"),
		},
	}
}
