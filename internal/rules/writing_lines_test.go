package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestViolations(t *testing.T) {
	long := strings.Repeat("word ", 26) // 130 characters
	tests := map[string]struct {
		text    string
		changed []int
		want    [][]any
	}{
		"exactly the limit":                        {strings.Repeat("a", 128), nil, nil},
		"a hard break at the limit":                {strings.Repeat("a", 128) + "  \nb", nil, nil},
		"a hard break behind one more":             {strings.Repeat("a", 129) + "  \nb", nil, [][]any{{1.0, "length"}}},
		"a formula":                                {"It is\n$$\na. B + " + long + "\n$$\nand works.", nil, nil},
		"a formula on one line":                    {"$$ a. B $$\nIt works. It ships.", nil, [][]any{{2.0, "sentences"}}},
		"text behind a formula":                    {"$$\na. B\n$$\nIt works. It ships.", nil, [][]any{{4.0, "sentences"}}},
		"a formula that does not end":              {"$$\nIt works. It ships.\n\n$$", nil, [][]any{{2.0, "sentences"}}},
		"one more than the limit":                  {strings.Repeat("a", 129), nil, [][]any{{1.0, "length"}}},
		"combining marks are no characters":        {strings.Repeat("a\u0308", 128), nil, nil},
		"the marks of an item and a quote count":   {"- " + strings.Repeat("a", 127) + "\n\n> " + strings.Repeat("a", 127), nil, [][]any{{1.0, "length"}, {3.0, "length"}}},
		"two rules on one line":                    {long + "ends. It goes on.", nil, [][]any{{1.0, "length"}, {1.0, "sentences"}}},
		"a byte order mark":                        {"\ufeff" + strings.Repeat("a", 128), nil, nil},
		"a table":                                  {"| " + long + ". A |\n|---|\n| a. B |", nil, nil},
		"a table without outer bars":               {"a. B | c\n--- | ---\n" + long + "| d. E", nil, nil},
		"a Gherkin table below a step":             {"- **Given** it\n  | A. B | " + long + "|\n  | c | d |", nil, nil},
		"a setext heading":                         {long + "a. B\n===", nil, nil},
		"front matter":                             {"---\ntitle: " + long + "a. B\n---\nText.", nil, nil},
		"front matter in TOML":                     {"+++\ntitle = \"" + long + "a. B\"\n+++\nText.", nil, nil},
		"a fence in a list item":                   {"- item\n\n  ```\n  " + long + ". A\n  ```\n- b", nil, nil},
		"a fence in a quote":                       {"> ```\n> " + long + ". A\n> ```", nil, nil},
		"an open fence":                            {"```\n" + long + ". A", nil, nil},
		"a preformatted block":                     {"<pre>\n" + long + ". A\n\n" + long + "\n</pre>", nil, nil},
		"text behind a fence":                      {"```\nx\n```\nIt works. It ships.", nil, [][]any{{4.0, "sentences"}}},
		"a definition":                             {"[a]: https://example.org/" + strings.Repeat("a", 128), nil, nil},
		"an anchor":                                {"<a id=\"" + strings.Repeat("a", 128) + "\"></a>", nil, nil},
		"a link behind a done box":                 {"- [x] [Text. More](" + strings.Repeat("a", 128) + ")", nil, nil},
		"a link in the middle of a paragraph":      {"See\n[Text. More](" + strings.Repeat("a", 128) + ")\nfor it.", nil, nil},
		"a long inline comment":                    {"Text. <!-- " + long + " A. B -->", nil, nil},
		"a long comment in front":                  {"<!-- " + long + " A. B --> Text.", nil, nil},
		"a comment in front of two sentences":      {"<!-- x --> It works. It ships.", nil, [][]any{{1.0, "sentences"}}},
		"a comment in a paragraph over two lines":  {"It works <!-- a. B\n" + long + "c. D --> always.", nil, nil},
		"a code span over the line ends":           {"It is `a.\nB. C\nd` here. It ships.", nil, [][]any{{3.0, "sentences"}}},
		"a code span ends with its paragraph":      {"It is `a.\n\nBee. C` here.", nil, [][]any{{3.0, "sentences"}}},
		"an item after a paragraph":                {"One thing.\nTwo things.\nThree things.\n- Four things.\n  Five things.\n  Six things.", nil, nil},
		"a lazy line belongs to its item":          {"- A one.\n- B one.\nB two.\nB three.\nB four.\nB five.\nB six.", nil, [][]any{{2.0, "paragraph"}}},
		"five sentences":                           {"A one.\nB two.\nC three.\nD four.\nE five.", nil, nil},
		"a changed code line changes no paragraph": {"A one.\nB two.\nC three.\nD four.\nE five.\nF six.\n```\nx\n```", []int{8}, nil},
		"CRLF":                      {"It works.\r\nIt works. It ships.\r\n", nil, [][]any{{2.0, "sentences"}}},
		"German":                    {"Das gilt z. B. Montags. Danach nicht mehr.", nil, [][]any{{1.0, "sentences"}}},
		"Given, when and then":      {"- **Given** a config.\n  - **and** a PR.\n- **When** it loads\n- **Then** it ends.", nil, nil},
		"a warning in a quote":      {"> **WARNING:** This is old.\n> It is here for history.\n> Do not use it.", nil, nil},
		"a warning of GitHub":       {"> [!NOTE]\n> It works. It ships.", nil, [][]any{{2.0, "sentences"}}},
		"an unchanged long line":    {long + "\nText.", []int{2}, nil},
		"an empty document":         {"", nil, nil},
		"a heading without content": {"#\n\n##", nil, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			want := tt.want
			if want == nil {
				want = [][]any{}
			}
			if diff := cmp.Diff(want, broken(tt.text, tt.changed)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}
