package deep_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"werkrevisor/internal/config"
	"werkrevisor/internal/deep"
	"werkrevisor/internal/model"
	"werkrevisor/internal/pr"
	"werkrevisor/internal/review"
	"werkrevisor/internal/rules"
)

// answer is what a scripted model does with a request: a text, calls of tools, or an error.
type answer struct {
	text  string
	calls []model.Call
	err   error
}

// script plays the models of all stages. A stage without a function answers honestly and finds nothing.
type script struct {
	t       testing.TB
	mu      sync.Mutex
	stages  map[string]func(r model.Request, n int) answer
	count   map[string]int
	asked   []request
	delays  bool
	wait    time.Duration // before each answer
	usd     float64       // worst case of a request
	perChar float64       // and of each character of its prompt
	cost    float64       // what each one costs
	limit   int           // tokens
	key     error
}

type request struct {
	stage, chain string
	model.Request
}

func newScript(t testing.TB) *script {
	return &script{t: t, stages: map[string]func(model.Request, int) answer{}, count: map[string]int{}, usd: 0.01, cost: 0.001, limit: 100_000}
}

// on plays a stage; key is the name of its schema.
func (s *script) on(stage string, play func(r model.Request, n int) answer) { s.stages[stage] = play }

// say plays a stage with one text.
func (s *script) say(stage, text string) {
	s.on(stage, func(model.Request, int) answer { return answer{text: text} })
}

// requests are those of one stage, in any order.
func (s *script) requests(stage string) []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.asked), func(r request) bool { return r.stage != stage })
}

// chain is one client of the script.
type chain struct {
	*script
	name string
}

func (c chain) KeyBudget(context.Context) (*float64, bool, error) { return nil, false, c.key }

func (c chain) Plan(r model.Request) model.Plan {
	size := len(r.System) + len(r.User)
	for _, t := range r.Turns {
		size += len(t.Text) + len(t.Reply) + len(strings.Join(t.Results, ""))
	}
	return model.Plan{Tokens: model.Tokens{Raw: size / 4, Counted: size / 4, Factor: 1, Method: model.MethodO200k},
		Limit: model.Limit{Tokens: c.limit, Key: fmt.Sprintf("[model] max_context_tokens = %d", c.limit)}, WorstCaseUSD: c.usd + c.perChar*float64(size)}
}

func (c chain) Ask(ctx context.Context, r model.Request) (model.Answer, error) {
	stage := r.Schema.Name
	c.mu.Lock()
	n := c.count[stage]
	c.count[stage]++
	c.asked = append(c.asked, request{stage, c.name, r})
	play := c.stages[stage]
	c.mu.Unlock()
	time.Sleep(c.wait)
	if c.delays {
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond)
	}
	used := model.Usage{Calls: 1, CostUSD: c.cost, PromptTokens: 10, CompletionTokens: 5, CostStatus: model.CostReported}
	for attempt := 0; ; attempt++ { // one retry, as the client does
		got := answer{text: honest(stage, r)}
		if play != nil {
			got = play(r, n)
		}
		switch {
		case ctx.Err() != nil:
			return model.Answer{Usage: used}, &model.Error{Code: "model_timeout", Text: "the run ended before the model answered"}
		case got.err != nil:
			var refused *model.Error
			if errors.As(got.err, &refused) && refused.ToolsRefused {
				used = model.Usage{} // the client does not count it, because nobody bills it
			}
			return model.Answer{Usage: used}, got.err
		case len(got.calls) > 0 && r.Final:
			return model.Answer{Usage: used}, &model.Error{Code: "model_error", Text: "the model calls tools after its last round"}
		case len(got.calls) > 0:
			return model.Answer{Calls: got.calls, Model: c.name, Usage: used}, nil
		}
		err := r.Check(got.text)
		if err == nil {
			return model.Answer{Text: got.text, Model: c.name, Usage: used}, nil
		}
		if attempt == 1 {
			return model.Answer{Usage: used}, &model.Error{Code: "model_answer_invalid", Text: "the model's answer is not valid: " + err.Error()}
		}
	}
}

var listed = regexp.MustCompile(`(?m)^(\d+)\. "`)
var findingID = regexp.MustCompile(`(?m)^Finding ([A-Za-z0-9_.+-]+):`)

// honest is the answer of a model that read everything and found nothing.
func honest(stage string, r model.Request) string {
	switch stage {
	case "scan":
		return `{"places":[]}`
	case "areas":
		return `{"areas":[]}`
	case "area_report":
		return areaReport(r, "")
	case "lane":
		return `{"passages":[]}`
	case "synthesis":
		return synthesis(r, "")
	case "verification":
		return verdicts(r, "TRUE", "")
	case "suggest":
		return `{"fixes":[]}`
	}
	return "{}"
}

