package classify

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/jev"
	"werkrevisor/internal/pr"
)

// formats are changelogs with two changesets, A and B, in each format.
var formats = map[string]struct{ head, a, b, between, tail string }{
	"db/a.sql": {"--liquibase formatted sql\n", "--changeset ann:1\nselect 1;\n", "--changeset ann:2\nselect 2;\n", "", ""},
	"db/a.yaml": {"databaseChangeLog:\n", "- changeSet:\n    id: 1\n    author: ann\n    changes: [a]\n", "- changeSet:\n    id: 2\n    author: ann\n    changes: [b]\n",
		"", ""},
	"db/a.xml": {"<databaseChangeLog>\n", "<changeSet id=\"1\" author=\"ann\">\n<sql>a</sql>\n</changeSet>", "<changeSet id=\"2\" author=\"ann\">\n<sql>b</sql>\n</changeSet>",
		"\n", "\n</databaseChangeLog>\n"},
	"db/a.json": {"{\"databaseChangeLog\": [\n", `{"changeSet": {"id": "1", "author": "ann", "changes": ["a"]}}`, `{"changeSet": {"id": "2", "author": "ann", "changes": ["b"]}}`,
		",\n", "\n]}\n"},
}

func TestOnlyNewAndChangedChangesetsAreJudged(t *testing.T) {
	cfg := settings(t, "")
	for path, f := range formats {
		both := f.head + f.a + f.between + f.b + f.tail
		changed := strings.NewReplacer("select 2", "drop table x", "[b]", "[x]", "<sql>b", "<sql>x", `["b"]`, `["x"]`).Replace(f.b)
		for _, tc := range []struct {
			name, old, now string
			want           string
		}{
			{"a new file", "", both, "ann:1 ann:2"},
			{"a new changeset", f.head + f.a + f.tail, both, "ann:2"},
			{"a changed one", both, f.head + f.a + f.between + changed + f.tail, "ann:2"},
			{"reordered", both, f.head + f.b + f.between + f.a + f.tail, ""},
			{"one is removed", both, f.head + f.a + f.tail, ""},
			{"twice, the second one differs", f.head + f.b + f.tail, f.head + f.b + f.between + changed + f.tail, "ann:2"},
		} {
			var got []string
			for _, u := range Units(pr.Change{Files: []pr.File{file(path, tc.old, tc.now)}}, cfg) {
				got = append(got, u.ID)
			}
			if strings.Join(got, " ") != tc.want {
				t.Errorf("%s, %s: %v, want %s", path, tc.name, got, tc.want)
			}
		}
		renamed := file(path, both, both)
		renamed.OldPath, renamed.Status = "old/"+path, pr.Renamed
		if got := Units(pr.Change{Files: []pr.File{renamed}}, cfg); len(got) != 0 {
			t.Errorf("%s: a renamed file has %d units", path, len(got))
		}
	}
}

// slow is a classifier that takes its time.
type slow struct{}

func (slow) Ask(ctx context.Context, _ json.RawMessage, questions []config.Question) (jev.Answer, int, error) {
	timer := time.NewTimer(100 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return jev.Answer{}, 1, ctx.Err()
	case <-timer.C:
		return jev.Answer{Values: make([]jev.Value, len(questions))}, 1, nil
	}
}

// BenchmarkSixtyUnits asks about 60 units with 100 ms per request: four at a time, so 15 rounds.
func BenchmarkSixtyUnits(b *testing.B) {
	units := make([]Unit, 60)
	for i := range units {
		units[i] = Unit{State: json.RawMessage(`{}`), Questions: []config.Question{{Name: "q", Type: "noul"}}}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Ask(context.Background(), slow{}, units, config.Classifier{MaxUnits: 60, MaxStateChars: 100}); err != nil {
			b.Fatal(err)
		}
	}
}
