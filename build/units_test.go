package build

import (
	"errors"
	"slices"
	"testing"

	"github.com/irilex/iri/automaton"
)

// Bytes are numbered one by one: each is a code point or a byte of its own, none is lost
// where the two meet.
func TestAsUnitsOfEveryRange(t *testing.T) {
	for lo := rune(0); lo < 256; lo++ {
		for hi := lo; hi < 256; hi++ {
			var got, want []rune
			for _, s := range asUnits([]span{{lo, hi}}) {
				for r := s.lo; r <= s.hi; r++ {
					got = append(got, r)
				}
			}
			for b := lo; b <= hi; b++ {
				want = append(want, b)
				if b >= 0x80 {
					want[len(want)-1] += byteUnit
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("bytes %X to %X: %X, want %X", lo, hi, got, want)
			}
		}
	}
}

// What a caret stands under: a number, a name or a class, and nothing behind it.
func TestTokenLen(t *testing.T) {
	for text, want := range map[string]string{
		"%x80-FF )":    "%x80-FF",
		"%d128.129/":   "%d128.129",
		"name_2-a.b=":  "name_2-a.b",
		"aZ{":          "aZ",
		"az@":          "az",
		"A0[":          "A0",
		"b`":           "b",
		"[\u0080-]x":   "[\u0080-]",
		"[ unfinished": "[",
		"x":            "x",
	} {
		if got := text[:tokenLen(text)]; got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}

// A repetition without an end is one copy of its element, however deep: only counts multiply.
func TestCopiesOfRepetitions(t *testing.T) {
	for text, copies := range map[string]int{
		`r = *("a" *("b" *"c"))`:    1,
		`r = ["a"] 1*"b" *1"c"`:     1,
		`r = 3*( *(2"a") )`:         6,
		`r = 2*5( *3"a" ) 4( 3"b")`: 15,
	} {
		for short := range 2 {
			limits := DefaultLimits()
			limits.Copies = copies - short
			if limits.Copies == 0 {
				continue // would be no limit of ours
			}
			g, _, _ := compileExtended(text, limits)
			err := g.Rules[0].Err
			var over *automaton.LimitError
			if short == 0 && err != nil || short == 1 && (!errors.As(err, &over) || over.Reached != int64(copies)) {
				t.Errorf("%s with a limit of %d copies: %v", text, limits.Copies, err)
			}
		}
	}
}
