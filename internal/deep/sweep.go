package deep

import (
	"context"
	"fmt"
	"strings"

	"werkrevisor/internal/consumers"
	"werkrevisor/internal/finding"
	"werkrevisor/internal/review"
	"werkrevisor/internal/verdict"
)

// sweep is stage 8: it looks in the checkouts of consumers for what the change takes away. It is code, so nobody verifies
// its findings. A part that fails is named and changes no verdict.
func (e *engine) sweep(ctx context.Context, f facts) (found []finding.Finding, notes []string, stage review.Stage) {
	stage.Name = stageSweep
	list, beyond := elements(f.files)
	if e.Sweep == nil {
		return nil, nil, stage
	}
	if len(list) == 0 {
		stage.Note = "no name of a contract was removed or changed"
		return nil, nil, stage
	}
	got := e.Sweep(ctx, list)
	stage.Note = fmt.Sprintf("%s of contracts, %s, %s", verdict.Count(len(list), "name"), verdict.Count(got.Consumers, "consumer"), verdict.Count(len(got.Hits), "hit"))
	for i := 0; i < len(got.Hits); {
		h, end := got.Hits[i], i+1
		for end < len(got.Hits) && got.Hits[end].Element == h.Element && got.Hits[end].Consumer == h.Consumer {
			end++
		}
		found = append(found, finding.Finding{ID: fmt.Sprintf("sweep-%d", len(found)+1), Source: finding.FromSweep, File: h.Element.File,
			Side: side(h.Element), Start: h.Element.Line, End: h.Element.Line, Severity: finding.High, Category: "correctness", Confidence: 1,
			Title: fmt.Sprintf("%s uses the %s %s, which this change removes or changes", h.Consumer, h.Element.Kind, h.Element.Name),
			Body:  where(got.Hits[i:end])})
		i = end
	}
	if beyond > 0 {
		got.Notes = append(got.Notes, fmt.Sprintf("%s of contracts were not searched: there are more than %d", verdict.Count(beyond, "name"), maxElements))
	}
	return found, got.Notes, stage
}

func side(e consumers.Element) finding.Side {
	if e.Old {
		return finding.Old
	}
	return finding.New
}

// maxUses is how many places in a consumer are named.
const maxUses = 5

// where names the places in one consumer, as far as the host lets them be named.
func where(hits []consumers.Hit) string {
	count := 0
	var places []string
	for _, h := range hits {
		count += max(1, h.Count)
		if h.File != "" && len(places) < maxUses {
			places = append(places, fmt.Sprintf("%s:%d", h.File, h.Line))
		}
	}
	if len(places) == 0 {
		return fmt.Sprintf("Used in %s ([deep] consumers_readable does not let them be named).", verdict.Count(count, "place"))
	}
	return fmt.Sprintf("Used in %s, e.g. %s.", verdict.Count(count, "place"), strings.Join(places, ", "))
}
