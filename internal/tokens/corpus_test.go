package tokens

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// source is the Go source of the project.
func source(t testing.TB) string {
	t.Helper()
	files, err := filepath.Glob("../*/*.go")
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	var b strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}

// diff turns a text into hunks with all kinds of lines.
func diff(text string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		if i%100 == 0 {
			fmt.Fprintf(&b, "diff --git a/src/f%d.go b/src/f%d.go\nindex %07x..%07x 100644\n@@ -%d,7 +%d,9 @@ func f%d() {\n", i, i, i*7919, i*104729, i, i+2, i)
		}
		b.WriteString([]string{" ", "+", "-", " "}[i%4] + line)
	}
	return b.String()
}

func TestTheOracleAgreesAboutCorpora(t *testing.T) {
	code := source(t)
	short := code[:100_000]
	random := rand.New(rand.NewPCG(3, 4))
	for name, text := range map[string]string{
		"Go source":      code,
		"CRLF":           strings.ReplaceAll(short, "\n", "\r\n"),
		"a diff":         diff(code[:300_000]),
		"capitals":       strings.ToUpper(short),
		"no spaces":      strings.NewReplacer(" ", "", "\t", "").Replace(short),
		"Chinese":        strings.Repeat("敏捷的棕色狐狸跳过了懒狗。仮名漢字まじり文、カタカナも。한국어 문장입니다.\n", 200),
		"other writings": strings.Repeat("Съешь ещё этих мягких булок. Ξεσκεπάζω την ψυχοφθόρα. صِف خَلقَ خَودِ כמו ऋषियों को สวัสดี ǅungla Ⅷ ½ ²\n", 200),
		"emoji":          strings.Repeat("👍🏽 👨\u200d👩\u200d👧\u200d👦 ❤\ufe0f 🇩🇪🇫🇷 #\ufe0f\u20e3 🏴\U000e0067\U000e0062\U000e007f\n", 200),
		"mixed":          strings.Repeat("if (größe > 3) { print(\"漢字 👍 = €5\") } // naïve\u00a0café's\u2028end\n", 200),
		"special tokens": strings.Repeat("<|endoftext|><|im_start|>system <|fim_prefix|>\n<|endofprompt|>", 200),
		"random Unicode": randomUnicode(random, 30_000),
		"invalid UTF-8":  randomBytes(random, 30_000),
		"base64":         randomOf(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/=", 4000),
		"hexadecimal":    randomOf(random, "0123456789abcdef", 20_000),
		"minified":       strings.Repeat("function(e,t){return e.a(t)||(n=r[0])&&!0}var a={b:\"c\",'d':1e3};", 200),
	} {
		t.Run(name, func(t *testing.T) { same(t, text) })
	}
}

func randomUnicode(random *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		r := rune(random.IntN(0x30000))
		switch random.IntN(3) {
		case 0:
			r = rune(random.IntN(0x3000))
		case 1:
			r = rune(random.IntN(0x80))
		}
		if r != '\u017F' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func randomBytes(random *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return strings.ReplaceAll(string(b), "\u017F", "s")
}

func randomOf(random *rand.Rand, alphabet string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(alphabet[random.IntN(len(alphabet))])
	}
	return b.String()
}

// nasty are parts that meet at the edges of the pattern's alternatives.
var nasty = strings.Split("a|B|z|É|ß|ǅ|ʰ|漢|ع|\u0301|\u0903|1|٣|½|Ⅷ| |  |\t|\n|\r|\r\n|\u00a0|\u2028|\u0085|\v|'|'s|'S|'ll|'RE|'t|/|.|-|_|(|{|"+
	"👍|\u200d|\u200b|\ufeff|\ufffd|\xff|<|>|\"|+|@@|🏽|\U000e0001|\U00020000|\U0001d400|the|Https|ing|==", "|")

func TestTheOracleAgreesAboutNastyStrings(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 30_000 {
		var b strings.Builder
		for range 1 + random.IntN(24) {
			b.WriteString(nasty[random.IntN(len(nasty))])
		}
		same(t, b.String())
	}
}

// classNames has one character of every class that the pattern tells apart.
var classNames = []string{"a", "A", "漢", "ǅ", "\u0301", "1", " ", "\t", "\n", "\r", "'", "s", "/", "=", "👍", "\u00a0"}

func TestTheOracleAgreesAboutEveryRowOfFourClasses(t *testing.T) {
	for _, a := range classNames {
		for _, b := range classNames {
			for _, c := range classNames {
				for _, d := range classNames {
					same(t, a+b+c+d)
				}
			}
		}
	}
}

func TestTheOracleAgreesAboutEveryPairOfASCII(t *testing.T) {
	for a := range rune(128) {
		for b := range rune(128) {
			same(t, string([]rune{a, b}))
			same(t, string([]rune{'x', a, b, b, 'Y'}))
		}
	}
}

func TestTheOracleAgreesAboutEveryCharacterInContext(t *testing.T) {
	for r := rune(0x80); r < 0x32000; r++ {
		if c := string(r); c != "\u017F" && c != "\uFFFD" && (r < 0x3000 || r%7 == 0) {
			same(t, "a"+c+"B"+c+"1"+c+c+"A "+c+"\n"+c)
		}
	}
}

func TestTheOracleAgreesAboutRunsOfOneKind(t *testing.T) {
	for _, part := range []string{"a", "A", " ", "\n", "\r\n", "\t", "=", "-", "0", "漢", "漢字仮名", "👍", "é", "ab", "aab", " \n", "\u0301", "<>"} {
		for _, n := range []int{1, 2, 3, maxShort - 1, maxShort, maxShort + 1, 127, 128, 129, 191, 192, 193, 700, 2500} {
			same(t, strings.Repeat(part, (n+len(part)-1)/len(part)))
			same(t, "x"+strings.Repeat(part, (n+len(part)-1)/len(part))+"y")
		}
	}
}

func FuzzCount(f *testing.F) {
	for _, part := range nasty {
		f.Add(part, 3)
		f.Add("x"+part+"y"+part, 50)
	}
	f.Fuzz(func(t *testing.T, text string, times int) {
		text = strings.ReplaceAll(text, "\u017F", "s")
		text = text[:min(len(text), 400)]
		text = strings.Repeat(text, 1+(times&0xff)%8)
		same(t, strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\u017F", "s"))
	})
}

// randomLetters is a million small letters without an order, one piece.
func randomLetters() string {
	return randomOf(rand.New(rand.NewPCG(7, 8)), "abcdefghijklmnopqrstuvwxyz", 1_000_000)
}
