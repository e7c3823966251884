package build

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
)

// orderedDocuments returns the documents of the module and of the shared data, each with its
// notation.
func orderedDocuments(t *testing.T) (sources []*syntax.Source, how []Options) {
	for _, b := range BundledGrammars() {
		sources = append(sources, b.Source())
		how = append(how, Options{Name: b.Name, Dialect: b.Dialect})
	}
	for _, pattern := range []string{"seeds/*.txt", "grammars/*.abnf"} {
		for _, file := range shared.Glob(t, pattern) {
			src := sourceOf(t, file)
			dialect, _ := notation.Detect(src.Text)
			sources, how = append(sources, src), append(how, Options{Name: src.Name, Dialect: dialect, Repair: true})
		}
	}
	return sources, how
}

// The tables of published documents with PEG semantics agree with the interpreter on members drawn
// with unordered choice, on edited members, and on parts of members. By default one in eight
// documents is read.
func TestOrderedDocuments(t *testing.T) {
	testkit.SkipSlow(t)
	random := rand.New(rand.NewPCG(4, 33))
	documents, texts, lost := 0, 0, 0
	sources, how := orderedDocuments(t)
	every, drawn := 1, testkit.Few(150) // one in this many documents; strings drawn per rule
	if testkit.Long() {
		drawn = 400
	}
	if !testkit.OneIn(2, 1) {
		every = 8
	}
	for i, src := range sources {
		if i%every != 0 {
			continue
		}
		opt := how[i]
		opt.Limits = DefaultLimits()
		opt.Limits.Automata.Subsets, opt.Limits.Automata.Steps = 2000, 30_000_000
		unordered, _ := compileSource(t.Context(), src, opt)
		opt.Semantics = PEG
		g, _ := compileSource(t.Context(), src, opt)
		document, _ := notation.ReadWith(src,
			notation.ReadOptions{Dialect: opt.Dialect, Repair: opt.Repair, Limits: syntax.DefaultLimits()})
		m := &pegMatcher{matcher: newMatcher(document), known: map[pegPlace]int{}}
		rules := slices.DeleteFunc(compiled(g),
			func(r *Rule) bool { return !g.readable(r) || unordered.Rule(r.Name).made().Empty() })
		if len(rules) > 0 {
			documents++
		}
		for _, r := range rules {
			sampler := automaton.NewSampler(unordered.Rule(r.Name).made().DFA)
			for range drawn {
				s := string(sampler.Draw(random, random.IntN(20), nil))
				if random.IntN(2) == 0 {
					s = edited(random, []byte(s))
				}
				if len(s) > 50 || !utf8Valid(s) {
					continue
				}
				texts++
				got, want := r.Table.Valid(s), m.member(r.Name, s)
				if got != want {
					t.Fatalf("%s#%s: %q is a member: %t, want %t", opt.Name, r.Name, s, got, want)
				}
				if unordered.Rule(r.Name).Table.Valid(s) && !got {
					lost++
				}
			}
		}
	}
	t.Logf("%d documents, %d strings, %d of which the order loses", documents, texts, lost)
	if documents < 40/every || texts < 750*drawn/every || lost < 25*drawn/every {
		t.Errorf("%d documents, %d strings, %d lost: that means nothing", documents, texts, lost)
	}
}

func utf8Valid(s string) bool { return strings.ToValidUTF8(s, "") == s }

// readable reports whether the interpreter can read a rule: it supports neither imports nor octets.
func (g *Grammar) readable(r *Rule) bool {
	return !slices.ContainsFunc(g.automata.Graph.Order([]string{r.Name}), func(to *names.Rule) bool {
		return to.From != "" || to.Encoding == names.Octets || g.automata.Names.IsProfile(to)
	})
}

// FuzzOrdered compares the tables of Treetop documents with the interpreter on one string.
func FuzzOrdered(f *testing.F) {
	for _, rule := range []string{
		"'a' / 'ab'", "'a'* 'a'", "( !'b' . )* 'b'", "&( [ab]* 'c' ) . 'b'?", "( 'a'? )* b 2..3", "'k'i 'x' ..2 / !'y' .+",
		"( b / 'aa' )* [^a-c] / ''", "!( 'a' b ) ( 'a' / b ) 1..",
	} {
		f.Add("grammar G rule a "+rule+" end rule b 'b' / [a-c] 'é' end end", "aabb")
	}
	f.Fuzz(func(t *testing.T, text, s string) {
		document, list := notation.Read(syntax.NewSource("fuzz", text), syntax.Treetop)
		names := map[string]bool{}
		for _, r := range document.Rules {
			names[strings.ToLower(strings.ReplaceAll(r.Name, "_", "-"))] = true
		}
		if list.Err() != nil || len(names) < len(document.Rules) || len(document.Directives) > 0 || len(text) > 2000 ||
			len(s) > 40 {
			return
		}
		limits := DefaultLimits()
		limits.Automata.Subsets, limits.Automata.Steps, limits.Copies = 1000, 2_000_000, 100
		g := compile(t.Context(), document, list, Options{Dialect: syntax.Treetop, Semantics: PEG, Limits: limits})
		m := &pegMatcher{matcher: newMatcher(document), known: map[pegPlace]int{}}
		for _, r := range compiled(g) {
			if got, want := r.Table.Valid(s), m.member(r.Name, s); got != want {
				t.Fatalf("%s: %q is a member: %t, want %t", r.Name, s, got, want)
			}
		}
	})
}
