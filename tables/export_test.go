package tables

import (
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Vain returns the number of bytes read beyond the ends of tokens.
func (l *Lexer) Vain() int { return l.rescanned }

// Remembers reports whether the lexer records failures.
func (l *Lexer) Remembers() bool { return l.failed != nil }

// Remember makes the lexer record failures from now on, at multiples of 1<<shift, or, if shift is
// -1, at offsets of its own choice.
func (l *Lexer) Remember(shift int) {
	l.failed = newFailures(l.set.States()+1, l.end, len(l.s))
	if shift >= 0 {
		f := &failures{from: l.end >> shift << shift, shift: shift, states: l.failed.states}
		f.bits = make([]uint64, ((len(l.s)>>shift+1)*f.states)/64+1)
		l.failed = f
	}
}

// IsUTF8 reports whether the header declares all members of all rules to be UTF-8.
func (t Set) IsUTF8() bool { return t.table().Whole() && t[format.AtFlags]&format.HasUTF8 != 0 }

// MemoryOf returns the maximum number of bytes that a lexer for a set with this many states uses to
// record failures in a string of n bytes.
func MemoryOf(states, n int) int { return 8 * len(newFailures(states, 0, n).bits) }

// ValidOnTables and SplitOnTables are Valid and Split without kernels.
func (r Rule) ValidOnTables(s string) bool { return engine.ValidOnTables(r.table(), s) }

func (r Rule) SplitOnTables(s string) (x Extents, ok bool) {
	ok = engine.SplitByLabels(r.table(), s, (*engine.Extents)(&x))
	return x, ok
}

// Block sets a batch's block size in bytes; a block contains at least one string of a list.
func (b *Batch) Block(size int) *Batch {
	b.block = size
	return b
}

// InOrder appends the results of do for each line of text, using the given number of goroutines.
func InOrder(workers int, text []byte, do func(dst []int, block []byte, at int) []int) []int {
	return inOrder((&Batch{Workers: workers}).Block(1), text, nil, 0, do)
}

// A PlacesSection is an unpacked section of places.
type PlacesSection struct {
	Accepts, Stops     uint64
	First, Dead, Spill uint8
	Rows               [256]uint64 // by byte
	States             [64]int     // by place
	Of                 [256]uint8  // by state: its place
	At                 int         // offset in the table
}

// PlacesSection returns a places section, or nil if the table does not contain it.
func (r Rule) PlacesSection(section int) *PlacesSection {
	at := r.table().Uint32(section)
	if at == 0 {
		return nil
	}
	s := &PlacesSection{At: at, Accepts: r.uint64(at + format.PlacesAccepts), Stops: r.uint64(at + format.PlacesStops),
		First: r[at+format.PlacesFirst], Dead: r[at+format.PlacesDead], Spill: r[at+format.PlacesSpill]}
	for i := range 256 {
		s.Rows[i], s.Of[i] = r.uint64(at+format.PlacesRows+8*i), r[at+format.PlacesOf+i]
	}
	for i := range s.States {
		s.States[i] = r.table().Uint16(at + format.PlacesStates + 2*i)
	}
	return s
}

func (r Rule) uint64(at int) uint64 {
	return uint64(uint32(r.table().Uint32(at))) | uint64(r.table().Uint32(at+4))<<32
}
