package peers

import (
	"github.com/irilex/iri/benchmarks/measure"
	"github.com/irilex/iri/tables/machine"
)

// A naive is the naive loop: the textbook's loop over a minimal DFA. Its tables are the class map
// and rows of uint16.
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

// valid is the loop in the definition of the bars of speed, letter for letter.
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

// reference opens the reference engine, the source of the right verdicts.
func reference(q measure.Question) (measure.Asked, error) {
	m, err := machine.Of(q.Rule(measure.RFC3987))
	if err != nil {
		return nil, err
	}
	return measure.ByLine(m.Reference().Valid), nil
}

// orBytes is a bound for loops over single bytes without any knowledge about the next byte.
//
//go:noinline
func orBytes(s string) bool {
	var all byte
	for i := 0; i < len(s); i++ {
		all |= s[i]
	}
	return all < 0x80
}
