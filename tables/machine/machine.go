package machine

import (
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
)

// A Machine is a table unpacked: a minimal DFA in canonical form with what is known
// about it. Compilers fill one in and [Machine.Encode] it.
type Machine struct {
	Grammar   string
	Name      string
	Exactness tables.Exactness
	Depth     int // the K of subset(K)

	// Calls says that the rule refers to itself: the machine reads the tokens of package counter, and is
	// none of a finite automaton.
	Calls bool

	Class  [256]uint8 // of each byte
	Count  int        // number of classes
	Start  uint16     // 1, or 0 when the language is empty
	Next   []uint16   // Next[q*Count+c] is the state after q on a byte of class c
	Accept []bool     // by state

	// Front and Rest say which states have places in shift rows: those met most before the first
	// byte over 0x7F, and those met most from there on. Each costs 2.5 KB in the table; nil is none.
	Front, Rest *Places

	// Regions are what the region kernels know; nil when the table has none. What they accept must be
	// members.
	Regions *Regions

	Components []tables.Component // the components of the rule, in their order; none when it has none
	Slots      []Slot             // what the states say about components, at most MaxSlots
	SlotOf     []uint8            // by state: an index into Slots; 0 for a state to which no byte of a member leads
	Words      []string           // what may stand somewhere, in words
	Expect     [][]int            // by state: indexes into Words; nil inside a UTF-8 sequence
}

// A Slot is what a state says about the byte that led to it: it is of the component
// First or, when Second is not First, of one of the two. Then it is of First exactly if
// a state of the walk says First alone.
type Slot struct{ First, Second int }

// MostReadings is how many readings a walk of a table with calls may have at once. A string that needs more
// is undecided, see [tables.SyntaxError.Undecided].
const MostReadings = format.MostReadings

// MaxComponents and MaxSlots are the most components and slots that a table has room for.
const (
	MaxComponents = format.MaxComponents
	MaxSlots      = format.MaxSlots
)

// Layout is the number of the layout that [Machine.Encode] packs for, as in tables.Layout11.
const Layout = format.Layout

// States returns the number of states, the dead one included.
func (m *Machine) States() int { return len(m.Accept) }

func (m *Machine) next(q, c int) int { return int(m.Next[q*m.Count+c]) }

// after returns the state after q on b.
func (m *Machine) after(q uint16, b int) uint16 { return m.Next[int(q)*m.Count+int(m.Class[b])] }
