package tables_test

import (
	"strings"
	"testing"
	"time"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/tables/machine"
)

// A naive is the baseline loop for speed comparisons: it uses the class map and the minimal table's
// uint16 rows, and validates each line through a function that is not inlined.
type naive struct {
	class  [256]uint8
	next   []uint16
	stride int
	start  uint16
	accept []bool
}

func newNaive(m *machine.Machine) *naive {
	return &naive{class: m.Class, next: m.Next, stride: m.Count, start: m.Start, accept: m.Accept}
}

//go:noinline
func (n *naive) valid(s string) bool {
	class, next, stride, accept := &n.class, n.next, n.stride, n.accept
	q := n.start
	for i := 0; i < len(s); i++ {
		q = next[int(q)*stride+int(class[s[i]])]
	}
	return accept[q]
}

// minPlain is the minimum ratio in BenchmarkPlain. Intel processors have reached 1.5 to 1.8.
const minPlain = 1.2

// BenchmarkPlain reports the speed of the plain engine as a multiple of the naive loop's. It uses
// the minima of interleaved rounds, so that a busy machine slows down both or neither. After
// minRounds rounds the ratio must be at least minPlain. Run it with -benchtime=200x.
func BenchmarkPlain(b *testing.B) {
	for _, name := range []string{"urls", "iris"} {
		b.Run(name, func(b *testing.B) {
			lines := corpus(b, name+".txt")
			m := machineOf(b, bundledRule(b, "rfc3987", "IRI"))
			slow := newNaive(m)
			m.Front, m.Rest, m.Regions = nil, nil, nil
			rule, err := m.Encode()
			if err != nil {
				b.Fatal(err)
			}
			engines := []func(string) bool{slow.valid, rule.Valid}
			best := make([]time.Duration, len(engines))
			rounds := 0
			for ; b.Loop(); rounds++ {
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
			ratio := float64(best[0]) / float64(best[1])
			if ratio < minPlain && rounds >= minRounds {
				b.Errorf("the plain engine has %.2f of the rate of the naive loop; at least %v is asked", ratio, minPlain)
			}
			b.ReportMetric(ratio, "ratio")
			b.ReportMetric(float64(best[1].Nanoseconds())/float64(len(lines)), "ns/line")
		})
	}
}

// corpus returns the lines of a shared corpus file.
func corpus(b *testing.B, name string) []string {
	return strings.Split(strings.TrimSuffix(shared.Read(b, "corpora", name), "\n"), "\n")
}
