package markdown

import "strings"

// content classifies a line that is not blank and no part of code or a comment.
func (p *parser) content(i, matched, columns int, c *cursor, l *Line) {
	text := p.leaf == paragraphLeaf // the line may continue a paragraph
	all := matched == len(p.stack)  // not only as a lazy line, which lacks the marks of its containers
	for {
		_, rest := c.indent()
		if columns >= 4 {
			if text {
				break
			}
			p.cut(matched)
			p.open(i, l, IndentedCode, rest, codeLeaf)
			return
		}
		if p.startsLeaf(i, matched, text && all, columns, rest, c, l) {
			return
		}
		if len(p.stack) >= maxContainers && matched == len(p.stack) {
			break
		}
		if rest[0] == '>' {
			p.cut(matched)
			p.quote++
			p.stack = append(p.stack, container{quote: true, id: p.quote})
			c.take(columns)
			c.skip(1)
			c.take(1)
		} else if width, interrupts := marker(rest); width > 0 && (interrupts || !(text && all)) {
			p.cut(matched)
			if p.item(i, width, columns, c, l) {
				return
			}
		} else {
			break
		}
		text, all, matched = false, true, len(p.stack)
		if columns, rest = c.indent(); rest == "" {
			p.around(l) // an empty quote line
			return
		}
	}
	p.text(i, matched, text, c, l)
}

// cut leaves the containers that the line does not continue.
func (p *parser) cut(matched int) {
	p.stack = p.stack[:matched]
	p.leaf = noLeaf
}

// item starts a list item; it reports whether the line is finished.
func (p *parser) item(i, width, columns int, c *cursor, l *Line) bool {
	c.take(columns)
	c.skip(width)
	l.ItemStart, l.Indent, l.Box = true, c.col-width, NoBox
	spaces, rest := c.indent()
	box := container{indent: columns + width + spaces, empty: rest == ""}
	if spaces > 4 || rest == "" {
		box.indent = columns + width + 1
	}
	p.stack = append(p.stack, box)
	if rest == "" {
		p.block++
		p.set(l, Item, "")
		return true
	}
	c.take(box.indent - columns - width)
	if kind, n := checkbox(rest); n > 0 && spaces <= 4 {
		l.Box = kind
		p.open(i, l, Item, strings.Trim(rest[n:], " \t"), paragraphLeaf)
		return true
	}
	return false
}

// startsLeaf handles the blocks that have a mark of their own, but for quotes, list items and indented code.
// paragraph tells that the line before belongs to an open paragraph of the same containers.
func (p *parser) startsLeaf(i, matched int, paragraph bool, columns int, rest string, c *cursor, l *Line) bool {
	if level, title := atx(rest); level > 0 {
		p.cut(matched)
		p.open(i, l, Heading, rest, noLeaf)
		l.Level, l.Title = level, plain(title)
		p.indent(c, columns, l)
		return true
	}
	if char, length := fence(rest); length > 0 {
		p.cut(matched)
		p.open(i, l, Fence, rest, fenceLeaf)
		p.char, p.length = char, length
		if n := len(p.stack); n > 0 && !p.stack[n-1].quote {
			p.toItsEnd = p.ahead.fenceEnds(i, char, length, c.col+c.pad)
		}
		return true
	}
	if strings.HasPrefix(rest, "<!--") {
		p.cut(matched)
		p.comment(i, rest, l)
		return true
	}
	if tag := rawHTML(rest); tag != "" {
		p.cut(matched)
		p.open(i, l, RawHTML, rest, rawLeaf)
		if p.endTag = tag; containsFold(rest, tag) {
			p.leaf = noLeaf
		}
		return true
	}
	if level := setext(rest); level > 0 && paragraph {
		p.setextHeading(level, l)
		return true
	}
	if n := delimiterRow(rest); n > 0 && paragraph && n == cells(p.out[i-1].Text) {
		p.table(i, rest, l)
		return true
	}
	if thematic(rest) {
		p.cut(matched)
		p.open(i, l, ThematicBreak, rest, noLeaf)
		return true
	}
	return false
}

// indent records the columns in front of the content.
func (p *parser) indent(c *cursor, columns int, l *Line) {
	if !l.ItemStart {
		l.Indent = c.col + columns
	}
}

// comment starts a block with a comment, which may end on the same line.
func (p *parser) comment(i int, rest string, l *Line) {
	if _, after, ends := strings.Cut(rest[2:], "-->"); ends {
		p.open(i, l, Comment, "", noLeaf)
		p.afterComment(i, l, after)
		return
	}
	p.open(i, l, Comment, "", commentLeaf)
	// A browser hides everything up to the end of the comment, also behind the end of the item or quote.
	p.toItsEnd = p.ahead.comments > i
}

// setextHeading turns the open paragraph into a heading.
func (p *parser) setextHeading(level int, l *Line) {
	lines := p.out[p.first:]
	var title []string
	for n := range lines {
		lines[n].Kind = Heading
		title = append(title, lines[n].Text)
	}
	lines[0].Level, lines[0].Title = level, plain(strings.Join(title, " "))
	p.set(l, Heading, "")
	p.leaf = noLeaf
}

// table turns the last line of the open paragraph into the head of a table.
func (p *parser) table(i int, rest string, l *Line) {
	if p.first < i-1 {
		p.block++
	}
	head := &p.out[i-1]
	head.Kind, head.Block = Table, p.block
	p.set(l, Table, rest)
	p.leaf, p.first = tableLeaf, i-1
}

// text handles a line of a table or a paragraph.
func (p *parser) text(i, matched int, continues bool, c *cursor, l *Line) {
	columns, _ := c.indent()
	rest := c.rest()
	p.indent(c, columns, l)
	switch {
	case p.leaf == tableLeaf && matched == p.depth && !l.ItemStart && strings.Contains(rest, "|"):
		p.set(l, Table, rest)
	case continues && boxedRow(rest) && matched == len(p.stack):
		p.open(i, l, Table, rest, tableLeaf)
	case continues:
		p.set(l, Continuation, rest)
		if boxedRow(rest) {
			l.Kind = Table
		} else if onlyTags(rest) {
			l.Kind = Anchor
		}
	default:
		p.startText(i, matched, rest, l)
	}
}

// startText starts a new block without a mark.
func (p *parser) startText(i, matched int, rest string, l *Line) {
	p.cut(matched)
	switch {
	case boxedRow(rest):
		p.open(i, l, Table, rest, tableLeaf)
	case l.ItemStart:
		p.open(i, l, Item, rest, paragraphLeaf)
	case onlyTags(rest):
		p.open(i, l, Anchor, rest, noLeaf)
	case p.defines(i, rest):
		p.open(i, l, Definition, rest, noLeaf)
	default:
		p.open(i, l, Paragraph, rest, paragraphLeaf)
	}
}
