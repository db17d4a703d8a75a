package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/gitea"
	"werkrevisor/internal/gitrepo"
	"werkrevisor/internal/httpx"
	"werkrevisor/internal/run"
	"werkrevisor/internal/simulate"
	"werkrevisor/internal/verdict"
)

const (
	parallelCommits = 4 // commits that are read at a time; git waits for the disk and for its own start
	parallelPulls   = 2 // PRs; each is read with many requests at a time
	changeTime      = 2 * time.Minute
)

// simulation is one call of the command "simulate".
type simulation struct {
	*command
	limit  int
	hosts  []config.Layer
	names  []string
	policy run.Policy
	stats  *simulate.Simulation
	open   func(context.Context) (pastChanges, error)
}

// pastChanges are the changes to simulate, newest first.
type pastChanges struct {
	source, what string
	count        int
	parallel     int
	name         func(i int) string
	// read gives the source of a change; gap is a cause for which there is none.
	read  func(ctx context.Context, i int) (source run.Source, gap string, err error)
	close func() error
}

// run reads and judges every change. What is known at the end of the context is returned, too.
func (s *simulation) run(ctx context.Context) (simulate.Report, error) {
	started := now()
	s.stats = simulate.New(s.names...)
	changes, err := s.open(ctx)
	if err != nil {
		return simulate.Report{}, err
	}
	defer func() { _ = changes.close() }()
	head := simulate.Head{Version: s.version, Source: changes.source, Range: changes.what, Changes: changes.count}
	show := s.progress()
	judge := func(i int) []simulate.Case { return s.cases(ctx, changes, i) }
	inOrder(ctx, changes.count, changes.parallel, judge, func(i int, cases []simulate.Case) {
		if ctx.Err() != nil { // what was read half is no result
			return
		}
		head.Seen++
		s.stats.Add(changes.name(i), cases)
		if show != nil {
			show(fmt.Sprintf("%d of %d: %s", i+1, changes.count, changes.name(i)))
		}
	})
	head.Interrupted = head.Seen < changes.count
	read := s.stats.Read()
	s.log(fmt.Sprintf("werkrevisor %s simulate: %s, %s: %d of %s read in %.1f s", s.version, changes.source, changes.what, read,
		verdict.Count(changes.count, "change"), now().Sub(started).Seconds()))
	if head.Interrupted {
		s.log(fmt.Sprintf("werkrevisor simulate: interrupted after %d of %s", head.Seen, verdict.Count(changes.count, "change")))
	}
	return s.stats.Report(head), nil
}

// cases judges one change with each of the configurations. It runs beside others, so a panic ends nothing but this change.
func (s *simulation) cases(ctx context.Context, changes pastChanges, i int) (list []simulate.Case) {
	all := func(c simulate.Case) []simulate.Case {
		list := make([]simulate.Case, len(s.hosts))
		for i := range list {
			list[i] = c
		}
		return list
	}
	defer func() {
		if p := recover(); p != nil {
			list = all(simulate.Failed("internal", fmt.Sprintf("the program failed (%T); please report this", p)))
		}
	}()
	ctx, stop := context.WithTimeout(ctx, cmp.Or(s.limits.Change, changeTime))
	defer stop()
	source, gap, err := changes.read(ctx, i)
	switch {
	case gap != "":
		return all(simulate.Failed(gap, ""))
	case err != nil:
		return all(simulate.Failed(run.StartFault(ctx, run.ReadError(err)).Code, s.secrets.String(err.Error())))
	}
	for _, j := range run.Judge(ctx, source, s.hosts, s.policy) {
		switch {
		case j.Fault != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
			list = append(list, simulate.Failed("timed_out", "reading the change took too long"))
		case j.Fault != nil:
			list = append(list, simulate.Failed(j.Fault.Code, s.secrets.String(j.Fault.Text)))
		default:
			list = append(list, simulate.Of(j.Change, j.Config, j.Rules))
		}
	}
	return list
}

// openLocal reads the line of first parents of the checkout.
func (s *simulation) openLocal(spec string) func(context.Context) (pastChanges, error) {
	return func(ctx context.Context) (pastChanges, error) {
		most := s.limit
		if most == 0 {
			most = maxSimulated
			if spec == "" {
				most = localCommits
			}
		}
		series, err := gitrepo.OpenSeries(ctx, ".", spec, most)
		if err != nil {
			return pastChanges{}, err
		}
		steps := series.Steps()
		what := spec
		if spec == "" {
			what = fmt.Sprintf("the last %s of the default branch", verdict.Count(most, "commit"))
		}
		return pastChanges{source: series.Name(), what: what, count: len(steps), parallel: parallelCommits,
			name: func(i int) string { return steps[i].Commit[:10] },
			read: func(ctx context.Context, i int) (run.Source, string, error) {
				if steps[i].Gap != "" {
					return nil, steps[i].Gap, nil
				}
				source, err := series.Open(ctx, steps[i])
				if errors.Is(err, gitrepo.ErrUnrelated) {
					return nil, gitrepo.GapHistory, nil
				}
				return source, "", err
			},
			close: series.Close}, nil
	}
}

// openServer lists the merged PRs of a repository.
func (s *simulation) openServer(t target, since time.Time) func(context.Context) (pastChanges, error) {
	return func(ctx context.Context) (pastChanges, error) {
		repo, err := openRepository(t, s.env(envToken))
		if err != nil {
			return pastChanges{}, err
		}
		pulls, err := repo.MergedSince(ctx, since)
		if err != nil {
			return pastChanges{}, err
		}
		if s.limit > 0 && len(pulls) > s.limit {
			pulls = pulls[:s.limit]
		}
		settings, _ := config.Merge(s.hosts[0], nil) // [gate] stands even if the host layer alone is incomplete
		http := httpx.New(httpx.Options{HeaderTimeout: s.limits.Answer})
		return pastChanges{source: t.page(), what: "PRs merged since " + since.UTC().Format(time.DateOnly), count: len(pulls), parallel: parallelPulls,
			name: func(i int) string { return "#" + strconv.Itoa(pulls[i].Number) },
			read: func(_ context.Context, i int) (run.Source, string, error) {
				client, err := gitea.New(gitea.Config{BaseURL: t.baseURL, Owner: t.owner, Repo: t.repo, Number: pulls[i].Number,
					Token: s.env(envToken), BotLogin: settings.Gate.BotLogin, HTTP: http})
				return gitea.Merged{Client: client}, "", err
			},
			close: func() error { return nil }}, nil
	}
}

// inOrder makes the results of many tasks, some at a time, and takes them in their order. It keeps few results that wait,
// begins no task after the end of the context, and returns when every task that began has ended.
func inOrder[T any](ctx context.Context, count, parallel int, task func(i int) T, take func(i int, result T)) {
	waiting := make(chan chan T, max(1, parallel)-1)
	go func() {
		defer close(waiting)
		for i := range count {
			if ctx.Err() != nil {
				return
			}
			result := make(chan T, 1)
			waiting <- result
			go func() { result <- task(i) }()
		}
	}()
	i := 0
	for result := range waiting {
		take(i, <-result)
		i++
	}
}
