// Package tables is the contract between the half that compiles grammars and the half
// that runs: what a table is, what must hold of it, and the engines that walk it.
//
// A table is a [Rule], or a [Set] of several: one immutable string that holds a minimal
// DFA over bytes and what is known about it. Generated packages ship tables as constants,
// which the linker puts in read-only pages and leaves out when nothing refers to them; one
// that was compiled at run time is of the same type. Nothing here writes to anything but its
// own results, so a table may be used by any number of goroutines at once.
//
// What to use for what:
//
//   - Is a string a member of a rule? [Rule.Valid]; [Rule.Check] says where and why not.
//   - Are many strings members, or the lines of a large text? A [Batch], which uses all cores.
//   - How long is the longest member that a string begins with? [Rule.Prefix].
//   - Into which components does a member fall? [Rule.Split].
//   - A string in pieces, or many that begin alike: a [State], which [Rule.Advance] takes from
//     one piece to the next. It is a verdict in the making and no more; a [Checker] also
//     knows the place and the reason.
//   - All that an [io.Reader] has: [Rule.ValidReader], [Rule.CheckReader]; every line of it:
//     [Rule.CheckLines].
//   - Which of several rules match a string? [Set.First], [Set.Classify].
//   - Text cut into tokens: [Set.Tokens], and a [Lexer] for a loop that allocates nothing. A
//     [Munch] makes one token of text that comes in pieces.
//
// A [Machine] is a Rule unpacked, in canonical form: what a compiler fills in, what
// [Rule.Verify] looks at, and what the [Reference] engine walks. A [SetMachine] is a Set.
package tables

import "strings"

// A Rule is the table of one grammar rule. Rules are comparable: equal rules are equal
// tables. The zero Rule matches nothing.
//
// A string that is no table, one that [Rule.Verify] refuses, can be given to Valid,
// ValidBytes, ValidReader, the methods of states (Start, Advance and so on), Verify and
// Machine, which neither panic nor read outside it; the other methods may panic.
//
// # Layout
//
// Numbers are little-endian, offsets count from the first byte. With n states, the dead
// one included, k byte classes, and stride w = min(n, 256):
//
//	header    88 bytes, see the constants
//	rows      k × w bytes: rows[c*w+q] is the state after q on a byte of class c
//	accept    n bits, the least significant first: whether a state accepts
//	wide      if n > 255: k × (n - f) cells of 2 bytes: the state after f + i on a byte of class
//	          c is cell c*(n-f) + i; f is the first state that leads to one above 254
//	labels    which component of the rule reads the byte that leads to a state: split.go
//	words     what may follow a state, in words: check.go
//	names     of the grammar and of the rule
//	padding   zeros, see the last invariant
//	front     shift rows for the states met most before the first byte over 0x7F, or nothing: shift.go
//	rest      the same for those met most from there on, or nothing
//	regions   what the region kernels know, or nothing: regions.go
//	classes   256 × 2 bytes: where the row of a byte's class begins
//	checksum  CRC-32 (IEEE) of all before
//
// The class, not the state, is the outer index of rows: the address of a row is known
// before the state is, and a step costs one load on the critical path instead of a
// multiplication, an addition and a load.
//
// States are numbered breadth first from the start, 0 is the dead state and 1 the
// start. A cell of rows is a byte, so when n > 255 rows knows states 0 to 254 only, and
// 255 is the escape: not a state, but the mark that the walk went where just wide can
// follow. (In RFC 3987 that is deep inside long IPv6 addresses.)
//
// Wide has cells for the states above 254, and for the last of those below, from the first on that
// leads above 254: when states are numbered breadth first, what leads to the last ones is
// numbered just before them. So it is small (IRI has 261 live states, and cells for 19), and still each
// step is one load, with the class outside as in rows. Rejected: cells for all states, twice the
// size of rows; and cells for those above 254 only, beside a sorted list of the ways to them, which would be
// half as large in RFC 3987 and takes a search a step where there are many such ways.
//
// # Invariants
//
// [Rule.Verify] checks them all.
//
//	1 ≤ k ≤ 256 and 1 ≤ n ≤ 65535; classes are numbered by their smallest byte
//	states are numbered breadth first in the order of classes, all are reached
//	state 0 leads to itself and does not accept; every other state reaches one that accepts
//	no two states are equivalent; no two classes lead everywhere to the same states
//	f is the first state that leads above 254, 255 when none does; rows and wide agree
//	front and rest are what follows from rows, accept and the places of states
//	header < rows < accept ≤ wide ≤ labels < words < names < front ≤ rest ≤ classes
//	every entry of classes ≤ mask = 2^i - 1; mask + 256 ≤ size = len(rule)
//
// The last one makes the walk safe on any string whatsoever: an entry of classes, cut to the
// mask, plus a state below 256 is inside the string, even in one that Verify would refuse.
type Rule string

