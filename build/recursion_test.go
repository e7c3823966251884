package build

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/recursion"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/testkit"
)

// kinds writes the kind and the cycle of each rule.
func kinds(text string) string {
	g, _ := compileABNF(text)
	var b strings.Builder
	g.automata.Graph.Dump(&b)
	return strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "; ")
}

func TestKinds(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"none", "a = b\nb = \"x\"", "a regular; b regular"},
		{"RFC 1034, ldh-str: to the right", "ldh-str = let-dig-hyp / let-dig-hyp ldh-str\nlet-dig-hyp = ALPHA / \"-\"",
			"ldh-str linear ldh-str -> ldh-str; let-dig-hyp regular; ALPHA regular"},
		{"RFC 1034, subdomain: to the left",
			"domain = subdomain / \" \"\nsubdomain = label / subdomain \".\" label\nlabel = ALPHA",
			"domain depends; subdomain linear subdomain -> subdomain; label regular; ALPHA regular"},
		{"brackets", `S = "(" S ")" / ""`, "S self-embedding S -> S"},
		{"both ends, in two places", `a = "x" a / a "y" / ""`, "a self-embedding a -> a"},
		{"twice the same", `a = a a / "x"`, "a self-embedding a -> a"},
		{"nothing but itself", `a = a`, "a linear a -> a"},
		{"any number of nothing", `A = *A`, "A linear A -> A"},
		{"any number of itself and text", `A = *A / "x"`, "A self-embedding A -> A"},
		{"at most one of itself", `A = "x" [A] / *1A`, "A linear A -> A"},
		{"between what may be empty", "a = e a f / \"x\"\ne = [\"\"]\nf = *e", "a linear a -> a; e regular; f regular"},
		{"between what may be text", "a = e a e / \"x\"\ne = [\"y\"]", "a self-embedding a -> a; e regular"},
		{"zero times", `a = "(" 0a ")"`, "a regular"},
		{"zero times text", `a = 0"(" a ")" / ""`, "a linear a -> a"},
		{"IMAP, sequence-set",
			"sequence-set = (seq-number / seq-range) [\",\" sequence-set]\nseq-range = seq-number \":\" seq-number\n" +
				"seq-number = 1*DIGIT / \"*\"",
			"sequence-set linear sequence-set -> sequence-set; seq-range regular; seq-number regular; DIGIT regular"},
		{"a pair, each to another side", "a = \"x\" b / \"\"\nb = a \"y\"",
			"a self-embedding a -> b -> a; b self-embedding b -> a -> b"},
		{"a pair, both to one side", "a = \"x\" b / \"\"\nb = \"y\" a", "a linear a -> b -> a; b linear b -> a -> b"},
		{"two components", "a = \"x\" a / b\nb = b \"y\" / \"\"", "a linear a -> a; b linear b -> b"},
		{"the shorter way", "a = b / c\nb = d\nd = a\nc = a",
			"a linear a -> c -> a; b linear b -> d -> a -> b; d linear d -> a -> b -> d; c linear c -> a -> c"},
		{"undefined counts as text", "a = u a u / \"x\"", "a self-embedding a -> a"},
		{"unread counts as text", "a = u a u / \"x\"\nu = \"", "a self-embedding a -> a; u regular"},
		{"depends on what depends", "a = b\nb = c\nc = \"(\" c \")\" / \"\"",
			"a depends; b depends; c self-embedding c -> c"},
	} {
		if got := kinds(tt.text); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// A production of the twin has a left-hand side and a right-hand side without operators: rule
// names, and "x" for text.
type production struct {
	left  string
	right []string
}

// A twin writes a random rule twice: as ABNF, and as productions in which options and repetitions
// are separate rules.
type twin struct {
	*rand.Rand
	names       []string
	productions []production
	fresh       int
}

func (w *twin) helper() string {
	w.fresh++
	return fmt.Sprint("#", w.fresh)
}

// element returns the text of an element and its symbol, or "" if it has none.
func (w *twin) element(depth int) (text, symbol string) {
	kind := w.IntN(8)
	if depth == 0 {
		kind = w.IntN(5)
	}
	switch kind {
	case 0, 1, 2:
		name := w.names[w.IntN(len(w.names))]
		return name, name
	case 3:
		return `"x"`, "x"
	case 4:
		return `""`, ""
	}
	h := w.helper()
	text = w.alternation(depth-1, h)
	switch kind {
	case 5:
		return "(" + text + ")", h
	case 6:
		opt := w.helper()
		w.productions = append(w.productions, production{opt, []string{h}}, production{opt, nil})
		return "[" + text + "]", opt
	}
	least, most := w.IntN(3), w.IntN(4)
	rep := w.helper()
	switch {
	case most == 3: // unbounded
		more := w.helper()
		w.productions = append(w.productions, production{more, []string{h, more}}, production{more, nil},
			production{rep, append(repeat(h, least), more)})
		return fmt.Sprintf("%d*(%s)", least, text), rep
	default:
		most += least
		for n := least; n <= most; n++ {
			w.productions = append(w.productions, production{rep, repeat(h, n)})
		}
		return fmt.Sprintf("%d*%d(%s)", least, most, text), rep
	}
}

func repeat(s string, n int) []string { return slices.Repeat([]string{s}, n) }

// alternation writes productions for the left-hand side and returns their text.
func (w *twin) alternation(depth int, left string) string {
	var alternatives []string
	for range 1 + w.IntN(3) {
		var items, right []string
		for range 1 + w.IntN(3) {
			text, symbol := w.element(depth)
			items = append(items, text)
			if symbol != "" {
				right = append(right, symbol)
			}
		}
		alternatives = append(alternatives, strings.Join(items, " "))
		w.productions = append(w.productions, production{left, right})
	}
	return strings.Join(alternatives, " / ")
}

// An embedding records whether one symbol derives another with something on its left or right.
type embedding struct {
	from, to    string
	left, right bool
}

// twinKinds applies the definition by brute force: all embeddings of the productions, closed under
// composition.
func twinKinds(names []string, productions []production) map[string]Kind {
	filled := map[string]bool{"x": true}
	for changed := true; changed; {
		changed = false
		for _, p := range productions {
			if !filled[p.left] && slices.ContainsFunc(p.right, func(s string) bool { return filled[s] }) {
				filled[p.left], changed = true, true
			}
		}
	}
	some := func(symbols []string) bool {
		return slices.ContainsFunc(symbols, func(s string) bool { return filled[s] })
	}
	all := map[embedding]bool{}
	for _, p := range productions {
		for i, s := range p.right {
			if s != "x" {
				all[embedding{p.left, s, some(p.right[:i]), some(p.right[i+1:])}] = true
			}
		}
	}
	for grown := true; grown; {
		grown = false
		byFrom := map[string][]embedding{}
		for e := range all {
			byFrom[e.from] = append(byFrom[e.from], e)
		}
		for e := range all {
			for _, f := range byFrom[e.to] {
				both := embedding{e.from, f.to, e.left || f.left, e.right || f.right}
				if !all[both] {
					all[both], grown = true, true
				}
			}
		}
	}
	kinds := map[string]Kind{}
	recursive := map[string]bool{}
	for e := range all {
		if e.from == e.to {
			recursive[e.from] = true
		}
	}
	for _, name := range names {
		switch {
		case all[embedding{name, name, true, true}]:
			kinds[name] = SelfEmbedding
		case recursive[name]:
			kinds[name] = Linear
		}
		for e := range all {
			if e.from == name && kinds[name] == Regular && recursive[e.to] && slices.Contains(names, e.to) {
				kinds[name] = Depends
			}
		}
	}
	return kinds
}

// Chomsky's definition (A derives x A y), tested on random grammars by brute force.
func TestKindsAgainstTwin(t *testing.T) {
	seen := map[Kind]int{}
	for seed := range uint64(testkit.Fewer(3000)) {
		w := &twin{Rand: rand.New(rand.NewPCG(seed, 1)), names: []string{"a", "b", "c", "d"}[:1+seed%4]}
		text := ""
		for _, name := range w.names {
			text += name + " = " + w.alternation(1, name)
			// Every derivation can end, so every rule derives something.
			if w.IntN(2) == 0 {
				text += " / \"x\"\n"
				w.productions = append(w.productions, production{name, []string{"x"}})
			} else {
				text += " / \"\"\n"
				w.productions = append(w.productions, production{name, nil})
			}
		}
		document, list := notation.Read(syntax.NewSource("test.abnf", text), syntax.ABNF)
		if err := list.Err(); err != nil {
			t.Fatal(err, text)
		}
		g := recursion.Analyse(names.Resolve(document, list, names.Options{Name: "test"}))
		want := twinKinds(w.names, w.productions)
		for _, name := range w.names {
			seen[want[name]]++
			if got := g.Kind(g.Names.Rule(name)); got != want[name] {
				t.Fatalf("%s is %v, want %v\n%s", name, got, want[name], text)
			}
		}
	}
	for _, k := range []Kind{Regular, Linear, SelfEmbedding, Depends} {
		if seen[k] < testkit.Fewer(100) {
			t.Errorf("%v was met %d times only", k, seen[k])
		}
	}
}

func TestKindString(t *testing.T) {
	if got := fmt.Sprint(Regular, Linear, SelfEmbedding, Depends); got != "regular linear self-embedding depends" {
		t.Error(got)
	}
}