const sections = `"sections":{"correctness":"clean","security":"clean","performance":"clean","maintainability":"clean",` +
	`"test_coverage":"clean","removed_guards":"none","across_the_area":"clean"}`

// areaReport is a complete report with findings, each as JSON, without the brackets of the list.
func areaReport(r model.Request, findings string) string {
	var numbers []string
	for _, m := range listed.FindAllStringSubmatch(r.User, -1) {
		numbers = append(numbers, `"`+m[1]+`"`)
	}
	return `{"files_reviewed":[` + strings.Join(numbers, ",") + `],` + sections + `,"findings":[` + findings + `],"attention":[],"questions":[]}`
}

// remark is a finding as JSON.
func remark(file string, line int, severity, quote, title string) string {
	return fmt.Sprintf(`{"file":%q,"side":"new","start_line":%d,"end_line":%d,"quote":%q,"scenario":"x","title":%q,"body":"b","category":"correctness","severity":%q,"confidence":0.9}`,
		file, line, line, quote, title, severity)
}

// synthesis keeps every finding as it is, and adds some.
func synthesis(r model.Request, added string) string {
	var list []string
	for _, m := range findingID.FindAllStringSubmatch(r.User, -1) {
		list = append(list, `{"ids":["`+m[1]+`"]}`)
	}
	if added != "" {
		list = append(list, added)
	}
	return `{"findings":[` + strings.Join(list, ",") + `],"walkthrough":"a change","cross_area":"none","description":{"fits":true,"text":""},` +
		`"change_kind_objection":{"objects":false,"text":""},"attention":[],"questions":[]}`
}

// verdicts gives every asked finding the same verdict.
func verdicts(r model.Request, verdict, evidence string) string {
	var list []string
	for _, m := range findingID.FindAllStringSubmatch(r.User, -1) {
		list = append(list, fmt.Sprintf(`{"id":%q,"verdict":%q,"evidence":[%s],"reason":"because"}`, m[1], verdict, evidence))
	}
	return `{"verdicts":[` + strings.Join(list, ",") + `]}`
}

// tree is a repository in memory: base and head are texts by path.
type tree struct {
	base, head map[string]string
	history    map[string][]pr.PastCommit
	err        error
	mu         sync.Mutex
	reads      []string
}

func (t *tree) side(s pr.Side) map[string]string {
	if s == pr.AtBase {
		return t.base
	}
	return t.head
}

func (t *tree) Read(_ context.Context, s pr.Side, name string) (pr.Text, error) {
	t.mu.Lock()
	t.reads = append(t.reads, string(s)+" "+name)
	t.mu.Unlock()
	text, ok := t.side(s)[name]
	switch {
	case t.err != nil:
		return pr.Text{}, t.err
	case !ok:
		return pr.Text{State: pr.Absent}, nil
	}
	return pr.TextOf([]byte(text)), nil
}

func (t *tree) List(_ context.Context, s pr.Side, folder string) ([]pr.Entry, bool, error) {
	listing := pr.Listing{}
	modes := map[string]pr.Mode{}
	for name := range t.side(s) {
		rest, ok := strings.CutPrefix(name, folder+"/")
		if folder == "" {
			rest, ok = name, true
		}
		if first, _, below := strings.Cut(rest, "/"); ok && below {
			modes[first] = pr.ModeFolder
		} else if ok {
			modes[first] = pr.ModeFile
		}
	}
	var entries []pr.Entry
	for name, mode := range modes {
		entries = append(entries, pr.Entry{Name: name, Mode: mode})
	}
	listing.Set(folder, entries)
	return listing[folder], len(entries) > 0, t.err
}

func (t *tree) Files(_ context.Context, s pr.Side) ([]string, error) {
	return slices.Sorted(maps.Keys(t.side(s))), t.err
}

func (t *tree) Grep(ctx context.Context, s pr.Side, q pr.Query) (pr.Matches, error) {
	var m pr.Matches
	for _, name := range slices.Sorted(maps.Keys(t.side(s))) {
		if q.Files == nil || q.Files(name) {
			m.Of++
			m.Searched++
			if goOn, err := q.Search(ctx, &m, name, t.side(s)[name]); err != nil || !goOn {
				return m, err
			}
		}
	}
	return m, t.err
}

func (t *tree) History(_ context.Context, name string, most int) ([]pr.PastCommit, error) {
	list := t.history[name]
	return list[:min(len(list), most)], t.err
}

