package graph

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/emit/internal/svgtest"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
)

func compile(t *testing.T, text string) *build.Grammar {
	t.Helper()
	g, err := build.Compile(t.Context(), syntax.NewSource("test.abnf", text), build.Options{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func bundled(t *testing.T, b build.Bundled) *build.Grammar {
	t.Helper()
	g, err := build.Compile(t.Context(), b.Source(), build.Options{Name: b.Name, Dialect: b.Dialect})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func named(t *testing.T, name string) *build.Grammar {
	t.Helper()
	b, ok := build.FindBundled(name)
	if !ok {
		t.Fatal(name)
	}
	return bundled(t, b)
}

func graphOf(t *testing.T, g *build.Grammar, rule string, fold Fold) *Graph {
	t.Helper()
	graph, err := New(t.Context(), g, rule, fold)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

func draw(t *testing.T, g *Graph) string {
	t.Helper()
	text, err := g.SVG()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Every rule of every bundled grammar that has an automaton is drawn, folded and whole. Both graphs
// describe the automaton, and both pictures are sound. A second run writes the same bytes. The gate
// draws every fifth rule.
func TestEveryRule(t *testing.T) {
	t.Parallel()
	all, drawn, counters := 0, 0, 0
	for _, b := range build.BundledGrammars() {
		g := bundled(t, b)
		for _, r := range g.Rules {
			d, err := r.Automaton()
			if r.Table == "" || err != nil {
				if _, err := New(t.Context(), g, r.Name, Auto); err == nil {
					t.Errorf("%s of %s is drawn without an automaton", r.Name, b.Name)
				} else if r.Table != "" {
					counters++
				}
				continue
			}
			if all++; !testkit.Sparse(5, all) {
				continue
			}
			for _, fold := range []Fold{Always, Whole} {
				graph := graphOf(t, g, r.Name, fold)
				if graph.Folded != (fold == Always) || graph.Unproven != nil {
					t.Errorf("%s of %s: folded is %v: %v", r.Name, b.Name, graph.Folded, graph.Unproven)
				}
				if fold == Whole { // New proves a folded graph
					if err := graph.prove(d, g.Meter(t.Context())); err != nil {
						t.Errorf("%s of %s: %v", r.Name, b.Name, err)
					}
				}
				picture := draw(t, graph)
				if err := svgtest.Check(picture); err != nil {
					t.Errorf("%s of %s, folded %v:\n%v", r.Name, b.Name, graph.Folded, err)
				}
				second := graphOf(t, g, r.Name, fold)
				if draw(t, second) != picture || second.DOT() != graph.DOT() {
					t.Errorf("%s of %s: the pictures of two runs differ", r.Name, b.Name)
				}
				drawn++
			}
		}
	}
	if all < 500 || drawn < 200 || counters == 0 {
		t.Errorf("%d pictures of %d rules; %d rules whose tables count calls", drawn, all, counters)
	}
}

// The pictures of the documentation. IRI has at most 18 nodes, so that it fits on a page.
func TestPictures(t *testing.T) {
	t.Parallel()
	iri := graphOf(t, named(t, "rfc3987"), "IRI", Auto)
	if len(iri.Nodes) > 18 || iri.States != 261 || !iri.Folded {
		t.Errorf("IRI: %d nodes, %d states, folded %v", len(iri.Nodes), iri.States, iri.Folded)
	}
	golden.Compare(t, "testdata/iri.svg", draw(t, iri))
	golden.Compare(t, "testdata/iri.dot", iri.DOT())
	date := graphOf(t, compile(t, "date = 4DIGIT \"-\" month [ \"-\" 2DIGIT ]\n"+
		"month = \"0\" %x31-39 / \"1\" %x30-32"), "date", Auto)
	if date.Folded {
		t.Error("a small graph is folded")
	}
	golden.Compare(t, "testdata/date.svg", draw(t, date))
}

// A damaged graph is not proven.
func TestProofFails(t *testing.T) {
	t.Parallel()
	grammar := named(t, "rfc3987")
	d, err := grammar.Rule("IRI").Automaton()
	if err != nil {
		t.Fatal(err)
	}
	find := func(g *Graph, ok func(Edge) bool) *Edge {
		i := slices.IndexFunc(g.Edges, ok)
		if i < 0 {
			t.Fatal("no such edge")
		}
		return &g.Edges[i]
	}
	box := func(g *Graph) *Node {
		return &g.Nodes[slices.IndexFunc(g.Nodes, func(n Node) bool { return n.Inside != nil })]
	}
	loop := func(e Edge) bool { return e.From == e.To && e.Digits != nil }
	undamaged := graphOf(t, grammar, "IRI", Always)
	if err := undamaged.prove(d, grammar.Meter(t.Context())); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(g *Graph){
		"an edge is missing":      func(g *Graph) { g.Edges = g.Edges[1:] },
		"an edge leads elsewhere": func(g *Graph) { find(g, loop).To = g.Start },
		"a range is longer": func(g *Graph) {
			e := find(g, loop)
			e.Units = slices.Clone(e.Units)
			e.Units[len(e.Units)-1].Hi++
		},
		"no escapes":     func(g *Graph) { find(g, loop).Digits = nil },
		"one digit less": func(g *Graph) { find(g, loop).Digits = single('7') },
		"a node accepts": func(g *Graph) { g.Nodes[g.Start].Accepting = true },
		"no node accepts": func(g *Graph) {
			for i := range g.Nodes {
				g.Nodes[i].Accepting = false
			}
		},
		"another start":         func(g *Graph) { g.Start++ },
		"the box ends early":    func(g *Graph) { box(g).Inside.Nodes[0].Accepting = true },
		"the box begins inside": func(g *Graph) { box(g).Inside.Start++ },
		"an edge in the box":    func(g *Graph) { box(g).Inside.Edges[7].Units = single('g') },
		"an edge is ambiguous": func(g *Graph) {
			g.Edges = append(g.Edges, Edge{g.Start, 1, Label{Units: single('a')}})
		},
		"an edge is there twice": func(g *Graph) { g.Edges = append(g.Edges, g.Edges[0]) },
	} {
		g := graphOf(t, grammar, "IRI", Always)
		damage(g)
		if g.prove(d, grammar.Meter(t.Context())) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Two edges that begin alike are an error even if the language is right: units, a percent-encoding
// and "%", a byte and a character that begins with it, what follows a box and what is in it.
func TestDeterministic(t *testing.T) {
	r := compile(t, "a = %x61").Rule("a")
	box := &Graph{Rule: r, Nodes: []Node{{Accepting: true}}, Edges: []Edge{{0, 0, Label{Units: single(']')}}}}
	for _, labels := range [][2]Label{
		{{Units: []build.Span{{Lo: 'a', Hi: 'f'}}}, {Units: []build.Span{{Lo: 'f', Hi: 'g'}}}},
		{{Units: single('%')}, {Units: single('0'), Digits: single('0')}},
		{{Units: single('é')}, {Units: single(build.ByteUnit + 0xC3)}},
		{{Units: single('ÿ')}, {Units: []build.Span{{Lo: build.ByteUnit + 0x80, Hi: build.ByteUnit + 0xFF}}}},
	} {
		g := &Graph{Rule: r, Nodes: []Node{{}, {Accepting: true}}, Edges: []Edge{{0, 1, labels[0]}, {0, 1, labels[1]}}}
		if g.deterministic(nil) == nil {
			t.Errorf("%v: no error", labels)
		}
	}
	closing := []Edge{{0, 1, Label{Units: single(']')}}}
	g := &Graph{Rule: r, Nodes: []Node{{Inside: box}, {Accepting: true}}, Edges: closing}
	if g.deterministic(nil) == nil {
		t.Error("a box with its closing bracket: no error")
	}
}

// What is folded, and what is not.
func TestFold(t *testing.T) {
	for _, test := range []struct {
		rule  string
		nodes int
		words string // of the first edge
	}{
		{`a = "é"`, 2, "U+00E9"}, // a string of one character
		{`a = "%" 2HEXDIG`, 2, `"%" and two hex digits`},
		{`a = "%" 2(DIGIT / %x41-46)`, 2, `"%" and two of a digit, A–F`},
		{`a = "%" 2DIGIT`, 4, `"%"`},
		{`a = "%" HEXDIG`, 3, `"%"`},
		{`a = "%" HEXDIG [HEXDIG]`, 4, `"%"`},
		{`a = 1*("x" / "%" 2HEXDIG)`, 2, `"x", "%" and two hex digits`},
		{`a = "[" 1*"x" "]"`, 3, `"["`},
		{`a = "(" *4"x" ")" / "<" *4"x" ">"`, 4, `"("`},
		{`a = "[" *"x" "]"`, 3, `"["`},                // one state in the brackets is no box
		{`a = "[" 4"x" [ "]" ]`, 7, `"["`},            // may end inside
		{`a = "[" 4"x" "]" / "y" 3"x" "]"`, 7, `"y"`}, // another way in
		{`a = "[" 4"x" ( "]" / ")" )`, 7, `"["`},      // another way out
		{`a = %x61 / %x80-10FFFF`, 2, `a`},
	} {
		text := strings.ReplaceAll(test.rule, `"é"`, "%xE9")
		g := graphOf(t, compile(t, text), "a", Always)
		if len(g.Nodes) != test.nodes || g.Unproven != nil {
			t.Errorf("%s: %d nodes, want %d (%v)", test.rule, len(g.Nodes), test.nodes, g.Unproven)
		}
		if words := strings.Join(g.words(g.Edges[0].Label), ", "); words != test.words {
			t.Errorf("%s: the first edge is %s, want %s", test.rule, words, test.words)
		}
	}
}

// Bytes that are no characters are drawn as bytes, folded or not.
func TestOctets(t *testing.T) {
	g, err := build.Compile(t.Context(), syntax.NewSource("test.abnf", "a = %xC3.28 / %x80-FF"),
		build.Options{Octets: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, fold := range []Fold{Always, Whole} {
		dot := graphOf(t, g, "a", fold).DOT()
		for _, want := range []string{`[label="the byte 0xC3"]`, `[label="a byte 0x80–0xC2, a byte 0xC4–0xFF"]`} {
			if !strings.Contains(dot, want) {
				t.Errorf("%v: %s is missing from\n%s", fold, want, dot)
			}
		}
	}
}

// Rules without a finite automaton are refused with the reason. A rule without members is drawn.
func TestRefused(t *testing.T) {
	g := compile(t, `nest = "(" [nest] ")"
two = "(" [two] ")" / "[" [two] "]"
none = "x" none
empty = ""`)
	for rule, want := range map[string]string{
		"nest": "the table for the rule nest counts calls to nest, so it is not a finite automaton",
		"two":  "the rule two has no table: it is recursive (self-embedding)",
		"gone": `no rule "gone"`,
	} {
		if _, err := New(t.Context(), g, rule, Auto); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", rule, err)
		}
	}
	for _, rule := range []string{"none", "empty"} {
		for _, fold := range []Fold{Always, Whole} {
			graph := graphOf(t, g, rule, fold)
			if err := svgtest.Check(draw(t, graph)); err != nil || graph.Unproven != nil {
				t.Errorf("%s: %v, %v", rule, err, graph.Unproven)
			}
		}
	}
}

// Large graphs are refused with the limit, or drawn: many states, many edges, long edges. Long
// names and many words do not widen a picture without bound.
func TestHostile(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("n", 2000)
	var words strings.Builder
	for c := rune(0x1000); c < 0x2000; c += 5 {
		words.WriteString(" / %x" + strings.ToUpper(strconv.FormatInt(int64(c), 16)))
	}
	var long strings.Builder // each of 300 states leads to the end
	long.WriteString("a = r0\n")
	for i := range 300 {
		fmt.Fprintf(&long, "r%d = \"x\" r%d / %%x%X\n", i, i+1, 0x1000+5*i)
	}
	long.WriteString("r300 = \"z\"\n")
	for text, want := range map[string]string{
		long.String():                             "its edges cross 302 layers in more than 60000 places",
		"a = 60000\"x\"":                          "60001 states and 60000 edges, too many for a picture (limits: ",
		"a = *900( \"x\" / \"[\" )":               "",
		"a = *3000\"x\"":                          "too many for a picture",
		name + " = %x31-39 %x61-7A\na = 3" + name: "",
		"a = \"x\"" + words.String():              "",
	} {
		g := graphOf(t, compile(t, text), "a", Always)
		if g.DOT() == "" || !utf8.ValidString(g.DOT()) {
			t.Error("no DOT")
		}
		picture, err := g.SVG()
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%.40s: %v, want %s", text, err, want)
		case want == "" && err != nil:
			t.Errorf("%.40s: %v", text, err)
		case want == "":
			if err := svgtest.Check(picture); err != nil {
				t.Errorf("%.40s: %v", text, err)
			}
		}
	}
}

// Random automata are proven and drawn soundly, with and without lanes: cycles, many edges that
// read the same, edges within a layer, edges to earlier lanes.
func TestRandom(t *testing.T) {
	t.Parallel()
	random, nodes := rand.New(rand.NewPCG(3, 4)), 0
	for range 200 {
		var text strings.Builder
		n, letters := 2+random.IntN(14), 1+random.IntN(6)
		for i := range n {
			fmt.Fprintf(&text, "r%d = ", i)
			for c := range letters {
				if random.IntN(3) > 0 {
					fmt.Fprintf(&text, "%%x%X r%d / ", 'a'+c, random.IntN(n))
				}
			}
			text.WriteString([]string{`"[" 1*3"y" "]"`, `""`, `"z"`, `"%" 2HEXDIG`}[random.IntN(4)] + "\n")
		}
		c := compile(t, text.String())
		g := graphOf(t, c, "r0", Always)
		if g.Unproven != nil {
			t.Errorf("%s%v", &text, g.Unproven)
		}
		if err := svgtest.Check(draw(t, g)); err != nil {
			t.Errorf("%s%v", &text, err)
		}
		nodes = max(nodes, len(g.Nodes))
		g.lanes = []string{"one", "two", "three"}
		for i := range g.Nodes {
			if i != g.Start {
				g.Nodes[i].lane = random.IntN(len(g.lanes))
			}
		}
		if err := svgtest.Check(draw(t, g)); err != nil {
			t.Errorf("with lanes: %s%v", &text, err)
		}
	}
	if nodes < 12 {
		t.Errorf("at most %d nodes", nodes)
	}
}

// If the proof exceeds a limit, the whole graph is drawn, with the reason.
func TestUnproven(t *testing.T) {
	limits := build.DefaultLimits()
	for limits.Automata.Steps = 1000; ; limits.Automata.Steps += limits.Automata.Steps / 10 {
		source := syntax.NewSource("test.abnf", "a = 1*(%x61-10FFFF / \"%\" 2HEXDIG)")
		g, err := build.Compile(t.Context(), source, build.Options{Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		if g.Rule("a").Table == "" {
			continue
		}
		graph := graphOf(t, g, "a", Always)
		if graph.Folded {
			t.Fatalf("folded with %d steps", limits.Automata.Steps)
		}
		if graph.Unproven == nil || len(graph.Nodes) != graph.States {
			t.Errorf("%d nodes of %d states; the reason is %v", len(graph.Nodes), graph.States, graph.Unproven)
		}
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	g := compile(t, "a = \"x\"")
	cancel()
	if _, err := New(ctx, g, "a", Always); err == nil {
		t.Error("cancelled: no error")
	}
}
