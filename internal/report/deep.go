package report

import (
	"fmt"
	"strings"

	"werkrevisor/internal/model"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// The most entries of a list, and the most bytes of a list or a folded part: none of them may push the findings out.
const (
	maxList = 20
	maxFold = 5000
	maxSHA  = 10 // characters of a commit id in a text
)

// writeAssessment is the line that sums the review up.
func writeAssessment(b *strings.Builder, d *review.Deep) {
	if d != nil && d.Assessment != "" {
		fmt.Fprintf(b, "\n**Assessment:** %s\n", inline(d.Assessment, maxTitle))
	}
}

// writeAsides shows what a reader must see besides reasons and findings: attention flags, faults and open questions.
func writeAsides(b *strings.Builder, d *review.Deep) {
	if d == nil {
		return
	}
	var flags, faults, questions []string
	for _, f := range d.Flags {
		text := code(f.Code, maxTitle) + ": " + inline(f.Text, maxTitle)
		if f.By != "" {
			text += " (raised by " + inline(f.By, maxTitle) + ")"
		}
		flags = append(flags, text)
	}
	for _, a := range d.Areas {
		if a.Model == "" {
			faults = append(faults, fmt.Sprintf("nobody reviewed the area %s: %s", code(a.Name, maxTitle), names(a.Files, code)))
		}
	}
	for _, f := range d.Faults {
		faults = append(faults, opening(f, maxTitle*2))
	}
	for _, q := range d.Questions {
		questions = append(questions, fmt.Sprintf("%s: %s", code(fmt.Sprintf("%s:%d", q.File, q.Line), maxPath), inline(q.Text, maxTitle*2)))
	}
	writeList(b, "### Attention", "", flags)
	writeList(b, "### Faults of the review", "", faults)
	writeList(b, "### Questions", "The change tolerates states that its own comments call impossible. Who produces them?\n\n", questions)
}

// writeList shows a list under its heading; without entries it shows nothing.
func writeList(b *strings.Builder, heading, before string, list []string) {
	if len(list) == 0 {
		return
	}
	var text strings.Builder
	for i, entry := range list {
		if i == maxList {
			fmt.Fprintf(&text, "- and %d more\n", len(list)-i)
			break
		}
		text.WriteString("- " + entry + "\n")
	}
	b.WriteString("\n" + heading + "\n\n" + before + bounded(text.String(), maxFold))
}

// names counts files and names the first ones.
func names(files []string, render func(string, int) string) string {
	var list []string
	for _, f := range files {
		list = append(list, render(f, maxPath))
	}
	return fmt.Sprintf("%s (%s)", verdict.Count(len(files), "file"), verdict.Examples(list))
}

// writeDeep folds how the review was made: the synthesis, what is settled, areas, notes and stages.
func writeDeep(b *strings.Builder, d *review.Deep) {
	if d == nil {
		return
	}
	fold(b, "Walk-through", walkthrough(d), maxFold)
	fold(b, fmt.Sprintf("Settled by earlier reviews (%d)", len(d.Settled)), settled(d.Settled), maxFold)
	fold(b, fmt.Sprintf("Areas (%d)", len(d.Areas)), areas(d.Areas), maxFold)
	fold(b, "Stages and cost", stages(d.Stages)+notes(d.Notes), maxFold)
}

// fold folds a rendered text of at most so many bytes; an empty one is left out.
func fold(b *strings.Builder, title, text string, limit int) {
	if text = strings.Trim(text, "\n"); text != "" {
		b.WriteString("\n<details><summary>" + title + "</summary>\n\n" + bounded(text+"\n", limit) + "\n</details>\n")
	}
}

// walkthrough shows the words of the synthesis.
func walkthrough(d *review.Deep) string {
	text := ""
	if d.Walkthrough != "" {
		text += quoted(d.Walkthrough, "", maxBody)
	}
	if d.CrossArea != "" && !strings.EqualFold(strings.TrimSpace(d.CrossArea), "none") {
		text += "\nBetween the areas:\n\n" + quoted(d.CrossArea, "", maxBody)
	}
	return text
}

func settled(list []review.Settled) string {
	var entries []string
	for _, s := range list {
		head := []rune(s.Head)
		text := fmt.Sprintf("[%s] %s, at %s, refuted at %s", s.Severity, inline(strings.TrimSpace(s.Title), maxTitle), code(place(s.Finding), maxPath),
			code(string(head[:min(len(head), maxSHA)]), maxPath))
		if s.Verification.Reason != "" {
			text += ": " + inline(s.Verification.Reason, maxTitle)
		}
		entries = append(entries, text)
	}
	var b strings.Builder
	writeList(&b, "Refuted before, and the lines have not changed since, so they are not raised again:", "", entries)
	return b.String()
}

func areas(list []review.Area) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("| Area | Files | Reviewer | Tool rounds | Findings |\n|---|---|---|---|---|\n")
	for i, a := range list {
		if i == maxList {
			fmt.Fprintf(&b, "| %s | | | | |\n", verdict.Count(len(list)-i, "more area"))
			break
		}
		reviewer := "nobody"
		if a.Model != "" {
			reviewer = cell(a.Model)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d |\n", cell(a.Name),
			names(a.Files, func(name string, _ int) string { return cell(name) }), reviewer, a.Rounds, a.Findings)
	}
	return b.String()
}

func stages(list []review.Stage) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	var sum model.Usage
	rank := 0
	for _, s := range list {
		sum.Add(s.Usage)
		rank = max(rank, costRank(s.Usage.CostStatus))
	}
	b.WriteString("\n| Stage | Calls | Prompt tokens | Completion tokens | Cost in USD | Models | Note |\n|---|---|---|---|---|---|---|\n")
	row := func(name string, u model.Usage, rank int, models []string, note string) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %s | %s | %s |\n", name, u.Calls, u.PromptTokens, u.CompletionTokens,
			costCell(u, rank), verdict.Examples(models), note)
	}
	row("all", sum, rank, nil, verdict.Count(len(list), "stage")) // first, so that no long table cuts it off
	for i, s := range list {
		if i == maxList {
			break
		}
		var models []string
		for _, name := range s.Models {
			models = append(models, cell(name))
		}
		row(cellText(s.Name), s.Usage, costRank(s.Usage.CostStatus), models, cellText(s.Note))
	}
	return b.String()
}

func notes(list []string) string {
	var rendered []string
	for _, n := range list {
		rendered = append(rendered, opening(n, maxTitle))
	}
	var b strings.Builder
	writeList(&b, "Notes, which do not count:", "", rendered)
	return b.String()
}

// costRank orders the states of a cost: a sum is as uncertain as its worst part.
func costRank(s model.CostStatus) int {
	return map[model.CostStatus]int{model.CostEstimated: 1, model.CostUnknown: 2}[s]
}

func costCell(u model.Usage, rank int) string {
	if u.Calls == 0 {
		return "–"
	}
	return []string{dollars(u.CostUSD), dollars(u.CostUSD) + " (estimated)", "at least " + dollars(u.CostUSD)}[rank]
}
