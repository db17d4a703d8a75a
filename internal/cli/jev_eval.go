package cli

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"werkrevisor/internal/classify"
	"werkrevisor/internal/config"
	"werkrevisor/internal/pr"
)

const jevUsage = `Usage:
  werkrevisor jev-eval --units-only FILES…   list the units of PR documents and changelogs, without network
  werkrevisor jev-eval [options] FILES…      ask the classifier about every unit, and print its answers

Options:
  --config FILE        host configuration (default: WERKREVISOR_CONFIG_TOML, then WERKREVISOR_CONFIG)
  --repo-config FILE   repository configuration on top of it (default: .werkrevisor.toml of the current folder, if there is one)
  --no-repo-config     leave it out
  --labels FILE        CSV with the columns unit, question, expected: precision, recall and calibration per question;
                       a unit is named as it is printed (path:line) or by its id, expected is yes or no
  --precision P        with --labels: the precision that suggested thresholds must have (default 0.9)

Exit codes: 0 done, 1 the classifier or a file failed, 2 wrong use.
`

// evalFlags are the options of jev-eval.
type evalFlags struct {
	flags
	unitsOnly bool
	labels    string
	precision float64
}

// jevEval is the command of seed 000, "Build and test": it tries the questions on local files.
func (c *command) jevEval(args []string) int {
	var f evalFlags
	set := flag.NewFlagSet("jev-eval", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.unitsOnly, "units-only", false, "")
	set.StringVar(&f.config, "config", "", "")
	set.StringVar(&f.repoConfig, "repo-config", "", "")
	set.BoolVar(&f.noRepoConfig, "no-repo-config", false, "")
	set.StringVar(&f.labels, "labels", "", "")
	set.Float64Var(&f.precision, "precision", 0.9, "")
	files, err := parseMixed(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stdout, jevUsage)
		return exitDone
	case err != nil:
		c.log("werkrevisor jev-eval: " + err.Error())
		fmt.Fprint(c.stderr, jevUsage)
		return exitUsage
	case len(files) == 0 || f.noRepoConfig && f.repoConfig != "" || !(f.precision > 0 && f.precision <= 1):
		fmt.Fprint(c.stderr, jevUsage)
		return exitUsage
	}
	if err := c.evaluate(f, files); err != nil {
		return c.notValid(err)
	}
	return exitDone
}

func (c *command) evaluate(f evalFlags, files []string) error {
	cfg, err := c.evalConfig(f)
	if err != nil {
		return err
	}
	var units []classify.Unit
	for _, name := range files {
		text, err := readDocument(name)
		if err != nil {
			return err
		}
		units = append(units, classify.FileUnits(name, text, cfg)...)
	}
	if f.unitsOnly {
		for _, u := range units {
			fmt.Fprintln(c.stdout, strings.TrimSpace(pr.Visible(fmt.Sprintf("%s  %s %s %s", u.Name(), u.Kind, u.ID, u.Title))))
		}
		fmt.Fprintf(c.stdout, "%d units\n", len(units))
		return nil
	}
	if cfg.Classifier == nil {
		return errors.New("there is no [classifier]; set it in the host config")
	}
	if env := cfg.Classifier.APIKeyEnv; env != "" && c.env(env) == "" {
		return fmt.Errorf("%s is not set ([classifier] api_key_env)", env)
	}
	labels, err := readLabels(f.labels)
	if err != nil {
		return err
	}
	// max_units protects a gate run; here somebody at a keyboard asks for all of them.
	cfg.Classifier.MaxUnits = max(cfg.Classifier.MaxUnits, len(units))
	units = slices.DeleteFunc(units, func(u classify.Unit) bool { return len(u.Questions) == 0 })
	ctx, stop := interruptible()
	defer stop()
	result, err := classify.Ask(ctx, c.classifier(cfg), units, *cfg.Classifier)
	c.printRows(result)
	if err != nil {
		return err
	}
	if f.labels != "" {
		fmt.Fprint(c.stdout, "\n"+pr.Visible(classify.Evaluate(result.Rows, labels, f.precision)))
	}
	return nil
}

// printRows prints one line per unit and question, and the totals.
func (c *command) printRows(r classify.Result) {
	totals := map[string]int{}
	for _, row := range r.Rows {
		words := map[classify.Flag]string{classify.Passed: "GREEN", classify.Likely: "YELLOW", classify.Clear: "ORANGE",
			classify.VeryLikely: "RED", classify.Ignored: "IGNORED"}[row.Flag]
		totals[words]++
		confidence := "-"
		if row.HasConfidence {
			confidence = fmt.Sprintf("%.2f", row.Confidence)
		}
		fmt.Fprintln(c.stdout, pr.Visible(fmt.Sprintf("%s  %s %s  %s  %.2f  %s  %s", row.Unit.Name(), row.Unit.Kind, row.Unit.ID, row.Question.Name,
			row.Value.Value, confidence, words)))
	}
	for _, reason := range r.Reasons {
		if reason.Code == "classifier_context_incomplete" {
			fmt.Fprintln(c.stdout, pr.Visible(reason.Text))
		}
	}
	fmt.Fprintf(c.stdout, "GREEN %d, YELLOW %d, ORANGE %d, RED %d, IGNORED %d; units %d, calls %d, input tokens %d, cost %.6f USD\n",
		totals["GREEN"], totals["YELLOW"], totals["ORANGE"], totals["RED"], totals["IGNORED"], r.Units, r.Calls, r.InputTokens, r.CostUSD)
}

// evalConfig merges the layers as a review does; --units-only needs none.
func (c *command) evalConfig(f evalFlags) (config.Config, error) {
	if f.unitsOnly {
		return config.Merge(config.Local(), nil)
	}
	host, _, err := c.hostLayer(f.flags)
	if err != nil {
		return config.Config{}, err
	}
	name := f.repoConfig
	if name == "" && !f.noRepoConfig {
		if _, err := os.Stat(pr.RepoConfigPath); err == nil {
			name = pr.RepoConfigPath
		}
	}
	if name == "" {
		return config.Merge(host, nil)
	}
	text, err := readFile(name)
	if err != nil {
		return config.Config{}, err
	}
	return config.Merge(host, &config.Layer{Name: name, TOML: text})
}

// readDocument reads a document with the size limit of a file of a change.
func readDocument(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("%s cannot be opened: %w", name, errors.Unwrap(err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, pr.MaxFile+1))
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %w", name, errors.Unwrap(err))
	}
	if text := pr.TextOf(data); text.State == pr.Read {
		return text.Body, nil
	}
	return "", fmt.Errorf("%s is no UTF-8 text of a readable size", name)
}

// readLabels reads the CSV of --labels; a first line with the names of the columns is skipped.
func readLabels(name string) ([]classify.Label, error) {
	if name == "" {
		return nil, nil
	}
	text, err := readDocument(name)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = 3
	r.TrimLeadingSpace = true
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s is no CSV with the columns unit, question, expected", name)
	}
	var labels []classify.Label
	for i, row := range rows {
		expected := strings.ToLower(strings.TrimSpace(row[2]))
		problem, err := strconv.ParseBool(map[string]string{"yes": "true", "no": "false"}[expected])
		if err != nil {
			problem, err = strconv.ParseBool(expected)
		}
		switch {
		case err != nil && i == 0:
			continue // the names of the columns
		case err != nil:
			return nil, fmt.Errorf("%s: record %d: expected is yes or no", name, i+1)
		}
		labels = append(labels, classify.Label{Unit: strings.TrimSpace(row[0]), Question: strings.TrimSpace(row[1]), Problem: problem})
	}
	return labels, nil
}
