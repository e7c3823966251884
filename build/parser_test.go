package build

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/earley"
	"github.com/irilex/iri/internal/testkit"
)

// parsersOf returns parsers for a rule: the usual one, and one for a network in which only classes
// are inlined, so that all other rules are called and all repetitions count.
func parsersOf(t *testing.T, g *Grammar, name string) (all []*Parser) {
	t.Helper()
	for _, inline := range []int{earley.Inline, 0} {
		p, err := g.parser(name, 1_000_000, inline)
		if err != nil {
			t.Fatalf("%v\n%s", err, g.Source.Text)
		}
		all = append(all, p)
	}
	return all
}

// parses compares parsers of one rule with a verdict. It returns how many have none because of
// their limit.
func parses(t *testing.T, parsers []*Parser, s string, want bool) (undecided int) {
	t.Helper()
	for i, p := range parsers {
		ok, offset, err := p.Match(t.Context(), s)
		if errors.As(err, new(*WorkError)) {
			undecided++
			continue
		}
		if err != nil || ok != want || offset > len(s) || ok && offset < len(s) {
			t.Fatalf("%s, parser %d: %q is %v (offset %d), want %v (%v)\n%s", p.Rule().Name, i, s, ok, offset, want, err,
				p.Rule().in.Source.Text[:min(500, len(p.Rule().in.Source.Text))])
		}
	}
	return undecided
}

// TestParserRandom compares parsers for all rules of random grammars with the independent
// recognizer of the syntax trees: with all short strings, and with members and strings close to
// them. Half of the grammars have one called rule, as TestCallsTwin has; the rules of the others
// are recursive in any way. Every third grammar subtracts recursive rules from each other.
func TestParserRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(66, 3))
	in, out, open, differences := 0, 0, 0, 0
	for n := range testkit.Fewer(3000) {
		w := &recursionWriter{Rand: random, alphabet: alphabets[n%len(alphabets)]}
		text := w.grammar()
		if n%2 == 1 {
			anyhow := &twin{Rand: random, names: []string{"c", "x", "y", "z"}}
			text = "top = c\r\n"
			for _, name := range anyhow.names {
				text += name + " = " + anyhow.alternation(1+random.IntN(2), name) + "\r\n"
			}
			w.alphabet = []rune{'x'}
		}
		if n%3 == 0 {
			w.names = []string{"c"}
			text += "t = top / c " + w.choice(1) + " / <minus>\r\nu = *( t / " + w.letter() + " ) / top t / <minus>\r\n"
			differences++
		}
		g, _, list := compileExtended(text, quick.Limits)
		if err := list.Err(); err != nil && !strings.Contains(err.Error(), "limit") {
			t.Fatal(err, text)
		}
		twin := newRecognizer(g)
		longest := map[int]int{1: 9, 2: 6, 3: 4, 4: 3}[len(w.alphabet)]
		texts := testkit.Texts(strings.Split(string(w.alphabet), ""), longest)
		for range 10 {
			texts = append(texts, testkit.RandomText(random, 8))
		}
		for _, r := range g.Rules {
			parsers := parsersOf(t, g, r.Name)
			all := texts
			for range 10 {
				if s, ok := twin.draw(r, random); ok && len([]rune(s)) < 30 {
					all = append(all, s, nearMiss(random, s, w.alphabet))
				}
			}
			for _, s := range all {
				want := twin.accepts(r, s, 0)
				if open += parses(t, parsers, s, want); want {
					in++
				} else {
					out++
				}
			}
		}
	}
	t.Logf("%d members, %d others, %d grammars with differences, %d without a verdict", in, out, differences, open)
	if least := testkit.Fewer(100_000); in < least || out < least || open > (in+out)/100 {
		t.Error("one-sided")
	}
}

// draw returns a random string that usually matches r.
func (x *recognizer) draw(r *Rule, random *rand.Rand) (string, bool) {
	if x.d[0] == nil {
		x.d[0] = x.descent(0)
	}
	return x.d[0].Draw(random, x.index[r])
}

// nearMiss returns s with one character replaced, removed or inserted.
func nearMiss(random *rand.Rand, s string, alphabet []rune) string {
	all := []rune(s)
	at := random.IntN(len(all) + 1)
	rest := all[min(len(all), at+random.IntN(2)):]
	text := string(all[:at])
	if random.IntN(3) > 0 {
		text += string(alphabet[random.IntN(len(alphabet))])
	}
	return text + string(rest)
}

// TestParserLower compares parsers with the tables of random grammars without recursion, whose
// elements are strings, numbers, classes, differences and bytes that are not UTF-8.
func TestParserLower(t *testing.T) {
	all := testkit.Texts([]string{"a", "A", "b", "0", "é"}, 3)
	all = append(all, testkit.Texts([]string{"a", "\u0800", "\U0001F600", "\xc3", "\xa9", "\xed\xa0\x80"}, 2)...)
	for seed := range uint64(testkit.Fewer(500)) {
		w := randomGrammar{rand.New(rand.NewPCG(seed, 3))}
		text, rules := "", 1+w.IntN(4)
		for i := range rules {
			text += fmt.Sprintf("r%d = %s\n", i, w.alternation(1+w.IntN(2), i, rules))
		}
		g, _, _ := compileExtended(text, quick.Limits)
		for _, r := range compiled(g) {
			parsers := parsersOf(t, g, r.Name)
			for _, s := range all {
				parses(t, parsers, s, r.Table.Valid(s))
			}
		}
	}
}
