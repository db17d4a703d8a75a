// Package markdown reads Markdown line by line, as far as the rules and the classifier need it.
//
// Every user gets the same answer to "what is this line": front matter, code, comment, heading, table,
// list item or text (product.md 7, "Markdown"). The block structure is that of CommonMark with GitHub's tables
// and task lists; where it differs, the code says so. Parsing is linear in the size of the text, also for
// hostile input. The package does no I/O.
package markdown

// Kind is what a line is.
type Kind int

// The kinds of lines.
const (
	Blank         Kind = iota
	FrontMatter        // metadata at the start of a document, with its delimiters
	Fence              // fenced code, with its fences
	IndentedCode       // code by four columns of indentation
	RawHTML            // <pre>, <script>, <style> or <textarea>, which hold no Markdown
	Comment            // nothing but an HTML comment, or a part of one
	Heading            // ATX heading, text of a setext heading, or its underline
	Table              // row of a table, or its delimiter row
	ThematicBreak      // --- and the like
	Definition         // definition of a reference link, which is not shown
	Anchor             // nothing but HTML tags that show nothing, e.g. <a id="x"></a>
	Item               // first line of a list item
	Paragraph          // first line of a paragraph
	Continuation       // further line of a paragraph or of a list item's first paragraph
)

// Box is the checkbox of a list item.
type Box int

// The checkboxes: only [x] or [X] in front of a space or the end of the line is done (GitHub's task lists).
const (
	NoBox Box = iota
	OpenBox
	DoneBox
)

// Line is one line of a document.
type Line struct {
	// Number counts the lines as git does, from 1. A carriage return inside a line starts a new Line
	// with the same number.
	Number int
	Kind   Kind
	Raw    string // the line without its end and without a byte order mark
	// Text is the content without quote marks, list marker, checkbox, indentation and the comment that a line starts with.
	Text string
	// Comment is the number of characters up to the end of the comment that stands in front of Text; Kind is Paragraph then.
	Comment int
	// Block is the same for all lines of one paragraph, table, code block or comment, and not 0.
	Block int
	// Items is the number of list items around the line, and Indent the columns in front of the line's content.
	Items, Indent int
	// Quotes is the number of block quotes around the line, and Quote identifies the outermost one (0: none).
	Quotes, Quote int
	ItemStart     bool // a list item starts here, whatever the Kind
	Box           Box  // of the item that starts here
	// Level is 1 to 6 on the first line of a heading, else 0; Title is its text without markup and closing hashes.
	Level int
	Title string
}

// Section reports whether a heading of the document itself starts here, and not one inside of a quote,
// or behind the marker of a list item. An indented heading below an item counts: its author means a new section.
func (l Line) Section() bool { return l.Level > 0 && l.Quotes == 0 && !l.ItemStart }

// Prose reports whether the line has text that counts as written sentences.
func (l Line) Prose() bool {
	return l.Kind == Paragraph || l.Kind == Item || l.Kind == Continuation
}
