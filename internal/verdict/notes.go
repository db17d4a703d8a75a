package verdict

import "fmt"

// notes name what is missing on the server.
func notes(in Input, d Decision) []string {
	var list []string
	if in.Change.Origin.Local() {
		return nil // there is no server
	}
	waiting := (d.Level == Yellow || d.Level == Orange) && d.ApprovedBy == ""
	lock := in.Change.Lock
	if waiting && in.Gate.YellowGate != Block && in.Gate.YellowGate != "" {
		switch {
		case !lock.Known:
			list = append(list, "the gate stays closed, because the base branch could not be read, so that no lock is visible")
		case !lock.Holds():
			list = append(list, "the gate stays closed, because the protection of the base branch does not require approvals and status checks")
		case foreign(in.Change) != "":
			list = append(list, fmt.Sprintf("the gate stays closed, because the server still counts an approval by %s that is not one of this commit by "+
				"[gate] human_reviewers; after the approval of this commit start the gate again", foreign(in.Change)))
		case len(MayApprove(in)) == 0:
			list = append(list, "the gate stays closed, because nobody of [gate] human_reviewers can approve this change: they wrote it")
		}
	}
	if why := unscheduled(in, d); why != "" && in.Gate.Automerge && d.Level < Red && !d.Observe {
		list = append(list, "no merge is scheduled, because "+why)
	}
	return list
}
