package report

// Memory is what a run knew of earlier results besides that of its own head.
type Memory struct {
	Here      []Earlier // results of this PR
	Elsewhere []Earlier // results of other PRs about this change
	Missing   []Earlier // results whose statuses are there, and whose comments are gone or were edited
	SpentUSD  float64   // what all of them cost, as far as max_usd_per_pr counts it
}

// Earlier is one earlier result.
type Earlier struct {
	PR       int // 0: this one
	Head     string
	Verdict  string
	Findings int // that count for this change
}
