package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the import table of docs/architecture.md: package → own packages that it may import.
// A package may import the results of earlier phases, never those of later ones.
var mayImport = map[string]string{
	"internal/abort":      "",
	"internal/pr":         "",
	"internal/finding":    "",
	"internal/httpx":      "",
	"internal/redact":     "",
	"internal/markdown":   "",
	"internal/secrets":    "",
	"internal/config":     "",
	"internal/fake":       "",
	"internal/proof":      "",
	"internal/protection": "",
	"internal/tokens":     "",
	"internal/verdict":    "pr config",
	"internal/rules":      "pr config verdict markdown secrets",
	"internal/state":      "pr verdict finding",
	"internal/model":      "config httpx",
	"internal/changelog":  "",
	"internal/jev":        "config httpx model",
	"internal/classify":   "pr config verdict finding rules markdown secrets changelog jev",
	"internal/review":     "pr config verdict finding rules model secrets",
	"internal/linter":     "pr config",
	"internal/consumers":  "",
	"internal/deep":       "pr config verdict finding rules model review secrets linter consumers",
	"internal/page":       "pr",
	"internal/usage":      "pr page",
	"internal/report":     "pr config verdict finding rules model review classify page secrets",
	"internal/evidence":   "pr config verdict finding rules model review classify report",
	"internal/gitea":      "pr httpx protection",
	"internal/gitrepo":    "pr",
	"internal/run":        "pr config verdict finding rules model review report redact state classify jev deep linter consumers",
	"internal/doctor":     "pr config rules protection",
	"internal/simulate":   "pr config verdict rules",
	"internal/cli":        "abort evidence deep linter consumers simulate pr config verdict doctor protection gitea gitrepo httpx model redact report run state tokens classify jev usage",
	"cmd/werkrevisor":     "cli",
	"tools/demo":          "fake",
	"tools/measure":       "fake",
	"tools/pages":         "",
	"tools/rootfs":        "fake",
}

// pure lists the packages without I/O, and the standard packages that they may use besides the harmless ones.
var pure = []string{"pr", "finding", "config", "markdown", "verdict", "rules", "review", "report", "redact", "secrets", "state", "tokens", "changelog", "protection", "doctor", "deep", "simulate", "page", "usage", "evidence"}

// forbiddenInPure are standard packages that reach the outside world.
var forbiddenInPure = []string{
	"os", "os/exec", "os/signal", "net", "net/http", "net/rpc", "syscall", "plugin", "unsafe",
	"math/rand", "math/rand/v2", "crypto/rand", "runtime/debug", "log", "log/slog",
}

// only names the packages that may touch the environment, the clock, processes and the network.
var only = map[string]string{
	"os.Exit": "werkrevisor demo rootfs measure pages", "os.Getenv": "cli pages", "os.LookupEnv": "cli", "os.Environ": "cli",
	"time.Now": "cli measure", "time.Since": "cli measure", "time.Until": "cli", "time.Sleep": "", "time.Tick": "",
	"net/http.DefaultClient": "", "net/http.Get": "", "net/http.Post": "", "net/http.Client": "httpx gitea model jev",
	"net/http.DefaultTransport": "", "net/http.Transport": "httpx", "net.Dial": "", "net.Dialer": "httpx",
	"os/exec.Command": "", "os/exec.CommandContext": "gitrepo linter fake demo rootfs measure pages",
}

// TestArchitecture checks every Go file outside of tests against the tables above.
func TestArchitecture(t *testing.T) {
	seen := map[string]bool{}
	for _, root := range []string{"../cmd", "../tools", "."} {
		err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			name := path.Clean(path.Join("internal", filepath.ToSlash(filepath.Dir(file))))
			seen[name] = true
			checkFile(t, file, name)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range mayImport {
		if !seen[name] {
			t.Errorf("the table names %s, which has no Go file", name)
		}
	}
}

func checkFile(t *testing.T, file, name string) {
	t.Helper()
	allowed, known := mayImport[name]
	if !known {
		t.Errorf("%s: package %s is not in the table", file, name)
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	short := path.Base(name)
	alias := map[string]string{} // local name → import path
	for _, spec := range tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		local := path.Base(imported)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." {
			t.Errorf("%s: dot imports hide what a file uses", fset.Position(spec.Pos()))
		}
		alias[local] = imported
		if own, ok := strings.CutPrefix(imported, "werkrevisor/internal/"); ok {
			if !slices.Contains(strings.Fields(allowed), own) {
				t.Errorf("%s: %s must not import %s", fset.Position(spec.Pos()), name, own)
			}
		} else if slices.Contains(pure, short) && slices.Contains(forbiddenInPure, imported) {
			t.Errorf("%s: %s is pure and must not import %s", fset.Position(spec.Pos()), name, imported)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == "init" && n.Recv == nil {
				t.Errorf("%s: no init functions", fset.Position(n.Pos()))
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "panic" {
				t.Errorf("%s: no panic outside of tests", fset.Position(n.Pos()))
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && alias[x.Name] != "" {
				what := alias[x.Name] + "." + n.Sel.Name
				if who, guarded := only[what]; guarded && !slices.Contains(strings.Fields(who), short) {
					t.Errorf("%s: %s must not use %s", fset.Position(n.Pos()), name, what)
				}
			}
		}
		return true
	})
}
