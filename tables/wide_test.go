package tables_test

import (
	"encoding/binary"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// The wide table holds exactly the transitions that the rows lack.
func TestWideHasTheTransitionsThatRowsDoNot(t *testing.T) {
	wide, below := 0, 0
	for _, l := range allLanguages(t) {
		n, k := l.m.States(), l.m.Count
		leadsFar := func(q int) bool {
			for c := range k {
				if l.m.Next[q*k+c] > 254 {
					return true
				}
			}
			return false
		}
		first := 0
		for first < 255 && (first >= n || !leadsFar(first)) {
			first++
		}
		at := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(l.rule[at:]))) }
		if got := int(l.rule[18]); got != first {
			t.Fatalf("%s: the first state with cells is %d, not %d", l.name, got, first)
		}
		size := max(0, n-first)
		if n <= 255 {
			size = 0
		}
		if got := at(40) - at(36); got != 2*k*size {
			t.Fatalf("%s: %d bytes for %d classes and %d states", l.name, got, k, size)
		}
		for c := range k {
			for i := range size {
				got := binary.LittleEndian.Uint16([]byte(l.rule[at(36)+2*(c*size+i):]))
				if want := l.m.Next[(first+i)*k+c]; got != want {
					t.Fatalf("%s: class %d leads state %d to %d, not %d", l.name, c, first+i, got, want)
				}
			}
		}
		if size > 0 {
			wide++
			below += 255 - first
		}
	}
	if wide < 5 || below < wide {
		t.Errorf("only %d wide tables, with %d states that rows know, too", wide, below)
	}
}

// Verify rejects tables that have a correct checksum but a flipped bit in the wide table or a wrong
// wide table offset.
func TestVerifyRefusesAnotherWide(t *testing.T) {
	r := seeded(31)
	for _, l := range allLanguages(t) {
		if l.m.States() <= 255 || testkit.Slow && l.name != "rfc3987 IRI" {
			continue
		}
		at := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(l.rule[at:]))) }
		forge := func(at int, change byte) {
			b := []byte(l.rule)
			b[at] ^= change
			if machine.Verify(sealed(b)) == nil {
				t.Fatalf("%s: byte %d may be %#x", l.name, at, b[at])
			}
		}
		for range testkit.Fewer(8) {
			forge(at(36)+r.IntN(at(40)-at(36)), 1<<r.IntN(8))
		}
		forge(18, 1)
		forge(18, l.rule[18])
		forge(18, ^l.rule[18])
	}
}
