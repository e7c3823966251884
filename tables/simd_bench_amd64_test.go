//go:build amd64 && gc && !purego

package tables_test

import (
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/tables"
)

func BenchmarkRegions(b *testing.B) {
	rule := bundledRule(b, "rfc3987", "IRI")
	section := regionsOf(b, "rfc3987", "IRI").EncodeRegions()
	slow := newNaive(machineOf(b, rule))
	corpora := map[string][]string{"urls": corpus(b, "urls.txt"), "iris": corpus(b, "iris.txt")}
	for _, line := range corpora["urls"] {
		if len(line) <= 63 {
			corpora["U63"] = append(corpora["U63"], line)
		}
	}
	for i := range 200 {
		corpora["data"] = append(corpora["data"], "data:text/plain;base64,"+strings.Repeat("abcdefghijklmnopqrstuvwxyz0123456789+/ABCDEFGHIJKLMNOPQRSTUVWXYZ", 66)[:4096+i%64])
		corpora["percent"] = append(corpora["percent"], "data:text/plain,"+strings.Repeat("Hello%2C%20World%21%20and%20so%20on", 120)[:4095])
	}
	for _, name := range []string{"U63", "urls", "iris", "data", "percent"} {
		b.Run(name, func(b *testing.B) {
			lines := corpora[name]
			engines := []func(string) bool{slow.valid, rule.Valid}
			names := []string{"naive", "Valid"}
			for _, k := range tables.RegionKernels() {
				names = append(names, k.Name, k.Name+"split")
				engines = append(engines, func(s string) bool { return k.Valid(section, s) || rule.Valid(s) })
				engines = append(engines, func(s string) bool {
					_, ok := k.Split(section, s)
					return ok || rule.Valid(s)
				})
				n := 0
				for _, line := range lines {
					if k.Valid(section, line) {
						n++
					}
				}
				b.ReportMetric(float64(n)/float64(len(lines)), k.Name+"-taken")
			}
			best := make([]time.Duration, len(engines))
			for b.Loop() {
				for i, valid := range engines {
					begin := time.Now()
					for _, line := range lines {
						if !valid(line) {
							b.Fatalf("engine %d refuses %q", i, line)
						}
					}
					if took := time.Since(begin); best[i] == 0 || took < best[i] {
						best[i] = took
					}
				}
			}
			for i, name := range names {
				b.ReportMetric(float64(best[0])/float64(best[i]), name+"-ratio")
				b.ReportMetric(float64(best[i].Nanoseconds())/float64(len(lines)), name+"-ns")
			}
		})
	}
}