// The header, and what is in a fixed place.
const (
	atMagic     = 0  // 4 bytes
	atSize      = 4  // uint32: len(rule)
	atStates    = 8  // uint32: n
	atCount     = 12 // uint16: k
	atStride    = 14 // uint16: w
	atStart     = 16 // uint8: the start state: 1, or 0 when the language is empty
	atExactness = 17 // uint8
	atFirst     = 18 // uint8: f, the first state that the wide table has cells for, 255 when there is none
	atFlags     = 19 // uint8
	atMask      = 20 // uint32
	atFront     = 24 // uint32: where the section begins, 0 when there is none
	atRest      = 28
	atAccept    = 32
	atWide      = 36
	atLabels    = 40
	atWords     = 44
	atNames     = 48
	atDepth     = 52 // uint32: the K of subset(K)
	atHash      = 56 // 32 bytes
	atRows      = 88

	classesSize  = 2 * 256
	checksumSize = 4
	fromEnd      = classesSize + checksumSize // how far in front of the end classes begins

	magic    = "iri\x09" // the last byte is the version of the layout
	escape   = 255       // not a state, in rows and back when there are more than 255
	window   = 256       // what may be read from the beginning of a row on
	maxState = 65535

	// The flags.
	hasRegions  = 1 // the table has a section of regions
	hasCuts     = 2 // delimiters cut members: cuts.go
	hasRelative = 4 // and these may have no scheme
)

// Exactness says how the language of a table stands to that of the rule it was made from.
type Exactness uint8

// The exactnesses.
const (
	Exact    Exactness = iota // the same language
	Superset                  // every member of the rule, and other strings
	Subset                    // members of the rule only: those with recursion up to a depth
)

// String returns "exact", "superset" or "subset".
func (e Exactness) String() string {
	switch e {
	case Exact:
		return "exact"
	case Superset:
		return "superset"
	case Subset:
		return "subset"
	}
	return "unknown"
}

// States returns the number of live states: the dead one is not counted.
func (r Rule) States() int {
	if !r.whole() {
		return 0
	}
	return r.uint32(atStates) - 1
}

// Classes returns the number of byte classes, that of the bytes which never occur included.
func (r Rule) Classes() int {
	if !r.whole() {
		return 0
	}
	return r.uint16(atCount)
}

// Name returns the name of the rule as its grammar spells it.
func (r Rule) Name() string {
	_, name := r.names()
	return name
}

// Grammar returns the name of the grammar that the rule is from.
func (r Rule) Grammar() string {
	grammar, _ := r.names()
	return grammar
}

// Exactness returns how the table's language stands to the rule's, and for a [Subset]
// the depth of recursion up to which it has the members.
func (r Rule) Exactness() (e Exactness, depth int) {
	if !r.whole() {
		return Exact, 0
	}
	return Exactness(r[atExactness]), r.uint32(atDepth)
}

// Hash returns the SHA-256 of the language: of its minimal DFA in canonical form. Two
// rules accept the same strings exactly when their hashes are equal, whatever their
// names, their grammars and the version of the layout.
func (r Rule) Hash() [32]byte {
	var hash [32]byte
	if r.whole() {
		copy(hash[:], r[atHash:])
	}
	return hash
}

// whole reports whether the string is long enough for the walk: the last invariant.
func (r Rule) whole() bool {
	return len(r) >= atRows+fromEnd &&
		uint(r.uint32(atMask)) <= uint(len(r)-window)
}

func (r Rule) uint16(at int) int { return int(r[at]) | int(r[at+1])<<8 }

func (r Rule) uint32(at int) int {
	_ = r[at+3] // one check, and one load
	return int(r[at]) | int(r[at+1])<<8 | int(r[at+2])<<16 | int(r[at+3])<<24
}

func (r Rule) names() (grammar, name string) {
	if !r.whole() {
		return "", ""
	}
	at := r.uint32(atNames)
	grammar, at = r.text(at)
	name, _ = r.text(at)
	return grammar, name
}

// text reads a string with its length, two bytes, in front of it.
func (r Rule) text(at int) (text string, after int) {
	n := r.uint16(at)
	return string(r[at+2 : at+2+n]), at + 2 + n
}

// accepting reports whether state q accepts. What is outside the table does not.
func (r Rule) accepting(q int) bool {
	at := r.uint32(atAccept) + q>>3
	return uint(at) < uint(len(r)) && r[at]>>(q&7)&1 != 0
}

// FoldName returns the form of a rule's name in which equal names are equal: upper and
// lower case are one (RFC 5234, section 2.1), and so are "-" and "_", which the notation
// of RFC 2396 and Treetop write for it.
func FoldName(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}
