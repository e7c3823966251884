package tables

import "slices"

// A Machine is a table unpacked: a minimal DFA in canonical form with what is known
// about it. Compilers fill one in and [Machine.Encode] it.
type Machine struct {
	Grammar   string
	Name      string
	Exactness Exactness
	Depth     int // the K of subset(K)

	Class  [256]uint8 // of each byte
	Count  int        // number of classes
	Start  uint16     // 1, or 0 when the language is empty
	Next   []uint16   // Next[q*Count+c] is the state after q on a byte of class c
	Accept []bool     // by state

	// Front and Rest say which states have places in shift rows: those met most before the first
	// byte over 0x7F, and those met most from there on. Each costs 2.5 KB in the table; nil is none.
	Front, Rest *Places

	// Regions are what the region kernels know; nil when the table has none. What they accept must be members.
	Regions *Regions

	Components []Component // the components of the rule, in their order; none when it has none
	Slots      []Slot      // what the states say about components, at most MaxSlots
	SlotOf     []uint8     // by state: an index into Slots; 0 for a state to which no byte of a member leads
	Words      []string    // what may stand somewhere, in words
	Expect     [][]int     // by state: indexes into Words, for states between two code points; nil for the others
}

// A Component is a component of a rule: "scheme" of an IRI.
type Component struct {
	Name string
	// Prefix and Suffix are the number of bytes of the delimiters that come with the
	// component: 2 in front of an authority, 1 behind a scheme.
	Prefix, Suffix int
}

// A Slot is what a state says about the byte that led to it: it is of the component
// First or, when Second is not First, of one of the two. Then it is of First exactly if
// a state of the walk says First alone.
type Slot struct{ First, Second int }

// MaxComponents and MaxSlots are the most components and slots that a table has room for.
const (
	MaxComponents = 8
	MaxSlots      = 7
)

// States returns the number of states, the dead one included.
func (m *Machine) States() int { return len(m.Accept) }

// A Reference is the engine that all others are compared with: the textbook's loop on
// the canonical table, with the row number multiplied in advance.
type Reference struct {
	class  [256]uint8
	count  int
	start  uint16
	next   []uint16
	accept []bool
}

// Reference returns the reference engine for m, which must have at most 65,536 cells.
func (m *Machine) Reference() *Reference {
	r := &Reference{class: m.Class, count: m.Count, start: m.Start * uint16(m.Count), accept: m.Accept}
	r.next = slices.Clone(m.Next)
	for i := range r.next {
		r.next[i] *= uint16(m.Count)
	}
	return r
}

// Valid reports whether s is a member.
func (r *Reference) Valid(s string) bool {
	q := r.start
	for i := 0; i < len(s); i++ {
		q = r.next[int(q)+int(r.class[s[i]])]
	}
	return r.accept[int(q)/r.count]
}
