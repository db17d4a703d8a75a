package review

import (
	"strings"
	"testing"
)

func TestAModelMayNameAFileByNumberPathOrWhatThePromptShows(t *testing.T) {
	const odd = "odd \"name\"\u202e.go"
	for _, tc := range []struct {
		name    string
		files   []string
		refs    []string
		missing string
	}{
		{"numbers", []string{"a.go", odd}, []string{"1", "2"}, ""},
		{"numbers with signs", []string{"a.go", odd}, []string{"1.", " #2 "}, ""},
		{"paths", []string{"a.go", odd}, []string{"a.go", odd}, ""},
		{"what the prompt shows", []string{"a.go", odd}, []string{`"a.go"`, Quote(odd)}, ""},
		{"what the prompt shows, without its quotes", []string{"a.go", odd}, []string{"a.go", strings.Trim(Quote(odd), `"`)}, ""},
		{"a file that is called as the number of another", []string{"2", "b.go"}, []string{"1", "2"}, "1 file: b.go"},
		{"other numbers and words", []string{"a.go"}, []string{"0", "2", "-1", "all", "a.go.bak", "1e0"}, "1 file: a.go"},
		{"nothing", []string{"a.go", "b.go"}, nil, "2 files: a.go, b.go"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := unconfirmed(Answer{FilesReviewed: tc.refs}, Prompt{Files: tc.files})
			if len(got) != 0 != (tc.missing != "") || len(got) == 1 && !strings.HasSuffix(got[0].Text, tc.missing) {
				t.Errorf("got %+v, want %q", got, tc.missing)
			}
		})
	}
}
