package build

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/internal/testkit"
)

// A recursionWriter writes small grammars in which rules refer to one another.
type recursionWriter struct {
	*rand.Rand
	alphabet []rune
	names    []string // names of the rules that may be referred to
	often    int      // one in this many elements is a reference
}

func (w *recursionWriter) letter() string {
	return fmt.Sprintf("%%x%X", w.alphabet[w.IntN(len(w.alphabet))])
}

func (w *recursionWriter) element(depth int) string {
	if len(w.names) > 0 && w.IntN(w.often) == 0 {
		return w.names[w.IntN(len(w.names))]
	}
	kind := w.IntN(12)
	if depth == 0 {
		kind = w.IntN(6)
	}
	switch kind {
	case 0:
		return w.letter() + " " + w.letter()
	case 1:
		return "(" + w.letter() + " / " + w.letter() + ")"
	case 2:
		return `""`
	case 3, 4, 5:
		return w.letter()
	case 6, 7:
		return "[" + w.choice(depth-1) + "]"
	case 8:
		return "(" + w.choice(depth-1) + ")"
	case 9, 10:
		return "*(" + w.choice(depth-1) + ")"
	}
	least := w.IntN(3)
	return fmt.Sprintf("%d*%d(%s)", least, least+w.IntN(3), w.choice(depth-1))
}

func (w *recursionWriter) sequence(depth int) string {
	items := []string{w.element(depth)}
	for w.IntN(3) > 0 && len(items) < 4 {
		items = append(items, w.element(depth))
	}
	return strings.Join(items, " ")
}

func (w *recursionWriter) choice(depth int) string {
	items := []string{w.sequence(depth)}
	for w.IntN(2) > 0 && len(items) < 3 {
		items = append(items, w.sequence(depth))
	}
	return strings.Join(items, " / ")
}

// called writes the definition of c, the rule that the others call: usually a rule with its calls
// in one place, but often one with a difficult shape.
func (w *recursionWriter) called() string {
	a, b := w.letter(), w.letter()
	without := *w
	without.names = nil
	plain, inner := without.choice(1), w.names[w.IntN(len(w.names))]
	switch w.IntN(14) {
	case 0, 1:
		return a + " *(" + plain + " / " + inner + ") " + b
	case 2:
		return a + " [" + inner + " *(" + plain + ")] " + b
	case 3:
		return a + " [" + inner + " / " + plain + "] [" + plain + "] " + b
	case 4: // a return may also end the calls around it
		return a + " [" + inner + "] [" + plain + "]"
	case 5:
		return a + " *" + inner + " / " + b + " " + plain
	case 6: // the rule may match the empty string
		return "[" + a + " [" + inner + "] " + b + "]"
	case 7: // the rule may begin with itself
		return "1*" + inner + " " + a + " / " + plain
	case 8:
		return a + " " + inner + " / " + b
	case 9: // bounded repetition
		return fmt.Sprintf("%s *%d(%s %s) %s", a, 1+w.IntN(3), inner, plain, b)
	case 10: // a call is the last item, or nearly the last
		return a + " *(" + plain + ") [" + inner + "]"
	}
	return a + " " + w.choice(2) + " " + b
}

// grammar writes the rule top, which is never referred to, and other rules. In most grammars every
// cycle among the others contains c, the called rule.
func (w *recursionWriter) grammar() string {
	w.often = 2 + w.IntN(4)
	names := []string{"c", "x", "y", "z"}[:1+w.IntN(4)]
	free := w.IntN(4) == 0
	w.names = names
	text := "top = " + w.choice(2) + "\r\nc = " + w.called() + "\r\n"
	for i := 1; i < len(names); i++ {
		if !free {
			w.names = names[:i]
		}
		text += names[i] + " = " + w.choice(1+w.IntN(2)) + "\r\n"
	}
	return text
}

// quick holds options that rule out large automata.
var quick = func() Options {
	l := DefaultLimits()
	l.Automata.Subsets, l.Automata.DFAStates = 2000, 1000
	return Options{Limits: l}
}()

var alphabets = [][]rune{{'(', ')', 'a'}, {'a', 'b', 'c'}, {'(', ')'}, {'(', ')', 'é', 'è'},
	{'a', '\u20AC', '\U0010FFFD'}, {0, '\x7F', 'A'}}

