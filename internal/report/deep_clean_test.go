package report_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"werkrevisor/internal/finding"
	"werkrevisor/internal/model"
	"werkrevisor/internal/report"
	"werkrevisor/internal/review"
)

// fill puts a text into every string of a value, and one entry into every empty list.
func fill(t *testing.T, into any, text string) {
	t.Helper()
	strings := 0
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch {
		case !v.CanSet():
		case v.Kind() == reflect.String:
			v.SetString(text)
			strings++
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case v.Kind() == reflect.Slice:
			if v.Len() == 0 {
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			}
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(into).Elem())
	if strings == 0 {
		t.Fatal("nothing was filled")
	}
}

// secretive is a deep review whose every text holds the secret.
func secretive(t *testing.T, secret string) report.Input {
	t.Helper()
	in := deepInput()
	deep := review.Deep{}
	fill(t, &deep, secret)
	nobody := review.Area{}
	fill(t, &nobody, secret)
	nobody.Model = ""
	deep.Areas = append(deep.Areas, nobody)
	in.Review.Deep, in.Review.Findings = &deep, nil
	for _, outcome := range []finding.Outcome{finding.Outcome(secret), finding.True, finding.False, finding.Unsure, finding.Unasked} {
		var f finding.Finding
		fill(t, &f, secret)
		f.Verification.Outcome = outcome
		leader, area := f, f
		leader.MergedInto = ""
		area.Source = finding.FromArea
		area.ID = secret + "-1"
		in.Review.Findings = append(in.Review.Findings, f, leader, area)
	}
	in.Config.Review.MaxFindings = 100
	return in
}

func TestNoTextOfADeepReviewLeavesASecret(t *testing.T) {
	const secret = "sesame9opens7"
	in, before := secretive(t, secret), secretive(t, secret)
	redact := func(text string) string { return strings.ReplaceAll(text, secret, "(redacted)") }
	render := func(in report.Input) map[string]string {
		return map[string]string{"comment": report.Comment(in), "usage": string(report.NewUsage(in).Line()), "JSON": string(report.JSON(in)),
			"log": strings.Join(report.ReasonLines(in), "\n") + report.LastLine(in), "review": report.ReviewBody(in),
			"page": rendered(t, in)}
	}
	for where, text := range render(report.Clean(in, redact)) {
		if strings.Contains(text, secret) {
			t.Errorf("%s holds the secret:\n%s", where, text)
		}
	}
	for where, text := range render(in) {
		if where != "log" && where != "review" && !strings.Contains(text, secret) {
			t.Errorf("%s would not hold the secret, so this test proves nothing", where)
		}
	}
	if diff := cmp.Diff(before.Review, in.Review, cmpopts.IgnoreUnexported(model.Usage{})); diff != "" {
		t.Errorf("the original was changed:\n%s", diff)
	}
}

// TestCleanReachesEveryText also of fields that no text shows today.
func TestCleanReachesEveryText(t *testing.T) {
	const secret = "sesame9opens7"
	clean := report.Clean(secretive(t, secret), func(text string) string { return strings.ReplaceAll(text, secret, "") })
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			if strings.Contains(v.String(), secret) {
				t.Errorf("%s is not cleaned", path)
			}
		case reflect.Struct:
			for i := range v.NumField() {
				walk(path+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(path, v.Index(i))
			}
		}
	}
	walk("Deep", reflect.ValueOf(*clean.Review.Deep))
	walk("Findings", reflect.ValueOf(clean.Review.Findings))
}
