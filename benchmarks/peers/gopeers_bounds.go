package peers

import (
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/tables/machine"
)

// A naive holds the data of the naive loop, the textbook loop over a minimal DFA: a map from bytes
// to classes, and a row of stride next states for each state.
type naive struct {
	class  *[256]uint8
	stride int
	start  uint16
	next   []uint16
	accept []bool
}

func naiveLoop(q measure.Question) (measure.Asked, error) {
	m, err := machine.Of(q.Rule(measure.RFC3987))
	if err != nil {
		return nil, err
	}
	n := &naive{class: &m.Class, stride: m.Count, start: m.Start, next: m.Next, accept: m.Accept}
	return measure.ByLine(n.valid), nil
}

// valid reports whether the DFA accepts s. Its loop is the naive loop, exactly as the speed bars
// define it.
//
//go:noinline
func (n *naive) valid(s string) bool {
	class, stride, start, next, accept := n.class, n.stride, n.start, n.next, n.accept
	q := start
	for i := 0; i < len(s); i++ {
		q = next[int(q)*stride+int(class[s[i]])]
	}
	return accept[q]
}

// reference is an Open for the reference engine (machine.Reference), which also provides the
// correct verdicts.
func reference(q measure.Question) (measure.Asked, error) {
	m, err := machine.Of(q.Rule(measure.RFC3987))
	if err != nil {
		return nil, err
	}
	return measure.ByLine(m.Reference().Valid), nil
}

// orBytes reports whether s is ASCII by ORing all bytes. It is a bound: a validator that loops over
// single bytes cannot be faster, because it does more work per byte.
//
//go:noinline
func orBytes(s string) bool {
	var all byte
	for i := 0; i < len(s); i++ {
		all |= s[i]
	}
	return all < 0x80
}
