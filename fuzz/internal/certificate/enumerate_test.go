package certificate_test

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/irilex/iri/fuzz/internal/certificate"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A lister lists the strings that an expression matches, over a small alphabet and up to some
// length. It is a third interpretation of the grammar: it applies the definitions of the operators,
// without terms or automata.
type lister struct {
	g        *certificate.Grammar
	alphabet []rune
	length   int // in bytes
	most     int // maximum number of strings of one expression
	rules    map[*certificate.Rule]language
	tooMany  bool
}

type language = map[string]bool

func (l *lister) list(e *certificate.Expr, octets bool) language {
	found := language{}
	switch e.Op {
	case certificate.Name:
		r := l.g.Rule(e.Name)
		if l.rules[r] == nil {
			l.rules[r] = l.list(r.Expr, r.Octets)
		}
		return l.rules[r]
	case certificate.Chars:
		for _, c := range l.alphabet {
			for _, r := range e.Ranges {
				s := string(c)
				if octets && e.Number {
					if c > 0xFF {
						continue
					}
					s = string([]byte{byte(c)})
				}
				if r.Lo <= c && c <= r.Hi && len(s) <= l.length {
					found[s] = true
				}
			}
		}
	case certificate.Choice:
		for _, kid := range e.Kids {
			maps.Copy(found, l.list(kid, octets))
		}
	case certificate.Both, certificate.Without:
		other := l.list(e.Kids[1], octets)
		for s := range l.list(e.Kids[0], octets) {
			if other[s] == (e.Op == certificate.Both) {
				found[s] = true
			}
		}
	case certificate.Sequence:
		found[""] = true
		for _, kid := range e.Kids {
			found = l.product(found, l.list(kid, octets))
		}
	case certificate.Repeat:
		if e.Max == 0 {
			return language{"": true}
		}
		one := l.list(e.Kids[0], octets)
		turn := language{"": true} // the strings of exactly n repetitions
		for n := 0; ; n++ {
			if n >= e.Min {
				maps.Copy(found, turn)
			}
			if n == e.Max || n == e.Min+l.length { // more repetitions add only empty strings
				break
			}
			turn = l.product(turn, one)
		}
	}
	return found
}

func (l *lister) product(a, b language) language {
	found := language{}
	for x := range a {
		for y := range b {
			if len(x)+len(y) <= l.length {
				found[x+y] = true
			}
		}
		if len(found) > l.most {
			l.tooMany = true
			return found
		}
	}
	return found
}

// members lists the strings accepted by a table, over an alphabet and up to a length in bytes.
func members(table tables.Rule, alphabet []string, length int) language {
	found := language{}
	var extend func(s string, q tables.State)
	extend = func(s string, q tables.State) {
		if q.Dead() {
			return
		}
		if table.Accepting(q) {
			found[s] = true
		}
		for _, c := range alphabet {
			if len(s)+len(c) <= length {
				extend(s+c, table.AdvanceString(q, c))
			}
		}
	}
	extend("", table.Start())
	return found
}

// maxListed bounds the number of strings of any expression within a listed rule, and maxLength
// bounds their length in bytes.
const (
	maxListed = 400
	maxLength = 12
)

// TestLists compares the strings of the grammar with those of the table, for each shipped rule (by
// default, every second one). The alphabet consists of one ASCII character from each byte class of
// the table and three others. The length is the largest that keeps the lists short.
func TestLists(t *testing.T) {
	for _, b := range bundles() {
		g := b.lower(t).Grammar
		lengths, listed, most := map[int]int{}, 0, larger(maxListed, 10_000)
		for i, r := range b.finite(g) {
			if !testkit.OneIn(2, i) {
				continue
			}
			table, _ := b.Lookup(r.Name)
			m, err := machine.Of(table)
			if err != nil {
				t.Fatal(err)
			}
			alphabet := letters(m)
			longest, last := -1, 0
			for length := range maxLength + 1 {
				l := lister{g: g, alphabet: alphabet, length: length, most: most, rules: map[*certificate.Rule]language{}}
				want := l.list(r.Expr, r.Octets)
				if l.tooMany || len(want) > most {
					break
				}
				got := members(table, encoded(alphabet, r.Octets), length)
				if !maps.Equal(got, want) {
					t.Errorf("%s, %s, up to %d bytes: %d members, the grammar has %d: %+q", b.Document, r.Name, length, len(got),
						len(want), apart(got, want))
					break
				}
				longest, last = length, len(want)
			}
			if longest < 1 {
				t.Errorf("%s, %s: not listed", b.Document, r.Name)
			}
			lengths[longest]++
			listed += last
		}
		t.Logf("%-28s %6d members listed; rules by the length they are listed to: %v", b.Document, listed, lengths)
	}
}

