package gitea

import (
	"testing"

	"werkrevisor/internal/fake"
)

func TestOnlyARefusalForABlockSaysThatTheBotIsBlocked(t *testing.T) {
	s := simple(t)
	if s.client.Blocked(t.Context()) {
		t.Error("nobody blocked it")
	}
	for _, f := range []fake.Fault{{Status: 404, Body: `{"message":"not found"}`}, {Status: 403, Body: `{"message":"no permission to change reaction"}`},
		{Status: 500, Body: `{"message":"user is blocked"}`}, {Status: 200, Body: `{}`}} {
		f.Method, f.Path = "POST", "/issues/7/reactions"
		s.Inject(f)
		if s.client.Blocked(t.Context()) {
			t.Errorf("%d %s counts as a block", f.Status, f.Body)
		}
	}
	s.Calm()
	s.Block("author", "bot", true)
	if !s.client.Blocked(t.Context()) {
		t.Error("the block is not seen")
	}
}
