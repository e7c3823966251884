package build

import (
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
)

// TestWalk checks that a walk has the verdicts and expectations of its table, and that its
// completion is shortest: with all options, for all short strings.
func TestWalk(t *testing.T) {
	t.Parallel()
	readings, completed := 0, 0
	for _, tt := range nestings {
		for _, how := range []Recursion{{}, {Exactness: tables.Superset}, {tables.Subset, 1}} {
			g := compileRecursive(t, tt.text, how)
			for _, r := range g.Rules {
				if r.Table == "" {
					continue
				}
				least := map[string]int{} // bytes to a member, by beginning
				strs(tt.letters, 6, func(s string) {
					if r.Table.Valid(s) {
						for i := range len(s) + 1 {
							if n, ok := least[s[:i]]; !ok || len(s)-i < n {
								least[s[:i]] = len(s) - i
							}
						}
					}
				})
				strs(tt.letters, 4, func(s string) {
					w, err := NewWalk(r.Table)
					if err != nil {
						t.Fatal(err)
					}
					for i := range len(s) {
						w.Step(s[i])
					}
					if w.Accepting() != r.Table.Valid(s) {
						t.Fatalf("%s, %s: %s of %q is %v", tt.name, how, r.Name, s, w.Accepting())
					}
					rest, ok := w.Completion()
					n, short := least[s]
					if ok && !r.Table.Valid(s+rest) || short && (!ok || len(rest) != n) {
						t.Fatalf("%s, %s: %s of %q is completed by %q, %v; %d bytes are enough",
							tt.name, how, r.Name, s, rest, ok, n)
					}
					if ok == (len(w.Readings()) == 0) || ok && len(w.Expected()) == 0 && rest != "" {
						t.Fatalf("%s, %s: %s of %q has readings %v and expects %q",
							tt.name, how, r.Name, s, w.Readings(), w.Expected())
					}
					readings = max(readings, len(w.Readings()))
					if short {
						completed++
					}
				})
			}
		}
	}
	if readings < 2 || completed < 1000 {
		t.Errorf("%d readings at most, %d completions", readings, completed)
	}
}

// TestWalkUndecided checks that a walk is undecided after the same number of bytes as its table,
// and has at most MostReadings readings before.
func TestWalkUndecided(t *testing.T) {
	table := bundled(t, "xri30").Rule("xri").Table
	for _, tt := range []struct {
		s         string
		readings  int // most; a parenthesis makes two of one
		undecided bool
	}{
		{"=" + strings.Repeat("(", 1000) + "?" + strings.Repeat(")", 1000), 3, false},
		{"=(?" + strings.Repeat(")*(*(*(?", MostReadings/2-1) + ")", MostReadings, false},
		{"=(?" + strings.Repeat(")*(*(*(?", MostReadings/2) + ")", MostReadings, true},
	} {
		w, err := NewWalk(table)
		if err != nil {
			t.Fatal(err)
		}
		most, read := 1, 0
		for read < len(tt.s) {
			if w.Step(tt.s[read]); len(w.Readings()) == 0 {
				break
			}
			read++
			most = max(most, len(w.Readings()))
		}
		e, failed := errors.AsType[*tables.SyntaxError](table.Check(tt.s))
		if failed != tt.undecided || failed && (!e.Undecided() || e.Offset != read) || w.Undecided() != tt.undecided ||
			most != tt.readings {
			t.Errorf("%.20q, %d bytes: %d readings, undecided: %t after %d bytes; the table says %v", tt.s, len(tt.s), most,
				w.Undecided(), read, e)
		}
	}
}
