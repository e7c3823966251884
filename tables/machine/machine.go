package machine

import (
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// A Machine is the decoded table of a rule: a minimal DFA in canonical form, with labels, words,
// places and regions. Compilers fill in a Machine and call [Machine.Encode]. State 0 is the dead
// state.
type Machine struct {
	Grammar   string
	Name      string
	Exactness tables.Exactness
	Depth     int // the K in subset(K): how deeply references to the rule itself may be nested

	// Calls reports whether the rule refers to itself. If so, some transitions are on tokens, which
	// are bytes that no member contains. Package counter walks the machine and counts the call depth,
	// so the language differs from that of the bare automaton.
	Calls bool

	Class  [256]uint8 // class of each byte
	Count  int        // number of classes
	Start  uint16     // 1, or 0 when the language is empty
	Next   []uint16   // Next[q*Count+c] is the state after q on a byte of class c
	Accept []bool     // by state

	// Front assigns places in shift rows to the states that are most frequent before the first byte
	// above 0x7F, and Rest to the states that are most frequent from this byte on. Each set takes 2.5
	// KB in the table. A set may be absent (nil).
	Front, Rest *Places

	// Regions contains the byte classes for the region kernel; nil if the table has no regions. Every
	// string that the kernel accepts must be a member.
	Regions *Regions

	Components []tables.ComponentLayout // the components of the rule, in order; empty if there are none
	Slots      []Slot                   // the distinct slots of all states, at most MaxSlots
	SlotOf     []uint8                  // by state: an index into Slots; 0 for a state to which no byte leads
	Words      []string                 // the words for the next bytes of all states
	Expect     [][]int                  // by state: indexes into Words; nil inside a UTF-8 sequence
}

// A Slot determines the component of a byte from the state that the byte leads to. If First and
// Second are equal, this is the component. Otherwise the component is First if some byte of the
// member leads to a state whose slot contains only First, and Second if not. For example, a byte
// before an "@" is in the userinfo, and without an "@" the same byte is in the host.
type Slot struct{ First, Second int }

// MaxReadings is the maximum number of readings in a walk on a table with calls. A reading is one
// possible state of the walk, together with its call depth (package counter). A string that
// requires more readings is undecided (see [tables.SyntaxError.Undecided]).
const MaxReadings = format.MaxReadings

// MaxComponents and MaxSlots are the maximum numbers of components and slots in a table.
const (
	MaxComponents = format.MaxComponents
	MaxSlots      = format.MaxSlots
)

// Layout is the number of the layout that [Machine.Encode] writes, such as 12 in tables.Layout12.
const Layout = format.Layout

// States returns the number of states, including the dead state.
func (m *Machine) States() int { return len(m.Accept) }

// next returns the state reached from state q on a byte of class c.
func (m *Machine) next(q, c int) int { return int(m.Next[q*m.Count+c]) }

// after returns the state reached from state q on byte b.
func (m *Machine) after(q uint16, b int) uint16 { return m.Next[int(q)*m.Count+int(m.Class[b])] }
