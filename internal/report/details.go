package report

import (
	"fmt"
	"strings"
	"time"

	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// writeDetails folds what only some readers want: the mechanical files, the usage, the config and the commits.
func writeDetails(b *strings.Builder, in Input) {
	b.WriteString("\n<details><summary>Details</summary>\n\n")
	if line := mechanicalLine(in.Change.Files); line != "" {
		b.WriteString("- " + line + "\n")
	}
	if line := missingContext(in.Change.Context); line != "" {
		b.WriteString("- " + line + "\n")
	}
	if n := in.Review.Masked; n > 0 {
		fmt.Fprintf(b, "- %s of the prompt: secrets of the repository were masked\n", verdict.Count(n, "line"))
	}
	for _, note := range in.Notes {
		fmt.Fprintf(b, "- %s\n", inline(note, maxReason))
	}
	c := in.Change
	added, deleted := c.Lines()
	fmt.Fprintf(b, "- change: %s, +%d -%d lines", verdict.Count(len(c.Files), "file"), added, deleted)
	if c.Kind != "" {
		fmt.Fprintf(b, ", kind `%s`", c.Kind)
	}
	b.WriteString("\n- " + usageText(in) + "\n")
	if in.Config.Sources != "" {
		fmt.Fprintf(b, "- config: %s\n", inline(in.Config.Sources, maxReason))
	}
	fmt.Fprintf(b, "- reviewed head %s, base %s, merge base %s\n",
		commit(c.Head.Ref, c.Head.SHA), commit(c.Base.Ref, c.Base.SHA), commit("", c.MergeBase))
	fmt.Fprintf(b, "- werkrevisor %s, %s\n\n</details>\n", inline(in.Version, maxTitle), in.Duration.Round(time.Millisecond))
}

// commit renders a branch and a commit id.
func commit(ref, sha string) string {
	if sha == "" {
		sha = "none"
	}
	if ref == "" {
		return code(sha, maxPath)
	}
	return code(sha, maxPath) + " (" + code(ref, maxPath) + ")"
}

// mechanicalLine is the one line about files that changed only mechanically (seed 000, [mechanical]).
func mechanicalLine(files []pr.File) string {
	var names []string
	for _, f := range files {
		if f.Mechanical != pr.NotMechanical {
			names = append(names, fmt.Sprintf("%s (%s)", inline(f.Path, maxPath), f.Mechanical))
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "1 file changed only mechanically and was not reviewed by the model: " + names[0]
	}
	return fmt.Sprintf("%d files changed only mechanically and were not reviewed by the model: %s", len(names), verdict.Examples(names))
}

// missingContext names the context files that could not be given to the model.
func missingContext(files []pr.ContextFile) string {
	var names []string
	for _, f := range files {
		if f.Text.State != pr.Read {
			names = append(names, inline(f.Path, maxPath))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "not found at the base commit, so not given to the model ([review] repo_context_files): " + verdict.Examples(names)
}

// usageText is the line about the model and the money (seed 000, "Output").
func usageText(in Input) string {
	u, tokens := in.Review.Usage, in.Review.Plan.Tokens
	var parts []string
	if tokens.Counted > 0 {
		parts = append(parts, fmt.Sprintf("%d tokens counted before the call%s, worst case %s USD",
			tokens.Counted, tokens.Note(), dollars(in.Review.Plan.WorstCaseUSD)))
	}
	if u.Calls == 0 {
		return strings.Join(append(parts, "no model call, cost 0 USD"), "; ")
	}
	name := in.Review.Model
	if name == "" {
		name = in.Config.Model.ID
	}
	shown := "model " + code(name, maxTitle)
	if in.Review.Deep != nil {
		shown = "models of the stages"
	}
	parts = append(parts, fmt.Sprintf("%s, %s, %d prompt and %d completion tokens reported",
		shown, verdict.Count(u.Calls, "call"), u.PromptTokens, u.CompletionTokens), costText(u))
	return strings.Join(parts, "; ")
}

func costText(u model.Usage) string {
	if u.CostStatus == model.CostUnknown {
		return "cost unknown"
	}
	return fmt.Sprintf("cost %s USD (%s)", dollars(u.CostUSD), u.CostStatus)
}

// dollars shows at least the tenth of a cent.
func dollars(v float64) string { return fmt.Sprintf("%.4f", v) }
