package build

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

func derived(g *Grammar, rule, s string, offset int) string {
	return ruleNames(g.Derive(g.Rule(rule), s, offset))
}

func TestDeriveBundled(t *testing.T) {
	g := bundled(t, "rfc3986")
	for _, test := range []struct {
		rule, s string
		offset  int
		want    string
	}{
		{"URI", "http:", 0, "URI, scheme, ALPHA"},
		{"URI", "http:", 5, "URI, hier-part, path-empty"},
		{"URI", "http:", 4, "URI"},
		{"URI", "a://h:8/p?q#f", 4, "URI, hier-part, authority, host, reg-name, unreserved, ALPHA"},
		{"URI", "a://h:8/p?q#f", 6, "URI, hier-part, authority, port, DIGIT"},
		{"URI", "a://h:8/p?q#f", 8, "URI, hier-part, path-abempty, segment, pchar, unreserved, ALPHA"},
		{"URI", "a://h:8/p?q#f", 12, "URI, fragment, pchar, unreserved, ALPHA"},
		{"host", "1.2.3.4", 2, "host, IPv4address, dec-octet, DIGIT"},
		{"host", "[::1]", 3, "host, IP-literal, IPv6address, h16, HEXDIG, DIGIT"},
		{"URI", "no uri", 0, ""},
		{"URI", "http:", 6, ""},
		{"port", strings.Repeat("1", 1000), 0, "port, DIGIT"},
		{"port", strings.Repeat("1", 1001), 0, ""},
	} {
		if got := derived(g, test.rule, test.s, test.offset); got != test.want {
			t.Errorf("%s reads %.20q at %d by %s, want %s", test.rule, test.s, test.offset, got, test.want)
		}
	}
}

// Repetitions of items that match no bytes, counted repetitions, and rules with exponentially many
// trees.
func TestDeriveRepetitions(t *testing.T) {
	g := compileText(`twice = 2(x / xx)
x = "x"
xx = "xx"
many = 5(*1a)
a = "a"
none = 0x "y"
e0 = 2e1
e1 = 2e2
e2 = 20(e3)
e3 = *1a
but = *(a / x)
`)
	for _, test := range []struct {
		rule, s string
		offset  int
		want    string
	}{
		{"twice", "xx", 0, "twice, x"}, {"twice", "xx", 1, "twice, x"}, {"twice", "xxx", 0, "twice, x"},
		{"twice", "xxx", 2, "twice, xx"}, {"many", "aa", 1, "many, a"}, {"many", "", 0, "many"},
		{"none", "y", 0, "none"}, {"e0", "", 0, "e0, e1, e2, e3"}, {"e0", "aa", 1, "e0, e1, e2, e3, a"},
		{"but", "axa", 1, "but, x"},
	} {
		if got := derived(g, test.rule, test.s, test.offset); got != test.want {
			t.Errorf("%s reads %q at %d by %s, want %s", test.rule, test.s, test.offset, got, test.want)
		}
	}
}

// The path returned by Derive is among those found by reading the grammar in every possible way.
func TestDerive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g := compileText(`s = a / b s2 / [c] 1*2(a / c)
s2 = *b a *1(c / a)
a = "x" / 2*3c / c "y"
b = ["x"] ("y" / c)
c = "z" / "xy" / d
d = *1"y" *2"x" "z"
`)
	checked := 0
	for range testkit.Few(400) {
		text := ""
		for range rng.IntN(6) {
			text += string("xyz"[rng.IntN(3)])
		}
		r := g.Rules[rng.IntN(2)]
		offset := rng.IntN(len(text) + 1)
		got := g.Derive(r, text, offset)
		all := allWays{g, text, offset}.rule(r, 0, len(text))
		if (got == nil) != (len(all) == 0) || got != nil && !all[ruleNames(got)] {
			t.Fatalf("%s reads %q at %d by %s, not one of %v", r.Name, text, offset, ruleNames(got), all)
		}
		if got != nil {
			checked++
		}
	}
	if checked < testkit.Few(50) {
		t.Errorf("only %d of the strings are members", checked)
	}
}

// allWays is a slow derivation that tries every way to match an interval. Its methods return the
// set of rule paths around the offset, with "" for a match without such a path. The set is empty if
// nothing matches.
type allWays struct {
	g  *Grammar
	s  string
	at int
}

func (w allWays) rule(r *Rule, from, to int) map[string]bool {
	paths := map[string]bool{}
	for path := range w.expr(r.Expr(), from, to) {
		paths[strings.TrimSuffix(r.Name+", "+path, ", ")] = true
	}
	return paths
}

func (w allWays) around(from, to int) bool {
	return from <= w.at && w.at < to || w.at == len(w.s) && to == w.at
}

func (w allWays) expr(e syntax.Expr, from, to int) map[string]bool {
	paths := map[string]bool{}
	add := func(more map[string]bool) {
		for path := range more {
			paths[path] = true
		}
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		if found := w.rule(w.g.referent(e.Name), from, to); w.around(from, to) {
			return found
		} else if len(found) > 0 {
			paths[""] = true
		}
	case *syntax.Alternation:
		for _, item := range e.Items {
			add(w.expr(item, from, to))
		}
	case *syntax.Group:
		return w.expr(e.Item, from, to)
	case *syntax.Option:
		if from == to {
			paths[""] = true
		}
		add(w.expr(e.Item, from, to))
	case *syntax.Concatenation:
		return w.all(e.Items, from, to)
	case *syntax.Repetition:
		most := e.Max
		if most == syntax.Unbounded {
			most = len(w.s) + 1
		}
		for n := e.Min; n <= most; n++ {
			add(w.all(slices.Repeat([]syntax.Expr{e.Item}, n), from, to))
		}
	case *syntax.CharVal:
		if strings.EqualFold(w.s[from:to], e.Text) {
			paths[""] = true
		}
	}
	return paths
}

func (w allWays) all(items []syntax.Expr, from, to int) map[string]bool {
	paths := map[string]bool{}
	if len(items) == 0 {
		if from == to {
			paths[""] = true
		}
		return paths
	}
	for mid := from; mid <= to; mid++ {
		rest := w.all(items[1:], mid, to)
		if len(rest) == 0 {
			continue
		}
		for first := range w.expr(items[0], from, mid) {
			for last := range rest {
				if last == "" { // at the end of the string, the last item with a path counts
					last = first
				}
				paths[last] = true
			}
		}
	}
	return paths
}

func TestFails(t *testing.T) {
	g := compileText(`a = "ab" / "cd"`)
	for s, want := range map[string]int{"": 0, "a": 1, "ab": 2, "abx": 2, "x": 0, "ad": 1} {
		if got := g.Rule("a").Fails(s); got != want {
			t.Errorf("a fails in %q at %d, want %d", s, got, want)
		}
	}
}
