package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// TestWalk checks that a walk has the same verdicts and expectations as its table, and that its
// completion is as short as possible: for all short strings, with each kind of table, and with
// tables that count calls up to a depth. In "may end at once" a call may end right after a call
// inside it.
func TestWalk(t *testing.T) {
	t.Parallel()
	var w walked
	for _, tt := range append(nestings[:len(nestings):len(nestings)],
		struct{ name, text, letters string }{"may end at once", `a = "(" [a [")"]]`, "()x"},
		struct{ name, text, letters string }{"longer inside", "t = [\"(\"] a \"zzz\"\na = \"(\" [a] \")\"", "()z"}) {
		letters := strings.Split(tt.letters, "")
		for _, how := range []Recursion{{}, {Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 1}} {
			g := compileRecursive(t, tt.text, how)
			for _, r := range g.Rules {
				length := 6
				if how == (Recursion{}) {
					length = map[int]int{2: 10, 3: 8, 4: 7, 5: 6, 6: 6}[len(letters)]
					for depth, table := range countedTo(t, g, r, 4) {
						w.check(t, fmt.Sprintf("%s, counted to %d", tt.name, depth), table, letters, length)
					}
				}
				w.check(t, fmt.Sprintf("%s, %s", tt.name, how), r.Table, letters, length)
			}
		}
	}
	if w.readings < 2 || w.walks < 10_000 || w.completed < 1000 {
		t.Errorf("%d walks, %d readings at most, %d completions", w.walks, w.readings, w.completed)
	}
}

// A walked counts walks, those with a completion, and the maximum number of readings of a single
// walk.
type walked struct{ walks, completed, readings int }

// check walks all strings of up to length-2 letters. The members of up to length letters determine
// how many bytes complete a string.
func (n *walked) check(t *testing.T, name string, table tables.Rule, letters []string, length int) {
	t.Helper()
	if table == "" {
		return
	}
	least := map[string]int{} // by prefix: number of bytes that complete it to a member
	testkit.EachText(letters, length, func(s string) {
		if table.Valid(s) {
			for i := range len(s) + 1 {
				if n, ok := least[s[:i]]; !ok || len(s)-i < n {
					least[s[:i]] = len(s) - i
				}
			}
		}
	})
	testkit.EachText(letters, length-2, func(s string) {
		w, err := NewWalk(table)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(s) {
			w.Step(s[i])
		}
		n.walks++
		n.readings = max(n.readings, len(w.Readings()))
		if w.Accepting() != table.Valid(s) {
			t.Fatalf("%s: %s of %q is %v", name, table.Name(), s, w.Accepting())
		}
		rest, ok := w.Completion()
		bytes, short := least[s]
		if ok && !table.Valid(s+rest) || short && (!ok || len(rest) != bytes) || ok && !short && len(rest) <= length-len(s) {
			t.Fatalf("%s: %s of %q is completed by %q, %v; %d bytes are enough", name, table.Name(), s, rest, ok, bytes)
		}
		if ok == (len(w.Readings()) == 0) || ok && len(w.Expected()) == 0 && rest != "" {
			t.Fatalf("%s: %s of %q has readings %v and expects %q", name, table.Name(), s, w.Readings(), w.Expected())
		}
		if !ok {
			return
		}
		n.completed++
		var wrong *tables.SyntaxError
		errors.As(table.Check(s+"\xFF"), &wrong)
		want, got := slices.Sorted(slices.Values(wrong.Expected())), slices.Sorted(slices.Values(w.Expected()))
		if wrong.Offset == len(s) && !slices.Equal(got, want) {
			t.Fatalf("%s: after %q of %s the walk expects %q, and the table %q", name, s, table.Name(), got, want)
		}
	})
}

// A text that is not a table cannot be walked.
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

// No member contains a byte that a table uses for calls, so a walk ends at such a byte.
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

// If a call may end right after a call inside it, a reading after a call includes all smaller
// depths.
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

// A completion uses the most readable bytes: a lowercase letter before a digit, a digit before an
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
// and has at most MaxReadings readings until then.
func TestWalkUndecided(t *testing.T) {
	table := bundled(t, "xri30").Rule("xri").Table
	for _, tt := range []struct {
		s         string
		readings  int // maximum; a parenthesis splits one into two
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