// letters returns the first ASCII character of each byte class, and three other characters.
func letters(m *machine.Machine) (alphabet []rune) {
	seen := map[uint8]bool{}
	for b := range rune(0x80) {
		if !seen[m.Class[b]] {
			seen[m.Class[b]] = true
			alphabet = append(alphabet, b)
		}
	}
	return append(alphabet, 'é', '\uE000', '\U00010000')
}

func encoded(alphabet []rune, octets bool) (list []string) {
	for _, c := range alphabet {
		switch {
		case !octets:
			list = append(list, string(c))
		case c <= 0xFF: // no octet is larger
			list = append(list, string([]byte{byte(c)}))
		}
	}
	return list
}

// apart returns a string that is in exactly one of a and b, or "".
func apart(a, b language) string {
	for s := range a {
		if !b[s] {
			return s
		}
	}
	for s := range b {
		if !a[s] {
			return s
		}
	}
	return ""
}

// TestRandomExpressions compares lists and terms for random expressions of kinds not found in
// documents: nested choices and repetitions of expressions that may be empty.
func TestRandomExpressions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	alphabet := []rune("abé")
	all, total := texts(alphabet, 5), 0
	for range larger(3000, 300_000) {
		e := random(rng, 4)
		lowering := certificate.NewLowering(&certificate.Grammar{}, maxTerms)
		term, err := lowering.Expr(e, false)
		if err != nil {
			t.Fatal(err)
		}
		l := lister{alphabet: alphabet, length: 5, most: 100_000}
		listed := l.list(e, false)
		if l.tooMany {
			t.Fatal("too many strings")
		}
		total += len(listed)
		for _, s := range all {
			if got := lowering.Terms.Matches(term, s); got != listed[s] {
				t.Fatalf("%s: the term matches %q: %v", show(e), s, got)
			}
		}
	}
	t.Logf("%d strings listed", total)
}

// texts returns all strings over an alphabet, up to a length in bytes.
func texts(alphabet []rune, length int) (list []string) {
	list = []string{""}
	for i := 0; i < len(list); i++ {
		for _, c := range alphabet {
			if s := list[i] + string(c); len(s) <= length {
				list = append(list, s)
			}
		}
	}
	return list
}

// random returns an expression of at most the given number of levels.
func random(rng *rand.Rand, levels int) *certificate.Expr {
	kids := func(n int) (list []*certificate.Expr) {
		for range n {
			list = append(list, random(rng, levels-1))
		}
		return list
	}
	op := rng.IntN(10)
	switch {
	case levels == 0 || op < 2:
		r := []certificate.Range{{'a', 'a'}, {'b', 'b'}, {'é', 'é'}, {'a', 'b'}, {'b', 'é'}}[rng.IntN(5)]
		return &certificate.Expr{Op: certificate.Chars, Ranges: []certificate.Range{r}}
	case op < 4:
		return &certificate.Expr{Op: certificate.Choice, Kids: kids(rng.IntN(4))}
	case op < 6:
		return &certificate.Expr{Op: certificate.Sequence, Kids: kids(rng.IntN(4))}
	}
	if op >= 8 {
		return &certificate.Expr{Op: []certificate.Op{certificate.Both, certificate.Without}[op-8], Kids: kids(2)}
	}
	least := rng.IntN(3)
	return &certificate.Expr{Op: certificate.Repeat, Kids: kids(1), Min: least,
		Max: []int{-1, least, least + 1, least + 2}[rng.IntN(4)]}
}
