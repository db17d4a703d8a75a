package secrets

import (
	"regexp"
	"sync"
)

// Expression is a regular expression that is compiled when it is first used. The table has many large ones, and a text
// without their keywords needs none of them: compiling all would take longer than the rest of the program's start.
type Expression struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

// exact anchors an expression at the keyword, and at the end of a word.
func exact(expr string) *Expression { return &Expression{text: `^(?:` + expr + `)\b`} }

// open anchors an expression at the keyword only.
func open(expr string) *Expression { return &Expression{text: `^(?:` + expr + `)`} }

// compiled is the expression; a test compiles every one of the table.
func (e *Expression) compiled() *regexp.Regexp {
	e.once.Do(func() { e.re = regexp.MustCompile(e.text) })
	return e.re
}

// find is FindStringSubmatchIndex.
func (e *Expression) find(text string) []int { return e.compiled().FindStringSubmatchIndex(text) }
