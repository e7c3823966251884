package fuzz

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// A setUnderTest is a set together with its rules.
type setUnderTest struct {
	tables.Set
	members []tables.Rule
}

// sets holds small sets, large sets, and sets of tokens with long common prefixes.
var sets = func() []setUnderTest {
	of := func(set tables.Set, lookup func(string) (tables.Rule, bool)) setUnderTest {
		s := setUnderTest{Set: set}
		for _, name := range set.Rules() {
			rule, ok := lookup(name)
			if !ok {
				panic("the set " + set.Name() + " has no rule " + name)
			}
			s.members = append(s.members, rule)
		}
		return s
	}
	const text = `
if     = %s"if"
word   = 1*ALPHA
float  = 1*DIGIT "." 1*DIGIT
number = 1*DIGIT
late   = *"a" "b"
string = %x22 *( %x20-21 / %x23-10FFFF ) %x22
empty  = *"0"
`
	g, err := build.Compile(context.Background(), syntax.NewSource("words", text),
		build.Options{Name: "words", Places: true})
	if err != nil {
		panic(err)
	}
	made := func(rules ...string) setUnderTest {
		set, err := g.Set("Words", rules...)
		if err != nil {
			panic(err)
		}
		return of(set, func(name string) (tables.Rule, bool) { return g.Rule(name).Table, true })
	}
	return []setUnderTest{
		of(ntriples.Token, ntriples.Lookup),
		of(rfc3987.PathKinds, rfc3987.Lookup),
		of(rfc3987.IRIReferenceAlternatives, rfc3987.Lookup),
		of(rfc3986.PathAlternatives, rfc3986.Lookup),
		made("if", "word", "float", "number", "late", "string", "empty"),
		made("empty", "string", "late", "number", "word"),
		made("late"),
	}
}()

// first computes First from the individual rules.
func (s *setUnderTest) first(text string) int {
	return slices.IndexFunc(s.members, func(r tables.Rule) bool { return r.Valid(text) })
}

// longest computes Prefix from the individual rules.
func (s *setUnderTest) longest(text string) (rule, n int) {
	for n := len(text); n >= 0; n-- {
		if rule := s.first(text[:n]); rule >= 0 {
			return rule, n
		}
	}
	return tables.NoRule, -1
}

// FuzzTokens compares the verdicts of sets on a string, and its tokens, with results from the
// individual rules. A longest match is paused at the offset cut and then continued.
func FuzzTokens(f *testing.F) {
	for i, s := range inputs() {
		f.Add(s, uint(i))
	}
	f.Add(`<http://a/b> <http://a/p> "x\"é"@en . # c`, uint(7))
	f.Add("if iff 12.5 1. aaaaaaaaaab 000 \"a", uint(20))
	f.Add(strings.Repeat("a", 6000)+"c", uint(5)) // enough failed attempts that the lexer remembers them
	f.Fuzz(func(t *testing.T, s string, cut uint) {
		for _, set := range sets {
			checkTokens(t, set, s)
			short := s[:min(len(s), 60)]
			checkLongest(t, set, short, int(cut%uint(len(short)+1)))
		}
	})
}

func checkTokens(t *testing.T, set setUnderTest, s string) {
	at, tried, after := 0, 0, false
	for l := set.Lexer(s); l.Next(); tried++ {
		span, text := l.Span(), l.Text()
		switch {
		case span.Start != at || span.End <= at || s[span.Start:span.End] != text:
			t.Fatalf("%s: %q: a token at %v behind %d", set.Name(), s, span, at)
		case l.Rule() >= 0 && set.first(text) != l.Rule():
			t.Fatalf("%s: %q: %q is said to be of %s", set.Name(), s, text, set.RuleName(l.Rule()))
		case (l.Err() != nil) != (l.Rule() < 0):
			t.Fatalf("%s: %q: the token %q of rule %d has the error %v", set.Name(), s, text, l.Rule(), l.Err())
		case l.Rule() < 0 && (after || l.Err().Offset < span.Start || l.Err().Offset > span.End):
			t.Fatalf("%s: %q: a stretch of no rule at %v is two tokens, or has the error at %d", set.Name(), s,
				span, l.Err().Offset)
		}
		after = l.Rule() < 0
		if tried < 50 || tried%100 == 0 {
			rule, n := set.Prefix(s[at:]) // checkLongest compares Prefix with the rules
			if n <= 0 {
				rule, n = tables.NoRule, len(text)
			}
			if n != len(text) || rule != l.Rule() {
				t.Fatalf("%s: %q: the token %q of rule %d at %d, want %d bytes of rule %d", set.Name(), s, text,
					l.Rule(), at, n, rule)
			}
		}
		at = span.End
	}
	if at != len(s) {
		t.Fatalf("%s: the tokens are %d bytes of %d", set.Name(), at, len(s))
	}
}

