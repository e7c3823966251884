package tables_test

import (
	"strings"
	"testing"

	mix "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// A spills counts the blocks in which walks leave a table's places. The first block of a string has
// 1 to 8 bytes, all others 8.
type spills struct {
	m      *machine.Machine
	placed [2][]bool // in the front and in the rest, by state
	blocks int
	left   int // number of blocks that leave the places
}

func newSpills(l *language) *spills {
	e := &spills{m: l.m, placed: [2][]bool{make([]bool, l.m.States()), make([]bool, l.m.States())}}
	for _, p := range placesOf(l) {
		set := e.placed[1]
		if p.front {
			set = e.placed[0]
		}
		list := p.States
		if p.front { // no byte leads to the first place
			list = list[1:]
		}
		for _, x := range list {
			set[x.State] = true
		}
	}
	return e
}

// count walks a member: a block leaves the places if a state in it has no place.
func (e *spills) count(s string) {
	q, set, end := int(e.m.Start), 0, (len(s)-1)&7+1
	for at := 0; at < len(s); at, end = end, end+8 {
		inside := true
		for _, b := range []byte(s[at:end]) {
			if b >= 0x80 {
				set = 1
			}
		}
		for _, b := range []byte(s[at:end]) {
			q = int(e.m.Next[q*e.m.Count+int(e.m.Class[b])])
			inside = inside && e.placed[set][q]
		}
		if e.blocks++; !inside {
			e.left++
		}
	}
}

// Few blocks of ordinary strings leave the states with places. The limits are slightly above the
// measured numbers, out of 10,000 blocks.
func TestFewBlocksSpill(t *testing.T) {
	for _, tt := range []struct {
		rule, kind string
		most       int
	}{
		{"IRI", "training", 260}, {"IRI", "urls", 250}, {"IRI", "iris", 150}, {"IRI", "nonascii", 3000}, {"IRI", "data", 5},
		{"IRI", "urls.txt", 20}, {"IRI", "iris.txt", 150},
		{"IRI-reference", "training", 360}, {"IRI-reference", "urls", 250}, {"IRI-reference", "iris", 150},
		{"IRI-reference", "nonascii", 3000}, {"IRI-reference", "references", 750}, {"IRI-reference", "data", 5},
		{"IRI-reference", "urls.txt", 20}, {"IRI-reference", "iris.txt", 150},
	} {
		t.Run(tt.rule+" "+tt.kind, func(t *testing.T) {
			l := shippedLanguage(t, "rfc3987", tt.rule)
			var lines []string
			switch {
			case tt.kind == "training":
				lines = mix.Training(tt.rule)
			case strings.HasSuffix(tt.kind, ".txt"):
				lines = strings.Split(shared.Read(t, "corpora", tt.kind), "\n")
			default:
				n := testkit.Few(10_000)
				if tt.kind == "data" {
					n = testkit.Few(100)
				}
				lines = mix.Lines(tt.kind, n)
			}
			e := newSpills(l)
			for _, s := range lines {
				if l.rule.Valid(s) {
					e.count(s)
				}
			}
			t.Logf("%d of %d blocks, %d of 10,000", e.left, e.blocks, e.left*10_000/e.blocks)
			if e.blocks < min(10_000, testkit.Few(40_000)) && !testkit.Slow || e.left*10_000 > tt.most*e.blocks {
				t.Errorf("%d of %d blocks spill, %d of 10,000; at most %d are expected", e.left, e.blocks,
					e.left*10_000/e.blocks, tt.most)
			}
		})
	}
}
