package regex

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/internal/testkit"
)

// random returns a random expression over the letters a, b and c, without applying the identities
// of a factory.
func random(r *rand.Rand, depth int) *node {
	kind := r.IntN(8)
	if depth == 0 {
		kind = 0
	}
	switch {
	case kind < 2:
		lo := 'a' + rune(r.IntN(3))
		return &node{op: class, runs: []span.Span{{Lo: lo, Hi: min('c', lo+rune(r.IntN(2)))}}}
	case kind < 4:
		n := &node{op: cat, nullable: true}
		for range r.IntN(4) {
			item := random(r, depth-1)
			n.items, n.nullable = append(n.items, item), n.nullable && item.nullable
		}
		return n
	case kind < 6:
		n := &node{op: alt}
		for range 2 + r.IntN(3) {
			item := random(r, depth-1)
			n.items, n.nullable = append(n.items, item), n.nullable || item.nullable
		}
		return n
	}
	item := random(r, depth-1)
	n := &node{op: repeat, items: []*node{item}, min: r.IntN(3), max: unbounded}
	if r.IntN(2) == 0 {
		n.max = n.min + r.IntN(3)
	}
	n.nullable = n.min == 0 || item.nullable
	return n
}

// build returns the factory's node for n.
func (f *factory) build(n *node) *node {
	items := make([]*node, len(n.items))
	for i, item := range n.items {
		items[i] = f.build(item)
	}
	if n.op == class {
		return f.class(n.runs)
	}
	return f.with(n, items)
}

// matches reports whether n matches s in a backtracking engine, which tries alternatives in order
// and long repetitions first, and never backtracks into possessive ones.
func matches(n *node, s string) bool {
	return match(n, s, func(rest string) bool { return rest == "" })
}

func match(n *node, s string, then func(rest string) bool) bool {
	switch n.op {
	case class:
		return s != "" && overlap(n.runs, []span.Span{{Lo: rune(s[0]), Hi: rune(s[0])}}) && then(s[1:])
	case cat:
		if len(n.items) == 0 {
			return then(s)
		}
		rest := &node{op: cat, items: n.items[1:]}
		return match(n.items[0], s, func(s string) bool { return match(rest, s, then) })
	case alt:
		for _, item := range n.items {
			if match(item, s, then) {
				return true
			}
		}
		return false
	}
	if n.possessive {
		return then(longest(n, s))
	}
	return loop(n, s, 0, then)
}

func loop(n *node, s string, done int, then func(rest string) bool) bool {
	if n.max == unbounded || done < n.max {
		if match(n.items[0], s, func(rest string) bool {
			return (len(rest) < len(s) || done < n.min) && loop(n, rest, done+1, then)
		}) {
			return true
		}
	}
	return done >= n.min && then(s)
}

// longest returns what a possessive repetition leaves of s. If the repetition cannot match often
// enough, longest returns a text that no expression in the tests matches.
func longest(n *node, s string) string {
	plain := *n
	plain.possessive = false
	rest := s + "!" // matches nothing
	match(&plain, s, func(r string) bool { rest = r; return true })
	return rest
}

