package build

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A pegMatcher interprets a syntax tree as a parsing expression: the first alternative that
// matches, the longest repetition, no backtracking into either.
type pegMatcher struct {
	*matcher
	known map[pegPlace]int // the results of read; nil to reevaluate each expression every time
}

// A pegPlace is an expression evaluated at an offset.
type pegPlace struct {
	e    syntax.Expr
	from int
}

// read returns the end of the text that e matches at an offset, or -1 if e fails.
func (m *pegMatcher) read(e syntax.Expr, from int) int {
	to, ok := m.known[pegPlace{e, from}]
	if !ok {
		to = m.readAnew(e, from)
		if m.known != nil {
			m.known[pegPlace{e, from}] = to
		}
	}
	return to
}

func (m *pegMatcher) readAnew(e syntax.Expr, from int) int {
	switch e := e.(type) {
	case *syntax.RuleName:
		to := -1
		for _, alternative := range m.rules[strings.ToLower(strings.ReplaceAll(e.Name, "_", "-"))] {
			if to = m.read(alternative, from); to >= 0 {
				break
			}
		}
		return to
	case *syntax.Alternation:
		for _, item := range e.Items {
			if to := m.read(item, from); to >= 0 {
				return to
			}
		}
		return -1
	case *syntax.Concatenation:
		for _, item := range e.Items {
			if from = m.read(item, from); from < 0 {
				return -1
			}
		}
		return from
	case *syntax.Group:
		return m.read(e.Item, from)
	case *syntax.Option:
		return max(from, m.read(e.Item, from))
	case *syntax.Predicate:
		if (m.read(e.Item, from) >= 0) == e.Negated {
			return -1
		}
		return from
	case *syntax.Repetition:
		return m.readRepeated(e, from)
	}
	for to := from; to <= len(m.text); to++ { // a string or a class has at most one end
		if m.match(e, 1<<from)>>to&1 != 0 {
			return to
		}
	}
	return -1
}

func (m *pegMatcher) readRepeated(e *syntax.Repetition, from int) int {
	for n := 0; n != e.Max; n++ {
		to := m.read(e.Item, from)
		switch {
		case to < 0 && n < e.Min:
			return -1
		case to < 0 || to == from && n >= e.Min:
			return from
		}
		from = to
	}
	return from
}

func (m *pegMatcher) member(name, text string) bool {
	m.text = text
	clear(m.known)
	return m.read(&syntax.RuleName{Name: name}, 0) == len(text)
}

// compileOrdered compiles an ABNF document as a Treetop document.
func compileOrdered(text string) (*Grammar, *syntax.Grammar, *syntax.List) {
	document, list := readExtended(text)
	document.Dialect = syntax.Treetop
	for _, r := range document.Rules {
		everyNode(r.Expr, func(e syntax.Expr) {
			if alt, ok := e.(*syntax.Alternation); ok {
				alt.Ordered = true
			}
		})
	}
	limits := DefaultLimits()
	limits.Automata.Subsets = 5000
	return compile(context.Background(), document, list, Options{Name: "test", Dialect: syntax.Treetop, Limits: limits}),
		document, list
}

func TestExactness(t *testing.T) {
	for _, tt := range []struct {
		text string
		want tables.Exactness
	}{
		{`r = <[a-z]>`, tables.Exact},
		{`r = "a" / <[b]> / %xE9`, tables.Exact},
		{`r = "ab" / "cd"`, tables.Exact},
		{`r = "ab" / "abc"`, tables.Superset},
		{`r = "abc" / "ab"`, tables.Superset}, // exact, but the analysis does not detect this
		{`r = *"ab"`, tables.Exact},
		{`r = 2*3"ab"`, tables.Exact},
		{`r = "x" 3( "ab" / "cd" ) ["e"]`, tables.Exact},
		{`r = ["a"] "a"`, tables.Superset},
		{`r = ["a" / "ab"]`, tables.Superset},
		{`r = "x" ["ab" / "cd"]`, tables.Exact},
		{`r = *"a" "b"`, tables.Superset}, // exact, but the analysis does not detect this
		{`r = *( *"a" )`, tables.Superset},
		{"r = \"x\" t\nt = *d\nd = %x30-39", tables.Exact},
		{"r = t \"x\"\nt = *d\nd = %x30-39", tables.Superset},
		{"r = *t\nt = *d\nd = %x30-39", tables.Superset},
		{`r = 0<nobody> 0nobody`, tables.Exact},
		{`r = ""`, tables.Exact},
		{`r = *"" / "a"`, tables.Superset},
		{`r = 2*2( *0"a" "b" )`, tables.Exact},
	} {
		g, _, list := compileOrdered(tt.text)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		if got, _ := rule(t, g, "r").Table.Exactness(); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.text, got, tt.want)
		}
		document, list := readExtended(tt.text)
		g = compile(t.Context(), document, list, Options{Limits: DefaultLimits()})
		if got, _ := rule(t, g, "r").Table.Exactness(); got != tables.Exact {
			t.Errorf("%s is %s when choice is unordered", tt.text, got)
		}
	}
}

// A table labeled exact agrees with the parsing expression on all short strings, and one labeled a
// superset accepts every string the expression accepts.
func TestExactnessRandom(t *testing.T) {
	all := testkit.Texts([]string{"a", "A", "b", "é"}, 4)
	exact, differ := 0, 0
	for seed := range uint64(testkit.Few(400)) {
		w := randomGrammar{rand.New(rand.NewPCG(seed, 5))}
		rules := 1 + w.IntN(4)
		text := ""
		for i := range rules {
			text += fmt.Sprintf("r%d = %s\n", i, w.alternation(w.IntN(3), i, rules))
		}
		text = strings.ReplaceAll(text, " / <minus>", "")
		g, document, list := compileOrdered(text)
		if list.Err() != nil { // too large
			continue
		}
		m := &pegMatcher{matcher: newMatcher(document)}
		for _, r := range compiled(g) {
			exactness, _ := r.Table.Exactness()
			same := true
			for _, s := range all {
				peg, table := m.member(r.Name, s), r.Table.Valid(s)
				if peg && !table || exactness == tables.Exact && peg != table {
					t.Fatalf("%s, called %s: %q is a member of the expression: %t, of the table: %t\n%s", r.Name, exactness, s,
						peg, table, text)
				}
				same = same && peg == table
			}
			if exactness == tables.Exact && r.in.automata.Classes.Rule(r.names).Class == nil {
				exact++
			}
			if !same {
				differ++
			}
		}
	}
	if exact < testkit.Few(50) || differ < testkit.Few(50) {
		t.Errorf("%d rules are exact and %d differ: that means nothing", exact, differ)
	}
}
