package build

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// TestWalk checks that a walk has the verdicts and expectations of its table, and that its
// completion is shortest: with all options, for all short strings.
func TestWalk(t *testing.T) {
	t.Parallel()
	readings, completed := 0, 0
	for _, tt := range nestings {
		for _, how := range []Recursion{{}, {Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 1}} {
			g := compileRecursive(t, tt.text, how)
			for _, r := range g.Rules {
				if r.Table == "" {
					continue
				}
				least := map[string]int{} // bytes to a member, by beginning
				testkit.EachText(strings.Split(tt.letters, ""), 6, func(s string) {
					if r.Table.Valid(s) {
						for i := range len(s) + 1 {
							if n, ok := least[s[:i]]; !ok || len(s)-i < n {
								least[s[:i]] = len(s) - i
							}
						}
					}
				})
				testkit.EachText(strings.Split(tt.letters, ""), 4, func(s string) {
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

// TestWalkOfCountingTables compares walks of tables that count calls, up to a depth and without
// one, with the tables: verdicts, the words after each prefix, and the lengths of completions. In
// "may end at once" a call may end right after a call in it.
func TestWalkOfCountingTables(t *testing.T) {
	t.Parallel()
	walks, completed := 0, 0
	for _, tt := range append(nestings[:len(nestings):len(nestings)],
		struct{ name, text, letters string }{"may end at once", `a = "(" [a [")"]]`, "()x"},
		struct{ name, text, letters string }{"longer inside", "t = [\"(\"] a \"zzz\"\na = \"(\" [a] \")\"", "()z"}) {
		g := compileRecursive(t, tt.text, Recursion{})
		for _, r := range g.Rules {
			for depth, table := range append(countedTo(t, g, r, 4), r.Table) {
				if table == "" || !table.Recursive() {
					continue
				}
				least := map[string]int{} // bytes to a member, by beginning
				length := map[int]int{2: 10, 3: 8, 4: 7}[len(tt.letters)]
				if length == 0 {
					length = 6
				}
				testkit.EachText(strings.Split(tt.letters, ""), length, func(s string) {
					if table.Valid(s) {
						for i := range len(s) + 1 {
							if n, ok := least[s[:i]]; !ok || len(s)-i < n {
								least[s[:i]] = len(s) - i
							}
						}
					}
				})
				testkit.EachText(strings.Split(tt.letters, ""), length-2, func(s string) {
					w, err := NewWalk(table)
					if err != nil {
						t.Fatal(err)
					}
					for i := range len(s) {
						w.Step(s[i])
					}
					walks++
					if w.Accepting() != table.Valid(s) {
						t.Fatalf("%s, %d: %s of %q is %v", tt.name, depth, r.Name, s, w.Accepting())
					}
					rest, ok := w.Completion()
					n, short := least[s]
					if ok && !table.Valid(s+rest) || short && (!ok || len(rest) != n) || ok && !short && len(rest) <= length-len(s) {
						t.Fatalf("%s, %d: %s of %q is completed by %q, %v; %d bytes are enough", tt.name, depth, r.Name, s, rest, ok, n)
					}
					if !ok {
						return
					}
					completed++
					var wrong *tables.SyntaxError
					errors.As(table.Check(s+"\xFF"), &wrong)
					want, got := slices.Sorted(slices.Values(wrong.Expected())), slices.Sorted(slices.Values(w.Expected()))
					if wrong.Offset == len(s) && !slices.Equal(got, want) {
						t.Fatalf("%s, %d: after %q of %s the walk expects %q, and the table %q", tt.name, depth, s, r.Name, got, want)
					}
				})
			}
		}
	}
	if walks < 10_000 || completed < 1000 {
		t.Errorf("%d walks, %d completions", walks, completed)
	}
}

// There is no walk of a text that is not a table.
func TestWalkOfNoTable(t *testing.T) {
	table := compileText("a = \"a\"\n").Rule("a").Table
	for text, want := range map[tables.Rule]string{
		"": "the table is empty", "a": "walk: ", table[:len(table)/2]: "walk: ",
	} {
		if w, err := NewWalk(text); w != nil || err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v", text, w, err)
		}
	}
}

// No member contains a byte that a table uses for calls: a walk over such a byte ends.
func TestWalkOverTokens(t *testing.T) {
	table := compileText("a = \"(\" [a] \")\"\n").Rule("a").Table
	for _, before := range []string{"", "(", "()"} {
		for b := 0x80; b < 0x100; b++ {
			w, err := NewWalk(table)
			if err != nil {
				t.Fatal(err)
			}
			for i := range len(before) {
				w.Step(before[i])
			}
			if w.Step(byte(b)); len(w.Readings()) > 0 || w.Accepting() {
				t.Errorf("after %q and the byte %#x there are the readings %v", before, b, w.Readings())
			}
		}
	}
}

// If a call may end right after a call in it, a reading after a call has all lesser depths.
func TestWalkEndsSeveralCalls(t *testing.T) {
	g, _ := compileABNF("a = \"(\" [a [\")\"]]\n")
	w, err := NewWalk(g.Rule("a").Table)
	if err != nil || !w.counting || !w.m.Accept[w.back] {
		t.Fatalf("%v: a call may not end right after a call", err)
	}
	for range 5 {
		w.Step('(')
	}
	if !slices.ContainsFunc(w.Readings(), func(r Reading) bool {
		return r.State == w.back && r.Depth == 1 && r.Deepest == 3
	}) {
		t.Errorf("after four calls, of which the last ones may have ended, 1 to 3 can be open: %v", w.Readings())
	}
}

// The completion uses the most readable byte: a lowercase letter before a digit, a digit before an
// uppercase letter, and other bytes last.
func TestCompletionIsReadable(t *testing.T) {
	for text, want := range map[string]string{
		`%x00-7A`: "a", `%x00-60`: "0", `%x7B-7D / %x30-39`: "0", `%x00-2F / %x3A-60`: "A", `%x00-2F`: "!", `%x00-1F`: "\x00",
	} {
		g, _ := compileABNF("r = " + text + "\n")
		w, err := NewWalk(g.Rule("r").Table)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := w.Completion(); got != want || !ok {
			t.Errorf("%s is completed by %q, want %q", text, got, want)
		}
	}
}

// TestWalkUndecided checks that a walk is undecided after the same number of bytes as its table,
// and has at most MaxReadings readings before.
func TestWalkUndecided(t *testing.T) {
	table := bundled(t, "xri30").Rule("xri").Table
	for _, tt := range []struct {
		s         string
		readings  int // most; a parenthesis makes two of one
		undecided bool
	}{
		{"=" + strings.Repeat("(", 1000) + "?" + strings.Repeat(")", 1000), 3, false},
		{"=(?" + strings.Repeat(")*(*(*(?", MaxReadings/2-1) + ")", MaxReadings, false},
		{"=(?" + strings.Repeat(")*(*(*(?", MaxReadings/2) + ")", MaxReadings, true},
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
		var e *tables.SyntaxError
		failed := errors.As(table.Check(tt.s), &e)
		if failed != tt.undecided || failed && (!e.Undecided() || e.Offset != read) || w.Undecided() != tt.undecided ||
			most != tt.readings {
			t.Errorf("%.20q, %d bytes: %d readings, undecided: %t after %d bytes; the table says %v", tt.s, len(tt.s), most,
				w.Undecided(), read, e)
		}
	}
}
