package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	stats "werkrevisor/internal/usage"
)

const usageUsage = `Usage:
  werkrevisor usage [--csv | --json] [--html FILE] [FILES…]

Reads usage.jsonl files of many runs, or stdin ("-", or no argument), counts every run once, and prints what they say:
verdicts and reasons, causes of ERROR, cost, the measured token_count_factor, durations.

Options:
  --csv          one row per run instead
  --json         the statistics as one JSON object instead
  --html FILE    write one self-contained page with charts, too

Exit codes: 0 done, 1 a file could not be read, or a line is broken (the others count), 2 wrong use.
`

// usageFlags are the options of usage.
type usageFlags struct {
	csv, json bool
	html      string
}

// usageReport is the command of operators.md: it reads what many runs left.
func (c *command) usageReport(args []string) int {
	var f usageFlags
	set := flag.NewFlagSet("usage", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.BoolVar(&f.csv, "csv", false, "")
	set.BoolVar(&f.json, "json", false, "")
	set.StringVar(&f.html, "html", "", "")
	files, err := parseMixed(set, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(c.stdout, usageUsage)
		return exitDone
	case err == nil && f.csv && f.json:
		err = errors.New("--csv and --json exclude each other")
	}
	if err != nil {
		c.log("werkrevisor usage: " + err.Error())
		fmt.Fprint(c.stderr, usageUsage)
		return exitUsage
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	collector := stats.New()
	done := true
	if f.csv {
		rows, err := stats.NewCSV(c.stdout)
		collector.Each = func(r stats.Record) error { return rows.Write(r) }
		done = c.collect(collector, files)
		if err = errors.Join(err, rows.Close()); err != nil {
			c.log("the rows could not be printed on stdout: " + cause(err).Error())
			return exitCheck
		}
	} else {
		done = c.collect(collector, files)
	}
	if !c.printUsage(collector.Statistics(), f) || !done {
		return exitCheck
	}
	return exitDone
}

// collect reads all files; false: something was not read, which the log names.
func (c *command) collect(collector *stats.Collector, files []string) bool {
	done := true
	for _, name := range files {
		if err := c.readUsage(collector, name); err != nil {
			c.log(fmt.Sprintf("%s: %s", name, cause(err)))
			done = false
		}
	}
	for _, fault := range collector.Faults() {
		c.log(fault)
		done = false
	}
	return done
}

func (c *command) readUsage(collector *stats.Collector, name string) error {
	if name == "-" {
		return collector.Read("stdin", c.stdin)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return errors.New("it is a folder; name its files, e.g. with a pattern of the shell")
	}
	return collector.Read(name, file)
}

// printUsage prints the statistics and writes the page; false: one of them failed, which the log names.
func (c *command) printUsage(s stats.Statistics, f usageFlags) bool {
	done := true
	text, err := []byte(s.Text()), error(nil)
	switch {
	case f.csv:
		text = nil // the rows are printed
	case f.json:
		text, err = s.JSON()
	}
	if err == nil {
		_, err = c.stdout.Write(text)
	}
	if err != nil {
		c.log("the statistics could not be printed on stdout: " + cause(err).Error())
		done = false
	}
	if f.html != "" {
		data, err := s.Page()
		if err == nil {
			err = os.WriteFile(f.html, []byte(c.secrets.String(string(data))), 0o644)
		}
		if err != nil {
			c.log(fmt.Sprintf("%s was not written: %s", f.html, cause(err)))
			done = false
		}
	}
	return done
}
