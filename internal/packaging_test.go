package internal_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheImageFitsTheHost checks the Dockerfile as text; there is no engine to build it with.
// What the host needs of an image is in operators.md, "Packaging".
func TestTheImageFitsTheHost(t *testing.T) {
	raw, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(string(raw), "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	text := strings.Join(lines, "\n")
	stages := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(text, -1)
	if len(stages) != 2 || strings.Contains(stages[1][1], "scratch") || strings.Contains(stages[1][1], "distroless") || strings.Contains(stages[1][1], "alpine") {
		t.Errorf("the last stage needs sh, bash and coreutils: %v", stages)
	}
	for _, never := range []string{"ENTRYPOINT", "USER ", "ADD ", ":latest", "HOME"} {
		if strings.Contains(text, never) {
			t.Errorf("it has %s", never)
		}
	}
	for _, want := range []string{"CGO_ENABLED=0", "-trimpath", "-X main.version=${VERSION}", "ca-certificates", "COPY --from=build /out/werkrevisor"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(string(mod))
	if version == nil || !strings.HasPrefix(stages[0][1], "golang:"+version[1]) {
		t.Errorf("it builds with %s, go.mod says %v", stages[0][1], version)
	}
}
