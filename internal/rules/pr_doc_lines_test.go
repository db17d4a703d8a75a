package rules

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpenQuestions(t *testing.T) {
	const h = "## Open Questions\n\n" // the first line of the section's text is line 3
	tests := map[string]struct {
		text string
		want []int
	}{
		"a document without the section":                      {"# T\n\n- [ ] task\n", []int{}},
		"an ordered done item":                                {h + "1. [x] A\n2) [X] B\n", []int{}},
		"an ordered open item":                                {h + "1. A\n2. [ ] B\n", []int{3, 4}},
		"stars and pluses":                                    {h + "* [x] A\n+ [x] B\n* C\n", []int{5}},
		"an indented continuation":                            {h + "- [x] A\n  It is 5.\n", []int{}},
		"an indented paragraph below a done item":             {h + "- [x] A\n\n  It is 5.\n\n  And 6.\n", []int{}},
		"an indentation of two below a done number":           {h + "1. [x] A\n\n  It is 5.\n", []int{}},
		"code, a table and a quote inside of a done item":     {h + "- [x] A\n\n  ```\n  x\n  ```\n\n  | a |\n  |---|\n\n  > q\n", []int{}},
		"a table right below a done item":                     {h + "- [x] A\n  | a | b |\n  |---|---|\n  | c | d |\n", []int{}},
		"nested done items":                                   {h + "- [x] A\n  - [x] B\n    - [x] C\n", []int{}},
		"a nested open item below a done one":                 {h + "- [x] A\n  - [ ] B\n", []int{4}},
		"the text of an open item counts once":                {h + "- [ ] A\n  more\n\n  and more\n", []int{3}},
		"a nested item of an open one counts too":             {h + "- A\n  - B\n", []int{3, 4}},
		"a paragraph of several lines counts once":            {h + "One\ntwo\nthree\n", []int{3}},
		"a struck-through item":                               {h + "- ~~A~~ Settled.\n", []int{3}},
		"a bold paragraph":                                    {h + "**Which limit?** It is 5.\n", []int{3}},
		"an image":                                            {h + "![a](b.png)\n", []int{3}},
		"an image in HTML":                                    {h + "<img src=\"b.png\">\n", []int{3}},
		"an anchor":                                           {h + "<a id=\"open-questions\"></a>\n\n- [x] A\n", []int{}},
		"an anchor on the heading's next line and a question": {"### Open Questions\n<a id=\"q\"></a>\n- A\n", []int{3}},
		"details around done items":                           {h + "<details>\n\n- [x] A\n\n</details>\n", []int{}},
		"a definition of a link":                              {h + "[ref]: https://example.org\n", []int{}},
		"a question in brackets is no definition":             {h + "[Q1]: Which limit is right?\n", []int{3}},
		"CRLF":                                       {"## Open Questions\r\n\r\n- [x] A\r\n- [ ] B\r\n", []int{4}},
		"a byte order mark":                          {"\ufeff## Open Questions\n\n- A\n", []int{3}},
		"old line ends count as git counts":          {"## Open Questions\r\r- A\r", []int{1}},
		"tabs":                                       {"##\tOpen Questions\n\n-\t[x]\tA\n\t- [x] B\n-\t[ ]\tC\n", []int{5}},
		"a heading in a fence":                       {"```md\n## Open Questions\n\n- A\n```\n", []int{}},
		"a heading in a fence in a list":             {"- x\n\n  ```md\n## Open Questions\n- A\n  ```\n", []int{}},
		"a heading in a fence in a quote":            {"> ```md\n> ## Open Questions\n> - A\n> ```\n", []int{}},
		"the fence of a quote ends with it":          {"> ```md\n## Open Questions\n\n- A\n", []int{4}},
		"a shell comment in a fence ends no section": {h + "- [x] A\n\n  ```sh\n  # comment\n  ```\n\n- [ ] B\n", []int{9}},
		"a shell comment in an indented block ends no section":      {h + "- [x] A\n\n      # comment\n\n- [ ] B\n", []int{7}},
		"a comment in the middle":                                   {h + "- [x] A\n<!--\n- [ ] B\n\n- C\n-->\n- [x] D\n", []int{}},
		"a comment on one line in an item":                          {h + "- [x] A <!-- [ ] B -->\n  <!-- - [ ] C -->\n", []int{}},
		"a comment in an item with a line outside of it":            {h + "- [x] A\n  <!--\n- [ ] B\n  -->\n", []int{}},
		"text behind a comment":                                     {h + "<!-- x --> Which limit?\n", []int{3}},
		"emphasis in the heading":                                   {"## **Open Questions:**\n\n- A\n", []int{3}},
		"an anchor in the heading":                                  {"## <a id=\"q\"></a>Open Questions\n\n- A\n", []int{3}},
		"a link in the heading":                                     {"## [Open Questions](#q)\n\n- A\n", []int{3}},
		"a line of another white space":                             {h + "- [x] A\n\u00a0\n  b\n\n\u00a0\n", []int{}},
		"an id behind the heading":                                  {"## Open Questions {#q}\n\n- A\n", []int{3}},
		"white space in the heading":                                {"##   Open\u00a0 Questions  :\n\n- A\n", []int{3}},
		"two colons are another heading":                            {"## Open Questions::\n\n- A\n", []int{}},
		"seven hashes are no heading":                               {"####### Open Questions\n\n- A\n", []int{}},
		"an escaped hash is no heading":                             {"\\## Open Questions\n\n- A\n", []int{}},
		"a quote below a done item is a block of its own":           {h + "- [x] A\n\n> Which limit?\n", []int{5}},
		"a quote right below a done item":                           {h + "- [x] A\n> Which limit?\n", []int{4}},
		"a quote indented into a done item belongs to it":           {h + "- [x] A\n\n  > Which limit?\n", []int{}},
		"a target in angle brackets":                                {h + "[a]: <docs/my file.md> \"T\"\n", []int{}},
		"a definition with its title on the next line":              {h + "[a]: https://x\n  \"T\"\n", []int{}},
		"a definition with its target on the next line":             {h + "[a]:\n  https://x\n", []int{}},
		"text behind a definition":                                  {h + "[a]: https://x\nWho?\n", []int{4}},
		"a footnote is shown elsewhere":                             {h + "- [x] A[^1]\n\n[^1]: note\n", []int{}},
		"an indented heading ends a section below a list":           {h + "- [x] A\n\n  ## Next\n\n- B\n", []int{}},
		"the underline of a heading of one item is a rule":          {h + "- [x] A\n---\n", []int{}},
		"a done item and an unticked one in a quote":                {h + "> - [x] A\n> - [ ] B\n> - [ ] C\n", []int{4}},
		"a quote counts once":                                       {h + "> A\n>\n> B\n", []int{3}},
		"two quotes":                                                {h + "> A\n\n> B\n", []int{3, 5}},
		"a heading in a quote starts no section":                    {"> ## Open Questions\n\n- A\n", []int{}},
		"a heading in a quote ends no section":                      {h + "- [x] A\n\n> ## Next\n\n- B\n", []int{7}},
		"front matter":                                              {"---\ntitle: x\n---\n" + h + "- A\n", []int{6}},
		"a rule at the start is no front matter":                    {"---\n\n## Open Questions\n\n- [ ] A: b\n\n---\n", []int{5}},
		"an indented code block":                                    {h + "    code\n\n    more\n", []int{3}},
		"a table without outer bars counts once":                    {h + "a | b\n--- | ---\nc | d\n", []int{3}},
		"a box without text that is ticked":                         {h + "- [x]\n", []int{}},
		"an empty item":                                             {h + "-\n", []int{3}},
		"the section may be the last line":                          {"## Open Questions", []int{}},
		"a done item that starts with a link":                       {h + "- [x] [A](b): c\n", []int{}},
		"an item with a link and no box":                            {h + "- [A](b)\n", []int{3}},
		"a lower heading with the name starts a section by itself":  {"## Solution\n\n### Open Questions\n\n- A\n\n## Next\n\n- B\n", []int{5}},
		"a subheading with the name inside the section changes not": {"## Open Questions\n\n### Offene Fragen\n\n- A\n\n### Other\n\n- B\n", []int{5, 9}},
		"a paragraph in front of done items":                        {h + "All settled:\n\n- [x] A\n", []int{3}},
		"hard breaks":                                               {h + "- [x] A\\\n  b  \n  c\n", []int{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, openLines(tt.text)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}
