package rules

import (
	"fmt"
	"strings"

	"werkrevisor/internal/config"
	md "werkrevisor/internal/markdown"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// writing gives ORANGE to changed lines of documents that break a countable rule of the writing style
// (seed 000, [writing]). A document whose text could not be read is unreviewable and gives nothing here.
func writing(c pr.Change, cfg config.Config) Outcome {
	var out Outcome
	if !cfg.Writing.Enabled {
		out.Inputs = []Input{{Name: "writing rules", Value: "off", Key: "[writing] enabled", Limit: "false"}}
		return out
	}
	var places []string
	broken := map[string]bool{}
	files := 0
	for _, f := range c.Files {
		changed := addedLines(f)
		if len(changed) == 0 || f.New.State != pr.Read || !checksWriting(f, cfg) {
			continue
		}
		files++
		for _, v := range violations(md.Parse(f.New.Body), changed, cfg.Writing) {
			place := fmt.Sprintf("%s:%d: %s", f.Path, v.line, v.rule)
			if v.rule == ruleLength {
				place += fmt.Sprintf(" (%d of %d)", v.size, cfg.Writing.MaxLineLength)
			}
			places = append(places, place)
			broken[v.rule] = true
		}
	}
	out.Inputs = []Input{
		{Name: "documents with changed lines", Value: fmt.Sprint(files)},
		{"violations of the writing rules", fmt.Sprint(len(places)), "[writing] max_line_length, max_sentences_per_paragraph",
			fmt.Sprintf("%d, %d", cfg.Writing.MaxLineLength, cfg.Writing.MaxSentencesPerParagraph)},
	}
	if len(places) > 0 {
		out.add(verdict.Orange, "writing_rule", fmt.Sprintf("%s of the writing rules: %s; %s",
			verdict.Count(len(places), "violation"), verdict.Examples(places), explain(broken, cfg.Writing)))
	}
	return out
}

// explain says what the broken rules ask for, with their keys.
func explain(broken map[string]bool, w config.Writing) string {
	var list []string
	if broken[ruleLength] {
		list = append(list, fmt.Sprintf("%s: at most %d characters per line ([writing] max_line_length = %d)",
			ruleLength, w.MaxLineLength, w.MaxLineLength))
	}
	if broken[ruleSentences] {
		list = append(list, ruleSentences+": at most one sentence per line ([writing] enabled = true)")
	}
	if broken[ruleParagraph] {
		list = append(list, fmt.Sprintf("%s: at most %s per paragraph ([writing] max_sentences_per_paragraph = %d)",
			ruleParagraph, verdict.Count(w.MaxSentencesPerParagraph, "sentence"), w.MaxSentencesPerParagraph))
	}
	return strings.Join(list, "; ")
}

// checksWriting reports whether a file is checked: PR documents always, and the Markdown files of [writing] globs
// or, without any, of the category docs.
func checksWriting(f pr.File, cfg config.Config) bool {
	if isPRDoc(f.Path, cfg) {
		return true
	}
	if !markdown(f.Path) {
		return false
	}
	if cfg.Writing.Globs.Empty() {
		return categoryOf(f.Path, cfg.Categories) == pr.Docs
	}
	return cfg.Writing.Globs.Has(f.Path)
}

// addedLines are the numbers of the lines that the change adds to a file.
func addedLines(f pr.File) map[int]bool {
	if len(f.Hunks) == 0 {
		return nil // a record without texts names a number that nobody proved
	}
	added := make(map[int]bool, f.Added)
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				added[l.New] = true
			}
		}
	}
	return added
}
