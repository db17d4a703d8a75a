package evidence

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// names are those of the sections, in their order.
func names() (list []string) {
	for _, s := range new(Record).sections() {
		list = append(list, s.name)
	}
	return list
}

// TestEveryChangedByteIsFound changes one byte of a record after the other, in several ways each.
func TestEveryChangedByteIsFound(t *testing.T) {
	for name, change := range map[string][]string{"without source": nil, "with source": withSource} {
		data := render(t, input(t, host(t, change...)))
		step := max(1, len(data)/4000)
		for i := 0; i < len(data); i += step {
			for _, other := range []byte{data[i] ^ 1, data[i] ^ 0x80, ' ', '0', '"'} {
				if other == data[i] {
					continue
				}
				changed := bytes.Clone(data)
				changed[i] = other
				if _, err := Open(changed); err == nil {
					t.Fatalf("%s: byte %d of %d may be %q instead of %q", name, i, len(data), other, data[i])
				}
			}
		}
	}
}

// TestAChangeIsFoundWhereItIs changes something in every section.
func TestAChangeIsFoundWhereItIs(t *testing.T) {
	data := render(t, input(t, host(t)))
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(data), opening), closing), between)
	for i, name := range names() {
		for _, change := range []func(string) string{
			func(s string) string { return s[:len(`{"body":`)] + " " + s[len(`{"body":`):] },
			func(s string) string { return strings.Replace(s, `"name":"`+name, `"name":"x`+name, 1) },
			func(s string) string { // one digit of the hash
				at := strings.LastIndex(s, `"hash":"`) + len(`"hash":"`)
				digit := "0"
				if s[at] == '0' {
					digit = "1"
				}
				return s[:at] + digit + s[at+1:]
			},
		} {
			changed := slices.Clone(lines)
			changed[i] = change(changed[i])
			_, err := Open([]byte(opening + strings.Join(changed, between) + closing))
			if err == nil || !strings.HasPrefix(err.Error(), "section "+name+": ") {
				t.Errorf("section %s: %v", name, err)
			}
		}
	}
}

func TestARecordOfOtherSectionsIsRefused(t *testing.T) {
	data := render(t, input(t, host(t)))
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(data), opening), closing), between)
	join := func(list ...string) string { return opening + strings.Join(list, between) + closing }
	swapped := slices.Clone(lines)
	swapped[2], swapped[4] = swapped[4], swapped[2]
	for name, tc := range map[string]struct{ data, want string }{
		"the last section is gone":  {join(lines[:len(lines)-1]...), "section decision is missing"},
		"a section is gone":         {join(slices.Delete(slices.Clone(lines), 4, 5)...), "section rules: it is not where it belongs"},
		"two are swapped":           {join(swapped...), "section change: it is not where it belongs"},
		"one is there twice":        {join(append(slices.Clone(lines), lines[8])...), "there is something behind section decision"},
		"a byte stands behind it":   {string(data) + "\n", "the end of the record"},
		"a byte stands before it":   {" " + string(data), "this is no evidence record"},
		"another record's sections": {strings.Replace(string(data), lines[3], `{"body":null`+tail(link(lines[0], "source", []byte("null")), "source"), 1), "section source: its bytes do not fit its hash"},
		"nothing":                   {"", "this is no evidence record"},
		"only the frame":            {opening + closing, "section run: it is not where it belongs"},
		"a usage line":              {`{"verdict":"GREEN"}`, "this is no evidence record"},
		"too large":                 {strings.Repeat("x", MaxSize+1), "larger than 64 MiB"},
	} {
		if _, err := Open([]byte(tc.data)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// forge writes a record whose hashes fit, with other bodies.
func forge(t testing.TB, data []byte, change func(name, body string) string) []byte {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(data), opening), closing), between)
	before := opening + closing
	for i, name := range names() {
		body, _, err := parts([]byte(lines[i]), name)
		if err != nil {
			t.Fatal(err)
		}
		changed := change(name, string(body))
		before = link(before, name, []byte(changed))
		lines[i] = `{"body":` + changed + tail(before, name)
	}
	return []byte(opening + strings.Join(lines, between) + closing)
}