// The steps of Write do not change which strings a random expression matches, for any engine and
// all strings of up to five letters.
func TestWriteTwin(t *testing.T) {
	texts := testkit.Texts([]string{"a", "b", "c"}, 5)
	r := rand.New(rand.NewPCG(1, 2))
	possessive := 0
	for range testkit.Cases(300) {
		plain := random(r, 3)
		d, err := plain.automaton(automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
		if err != nil {
			t.Fatal(err)
		}
		f := newFactory()
		n := f.simplify(f.drop(f.build(plain), automaton.NewMeter(t.Context(), automaton.DefaultLimits())))
		for _, engine := range Engines() {
			s := dialects[engine]
			written := f.fit(n, s.maxRepeat)
			if s.possessive {
				written = f.possess(written)
			}
			text, err := s.print(written)
			if n.matchesNothing() && engine == ERE {
				continue
			}
			if err == nil {
				err = s.prove(text, d, automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
			}
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			read, _ := s.parse(text)
			for _, w := range texts {
				if want := d.Accepts(w); matches(read, w) != want {
					t.Fatalf("%s: an engine says %t about %q", text, !want, w)
				}
			}
			possessive += strings.Count(text, "*+") + strings.Count(text, "++")
			if engine == RE2 {
				checkGo(t, text, d, texts)
			}
		}
	}
	if possessive == 0 {
		t.Error("no repetition was possessive")
	}
}

func checkGo(t *testing.T, text string, d *automaton.DFA, texts []string) {
	re, err := regexp.Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range texts {
		if want := d.Accepts(w); re.MatchString(w) != want {
			t.Fatalf("%s: Go says %t about %q", text, !want, w)
		}
	}
}

// A repetition is possessive only if the next character decides everything in it.
func TestPossess(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`\Aa*b\z`, `\Aa*+b\z`},
		{`\Aa*a\z`, `\Aa*a\z`},
		{`\A(?:a|bc)*\z`, `\A(?:a|bc)*+\z`},
		{`\A(?:a|ab)*c\z`, `\A(?:a|ab)*c\z`},
		{`\A(?:a(?:a|b)*c)*b\z`, `\A(?:a[ab]*+c)*+b\z`},
		{`\A(?:ca?)*b\z`, `\A(?:ca?)*+b\z`},
		{`\A(?:ca?)*a\z`, `\A(?:ca?)*a\z`},
		{`\A(?:ca?b?)*a\z`, `\A(?:ca?b?)*a\z`},
		{`\A(?:c(?:a?|b))*\z`, `\A(?:c(?:a?|b))*\z`}, // an engine would choose a? before "b", and end the repetition
		{`\A(?:c(?:b|a?))*\z`, `\A(?:c(?:b|a?))*+\z`},
		{`\A(?:a{2,3}b)*\z`, `\A(?:a{2,3}b)*+\z`},
		{`\A(?:a{2,3})*\z`, `\A(?:a{2,3})*\z`},
		{`\A(?:a{2})*\z`, `\A(?:a{2})*+\z`},
	} {
		s := dialects[Java]
		n, err := s.parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		f := newFactory()
		got, err := s.print(f.possess(f.build(n)))
		if got != tt.want || err != nil {
			t.Errorf("%s: %s, want %s (%v)", tt.text, got, tt.want, err)
		}
	}
}

// The proof rejects a wrong text, whatever produced it.
func TestProve(t *testing.T) {
	a := &node{op: repeat, items: []*node{{op: class, runs: []span.Span{{Lo: 'a', Hi: 'a'}}}}, max: unbounded}
	d, err := a.automaton(automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, want string }{
		{`\Aa*\z`, ""},
		{`\Aa*+\z`, ""},
		{`\Aa+\z`, `the regular expression and the rule disagree on ""`},
		{`\A[ab]*\z`, `the regular expression and the rule disagree on "b"`},
		{`\A(?:a*+a)?\z`, "a possessive repetition in the regular expression could miss matches"},
		{`a*`, `the regular expression "a*" is not anchored`},
		{`\Aa*)\z`, `cannot read the regular expression at ")": unexpected text`},
		{`\A(?:a*\z`, `cannot read the regular expression at "": a parenthesis is not closed`},
		{`\A(a*)\z`, `cannot read the regular expression at "(a*)": unescaped special character`},
		{`\Aa**\z`, `cannot read the regular expression at "*": unsupported repetition`},
		{`\Aa*?\z`, `cannot read the regular expression at "?": unsupported repetition`},
		{`\Aa{0,2000}\z`, `cannot read the regular expression at "": unsupported repetition`},
		{`\Aa{x}\z`, `cannot read the regular expression at "x}": a number is missing`},
		{`\Aa{2\z`, `cannot read the regular expression at "": a brace is not closed`},
		{`\A[^b]\z`, `cannot read the regular expression at "^b]": this class is negated`},
		{`\A[b-a]\z`, `cannot read the regular expression at "]": range out of order`},
		{`\A[a\z`, `cannot read the regular expression at "": a character is missing`},
		{`\A\d\z`, `cannot read the regular expression at "": unsupported escape`},
		{`\A\x6\z`, `cannot read the regular expression at "6": a number is missing`},
		{`\A\x{110000}\z`, `cannot read the regular expression at "110000}": invalid code point`},
		{"\\A\xFF\\z", `cannot read the regular expression at "": a character is missing`},
	} {
		err := dialects[Java].prove(tt.text, d, automaton.NewMeter(t.Context(), automaton.DefaultLimits()))
		if got := ""; err != nil {
			if got = err.Error(); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
			}
		} else if tt.want != "" {
			t.Errorf("%s: proven, want %s", tt.text, tt.want)
		}
	}
}
