package build

import (
	"errors"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
)

// The text above a caret: a number, a name or a class, and not one character more.
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
		`"a b" / "c"`:  `"a b"`,
		`"" / "c"`:     `""`,
		`'a"' / 'c'`:   `'a"'`,
		"x":            "x",
	} {
		if got := text[:names.TokenLen(text)]; got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}

// An unbounded repetition is one copy of its element, however deep; only counts multiply.
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
				continue // not one of our limits
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

// A class that reaches above U+00FF shows that a document counts code points; a class that does not
// reach that far leaves the question open.
func TestWideClassesSettleWhatNumbersAre(t *testing.T) {
	for class, warned := range map[string]bool{"<[a-z]>": true, "<[a-\u00FE]>": true, "<[a-\u00FF]>": true,
		"<[a-\u0100]>": false, "<[\u4E00]>": false} {
		_, _, list := compileExtended("a = %x80-FF b\nb = "+class+"\n", DefaultLimits())
		if got := withCodes(list, "octets") != ""; got != warned {
			t.Errorf("beside %s: warned is %v: %s", class, got, diagnostics(list))
		}
	}
}
