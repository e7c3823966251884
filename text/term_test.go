package text

import (
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri/internal/testkit"
)

// readLinkTerm returns the Link_Term of the code points in testdata/link_term.txt, and the partners
// of closing brackets.
func readLinkTerm(t testing.TB) (terms map[rune]term, openers map[rune]rune) {
	t.Helper()
	text := testkit.ReadFile(t, "testdata/link_term.txt")
	point := func(s string) rune {
		n, err := strconv.ParseUint(s, 16, 21)
		if err != nil {
			t.Fatal(err)
		}
		return rune(n)
	}
	terms, openers = map[rune]term{}, map[rune]rune{}
	for line := range strings.Lines(text) {
		switch fields := strings.Fields(line); {
		case len(fields) == 0 || fields[0] == "#":
		case fields[0] == "Soft":
			for _, f := range fields[1:] {
				first, last, isRange := strings.Cut(f, "-")
				if !isRange {
					last = first
				}
				for r := point(first); r <= point(last); r++ {
					terms[r] = termSoft
				}
			}
		default:
			opening, closing := point(fields[1]), point(fields[2])
			terms[opening], terms[closing], openers[closing] = termOpen, termClose, opening
		}
	}
	return terms, openers
}

// linkTermOf is a slow version of linkTerm that uses the file and the definitions of Hard and
// Include.
func linkTermOf(terms map[rune]term, r rune) term {
	if t, ok := terms[r]; ok {
		return t
	}
	assigned := unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf)
	if !assigned || unicode.In(r, unicode.White_Space, unicode.Noncharacter_Code_Point, unicode.Deprecated) {
		return termHard
	}
	return termInclude
}

func TestLinkTerm(t *testing.T) {
	terms, openers := readLinkTerm(t)
	if len(terms) != 330+2*64 || len(openers) != 64 {
		t.Errorf("%d code points, %d pairs", len(terms), len(openers))
	}
	later := 0 // code points newer than package unicode
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if _, special := terms[r]; !special && r >= 0x3100 && !testkit.OneIn(4, int(r)) {
			continue
		}
		got, want := linkTerm(r), linkTermOf(terms, r)
		switch {
		case got == termHard && want == termSoft && !unicode.IsPrint(r):
			later++
		case got != want:
			t.Errorf("U+%04X has the term %d, not %d", r, got, want)
		case got == termClose && openerOf(r) != openers[r]:
			t.Errorf("U+%04X closes U+%04X, not U+%04X", r, openerOf(r), openers[r])
		}
	}
	t.Logf("Unicode %s has %d of these characters not yet", unicode.Version, later)
	if later > 8 {
		t.Errorf("%d characters are not known", later)
	}
}
