package main

import (
	"maps"
	"strings"

	"werkrevisor/internal/fake"
)

// splitting is discount with a document, so that the change has two areas.
var splitting = func() map[string]string {
	files := maps.Clone(discount)
	files["docs/prices.md"] = "# Prices\n\nA price can be split among heads.\n"
	return files
}()

// playDeep is a model that reads before it judges. It reports one defect that is there, and one that is not.
func playDeep(m *fake.Model) {
	m.Stage("area_report", func(call fake.ModelCall, _ int) fake.ModelAnswer {
		switch {
		case !strings.Contains(call.User, `area: "money"`):
			return fake.ModelAnswer{}
		case len(call.Results) == 0:
			return fake.ModelAnswer{Tools: []fake.ToolCall{{Name: "read_file", Arguments: `{"path":"src/price_test.go"}`}}}
		}
		return fake.ModelAnswer{Text: fake.AreaReport(`"1"`, strings.Join([]string{
			fake.DeepFinding("src/price.go", 10, "return price / heads", "Division by zero", "high"),
			fake.DeepFinding("src/price.go", 5, "return n * each", "Price has no test", "high"),
		}, ","))}
	})
	m.Stage("verification", func(fake.ModelCall, int) fake.ModelAnswer {
		return fake.ModelAnswer{Text: fake.Verdicts(
			fake.Verdict("money-1", "TRUE", "Nothing checks heads before the division.", fake.Evidence("src/price.go", 10, "return price / heads")),
			fake.Verdict("money-2", "FALSE", "The test calls Price.", fake.Evidence("src/price_test.go", 6, "if Price(2, 3) != 6 {")),
		)}
	})
}