// change makes a labelled change from two repositories: every file of head that base does not have is added, with all its
// lines in one hunk; every other one that differs is replaced line by line.
func change(t testing.TB, repo *tree, cfg config.Config) pr.Change {
	t.Helper()
	c := pr.Change{Origin: pr.FromRange, Repo: "shop", Base: pr.Commit{Ref: "main", SHA: strings.Repeat("b", 40)},
		Head: pr.Commit{Ref: "topic", SHA: strings.Repeat("a", 40)}, MergeBase: strings.Repeat("b", 40), State: pr.Open}
	for _, name := range slices.Sorted(maps.Keys(repo.head)) {
		old, was := repo.base[name]
		now := repo.head[name]
		if was && old == now {
			continue
		}
		f := pr.File{Path: name, OldPath: name, Status: pr.Added, NewMode: pr.ModeFile, New: pr.Text{State: pr.Read, Body: now}, Old: pr.Text{State: pr.Absent}}
		h := pr.Hunk{NewStart: 1}
		if was {
			f.Status, f.OldMode, f.Old = pr.Modified, pr.ModeFile, pr.Text{State: pr.Read, Body: old}
			for i, line := range strings.Split(strings.TrimSuffix(old, "\n"), "\n") {
				h.OldStart = 1
				h.Lines = append(h.Lines, pr.Line{Op: pr.Remove, Old: i + 1, Text: line})
			}
		}
		for i, line := range strings.Split(strings.TrimSuffix(now, "\n"), "\n") {
			h.Lines = append(h.Lines, pr.Line{Op: pr.Add, New: i + 1, Text: line})
		}
		for _, l := range h.Lines {
			if l.Op == pr.Add {
				f.Added++
			} else {
				f.Deleted++
			}
		}
		h.OldLines, h.NewLines = f.Deleted, f.Added
		f.Hunks = []pr.Hunk{h}
		c.Files = append(c.Files, f)
	}
	return rules.Label(c, cfg)
}

// settings are the embedded defaults with the deep review, four workers, and more TOML.
func settings(t testing.TB, more string) config.Config {
	t.Helper()
	host := strings.Replace(config.Local().TOML, `id = ""`, `id = "reviewer"`, 1) + "\n[engine]\nreview = \"deep\"\n"
	if own, ok := strings.CutPrefix(more, "[deep]\n"); ok {
		host = strings.Replace(host, "[deep]\n", "[deep]\n"+own, 1)
	} else {
		host += more
	}
	cfg, err := config.Merge(config.Layer{Name: "test", TOML: host}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Budget.MaxUSDPerReview = 1
	return cfg
}

// bench is one review with its parts, to be changed by a test before it runs.
type bench struct {
	*script
	repo  *tree
	cfg   config.Config
	deps  deep.Deps
	in    review.Input
	lines []string
	title string // of the PR
	body  string
}

// shop has two areas: code and a migration.
func shop() *tree {
	return &tree{
		base: map[string]string{"cart/cart.go": "package cart\n\nfunc Total() int { return 1 }\n", "README.md": "# Shop\n"},
		head: map[string]string{
			"cart/cart.go":         "package cart\n\n// Total sums up.\nfunc Total(n int) int {\n\treturn 100 / n\n}\n",
			"db/migrations/V2.sql": "alter table orders add column note text;\n",
			"README.md":            "# Shop\n",
		},
	}
}

func newBench(t testing.TB, repo *tree, cfg config.Config) *bench {
	t.Helper()
	b := &bench{script: newScript(t), repo: repo, cfg: cfg}
	b.in = review.Input{Config: b.cfg, Nonce: "NONCE"}
	b.deps = deep.Deps{Tree: repo, Clock: func() time.Time { return time.Unix(0, 0) },
		Model: func(m config.Model) deep.Asker { return chain{b.script, m.ID} },
		Stage: func(name string, _ time.Duration, note string) { b.lines = append(b.lines, name+": "+note) }}
	return b
}

// run runs the review and gives the result with its reasons as "LEVEL code".
func (b *bench) run() (review.Result, []string, error) {
	b.t.Helper()
	b.in.Change = change(b.t, b.repo, b.in.Config)
	b.in.Change.Title, b.in.Change.Body = b.title, b.body
	got, err := deep.Run(b.t.Context(), b.deps, b.in)
	var codes []string
	for _, r := range got.Reasons {
		codes = append(codes, r.Level.String()+" "+r.Code)
	}
	slices.Sort(codes)
	return got, codes, err
}