// TestCallsTwin checks that every rule of random grammars has either an exact table or a reason for
// having none. The tables agree with a recognizer on all short strings, and on members and strings
// close to them.
func TestCallsTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 1))
	var counted, depends, linear, refused, filled, open int
	grammars := testkit.Fewest(2000)
	if testkit.Long() {
		grammars = 10_000
	}
	for n := range grammars {
		writer := &recursionWriter{Rand: random, alphabet: alphabets[n%len(alphabets)]}
		w := newTwinned(t, writer.grammar(), quick)
		longest := map[int]int{2: 8, 3: 5, 4: 4}[len(writer.alphabet)] + testkit.Few(4)/4
		w.all(strings.Split(string(writer.alphabet), ""), "", longest)
		w.some(random, writer.alphabet, 5)
		open += w.undecided
		for i, r := range w.g.Rules {
			switch {
			case r.Table == "":
				refused++
			case r.Table.Recursive() && r.Kind == Depends:
				depends++
			case r.Table.Recursive():
				counted++
			case r.Kind == Linear:
				linear++
			}
			if r.Table != "" && r.Table.Recursive() && w.rules[i].members > 10 {
				filled++
			}
		}
	}
	t.Logf("%d verdicts are undecided", open)
	t.Logf("%d rules count, %d that depend on them, %d with many members, %d are linear, %d refused", counted, depends,
		filled, linear, refused)
	all := counted + depends
	least := all / 10
	if !testkit.OneIn(2, 1) { // for a few grammars
		least = all / 20
	}
	if min(counted, depends, linear, refused) < least || filled < all/2 {
		t.Error("one-sided")
	}
}

// A rule whose calls never end has no members, and its table accepts no continuation of "((((".
func TestEndlessCalls(t *testing.T) {
	for _, text := range []string{`c = "(" c ")"`, `c = "(" x ")"
x = "a" c`, `c = [c] "(" c`, `c = ["(" c x ")"]
x = x "b"`} {
		g, _ := compileABNF(text + "\r\n")
		if r := g.Rule("c"); r.Table != "" && r.Table.Recursive() || r.Reason() == "" {
			t.Errorf("%q has a table that counts, or no reason: %q", text, r.Reason())
		}
	}
	g, _ := compileABNF("c = [\"(\" c \")\"]\r\n")
	if r := g.Rule("c"); !r.Table.Recursive() {
		t.Errorf("a call that may be empty: %s", r.Reason())
	}
}

// A rule that one counter cannot decide gets a reason instead of a table; this is not an error in
// the document.
func TestCallsReasons(t *testing.T) {
	for _, tt := range []struct{ text, rule, want string }{
		{`c = "(" [c] ")" / "[" [c] "]"`, "c",
			"one counter cannot tell what may follow c inside c, as with two kinds of brackets; abnf compiles it " +
				"with --superset or --depth"},
		{`c = ["b"] c "x" / "a"`, "c", "c may begin with c"},
		{`c = "(" c ")"`, "c", "every path through c leads back to it"},
		{"c = \"(\" [c] \")\"\nd = \"[\" [d] \"]\"\ntop = c d", "top", "it needs two counters, one for c and one for d"},
		{"c = \"(\" [c] \")\"\nd = \"[\" [d] c \"]\"", "d", "it needs two counters, one for itself and one for c"},
		{"c = \"(\" [c] \")\"\nd = \"[\" [d] \"]\"\nx = c x / d / \"a\"", "x",
			"it needs two counters, one for c and one for d"},
		{"c = [\"b\"] c \"x\" / \"a\"\nx = \"b\" x / c\ny = x", "x", "it depends on c, which has no table"},
		{"c = [\"b\"] c \"x\" / \"a\"\nx = \"b\" y / \"a\"\ny = \"c\" x / c", "x", "it depends on y, which has no table"},
		{"a = \"(\" b \")\" / a \"x\" a\nb = \"[\" a \"]\" / b \"y\" b", "a",
			"it needs two counters: b also refers to itself in the middle without going through a"},
		{"d = a / c\na = \"(\" *a \")\"\nc = \"[\" *c \"]\"", "d", "it needs two counters, one for a and one for c"},
		{"; @octets\nc = \"(\" [c] %xFE \")\"", "c", "c contains the byte 0xFE, which encodes a call"},
		{"; @octets\nc = \"(\" [c] \")\"\ntop = c %xFD", "top", "top contains the byte 0xFD, which encodes a call"},
		{"; @octets b\na = \"(\" *(a / b) \")\"\nb = %xF0-FF", "a", "a contains the byte 0xFF, which encodes a call"},
		{"; @octets d\nd = a %xFF\na = \"(\" *a \")\"", "d", "d contains the byte 0xFF, which encodes a call"},
		{"; @profile p: x and a\nx = 1*%x28-29\na = \"(\" *a \")\"", "p", "inside a difference"},
		{"a ::= \"(\" b \")\" | \"x\"\nb ::= a - \"x\"", "a", "inside a difference"},
		{"d ::= a - \"x\"\na ::= \"(\" a \")\" | \"x\"", "d", "inside a difference"},
	} {
		g, list := compileDialect(t, hostile{text: tt.text}.dialect(), tt.text+"\r\n")
		if r := g.Rule(tt.rule); r.Table != "" || !strings.Contains(r.Reason(), tt.want) || list.Err() != nil {
			t.Errorf("%q: %s has the reason %q, not %q; %v", tt.text, tt.rule, r.Reason(), tt.want, list.Err())
		}
	}
}