func checkLongest(t *testing.T, set setUnderTest, s string, cut int) {
	want, n := set.longest(s)
	if rule, got := set.Prefix(s); rule != want || got != n {
		t.Fatalf("%s: Prefix(%q) = %d, %d, want %d, %d", set.Name(), s, rule, got, want, n)
	}
	m := set.LongestMatch()
	m.AdvanceString(s[:cut])
	m.Advance([]byte(s[cut:]))
	if rule, got := m.Match(); rule != want || got != int64(n) || m.Read() > int64(len(s)) || m.Read() < int64(n) {
		t.Fatalf("%s: %q cut at %d: %d, %d, want %d, %d", set.Name(), s, cut, rule, got, want, n)
	}
	var all []int
	for i, rule := range set.members {
		if rule.Valid(s) {
			all = append(all, i)
		}
	}
	q := set.Advance(set.AdvanceString(set.Start(), s[:cut]), []byte(s[cut:]))
	if !slices.Equal(set.Classify(s), all) || !slices.Equal(set.RulesAt(q), all) || set.First(s) != set.first(s) ||
		set.RuleAt(q) != set.first(s) ||
		(set.Check(s) == nil) != (all != nil) || set.Accepting(q) != (all != nil) {
		t.Fatalf("%s: %q: Classify %v, RulesAt %v, First %d, RuleAt %d, want %v", set.Name(), s, set.Classify(s),
			set.RulesAt(q), set.First(s), set.RuleAt(q), all)
	}
}

// FuzzSetTable checks that no set table, whatever its bytes, makes a walk read out of bounds, and
// that a table that passes Verify behaves as a set in every respect.
func FuzzSetTable(f *testing.F) {
	for _, s := range []tables.Set{ntriples.Token, rfc3987.PathKinds, rfc3986.PathAlternatives,
		rfc3986.URIReferenceAlternatives, "", "irs\x01"} {
		f.Add([]byte(s), "http://[1:2:3:4:5:6:7:255.255.255.255]/")
	}
	for _, s := range sets {
		f.Add([]byte(s.Set), "aaaaaaaaaaaaaaaaaaaaaaaaac")
	}
	f.Fuzz(func(t *testing.T, table []byte, s string) {
		checkSetTable(t, tables.Set(table), s)
		checkSetTable(t, tables.Set(seal(table)), s)
	})
}

func checkSetTable(t *testing.T, set tables.Set, s string) {
	for _, s := range append(inputs(), s) {
		set.First(s)
		set.Prefix(s)
		m := set.LongestMatch()
		m.AdvanceString(s)
		m.Match()
		at := 0
		for l := set.Lexer(s); l.Next(); {
			if l.Span().Start != at || l.Span().End <= at {
				t.Fatalf("a token at %v behind %d", l.Span(), at)
			}
			at = l.Span().End
		}
		if at != len(s) {
			t.Fatalf("the tokens are %d bytes of %d", at, len(s))
		}
	}
	if machine.VerifySet(set) != nil {
		return
	}
	m, err := machine.OfSet(set)
	if err != nil || m.Hash() != set.Hash() || !slices.Equal(m.Rules, set.Rules()) {
		t.Fatalf("the machine is that of another set: %v", err)
	}
	for _, s := range append(inputs(), s) {
		want := m.Matches[walk(&m.Machine, s)]
		first := tables.NoRule
		if len(want) > 0 {
			first = want[0]
		}
		if !slices.Equal(set.Classify(s), want) || set.First(s) != first || (set.Check(s) == nil) != (len(want) > 0) {
			t.Errorf("%q: %v, %d, want %v", s, set.Classify(s), set.First(s), want)
		}
		if rule, n := set.Prefix(s); n == len(s) && rule != first || (n == len(s)) != (len(want) > 0) {
			t.Errorf("%q: the longest prefix is %d bytes, of rule %d; want %v", s, n, rule, want)
		}
	}
}
