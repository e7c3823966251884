package iri_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/shared"
)

// BenchmarkParse reports the parsing time as a multiple of Valid's time. Both times are minima over
// interleaved rounds, so a busy machine slows both or neither. Run it with -benchtime=200x.
func BenchmarkParse(b *testing.B) {
	corpora(b, func(b *testing.B, lines []string) {
		best := rounds(b, lines, iri.Valid, func(s string) bool {
			_, err := iri.Parse(s)
			return err == nil
		})
		b.ReportMetric(float64(best[1])/float64(best[0]), "ratio")
		b.ReportMetric(float64(best[0].Nanoseconds())/float64(len(lines)), "valid-ns/line")
		b.ReportMetric(float64(best[1].Nanoseconds())/float64(len(lines)), "parse-ns/line")
	})
}

// BenchmarkAuthority reports the time of each authority accessor, and of all of them together, as a
// multiple of Valid's time. See [BenchmarkParse].
func BenchmarkAuthority(b *testing.B) {
	names := []string{"userinfo", "host", "hostkind", "port", "all"}
	corpora(b, func(b *testing.B, lines []string) {
		var parsed []iri.IRI
		for _, line := range lines {
			parsed = append(parsed, iri.MustParse(line))
		}
		best := rounds(b, parsed,
			func(i iri.IRI) bool { return iri.Valid(i.String()) },
			func(i iri.IRI) bool { return len(i.Userinfo()) < 1000 },
			func(i iri.IRI) bool { return len(i.Host()) < 1000 },
			func(i iri.IRI) bool { return i.HostKind() <= iri.RegNameHost },
			func(i iri.IRI) bool { return len(i.Port()) < 1000 },
			func(i iri.IRI) bool {
				return len(i.Userinfo())+len(i.Host())+len(i.Port()) < 1000 && i.HostKind() <= iri.RegNameHost
			})
		for i, name := range names {
			b.ReportMetric(float64(best[i+1])/float64(best[0]), name+"-ratio")
		}
	})
}

// rounds runs the functions in turn on all elements, and returns the minimum time of each.
// Requires: no function rejects an element.
func rounds[T any](b *testing.B, all []T, ways ...func(T) bool) []time.Duration {
	best := make([]time.Duration, len(ways))
	for b.Loop() {
		for i, way := range ways {
			begin := time.Now()
			for _, one := range all {
				if !way(one) {
					b.Fatalf("way %d refuses %v", i, one)
				}
			}
			if took := time.Since(begin); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best
}

// corpora runs a benchmark on each IRI corpus, both ours and the shared ones.
func corpora(b *testing.B, run func(b *testing.B, lines []string)) {
	for _, kind := range []string{"urls", "iris"} {
		b.Run("own-"+kind, func(b *testing.B) { run(b, corpus.Lines(kind, 10_000)) })
		b.Run(kind, func(b *testing.B) { run(b, sharedLines(b, kind)) })
		b.Run(kind+"-up-to-63-bytes", func(b *testing.B) {
			run(b, slices.DeleteFunc(sharedLines(b, kind), func(s string) bool { return len(s) > 63 }))
		})
	}
}

func sharedLines(b *testing.B, kind string) []string {
	return strings.Split(strings.TrimSuffix(shared.Read(b, "corpora", kind+".txt"), "\n"), "\n")
}
