package machine

import "slices"

// Reference returns the reference engine for m. The number of transitions, States() times Count,
// must be at most 65,536.
func (m *Machine) Reference() *Reference {
	r := &Reference{class: m.Class, count: m.Count, start: m.Start * uint16(m.Count), accept: m.Accept}
	r.next = slices.Clone(m.Next)
	for i := range r.next {
		r.next[i] *= uint16(m.Count)
	}
	return r
}

// A Reference is the engine against which all others are tested: the textbook loop over the
// transitions of a machine. It stores each state multiplied by the number of classes, so a step
// needs no multiplication.
type Reference struct {
	class  [256]uint8
	count  int
	start  uint16
	next   []uint16
	accept []bool
}

// Valid reports whether s is a member of the machine's rule.
func (r *Reference) Valid(s string) bool {
	q := r.start
	for i := 0; i < len(s); i++ {
		q = r.next[int(q)+int(r.class[s[i]])]
	}
	return r.accept[int(q)/r.count]
}
