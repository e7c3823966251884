package machine

import (
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// A Machine is the unpacked table of a rule: a minimal DFA in canonical form, with labels, words,
// places and regions. Compilers fill one in and [Machine.Encode] it. State 0 is the dead state.
type Machine struct {
	Grammar   string
	Name      string
	Exactness tables.Exactness
	Depth     int // the K of subset(K): how deep references to the rule itself may be nested

	// Calls reports whether the rule refers to itself. Then some transitions are on tokens, bytes that
	// no member contains. Package counter walks such a machine and counts the depth of calls, so the
	// language is not that of a finite automaton.
	Calls bool

	Class  [256]uint8 // class of each byte
	Count  int        // number of classes
	Start  uint16     // 1, or 0 when the language is empty
	Next   []uint16   // Next[q*Count+c] is the state after q on a byte of class c
	Accept []bool     // by state

	// Front gives places in shift rows to the most frequent states before the first byte over 0x7F,
	// and Rest to the most frequent states from there. Each takes 2.5 KB in the table. nil means that
	// there is no such set.
	Front, Rest *Places

	// Regions are the classes of bytes for the region kernel, nil for a table without regions. Every
	// string that the kernel accepts must be a member.
	Regions *Regions

	Components []tables.ComponentLayout // the components of the rule, in order; empty for a rule without components
	Slots      []Slot                   // the different slots of all states, at most MaxSlots
	SlotOf     []uint8                  // by state: an index into Slots; 0 for a state to which no byte leads
	Words      []string                 // the words for the next bytes of all states
	Expect     [][]int                  // by state: indexes into Words; nil inside a UTF-8 sequence
}

// A Slot names the component of a byte by the state to which the byte leads. If First and Second
// are equal, this is the component. Otherwise the component is First if some byte of the member
// leads to a state whose slot contains only First, else Second. For example, a byte before an "@"
// is in the userinfo, and without an "@" the same byte is in the host.
type Slot struct{ First, Second int }

// MaxReadings is the maximum number of readings of a walk on a table with calls. A reading is one
// possible state of such a walk with its depth of calls (package counter). A string for which a
// walk needs more readings is undecided, see [tables.SyntaxError.Undecided].
const MaxReadings = format.MaxReadings

// MaxComponents and MaxSlots are the maximum numbers of components and slots in a table.
const (
	MaxComponents = format.MaxComponents
	MaxSlots      = format.MaxSlots
)

// Layout is the number of the layout that [Machine.Encode] writes: 12 in the name tables.Layout12.
const Layout = format.Layout

// States returns the number of states, including the dead one.
func (m *Machine) States() int { return len(m.Accept) }

// next returns the state to which a byte of class c leads from state q.
func (m *Machine) next(q, c int) int { return int(m.Next[q*m.Count+c]) }

// after returns the state to which byte b leads from state q.
func (m *Machine) after(q uint16, b int) uint16 { return m.Next[int(q)*m.Count+int(m.Class[b])] }
