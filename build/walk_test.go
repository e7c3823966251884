package build

import (
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
)

// A walk says what the table says, and its completion is a shortest: in all modes, for all short strings.
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

// Sets of depths are sets of readings here, up to a limit.
func TestWalkUndecided(t *testing.T) {
	g := bundled(t, "xri30")
	w, err := NewWalk(g.Rule("xri").Table)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []byte("=" + strings.Repeat("(", MostReadings) + "?" + strings.Repeat(")", 50)) {
		w.Step(b)
	}
	if w.Undecided() || len(w.Readings()) < 50 {
		t.Errorf("%d readings", len(w.Readings()))
	}
	for range MostReadings {
		w.Step(')')
	}
	if !w.Undecided() || len(w.Readings()) != 0 {
		t.Errorf("%d readings", len(w.Readings()))
	}
}
