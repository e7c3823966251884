package machine

import (
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// A Machine is a table unpacked: a minimal DFA in canonical form with its labels, words, places and
// regions. Compilers fill one in and [Machine.Encode] it.
type Machine struct {
	Grammar   string
	Name      string
	Exactness tables.Exactness
	Depth     int // the K of subset(K): the deepest nesting of references to the rule itself

	// Calls reports whether the rule refers to itself. Then the machine reads the tokens of package
	// counter, and its language is that of a counter, not of a finite automaton.
	Calls bool

	Class  [256]uint8 // class of each byte
	Count  int        // number of classes
	Start  uint16     // 1, or 0 when the language is empty
	Next   []uint16   // Next[q*Count+c] is the state after q on a byte of class c
	Accept []bool     // by state

	// Front and Rest give places in shift rows to the states met most before the first byte over
	// 0x7F, and to those met most from there on. Each costs 2.5 KB in the table; nil is an absent
	// set.
	Front, Rest *Places

	// Regions are the tables of the region kernels, nil for a table without them. Every string
	// accepted by them must be a member.
	Regions *Regions

	Components []tables.Component // the components of the rule, in their order; empty for a rule without components
	Slots      []Slot             // the pairs of components of states, at most MaxSlots
	SlotOf     []uint8            // by state: an index into Slots; 0 for a state before which no byte stands
	Words      []string           // the words for the next bytes of all states
	Expect     [][]int            // by state: indexes into Words; nil inside a UTF-8 sequence
}

// A Slot is the component of the byte before a state. If First and Second differ, it is one of the
// two, and the other bytes of the member decide: it is First if some byte of the member leads to a
// state whose slot has First alone, else Second.
type Slot struct{ First, Second int }

// MostReadings is the most readings of a walk of a table with calls. A string with more is
// undecided, see [tables.SyntaxError.Undecided].
const MostReadings = format.MostReadings

// MaxComponents and MaxSlots are the largest numbers of components and slots in a table.
const (
	MaxComponents = format.MaxComponents
	MaxSlots      = format.MaxSlots
)

// Layout is the number of the layout written by [Machine.Encode], as in tables.Layout11.
const Layout = format.Layout

// States returns the number of states, the dead one included.
func (m *Machine) States() int { return len(m.Accept) }

// next returns the state after a byte of class c from state q.
func (m *Machine) next(q, c int) int { return int(m.Next[q*m.Count+c]) }

// after returns the state after byte b from state q.
func (m *Machine) after(q uint16, b int) uint16 { return m.Next[int(q)*m.Count+int(m.Class[b])] }
