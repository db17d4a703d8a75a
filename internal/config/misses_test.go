package config_test

import (
	"strings"
	"testing"

	"werkrevisor/internal/config"
)

const oneMiss = "[[miss]]\nid = \"MISS-012\"\nglobs = [\"**/*.go\"]\npattern = 'time\\.Sleep'\nlesson = \"a sleep hid a race\"\n"

func TestMisses(t *testing.T) {
	list, err := config.ParseMisses("misses.toml", oneMiss+"[[miss]]\nid='M2'\nglobs=['db/**']\nlesson='check rollbacks'\n")
	if err != nil || len(list) != 2 {
		t.Fatalf("got %v, %v", list, err)
	}
	if m := list[0]; m.ID != "MISS-012" || !m.Globs.Has("a/b.go") || !m.Pattern.MatchString("time.Sleep(1)") || list[1].Pattern != nil {
		t.Errorf("got %+v", list)
	}
	if list, err := config.ParseMisses("misses.toml", ""); err != nil || len(list) != 0 {
		t.Errorf("an empty file: %v, %v", list, err)
	}
}

func TestBadMissesNameThePlaceAndQuoteNothing(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"no TOML", "[[miss]\nCANARY", "misses.toml: line 2"},
		{"another section", "[CANARY]\n", "may only have"},
		{"no list", "miss = 'CANARY'", "list"},
		{"an entry that is no table", "miss = ['CANARY']", "table"},
		{"an unknown key", oneMiss + "CANARY = 1", "nothing else"},
		{"a bad glob", strings.Replace(oneMiss, "**/*.go", "[CANARY", 1), "pattern 1"},
		{"no globs", strings.Replace(oneMiss, `["**/*.go"]`, "[]", 1), "globs is missing"},
		{"globs of another type", strings.Replace(oneMiss, `["**/*.go"]`, "[1]", 1), "list of texts"},
		{"a bad pattern", strings.Replace(oneMiss, `time\.Sleep`, "(CANARY", 1), "RE2"},
		{"an id with a space", strings.Replace(oneMiss, "MISS-012", "MISS CANARY", 1), "id is missing"},
		{"no lesson", strings.Replace(oneMiss, "a sleep hid a race", "", 1), "lesson is missing"},
		{"one id twice", oneMiss + oneMiss, "twice"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := config.ParseMisses("misses.toml", tc.text)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("got %v, want %q", err, tc.want)
			}
			if strings.Contains(err.Error(), "CANARY") {
				t.Errorf("the error quotes the file: %v", err)
			}
		})
	}
}

func FuzzParseMisses(f *testing.F) {
	f.Add(oneMiss)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := config.ParseMisses("misses.toml", text)
		for _, m := range list {
			if err != nil || m.ID == "" || m.Lesson == "" || m.Globs.Empty() {
				t.Errorf("%+v, %v", m, err)
			}
		}
	})
}