// Sets do not count calls.
func TestCallsInSets(t *testing.T) {
	g, _ := compileABNF("c = \"(\" [c] \")\"\r\nd = \"a\"\r\n")
	if set, err := g.Set("s", "d", "c"); err == nil || set != "" || !strings.Contains(err.Error(), "the rule c") {
		t.Errorf("the error is %v", err)
	}
	if _, err := g.Set("s", "d"); err != nil {
		t.Error(err)
	}
}

// wide returns a grammar whose table has so many states that its rows cannot refer to some of them
// (far states). The outside consists of long words, calls, and pairs of two-byte characters; the
// inside consists of long words and calls.
func wide(random *rand.Rand, pairs, outside, inside int) string {
	word := func(n int) string {
		text := ""
		for range n {
			text += fmt.Sprintf("%%x%X ", 'a'+rune(random.IntN(4)))
		}
		return text
	}
	words := func(n int, after func() string) string {
		all := []string{`"-"`}
		for i := range n {
			all = append(all, word(6+random.IntN(3)))
			if i%4 == 0 { // a call from a state reached only by this word
				all[len(all)-1] += "c " + after()
			}
		}
		return strings.Join(all, " / ")
	}
	pair := []string{`"-"`}
	for i := range pairs {
		pair = append(pair, fmt.Sprintf("%%x%X.%X", 0x100+i*64, 0x100+(i*7+1)%pairs))
	}
	return fmt.Sprintf("top = *(%s) *(%s / c) *c\r\nc = %%x28 *(%s / c) %%x29\r\n", strings.Join(pair, " / "),
		words(outside, func() string { return word(4) }), words(inside, func() string { return "" }))
}

// In these tables with many states, the first state of the inside, the states after calls, and
// others are far.
func TestCallsWide(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 2))
	letters := []rune("abcd()-\u0100\u0140")
	opt := Options{Limits: DefaultLimits()}
	for i, sizes := range [][3]int{{0, 200, 0}, {0, 0, 200}, {0, 100, 100}, {20, 60, 60}, {0, 300, 20}, {0, 20, 300}} {
		if !testkit.OneIn(3, i) {
			continue
		}
		w := newTwinned(t, wide(random, sizes[0], sizes[1], sizes[2]), opt)
		if states := w.g.Rule("top").Table.States(); states < 260 {
			t.Errorf("%v: only %d states", sizes, states)
		}
		w.some(random, letters, testkit.Few(400))
		w.all(strings.Split("a()-", ""), "", 4+testkit.Few(4)/4)
		w.filled(50)
	}
}

// If the rules of a cycle lack tables for different reasons, the remaining rules name one that has
// an error.
func TestCompilableNamesAnError(t *testing.T) {
	in := &Grammar{}
	fake := func(name string, missing ...string) *Rule {
		return &Rule{Name: name, in: in, names: &names.Rule{Name: name, Missing: missing}}
	}
	shut, last := fake("shut"), fake("last")
	shut.refusal, last.refusal = errors.New("recursion"), errors.New("recursion")
	failed, third := fake("failed", "nope"), fake("third")
	if compilable([]*Rule{shut, failed, third, last}) {
		t.Error("all are compilable")
	}
	var e *UnresolvedError
	if !errors.As(third.Err, &e) || len(e.Names) != 1 || e.Names[0] != "failed" {
		t.Errorf("third: %v", third.Err)
	}
	if shut.Err != nil || last.Err != nil {
		t.Errorf("the reasons of others changed: %v, %v", shut.Err, last.Err)
	}
}
