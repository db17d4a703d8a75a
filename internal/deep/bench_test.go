package deep_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"werkrevisor/internal/model"
)

// BenchmarkTenAreas is the measure of time: ten areas, each reviewer reads one file and reports, twelve findings to verify,
// and 200 ms for every answer.
func BenchmarkTenAreas(b *testing.B) {
	repo := &tree{base: map[string]string{}, head: map[string]string{}}
	for i := range 80 {
		repo.head[fmt.Sprintf("pkg%02d/file%d.go", i/8, i%8)] = strings.Repeat("	return compute(a, b)\n", 60)
	}
	cfg := settings(b, "")
	cfg.Deep.MaxAreas = 10
	for b.Loop() {
		r := newBench(b, repo, cfg)
		r.wait = 200 * time.Millisecond
		r.on("area_report", func(q model.Request, n int) answer {
			if len(q.Turns) == 0 {
				return answer{calls: []model.Call{{ID: "1", Name: "read_file", Arguments: `{"path":"pkg01/file1.go"}`}}}
			}
			var list []string
			for i := range 2 {
				list = append(list, remark("1", 5+10*i+n%3, "medium", "return compute(a, b)", fmt.Sprintf("defect %d of %d", i, n)))
			}
			if n%5 != 0 {
				list = list[:1]
			}
			return answer{text: areaReport(q, strings.Join(list, ","))}
		})
		got, _, err := r.run()
		if err != nil || len(got.Deep.Areas) != 10 {
			b.Fatal(err, len(got.Deep.Areas))
		}
		b.ReportMetric(float64(len(got.Findings)), "findings")
	}
}

// BenchmarkManyFiles is the measure of memory: 300 files of 400 lines.
func BenchmarkManyFiles(b *testing.B) {
	repo := &tree{base: map[string]string{}, head: map[string]string{}}
	for i := range 300 {
		repo.head[fmt.Sprintf("pkg%02d/file%d.go", i/10, i%10)] = strings.Repeat("	return compute(a, b)\n", 400)
	}
	cfg := settings(b, "")
	cfg.Deep.MaxAreas = 10
	for b.Loop() {
		r := newBench(b, repo, cfg)
		r.limit = 10_000_000
		got, _, err := r.run()
		if err != nil || !got.Complete {
			b.Fatal(err, got.Reasons)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
	}
}
