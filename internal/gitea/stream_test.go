package gitea

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func decodeTexts(r io.Reader, max int) (texts []string, count int, err error) {
	count, err = decodeList(r, max, func(e *struct{ Body string }) {
		if e == nil {
			texts = append(texts, "null")
			return
		}
		texts = append(texts, e.Body)
	})
	return texts, count, err
}

func TestListsAreDecodedAsStreams(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
		bad      bool
	}{
		{"null", "null\n", nil, false},
		{"empty list", " [ ] ", nil, false},
		{"elements and nulls", `[{"body":"a"},null,{"body":"b","x":{"y":[1,"z"]}}]`, []string{"a", "null", "b"}, false},
		{"a long text is cut", `[{"body":"12345678901"}]`, []string{"1234567890"}, false},
		{"a text of the limit is whole", `[{"body":"1234567890"}]`, []string{"1234567890"}, false},
		{"an escape at the limit is whole", `[{"body":"123456789\u00e4x"}]`, []string{"123456789ä"}, false},
		{"a quote at the limit is whole", `[{"body":"123456789\"x\"\\"}]`, []string{`123456789"`}, false},
		{"a character at the limit is whole", `[{"body":"123456789äx"}]`, []string{"123456789ä"}, false},
		{"escapes behind the limit", `[{"body":"1234567890\\\"\u0022\\"},{"body":"next"}]`, []string{"1234567890", "next"}, false},
		{"no list", `{"message":"x"}`, nil, true},
		{"number", `7`, nil, true},
		{"nothing", ``, nil, true},
		{"HTML", `<html>`, nil, true},
		{"cut off", `[{"body":"a"},`, []string{"a"}, true},
		{"cut off within a text", `[{"body":"a`, nil, true},
		{"wrong type", `[{"body":7}]`, nil, true},
		{"more behind the list", `[] []`, nil, true},
		{"more behind null", `null 1`, nil, true},
		{"garbage behind the list", `[] x`, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in))} {
				got, count, err := decodeTexts(r, 10)
				if !cmp.Equal(tt.want, got) || count != len(tt.want) || errors.Is(err, errNotJSON) != tt.bad || err != nil && !tt.bad {
					t.Errorf("%q, %d, %v", got, count, err)
				}
			}
		})
	}
}

func TestAnErrorOfReadingIsNoErrorOfDecoding(t *testing.T) {
	broken := errors.New("broken")
	for _, in := range []string{"", "[", `[{"body":"a"}`, "[]", "null"} {
		if _, _, err := decodeTexts(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)), 10); !errors.Is(err, broken) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func FuzzDecodeTimeline(f *testing.F) {
	f.Add([]byte(`[{"id":1,"type":"pull_push","user":{"id":2,"login":"a"},"body":"{\"is_force_push\":true,\"commit_ids\":[\"x\"]}"},null]`), 20)
	f.Add([]byte(`[{"type":"change_title","old_title":"WIP: \u00e4\\","new_title":"\ud83d\ude00"}]`), 3)
	f.Add([]byte("null"), 0)
	f.Add([]byte(`[{"body":"\uqq"}]`), 1)
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		limit = max(0, min(limit, len(data)+1))
		read := func(limit int) (list []timelineEntry, err error) {
			_, err = decodeList(strings.NewReader(string(data)), limit, func(e *timelineEntry) {
				if e != nil {
					list = append(list, *e)
					e.event()
				}
			})
			return list, err
		}
		whole, err := read(len(data) + 1)
		var plain []*timelineEntry
		if want := json.Unmarshal(data, &plain); (err == nil) != (want == nil) {
			t.Fatalf("as a stream: %v; as a whole: %v", err, want)
		}
		cut, cutErr := read(limit)
		if err == nil && (cutErr != nil || len(cut) > len(whole)) {
			t.Errorf("with limit %d: %d of %d entries, %v", limit, len(cut), len(whole), cutErr)
		}
		for _, e := range cut {
			if cutErr == nil && len(e.Body) > 3*limit+4 { // a broken character becomes U+FFFD, which is longer
				t.Errorf("a text of %d bytes with limit %d", len(e.Body), limit)
			}
		}
	})
}
