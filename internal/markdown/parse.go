package markdown

import "strings"

// maxContainers is how deep quotes and list items nest; deeper markers are text.
const maxContainers = 32

// container is a block quote or a list item that encloses the lines to come.
type container struct {
	quote  bool
	id     int  // of a quote
	indent int  // columns of a list item's content
	empty  bool // list item that has no content yet
}

// leaf is the kind of the block that the next line may continue.
type leaf int

const (
	noLeaf leaf = iota
	paragraphLeaf
	tableLeaf
	codeLeaf
	fenceLeaf
	commentLeaf
	rawLeaf
)

type parser struct {
	raw   []string // the lines of the text
	out   []Line
	stack []container
	leaf  leaf
	depth int // containers around the leaf
	first int // index of the first line of the leaf
	block int // the last block's number
	quote int // the last quote's number

	char     byte   // of the open fence
	length   int    // of the open fence
	endTag   string // of the open raw element
	toItsEnd bool   // the fence or comment does not end with the list item or quote around it

	awaited   awaited // what may go on with the definition of line definedAt
	definedAt int
	ahead     ahead
}

// Parse reads a document. Every line of it is in the result, in order.
func Parse(text string) []Line {
	raw, numbers := split(text)
	p := parser{raw: raw, out: make([]Line, 0, len(raw)), ahead: lookAhead(raw)}
	front := frontMatter(raw)
	for i, s := range raw {
		line := Line{Number: numbers[i], Raw: s}
		if i < front {
			line.Kind, line.Block = FrontMatter, 1
			p.block = 1
		} else {
			p.read(i, &line)
		}
		p.out = append(p.out, line)
	}
	return p.out
}

// split cuts a text into lines at \n, \r\n and \r, and counts as git does, by \n alone.
func split(text string) (lines []string, numbers []int) {
	text = strings.TrimPrefix(text, "\ufeff")
	number := 1
	for text != "" {
		end := strings.IndexAny(text, "\r\n")
		if end < 0 {
			return append(lines, text), append(numbers, number)
		}
		lines, numbers = append(lines, text[:end]), append(numbers, number)
		if strings.HasPrefix(text[end:], "\r\n") {
			end++
		}
		if text[end] == '\n' {
			number++
		}
		text = text[end+1:]
	}
	return lines, numbers
}

// read classifies one line.
func (p *parser) read(i int, l *Line) {
	c := cursor{s: l.Raw}
	if strings.TrimSpace(l.Raw) == "" {
		c.s = "" // other white space shows nothing either
	}
	matched := p.match(&c)
	if p.insideLeaf(i, matched, &c, l) {
		return
	}
	columns, rest := c.indent()
	if strings.TrimSpace(rest) == "" {
		p.blank(matched, l)
		return
	}
	p.content(i, matched, columns, &c, l)
}

// match counts the containers that the line continues, and uses their marks.
func (p *parser) match(c *cursor) int {
	for n, box := range p.stack {
		columns, rest := c.indent()
		switch {
		case box.quote:
			if columns > 3 || rest == "" || rest[0] != '>' {
				return n
			}
			c.take(columns)
			c.skip(1)
			c.take(1)
		case rest == "":
			if box.empty {
				return n
			}
		case columns >= box.indent:
			c.take(box.indent)
		default:
			return n
		}
	}
	return len(p.stack)
}

// insideLeaf handles a line inside of code, a comment or a raw element.
func (p *parser) insideLeaf(i, matched int, c *cursor, l *Line) bool {
	if p.leaf < codeLeaf {
		return false
	}
	if matched < p.depth && !p.toItsEnd {
		p.leaf = noLeaf
		return false
	}
	columns, rest := c.indent()
	switch p.leaf {
	case codeLeaf:
		if rest != "" && columns < 4 {
			p.leaf = noLeaf
			return false
		}
		p.set(l, IndentedCode, rest)
	case fenceLeaf:
		p.set(l, Fence, c.rest())
		if closes(rest, p.char, p.length) && (columns < 4 || p.toItsEnd) {
			p.leaf = noLeaf
		}
	case rawLeaf:
		p.set(l, RawHTML, rest)
		if containsFold(rest, p.endTag) {
			p.leaf = noLeaf
		}
	case commentLeaf:
		p.set(l, Comment, "")
		if _, after, ends := strings.Cut(l.Raw, "-->"); ends {
			p.leaf = noLeaf
			p.afterComment(i, l, after)
		}
	}
	return true
}

// afterComment makes a line with text behind a comment's end a paragraph of its own.
func (p *parser) afterComment(i int, l *Line, after string) {
	if text := strings.Trim(after, " \t"); text != "" && !onlyTags(text) && !strings.HasPrefix(text, "<!--") {
		p.open(i, l, Paragraph, text, noLeaf)
		l.Comment = Length(l.Raw[:len(l.Raw)-len(after)])
	}
}

func (p *parser) blank(matched int, l *Line) {
	if p.leaf == paragraphLeaf || p.leaf == tableLeaf {
		p.leaf = noLeaf
	}
	p.stack = p.stack[:matched]
	p.around(l)
}

// open starts a new block with this line; next is the leaf that the following lines may continue.
func (p *parser) open(i int, l *Line, kind Kind, text string, next leaf) {
	p.block++
	p.leaf, p.depth, p.first, p.toItsEnd = next, len(p.stack), i, false
	for n := range p.stack {
		p.stack[n].empty = false
	}
	p.set(l, kind, text)
}

// set gives a line its kind and its place in the current block.
func (p *parser) set(l *Line, kind Kind, text string) {
	l.Kind, l.Text, l.Block = kind, text, p.block
	p.around(l)
}

// around records the containers of a line.
func (p *parser) around(l *Line) {
	l.Items, l.Quotes, l.Quote = 0, 0, 0
	for _, box := range p.stack {
		if !box.quote {
			l.Items++
			continue
		}
		if l.Quotes++; l.Quotes == 1 {
			l.Quote = box.id
		}
	}
}
