//go:build amd64 && gc && !purego

package tables_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/tables"
)

// BenchmarkKernels reports the speeds of Valid and Split as multiples of the naive loop's, at every
// instruction level and without kernels, using the minima of interleaved rounds. Run it with
// -benchtime=100x.
func BenchmarkKernels(b *testing.B) {
	rule := bundledRule(b, "rfc3987", "IRI")
	slow := newNaive(machineOf(b, rule))
	corpora := map[string][]string{"urls": corpus(b, "urls.txt"), "iris": corpus(b, "iris.txt")}
	for _, line := range corpora["urls"] {
		if len(line) <= 63 {
			corpora["U63"] = append(corpora["U63"], line)
		}
	}
	r := seeded(37)
	for _, line := range corpora["urls"] {
		for slow.valid(line) {
			line = string(mutate(r, []byte(line)))
		}
		corpora["invalid"] = append(corpora["invalid"], line)
	}
	for i := range 200 {
		data := strings.Repeat("abcdefghijklmnopqrstuvwxyz0123456789+/ABCDEFGHIJKLMNOPQRSTUVWXYZ", 65)
		corpora["data"] = append(corpora["data"], "data:text/plain;base64,"+data[:4096+i%64])
		corpora["percent"] = append(corpora["percent"], "data:text/plain,"+
			strings.Repeat("Hello%2C%20World%21%20and%20so%20on", 120)[:4095])
	}
	for _, name := range []string{"U63", "urls", "iris", "invalid", "data", "percent"} {
		b.Run(name, func(b *testing.B) {
			lines, best := corpora[name], map[string]time.Duration{}
			take := func(what string, valid func(s string) bool) {
				begin, n := time.Now(), 0
				for _, line := range lines {
					if valid(line) {
						n++
					}
				}
				if took := time.Since(begin); best[what] == 0 || took < best[what] {
					best[what] = took
				}
				if n != len(lines) && name != "invalid" || n > 0 && name == "invalid" {
					b.Fatalf("%s: %d of %d are valid", what, n, len(lines))
				}
			}
			for b.Loop() {
				take("naive", slow.valid)
				tables.OnEveryCPU(func(cpu string) {
					take("Valid,"+cpu, rule.Valid)
					take("Split,"+cpu, func(s string) bool {
						_, ok := rule.Split(s)
						return ok
					})
				})
			}
			for what, took := range best {
				b.ReportMetric(float64(best["naive"])/float64(took), what+"-ratio")
				b.ReportMetric(float64(took.Nanoseconds())/float64(len(lines)), fmt.Sprintf("%s-ns", what))
			}
		})
	}
}
