package config

import "testing"

func TestBuiltInImportRegexesMatchWholeLines(t *testing.T) {
	rules := mustMerge(t, Layer{TOML: hostFixture(t)}, nil).Mechanical.Imports
	tests := []struct {
		ext, line string
		want      bool
	}{
		{"java", "import a.b.C;", true},
		{"java", "import a.b.*;", true},
		{"java", "import static a.b.C.d;", true},
		{"java", "package a.b;", true},
		{"java", "import a.b.C; class X {}", false},
		{"java", "// import a.b.C;", false},
		{"kt", "import a.b.C", true},
		{"kts", "import a.b.C as D", true},
		{"ts", "import { a, b as c } from './x'", true},
		{"ts", "import {a} from \"x\";", true},
		{"tsx", "import React, { useState } from 'react';", true},
		{"js", "import * as x from 'y'", true},
		{"jsx", "import x from 'y';", true},
		{"ts", "import type { A } from 'y';", true},
		{"ts", "import {\n  a,\n  b,\n} from 'y';", true},
		{"mjs", "import './x'", false},
		{"js", "import x from 'y'; run()", false},
		{"js", "const x = require('y')", false},
		{"go", `import "fmt"`, true},
		{"go", `import f "fmt"`, true},
		{"go", "import (\n\t\"fmt\"\n\n\tx \"os\"\n)", true},
		{"go", `import _ "embed"`, false},
		{"go", `import . "fmt"`, false},
		{"go", "import (\n\t_ \"embed\"\n)", false},
		{"rs", "use a::b;", true},
		{"rs", "pub use a::{b, c};", true},
		{"rs", "mod x;", false},
	}
	for _, tt := range tests {
		got := false
		for _, re := range rules[tt.ext].Regexes {
			got = got || re.MatchString(tt.line)
		}
		if got != tt.want {
			t.Errorf("%s %q: got %v", tt.ext, tt.line, got)
		}
		if !rules[tt.ext].BuiltIn {
			t.Errorf("%s is built in", tt.ext)
		}
	}
	if _, ok := rules["py"]; ok {
		t.Error("Python has no import rule")
	}
}

func TestCustomImportRegexesMustMatchTheWholeLine(t *testing.T) {
	c := mustMerge(t, Layer{TOML: hostFixture(t)}, repoLayer("[mechanical.imports]\nscala = ['import a|use', '(?m)^x$']\ngo = ['import b']"))
	scala := c.Mechanical.Imports["scala"]
	for line, want := range map[string]bool{"import a": true, "use": true, "import a; run()": false, "abuse": false, "x": true, "x\ny": false} {
		got := false
		for _, re := range scala.Regexes {
			got = got || re.MatchString(line)
		}
		if got != want {
			t.Errorf("%q: got %v", line, got)
		}
	}
	if scala.BuiltIn || c.Mechanical.Imports["go"].BuiltIn {
		t.Error("custom regexes are not built in")
	}
}
