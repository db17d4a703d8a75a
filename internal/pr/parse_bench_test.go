package pr

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkParseDiff(b *testing.B) {
	long := strings.Repeat("x", 5<<20)
	short := "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,100000 @@\n"
	spaces := strings.Repeat(" ", 8<<10)
	for _, input := range []struct{ name, diff string }{
		{"10 files", manyFiles(10)},
		{"1000 files", manyFiles(1000)},
		{"10000 files", manyFiles(10000)},
		{"one line of 5 MB", strings.Replace(addedX("100644"), "+y\n", "+"+long+"\n", 1)},
		{"100000 lines of one character", short + strings.Repeat("+x\n", 100000)},
		{"100 names of spaces", strings.Repeat("diff --git a/"+spaces+"# b/"+spaces+"#\nold mode 100644\nnew mode 100755\n", 100)},
	} {
		diff := input.diff
		for i := 0; strings.Contains(diff, "#"); i++ {
			diff = strings.Replace(diff, "#", fmt.Sprint(i/2), 1)
		}
		b.Run(input.name, func(b *testing.B) {
			b.SetBytes(int64(len(diff)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseDiff([]byte(diff)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// manyFiles is the diff of n files with two hunks each.
func manyFiles(n int) string {
	var d strings.Builder
	for i := range n {
		fmt.Fprintf(&d, "diff --git a/f%[1]d b/f%[1]d\nindex 1111111..2222222 100644\n--- a/f%[1]d\n+++ b/f%[1]d\n"+
			"@@ -1,4 +1,5 @@\n a\n-b\n+c\n+d\n e\n f\n@@ -20,3 +21,2 @@ func f()\n a\n-b\n e\n", i)
	}
	return d.String()
}
