// Package format defines the layout of a table, the contract between the compiler and the engines.
// It also reads numbers and texts from a table. No function here loops over input.
//
// Terms:
//
//   - state, class: a state or byte class of a rule's DFA. State 0 is dead: it leads to itself and
//     does not accept. A class consists of the bytes with the same transitions from every state.
//   - rows: the transitions of the states up to 254, one byte each.
//   - far state: a state over 254. Its number does not fit in a cell of rows.
//   - wide table: the transitions of the far states and of the states that lead to them.
//   - whole: long enough for any walk; see the last invariant and Table.Whole.
//   - label: in a rule, the slot of a state; in a set, the first rule that matches there.
//   - slot: the component of the byte before a state, or two possible ones.
//   - words: phrases for messages, such as "a digit", that describe the bytes expected after a
//     state. ("A word of eight bytes", however, is a 64-bit number.)
//   - shift row: a 64-bit number that contains the transitions of about a dozen states on one byte.
//   - place: the bit offset of a state in the shift rows. The spill is the place for all states
//     without one.
//   - front, rest: two sets of places, for the bytes before the first byte over 0x7F and for the
//     bytes from there on.
//   - region: a part of a hierarchical identifier, as the region kernels (package hier) see it.
//   - calls: a rule's references to itself; see package counter.
//
// # Layout
//
// Numbers are little-endian; offsets count from the first byte. With n states (including the dead
// state), k byte classes and stride w = min(n, 256), a table contains:
//
//	header    88 bytes, see the constants
//	rows      k × w bytes: rows[c*w+q] is the state after q on a byte of class c
//	accept    n bits, the least significant first: whether a state accepts
//	wide      if n > 255: k × (n - f) cells of 2 bytes: the state after f + i on a byte of class
//	          c is cell c*(n-f) + i; f is the first state that leads to a far state
//	labels    for each state, the component of the byte before it
//	words     for what may follow a state; n × 2 bytes first: the list of words of a state, or
//	          NoList inside a UTF-8 sequence
//	names     of the grammar and of the rule
//	padding   zeros, see the last invariant
//	front     places for the most frequent states before the first byte over 0x7F; optional
//	rest      the same for the most frequent states from there; optional
//	regions   for the region kernels; optional
//	classes   256 × 2 bytes: where the row of a byte's class begins
//	checksum  CRC-32 (IEEE) of all bytes before it
//
// The class, not the state, is the outer index of rows. So the address of a row does not depend on
// the state, and a step costs one load on the critical path instead of a multiplication, an
// addition and a load.
//
// States are numbered breadth first from the start: 0 is the dead state, and 1 is the start. A cell
// of rows is a byte, so if n > 255, rows contain only states 0 to 254. The states above 254 are
// far: in rows, a cell for a far state contains 255 (Far), and the wide table contains its number.
// (In RFC 3987 the far states are deep inside long IPv6 addresses.)
//
// The wide table has cells for the states from f on: the far states, and the last states below
// them. Breadth-first numbering puts the predecessors of the last states just before these. So the
// wide table is small (IRI has 261 live states, and cells for 19 of them), but each step is still
// one load. The class is the outer index, as in rows. Rejected: cells for all states, which would
// be twice the size of rows; and cells only for the far states, with a sorted list of the
// transitions to them, which would be half as large for RFC 3987, but would need a search per step
// where there are many such transitions.
//
// A set is a table for the union of the languages of its rules, with these differences:
//
//	magic     a different one
//	labels    two zeros; n × 2 bytes: the label of a state, the number of the first matching rule
//	          plus 1, or 0; n × 2 bytes: the list of all matching rules, 1 for the first list, 0
//	          for no list; the number of lists, 2 bytes; the offset of each list from the end of
//	          these offsets, 4 bytes each; the lists: their lengths and rules, 2 bytes each
//	names     followed by the number of rules, and their names
//
// # Invariants
//
// machine.Verify checks all of these.
//
//	1 ≤ k ≤ 256 and 1 ≤ n ≤ 65535; classes are numbered by their smallest byte
//	states are numbered breadth first in class order; all are reachable
//	state 0 leads to itself and does not accept; every other state reaches an accepting one
//	no two states are equivalent; no two classes have the same transitions from every state
//	f is the first state that leads to a far state, or 255; rows and wide agree
//	front and rest are determined by rows, accept and the places of states
//	header < rows < accept ≤ wide ≤ labels < words < names < front ≤ rest ≤ classes
//	every entry of classes ≤ mask = 2^i - 1; mask + 256 ≤ size = the length of the table
//
// In a set, states may be equivalent if different rules match there; a state accepts if and only if
// it has a list; lists are nonempty, ascending and distinct.
//
// The last invariant makes a walk safe on any string, even one that machine.Verify rejects: a
// masked entry of classes plus a state below 256 is an offset inside the string.
//
// # History of the layout
//
// Layouts are numbered, and generated packages refer to their layout by a constant in package
// tables. The last byte of a magic number is the version of the rule layout or of the set layout. A
// change to either creates a new layout.
//
//	1  rows, wide table, labels, words
//	2  shift rows for byte pairs
//	3  free bytes; delimiters
//	4  one byte distinguishes the states that share a place
//	5  runs of free bytes
//	6  a place for a single state stores the state twice
//	7  dead walks continue to the end of a text
//	8  the byte that begins a percent-encoding, in the regions
//	9  shift rows for single bytes over exact states, in front and rest, replace those of 2 to 7
//	10 the lists of the states before the words, for a walk's test of states inside a sequence;
//	   HasUTF8 in the header
//	11 call tokens, in tables for rules that refer to themselves
//	12 a second automaton for the called rule, without calls, in such tables with a depth limit
package format

// Layout is the current layout number.
const Layout = 12

// Magic numbers of tables: three letters and a version.
const (
	RuleMagic = "iri\x0c"
	SetMagic  = "irs\x04"
)
