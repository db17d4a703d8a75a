// Package usage reads the usage lines of many runs and says what they have in common: verdicts, causes, cost, and how far
// the token count is off.
//
// It is pure: it reads from readers that it is given. It keeps no line, so the input may be larger than the memory.
// The lines are untrusted: they come from the folders of builds. Nothing of a broken line is ever quoted.
package usage

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
)

// The limits of the input.
const (
	MaxLine  = 10 << 20  // bytes of one line
	MaxLines = 1_000_000 // of all files together
)

// maxNamed is how many broken lines are named; the others are counted.
const maxNamed = 20

// Collector reads usage lines. Use New.
type Collector struct {
	// Each gets every record that counts, in the order of the lines; nil: nobody wants them. Its first error ends the reading.
	Each func(Record) error

	files, lines, broken, duplicates int
	named                            []string
	seen                             map[[16]byte]struct{}
	figures                          figures
}

// New makes an empty collector.
func New() *Collector { return &Collector{seen: map[[16]byte]struct{}{}, figures: newFigures()} }

// errTooMany ends the reading of all files.
var errTooMany = fmt.Errorf("there are more than %d lines; the rest was not read", MaxLines)

// Read adds the lines of one file. The name stands in front of what is wrong with a line. An error says that the file was
// not read to its end; what came before it counts.
func (c *Collector) Read(name string, r io.Reader) error {
	c.files++
	in := bufio.NewReaderSize(r, 64<<10)
	for number := 1; ; number++ {
		line, tooLong, err := readLine(in)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		ended := err != nil
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if tooLong || len(bytes.TrimSpace(line)) > 0 {
			if c.lines == MaxLines {
				return errTooMany
			}
			c.lines++
			if err := c.add(name, number, line, tooLong); err != nil {
				return err
			}
		}
		if ended {
			return nil
		}
	}
}

// readLine reads a line without keeping more than MaxLine of it. The line is good until the next read.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		switch {
		case tooLong:
		case len(line)+len(part) > MaxLine:
			line, tooLong = nil, true
		case line == nil && !errors.Is(err, bufio.ErrBufferFull):
			return part, false, err
		default:
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

func (c *Collector) add(name string, number int, line []byte, tooLong bool) error {
	if tooLong {
		c.fault(name, number, fmt.Sprintf("longer than %d MB", MaxLine>>20))
		return nil
	}
	r, err := Parse(line)
	if err != nil {
		c.fault(name, number, err.Error())
		return nil
	}
	key := r.key()
	if _, known := c.seen[key]; known {
		c.duplicates++
		return nil
	}
	c.seen[key] = struct{}{}
	c.figures.add(r)
	if c.Each == nil {
		return nil
	}
	return c.Each(r)
}

func (c *Collector) fault(name string, number int, why string) {
	c.broken++
	if len(c.named) < maxNamed {
		c.named = append(c.named, fmt.Sprintf("%s:%d: %s", name, number, why))
	}
}

// Faults names broken lines by file and line, and counts the rest in a last entry.
func (c *Collector) Faults() []string {
	list := c.named
	if left := c.broken - len(list); left > 0 {
		list = append(list[:len(list):len(list)], fmt.Sprintf("and %d more broken lines", left))
	}
	return list
}

// key tells runs apart. Time and head are not enough: two runs of one head can start in the same second, and differ then in
// what they did and how long it took. A line that was formatted anew by another program keeps its key.
func (r Record) key() [16]byte {
	text := fmt.Sprintf("%d|%q|%v|%q|%q|%q|%v|%v|%v", r.time.UnixNano(), r.Repository, r.PR, r.HeadSHA, r.Version, r.Verdict,
		r.Reused, r.Duration, r.CostUSD)
	sum := sha256.Sum256([]byte(text))
	return [16]byte(sum[:16])
}
