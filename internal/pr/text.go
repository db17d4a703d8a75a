package pr

import (
	"bytes"
	"unicode/utf8"
)

// Unread is a text before it is read: the mode of its side tells whether there is one.
func Unread(mode Mode) Text {
	switch {
	case mode == 0:
		return Text{State: Absent}
	case !mode.Regular():
		return Text{State: NotFile}
	}
	return Text{State: BeyondLimit}
}

// TextOf is the text that the bytes of a file are. What it is decides its content, never its name (product.md 6).
func TextOf(data []byte) Text {
	switch {
	case len(data) > MaxFile:
		return Text{State: TooLarge}
	case bytes.IndexByte(data, 0) >= 0:
		return Text{State: NotText}
	case !utf8.Valid(data):
		return Text{State: NotUTF8}
	}
	return Text{State: Read, Body: string(data)}
}
