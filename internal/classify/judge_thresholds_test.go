package classify

import (
	"math"
	"testing"

	"werkrevisor/internal/config"
	"werkrevisor/internal/jev"
)

// TestEachThresholdAtJustBelowAndJustAbove: a threshold itself flags nothing, and a confidence at its minimum counts.
func TestEachThresholdAtJustBelowAndJustAbove(t *testing.T) {
	very := 0.9
	question := config.Question{Name: "q", YellowAbove: 0.3, RedAbove: 0.6, VeryLikelyAbove: &very}
	below := func(x float64) float64 { return math.Nextafter(x, 0) }
	above := func(x float64) float64 { return math.Nextafter(x, 1) }
	for _, tc := range []struct {
		value, confidence float64
		red               bool
		want              Flag
	}{
		{below(0.3), 1, true, Passed}, {0.3, 1, true, Passed}, {above(0.3), 1, true, Likely},
		{below(0.6), 1, true, Likely}, {0.6, 1, true, Likely}, {above(0.6), 1, true, Clear},
		{below(0.9), 1, true, Clear}, {0.9, 1, true, Clear}, {above(0.9), 1, true, VeryLikely}, {above(0.9), 1, false, Clear},
		{1, below(0.4), true, Ignored}, {1, 0.4, true, VeryLikely}, {1, above(0.4), true, VeryLikely}, {0, below(0.4), true, Ignored}, {0, 0.4, true, Passed},
	} {
		v := jev.Value{Value: tc.value, Confidence: tc.confidence, HasConfidence: true}
		if got := judge(Unit{}, question, v, config.Classifier{MinConfidence: 0.4, AllowRed: tc.red}).Flag; got != tc.want {
			t.Errorf("value %v, confidence %v, allow_red %v: %v, want %v", tc.value, tc.confidence, tc.red, got, tc.want)
		}
	}
	if got := judge(Unit{}, question, jev.Value{Value: 0.7}, config.Classifier{MinConfidence: 0.4}).Flag; got != Clear {
		t.Errorf("without a confidence: %v", got)
	}
}
