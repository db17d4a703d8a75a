package evidence

import (
	"bytes"
	"testing"

	"werkrevisor/internal/config"
)

// quick leaves out the section whose regexes take the most time.
var quick = []string{"[mechanical]\nenabled = true", "[mechanical]\nenabled = false"}

// FuzzOpen: whatever the bytes are, reading, replaying and explaining end, and what is read is written again as it was.
func FuzzOpen(f *testing.F) {
	cfg := host(f, quick...)
	for _, change := range [][]string{nil, withSource} {
		f.Add(render(f, input(f, host(f, append(change, quick...)...))))
	}
	f.Add([]byte(opening + closing))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Open(data)
		if err != nil {
			return
		}
		again, err := seal(r, func(s string) string { return s })
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("%v: another record was read than the one that was given", err)
		}
		use(t, r, cfg)
	})
}

// FuzzSection puts any bytes into a section, with hashes that fit.
func FuzzSection(f *testing.F) {
	cfg := host(f, quick...)
	data := render(f, input(f, host(f, append(withSource, quick...)...)))
	forge(f, data, func(name, body string) string {
		f.Add(name, []byte(body))
		return body
	})
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		if bytes.Contains(body, []byte(between)) {
			return // it would be several sections
		}
		forged := forge(t, data, func(section, old string) string {
			if section == name {
				return string(body)
			}
			return old
		})
		if r, err := Open(forged); err == nil {
			use(t, r, cfg)
		}
	})
}

// use does with a record whatever a command does.
func use(t *testing.T, r Record, cfg config.Config) {
	t.Helper()
	if text := r.Explain(); text == "" || bytes.ContainsAny([]byte(text), "\x1b\r\x07") {
		t.Errorf("%q", text)
	}
	r.Report()
	if _, err := r.Compare(cfg); err != nil && err.Error() == "" {
		t.Error("an error says nothing")
	}
}
