package secrets

import (
	"regexp"
	"strings"
)

// Mask writes "<masked …>" in the place of every secret of a text, and returns the numbers of the lines, from 1, that
// it changed. Lines stay lines: their number is the same. Of an assignment only the value is masked, never the name.
// With onlyFixed, only the formats count that nothing but a real key has. It takes time linear in the length of the text.
func Mask(path, text string, onlyFixed bool) (masked string, lines []int) {
	found := wanted(FindIn(path, text), onlyFixed)
	if len(found) == 0 {
		return text, nil
	}
	list := strings.SplitAfter(text, "\n")
	start, next := 0, 0 // of the line, and the next match
	inKey := false
	for i, line := range list {
		end := start + len(line)
		hit, private := false, false
		for ; next < len(found) && found[next].Start < end; next++ {
			hit = true
			private = private || strings.Contains(found[next].Name, "private key")
		}
		switch {
		case hit:
			list[i], inKey = maskLine(path, line, onlyFixed), private
		case inKey && keyLine.MatchString(line):
			list[i] = hidden("private key") + lineEnding(line)
		default:
			inKey = false
		}
		if list[i] != line {
			lines = append(lines, i+1)
		}
		start = end
	}
	return strings.Join(list, ""), lines
}

// keyLine is a further line of a key: base64 and what languages put around it.
var keyLine = regexp.MustCompile(`^\W*[A-Za-z0-9+/=]{16,}\W*$|-----END|^\W*(?:Proc-Type|DEK-Info):`)

// rounds is how often a line is searched again: at most one match per pattern is found at a time.
const rounds = 20

// maskLine masks one line. What is still found after all rounds, or reaches beyond the line, masks the whole line.
func maskLine(path, line string, onlyFixed bool) string {
	body := strings.TrimRight(line, "\r\n")
	for range rounds {
		found := wanted(FindIn(path, body), onlyFixed)
		if len(found) == 0 {
			if body+lineEnding(line) == line {
				break // the secret goes on in the next line
			}
			return body + lineEnding(line)
		}
		m := found[0]
		at := m.Start
		if m.Name == assignments.Name {
			at += len(upToValue.FindString(body[m.Start:m.End]))
		}
		body = body[:at] + hidden(m.Name) + body[m.End:]
	}
	return hidden("secret") + lineEnding(line)
}

// upToValue is the name of an assignment with its operator and the opening quote.
var upToValue = regexp.MustCompile("^[\\w.-]*[\"'`\\])]*[ \\t]*(?:[:=]+>?|,|\\()?[ \\t]*[\"'`]*")

// hidden stands for a secret. It is a placeholder, so it is no secret itself.
func hidden(kind string) string { return "<masked " + kind + ">" }

func lineEnding(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }

// wanted drops what does not count in files that hold fake secrets.
func wanted(found []Match, onlyFixed bool) []Match {
	if !onlyFixed {
		return found
	}
	var list []Match
	for _, m := range found {
		if m.Fixed {
			list = append(list, m)
		}
	}
	return list
}