// TestHashesThatFitSaveNoOtherForm: whoever computes the hashes anew still has to write the one form, so that no reader
// sees something else in a record than another one.
func TestHashesThatFitSaveNoOtherForm(t *testing.T) {
	data := render(t, input(t, host(t)))
	if d := cmp.Diff(string(data), string(forge(t, data, func(_, body string) string { return body }))); d != "" {
		t.Fatal(d)
	}
	for name, replace := range map[string][2]string{
		"an unknown field":        {`"exit":`, `"evil":1,"exit":`},
		"a key twice":             {`"exit":`, `"exit":0,"exit":`},
		"a key in another case":   {`"exit":`, `"EXIT":`},
		"white space":             {`"exit":`, ` "exit":`},
		"another order":           {`"verdict":"ORANGE","would_exit":0`, `"would_exit":0,"verdict":"ORANGE"`},
		"an escape":               {`"verdict":"ORANGE"`, `"verdict":"\u004fRANGE"`},
		"another number":          {`"would_exit":0`, `"would_exit":0e0`},
		"a wrong type":            {`"would_exit":0`, `"would_exit":"0"`},
		"an empty list":           {`"exit":0,`, `"exit":0,"notes":[],`},
		"a second value":          {`"would_exit":0}`, `"would_exit":0}{}`},
		"an end that is missing":  {`"would_exit":0}`, `"would_exit":0`},
		"a list instead of it":    {`"would_exit":0}`, `"would_exit":0}]`},
		"a line end inside of it": {`"exit":`, "\n\"exit\":"},
	} {
		forged := forge(t, data, func(section, body string) string {
			if section != "decision" {
				return body
			}
			changed := strings.Replace(body, replace[0], replace[1], 1)
			if changed == body {
				t.Fatalf("%s changes nothing in %s", name, body)
			}
			return changed
		})
		if _, err := Open(forged); err == nil || !strings.Contains(err.Error(), "section decision: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAForgedDecisionDiffers: hashes can be computed anew by anybody, but the decision must still follow.
func TestAForgedDecisionDiffers(t *testing.T) {
	data := render(t, input(t, host(t)))
	for name, tc := range map[string]struct{ section, old, new, want string }{
		"a better verdict":         {"decision", `"verdict":"ORANGE"`, `"verdict":"GREEN"`, `verdict: recorded "GREEN", decided again "ORANGE"`},
		"another exit code":        {"decision", `"exit":0`, `"exit":15`, `exit code: recorded "15"`},
		"another status":           {"decision", `"state":"warning"`, `"state":"success"`, `status: recorded "success`},
		"a text that nobody gave":  {"decision", `critical paths changed`, `nothing changed`, "reason 1: recorded"},
		"a reason that is gone":    {"basis", `"code":"critical_path"`, `"code":"risky_path"`, "reason"},
		"no lock":                  {"basis", `"approvals":1`, `"approvals":0`, "exit code"},
		"a rule that found more":   {"rules", `"code":"critical_path"`, `"code":"db_schema"`, "the rule hard_paths gave ORANGE db_schema, which the decision did not get"},
		"an unknown level":         {"basis", `"level":"ORANGE"`, `"level":"GREENISH"`, "verdict"},
		"a code nobody knows":      {"basis", `"code":"critical_path"`, `"code":"very_good"`, "verdict"},
		"a source that may not it": {"basis", `"source":"rule"`, `"source":"model"`, "verdict"},
	} {
		forged := forge(t, data, func(section, body string) string {
			if section != tc.section {
				return body
			}
			changed := strings.Replace(body, tc.old, tc.new, 1)
			if changed == body {
				t.Fatalf("%s changes nothing in %s", name, body)
			}
			return changed
		})
		list := open(t, forged).Replay()
		if !strings.Contains(strings.Join(list, "\n"), tc.want) {
			t.Errorf("%s: %q", name, list)
		}
		if text, same := open(t, forged).Report(); same || !strings.Contains(text, "DIFFERS") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}
