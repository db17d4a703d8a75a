package cli_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"werkrevisor/internal/cli"
	"werkrevisor/internal/fake"
)

func TestASettingWithoutEffectIsOneLineOfTheLogAndNoMistake(t *testing.T) {
	const want = "warning: [model] id is an alias"
	w := newWorld(t, docsChange, fake.ModelAnswer{Model: "acme/reviewer-7"})
	host := strings.Replace(hostConfig(t, w.model.URL), "openrouter/acme/reviewer", "openrouter/~acme/reviewer", 1)
	t.Setenv("WERKREVISOR_CONFIG_TOML", host)
	if r := w.run(); r.exit != 0 || strings.Count(r.stderr, want) != 1 || r.usage.Model != "acme/reviewer-7" {
		t.Errorf("exit %d, model %q\n%s", r.exit, r.usage.Model, r.stderr)
	}
	file := t.TempDir() + "/host.toml"
	if err := os.WriteFile(file, []byte(host), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"config", "check", file}, {"config", "explain", "--config", file}} {
		var out, errOut bytes.Buffer
		if exit := cli.Main("test", args, strings.NewReader(""), &out, &errOut); exit != 0 || strings.Count(errOut.String(), want) != 1 {
			t.Errorf("%v: exit %d\n%s%s", args, exit, out.String(), errOut.String())
		}
	}
}
