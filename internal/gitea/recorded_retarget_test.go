package gitea

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"werkrevisor/internal/pr"
)

// TestAChangeOfTheBaseReplacesThePushEvents: the recorded PR was opened with one push event before the schedule; after the
// change of its base only one of the server itself is left, behind the change. It must not count as a new push.
func TestAChangeOfTheBaseReplacesThePushEvents(t *testing.T) {
	const head = "0434cc3d2c5735d9e208c6fc9e53c3a535791cc3"
	events := timelineOf(t, pageServer(t, "/issues/1/timeline", "timeline-retarget"), reviewList{}, head)
	want := []pr.Event{
		{ID: 165, Type: pr.MergeScheduled, User: bot},
		{ID: 166, Type: pr.BaseChanged, User: author, Old: "main", New: "dev"},
		{ID: 167, Type: pr.Pushed, User: author, Commits: []string{head}},
	}
	if diff := cmp.Diff(want, events); diff != "" {
		t.Error(diff)
	}
}
