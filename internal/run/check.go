package run

import (
	"context"
	"fmt"

	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/report"
	"werkrevisor/internal/rules"
)

// check labels the change and applies the rules.
func (r *runner) check(ctx context.Context, in report.Input) (report.Input, error) {
	step := r.Clock()
	checked, err := within(ctx, func() (checked, error) { return checkRules(ctx, in.Change, in.Config) })
	if err != nil {
		return in, err
	}
	in.Change, in.Rules = checked.change, checked.rules
	r.step("check", r.Clock().Sub(step), fmt.Sprintf("kind %s, reasons %d", in.Change.Kind, len(in.Rules.Reasons())))
	return in, nil
}

// checked is a change with its labels, and what the rules say of it.
type checked struct {
	change pr.Change
	rules  rules.Report
}

func checkRules(ctx context.Context, c pr.Change, cfg config.Config) (out checked, err error) {
	out.change = rules.Label(c, cfg)
	out.rules, err = rules.Check(ctx, out.change, cfg)
	return out, err
}

// within runs a pure computation, and does not wait for it any longer when the context ends: whatever it looks at, and
// however large that is, a run that is told to stop stops. What is left of the computation goes on beside the end of the
// run and changes nothing, because it shares nothing with it but a snapshot that nobody modifies.
func within[T any](ctx context.Context, compute func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		r.err = safely(func() (err error) { r.value, err = compute(); return err })
		done <- r
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}
