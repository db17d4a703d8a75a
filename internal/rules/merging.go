package rules

import (
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/verdict"
)

// obstacleReasons are code, what happens, and what to do, for each kind of obstacle.
var obstacleReasons = map[pr.ObstacleKind]struct{ code, what, remedy string }{
	pr.SeveralBases: {"several_merge_bases", "the branch and its base have several merge bases, so the diff does not show all that the merge changes",
		"merge the base branch into the branch, or rebase the branch onto it"},
	pr.DropsCommits: {"merge_drops_commits", "the repository allows merge styles that rebase, and they may not give what was reviewed",
		"rebase the branch onto its base, or an administrator allows only the styles merge, squash and fast-forward-only"},
	pr.MovesFiles: {"merge_moves_files", "the merge may put files elsewhere than the diff shows",
		"merge the base branch into the branch, or rebase the branch onto it"},
	pr.OtherDriver: {"merge_driver", "the merge of a file may give another text than the diff shows",
		"merge the base branch into the branch, or rebase the branch onto it"},
}

// merging gives YELLOW where it is not shown that a merge changes exactly what the diff shows, for each style that the
// repository allows.
func merging(c pr.Change, _ config.Config) Outcome {
	var out Outcome
	seen := map[pr.ObstacleKind]bool{}
	for _, o := range c.Obstacles {
		if o.Kind == pr.DropsCommits && !c.MayRebase() || seen[o.Kind] {
			continue
		}
		seen[o.Kind] = true
		known := obstacleReasons[o.Kind]
		where := ""
		if o.Commit != "" {
			where += fmt.Sprintf(" (commit %.10s)", o.Commit)
		}
		public := known.what + where + ": " + o.Why + "; " + known.remedy
		if o.Path != "" {
			where += ": " + o.Path
		}
		out.Reasons = append(out.Reasons, verdict.Reason{Source: verdict.Rule, Level: verdict.Yellow, Code: known.code,
			Text: known.what + where + ": " + o.Why + "; " + known.remedy, Public: public})
	}
	return out
}
