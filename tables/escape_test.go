package tables_test

import (
	"slices"
	"strings"
	"testing"

	mix "github.com/irilex/iri/build/corpus"
	"github.com/irilex/iri/build/shared"
	"github.com/irilex/iri/tables"
)

// An escapes counts how many blocks of a walk leave the places of a table. The blocks are those of
// a string of which the first has 1 to 8 bytes and all others eight.
type escapes struct {
	m      *tables.Machine
	placed []bool // by state: a place and a tail stand for it
	text   []bool // by state: a pair of the rows of text does
	blocks int
	left   int // of these
}

func newEscapes(l *language) *escapes {
	e := &escapes{m: l.m, placed: make([]bool, l.m.States()), text: make([]bool, l.m.States())}
	for _, place := range l.m.Hot.Places {
		for _, tail := range l.m.Hot.Tails {
			a, b := l.rule.StatesAt(place.At, tail.At)
			e.placed[a], e.placed[b] = true, true
			if l.m.Hot.Text != nil && slices.ContainsFunc(l.m.Hot.Text.Pairs, func(p tables.Pair) bool {
				return l.m.Hot.Places[p.Place] == place && l.m.Hot.Tails[p.Tail] == tail
			}) {
				e.text[a], e.text[b] = true, true
			}
		}
	}
	return e
}

// count walks a member: a block leaves the places when some state in it has none.
func (e *escapes) count(s string) {
	q, end := int(e.m.Start), (len(s)-1)&7+1
	inside := true
	for i := range len(s) {
		q = int(e.m.Next[q*e.m.Count+int(e.m.Class[s[i]])])
		inside = inside && e.placed[q]
		if i+1 == end {
			e.blocks++
			if !inside {
				e.left++
			}
			inside, end = true, end+8
		}
	}
}

// leavesText reports whether bytes over 0x7F lead from states of the rows of text to one that is
// none of these.
func (e *escapes) leavesText(s string) bool {
	q, inside := int(e.m.Start), false
	for i := range len(s) {
		before := q
		q = int(e.m.Next[q*e.m.Count+int(e.m.Class[s[i]])])
		inside = inside || s[i] >= 0x80 && e.text[before]
		if inside && !e.text[q] {
			return true
		}
	}
	return false
}

// Hardly any block of everyday strings leaves the states that shift rows know. The bounds
// are somewhat more than what was found, of 10,000 blocks.
func TestFewBlocksEscape(t *testing.T) {
	for _, tt := range []struct {
		rule, kind string
		most       int
	}{
		{"IRI", "training", 60}, {"IRI", "urls", 120}, {"IRI", "iris", 5}, {"IRI", "nonascii", 110}, {"IRI", "data", 5},
		{"IRI", "urls.txt", 5}, {"IRI", "iris.txt", 10},
		{"IRI-reference", "training", 150}, {"IRI-reference", "urls", 120}, {"IRI-reference", "iris", 5},
		{"IRI-reference", "nonascii", 110}, {"IRI-reference", "references", 500}, {"IRI-reference", "data", 5},
		{"IRI-reference", "urls.txt", 5}, {"IRI-reference", "iris.txt", 10},
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
				n := few(10_000)
				if tt.kind == "data" {
					n = few(100)
				}
				lines = mix.Lines(tt.kind, n)
			}
			e := newEscapes(l)
			for _, s := range lines {
				if l.rule.Valid(s) {
					e.count(s)
				}
			}
			t.Logf("%d of %d blocks, %d of 10,000", e.left, e.blocks, e.left*10_000/e.blocks)
			if e.blocks < 10_000 && !raceDetector || e.left*10_000 > tt.most*e.blocks {
				t.Errorf("%d of %d blocks escape, %d of 10,000; at most %d are expected", e.left, e.blocks, e.left*10_000/e.blocks, tt.most)
			}
		})
	}
}
