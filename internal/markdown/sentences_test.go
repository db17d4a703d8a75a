package markdown

import (
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	tests := []struct {
		text string
		want int // sentences
	}{
		{"", 0},
		{"It works", 1},
		{"It works. It ships.", 2},
		{"It works! It ships.", 2},
		{"It works!! It ships.", 2},
		{"What?! It ships.", 1},
		{"It works.It ships.", 1},
		{"It works.\nIt ships.", 2},
		{"It works.\u00a0It ships.", 2},
		{"Es läuft. Über Nacht.", 2},
		{"Er kam. Älter als sonst.", 2},
		{"It works. 5 of them.", 1},
		{"It works. - It ships.", 1},
		// abbreviations
		{"Siehe Abs. Drei und Art. Vier, Kap. Fünf, Abb. Sechs.", 1},
		{"Das gilt u. a. Montags, d. h. Heute, o. Ä. Formen.", 1},
		{"Das gilt u.a. Montags, d.h. Heute, z.B. Morgen, i.d.R. Immer.", 1},
		{"Das gilt z.\u00a0B. Morgen und z.&nbsp;B. Heute.", 1},
		{"Dipl.-Ing. Muster und J.-P. Beispiel.", 1},
		{"The (e.g. Makefiles) and (vgl. Kapitel) and „bzw. Betreiber“.", 1},
		{"Smith et al. Show it, cf. Fig. Two and Sec. Four.", 1},
		{"On Jan. Fifth, Mr. Example and St. Gallen, Acme Inc. Berlin.", 1},
		{"U.S. Army and Ph.D. Thesis at 5 p.m. Monday.", 1},
		{"Die **bzw.** Regel, die *ca.* Werte.", 1},
		{"Nr. Sieben, No. Seven, Nrn. Acht.", 1},
		{"Um 44 v. Chr. Starb er, um 14 n. Chr. Augustus.", 1},
		{"In der Hauptstr. Nummer Zwei, am Bahnhofstr. Ende.", 1},
		{"Jährl. Kosten, monatl. Raten, wöchentl. Termine, zusätzl. Gebühren, gesetzl. Fristen, schriftl. Form, rechtl. Folgen.", 1},
		{"Persönl. Daten, hauptsächl. Namen, ausdrückl. Zusagen, mündl. Absprachen, natürl. Personen, erforderl. Angaben.", 1},
		{"Zzgl. MwSt. Und USt. Je Stk. Laut Pos. Auf Kto. Siehe Verz. Und Anl. Zwei, Rn. Drei, Az. Vier.", 1},
		{"Dr. med. Muster, Dr. rer. nat. Beispiel, M. Sc. Informatik, dtsch. Ausgabe.", 1},
		{"See Ver. Two, Ref. Two, Ed. Three, the ext. Port, Ft. Worth, aka. Joe, Ex. Four.", 1},
		{"It runs kubectl. Then stop.", 2},
		{"It has a TTL. Then stop.", 2},
		{"It is a girl. Then stop.", 2},
		{"Es ist egal. Dann endet es.", 2},
		{"It is optional. Then stop.", 2},
		{"It uses SQL, HTML and XML. Then stop.", 2},
		{"Say no. Then stop.", 2},
		{"This is the app. Then stop.", 2},
		{"It runs in CI. Then stop.", 2},
		{"It uses /etc. Then stop.", 2},
		{"Das ist gut. Nicht schlecht.", 2},
		// initials, numbers
		{"Kapitel IV. Folgt, Karl V. Kaiser.", 1},
		{"Am 1. und 2. Januar, §5. Danach.", 1},
		{"It was **5**. Then it stops.", 1},
		{"It was (PR#53). Then it stops.", 2},
		{"See [PR#53](x). Then it stops.", 1},
		{"It is 5%. Then it stops.", 2},
		{"It is the 1st. Then it stops.", 2},
		{"1\\. Januar ist der Tag.", 1},
		// code, links, URLs, tags, comments
		{"See `a.b`. `C` is next.", 1},
		{"Use ``a ` b. C``. Then stop.", 2},
		{"A ` alone. Then stop.", 2},
		{"See <https://example.org/a.B>. Then stop.", 2},
		{"See https://example.org/a. Then stop.", 2},
		{"See (https://example.org/a_(b)). Then stop.", 2},
		{"See https://example.org/Foo.Bar#X.Y and stop.", 1},
		{"See [a](b.md \"Title. More\") for it.", 1},
		{"See [it](b(c).md). Then stop.", 2},
		{"See [it. B][ref] and ![c. D](e.png).", 2},
		{"It works.[^1] It ships.", 2},
		{"It works.<br>It ships.", 2},
		{"It <a title=\"A. B\">works</a>. It ships.", 2},
		{"It works. <!-- It ships. It runs. -->", 1},
		{"It works <!-- not\nyet. Really -->. It ships.", 2},
		{"It works. <b>It</b> ships.", 2},
		{"It works. ~~It~~ __ships__.", 2},
		{"snake_case_name. Then stop.", 2},
		// quotes
		{"It says \"Stop.\" Then it stops.", 2},
		{"Es sagt »Halt.« Danach endet es.", 2},
		{"It stops. “Then” it goes.", 2},
		{"It stops (now). [Then](x) it goes.", 2},
		{"It waits ... Then it goes.", 1},
	}
	for _, tt := range tests {
		if got := Sentences(strings.Split(tt.text, "\n")).Sentences; got != tt.want {
			t.Errorf("%q: %d sentences, want %d (visible: %q)", tt.text, got, tt.want, visible(tt.text))
		}
	}
}

func TestLinkOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"[a](b)":                              true,
		"[a. B](b \"c\").":                    true,
		"[a][b], [c](d) · [e](f)":             true,
		"https://example.org/x":               true,
		"<https://example.org/x>":             true,
		"<me@example.org>":                    true,
		"**[a](b)**":                          true,
		"[![a](b.svg)](c)":                    true,
		"<a href=\"x\">text</a>":              true,
		"[a [b] c](d)":                        true,
		"– [a](b)":                            true,
		"[a](b) (planned)":                    false,
		"[a] (b)":                             false,
		"See [a](b)":                          false,
		"`code` [a](b)":                       false,
		"[a](b) und [c](d)":                   false,
		"":                                    false,
		"...":                                 false,
		"[a](b":                               false,
		strings.Repeat("[", 1000) + "](a)":    false,
		"www.example.org":                     true,
		"<img src=\"x\">":                     false,
		"[^1]: https://example.org/footnotes": true,
	} {
		if LinkOnly(text) != want {
			t.Errorf("%q: %v, want %v", text, !want, want)
		}
	}
}
