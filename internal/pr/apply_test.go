package pr

import (
	"errors"
	"testing"
)

const xHead = "diff --git a/x b/x\nindex 1111111..2222222 100644\n--- a/x\n+++ b/x\n"

func TestApplyReproducesTheNewText(t *testing.T) {
	tests := map[string]struct{ diff, old, want string }{
		"a line in the middle": {xHead + "@@ -2,3 +2,4 @@\n b\n-c\n+C\n+D\n d\n", "a\nb\nc\nd\ne\n", "a\nb\nC\nD\nd\ne\n"},
		"two hunks":            {xHead + "@@ -1 +1 @@\n-a\n+A\n@@ -5 +5 @@\n-e\n+E\n", "a\nb\nc\nd\ne\nf", "A\nb\nc\nd\nE\nf"},
		"the end loses its newline": {
			xHead + "@@ -1,2 +1,2 @@\n a\n-b\n+b\n" + noEOL + "\n", "a\nb\n", "a\nb"},
		"the end gets a newline": {
			xHead + "@@ -1,2 +1,2 @@\n a\n-b\n" + noEOL + "\n+b\n", "a\nb", "a\nb\n"},
		"a context line without newline": {
			xHead + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n" + noEOL + "\n", "a\nb", "A\nb"},
		"lone carriage returns": {xHead + "@@ -1 +1 @@\n-a\rb\r\n+a\rB\r\n", "a\rb\r\n", "a\rB\r\n"},
		"lines behind an empty side": {
			xHead + "@@ -2,0 +3,2 @@\n+c\n+d\n", "a\nb\ne\n", "a\nb\nc\nd\ne\n"},
		"a new file": {addedX("100644"), "", "y\n"},
		"a deletion": {deletedX, "x\n", ""},
		"another type": {
			deletedX + addedX("120000"), "x\n", "y\n"},
		"an emptied file": {xHead + "@@ -1,2 +0,0 @@\n-a\n-b\n", "a\nb\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := parse(t, test.diff)[0]
			if f.Old.State == NotRead {
				f.Old = Text{State: Read, Body: test.old}
			}
			got, err := Apply(f)
			if err != nil || got != test.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

func TestApplyRefusesAnotherOldText(t *testing.T) {
	tests := map[string]struct{ diff, old string }{
		"another context line":     {xHead + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "A\nb\n"},
		"another removed line":     {xHead + "@@ -1 +1 @@\n-a\n+c\n", "ab\n"},
		"a shifted text":           {xHead + "@@ -1 +1 @@\n-a\n+c\n", "b\na\n"},
		"too few lines":            {xHead + "@@ -5 +5 @@\n-a\n+c\n", "b\na\n"},
		"a missing newline":        {xHead + "@@ -1 +1 @@\n-a\n+c\n", "a"},
		"a newline too much":       {xHead + "@@ -1 +1 @@\n-a\n" + noEOL + "\n+c\n", "a\n"},
		"text behind the end":      {xHead + "@@ -1 +1 @@\n-a\n+c\n" + noEOL + "\n", "a\nb\n"},
		"a rest of a deleted file": {deletedX, "x\ny\n"},
		"a rest of another type":   {deletedX + addedX("120000"), "x\ny\n"},
		"a binary file":            {"diff --git a/x b/x\nindex 1111111..2222222 100644\nBinary files a/x and b/x differ\n", "a"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := parse(t, test.diff)[0]
			f.Old = Text{State: Read, Body: test.old}
			if got, err := Apply(f); !errors.Is(err, ErrIncomplete) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	f := parse(t, xHead+"@@ -1 +1 @@\n-a\n+c\n")[0]
	if _, err := Apply(f); !errors.Is(err, ErrIncomplete) {
		t.Errorf("a text that was not read: %v", err)
	}
}
