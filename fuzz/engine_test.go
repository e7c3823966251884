package fuzz

import (
	"flag"
	"maps"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

var count = flag.Int("strings", defaultCount(),
	"how many `strings` engines are compared on, those of all rules together")

// defaultCount returns the number of strings used in a run without -strings, which takes a few
// seconds.
func defaultCount() int {
	if testkit.Slow {
		return 10_000
	}
	return 70_000
}

// compared holds the rules that engines are compared on.
var compared = []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3986.URI, rfc3986.URIReference, rfc3987.Ihost,
	rfc3987.IPv4address, rfc3987.IPv6address}

// An engine decides membership without the tables. It shares at most the grammar with them.
type engine struct {
	name  string
	match func(string) bool
}

// A known is an intended difference between an engine and the tables: the engine accepts a
// different language. The function is reports whether the difference affects a string.
type known struct {
	engine, why string
	is          func(s string) bool
}

// explained lists all known differences. A run prints how often each occurred.
var explained = []known{
	{"net/netip", "a zone, which RFC 3986 has not: RFC 6874 is a rule of its own", func(s string) bool {
		addr, err := netip.ParseAddr(s)
		return err == nil && addr.Zone() != ""
	}},
}

// engines returns the engines for a rule, for use by a single goroutine.
//
// Go's regexp reads a byte that is not UTF-8 as U+FFFD. No compared rule matches U+FFFD, so regexp
// rejects a string with such a byte, just as a table does. The address parser of net/netip was
// written by hand from the RFCs.
func engines(t testing.TB, r tables.Rule) []engine {
	positions, err := bundledDocument(r.Grammar()).recognizer(r.Name())
	if err != nil {
		t.Fatal(err)
	}
	re := regexp.MustCompile(expression(t, r))
	for _, s := range []string{"\uFFFD", "a:\uFFFD", "//\uFFFD"} {
		if re.MatchString(s) {
			t.Fatalf("%q is a member of %s, so Go's regexp must differ", s, r.Name())
		}
	}
	all := []engine{{"position sets", positions.match}, {"Go regexp", re.MatchString}}
	read := func(s string) netip.Addr {
		addr, _ := netip.ParseAddr(s)
		return addr
	}
	switch r {
	case rfc3987.IPv4address:
		all = append(all, engine{"net/netip", func(s string) bool { return read(s).Is4() }})
	case rfc3987.IPv6address:
		all = append(all, engine{"net/netip", func(s string) bool { return read(s).Is6() }})
	}
	return append(all, moreEngines(t, r)...)
}

// expression returns the regular expression for a rule, which is built from the grammar, not from
// the table.
func expression(t testing.TB, r tables.Rule) string {
	expr, err := compiled(t, r.Grammar()).Regexp(t.Context(), r.Name(), build.RE2)
	if err != nil {
		t.Fatal(err)
	}
	return expr
}

// TestEngines compares the tables with all engines. The strings are inputs from known incidents and
// conformance suites, corpus lines, members drawn from the table, members drawn from the grammar,
// all of these with one edit, and random bytes. A table that accepts too little rejects some
// members drawn from the grammar.
func TestEngines(t *testing.T) {
	var all []*comparison
	n := *count
	if n == defaultCount() {
		n = testkit.Few(n)
	}
	for _, r := range compared {
		c := &comparison{rule: r, verdicts: map[bool]int{}, met: map[string]int{}, differences: make([]int, len(explained))}
		all = append(all, c)
		t.Run(r.Name(), func(t *testing.T) {
			t.Parallel()
			c.T, c.engines = t, engines(t, r)
			c.run((n + len(compared) - 1) / len(compared))
			c.report()
		})
	}
	t.Cleanup(func() { reportAll(t, all) }) // runs after the parallel subtests
}

// reportAll logs the totals for all rules.
func reportAll(t *testing.T, all []*comparison) {
	names, done, unexplained := map[string]bool{}, 0, 0
	differences := make([]int, len(explained))
	for _, c := range all {
		done += c.done()
		unexplained += c.unexplained
		for _, e := range c.engines {
			names[e.name] = true
		}
		for i, n := range c.differences {
			differences[i] += n
		}
	}
	t.Logf("all rules: %d strings, checked by the table and %d engines, %s: %d unexplained differences",
		done, len(names), strings.Join(slices.Sorted(maps.Keys(names)), ", "), unexplained)
	for i, k := range explained {
		t.Logf("%9d explained differences from %s: %s", differences[i], k.engine, k.why)
	}
}

// A comparison compares the table of a rule with engines.
type comparison struct {
	*testing.T
	rule        tables.Rule
	engines     []engine
	verdicts    map[bool]int
	met         map[string]int // number of strings by source
	differences []int          // by index in explained
	unexplained int
}

func (c *comparison) run(n int) {
	for _, s := range inputs() {
		c.check("incidents", []byte(s))
	}
	suites, lines := conformance(c.T), corpora(c.T)
	for _, s := range suites {
		c.check("suites", []byte(s))
	}
	random := rand.New(rand.NewPCG(3, uint64(n)))
	speaker, drawer := newSpeaker(c.T, c.rule), sampler.New(underTest(c.rule).machine)
	var member []byte
	for done := c.done(); done < n && c.unexplained == 0; done = c.done() {
		member = drawer.Draw(random, random.IntN(48), member[:0])
		if !c.check("members of the table", member) {
			c.Fatalf("%q was drawn and is not a member", member)
		}
		c.check("members of the table, edited", edit(random, member))
		member = speaker.speak(random, speaker.expr, member[:0])
		if !c.check("members of the grammar", member) {
			c.Fatalf("%q was made from the grammar and is not a member", member)
		}
		c.check("members of the grammar, edited", edit(random, member))
		c.check("random bytes", randomBytes(random))
		if len(suites) > 0 {
			c.check("suites, edited", edit(random, []byte(suites[random.IntN(len(suites))])))
		}
		if len(lines) > 0 {
			line := lines[random.IntN(len(lines))]
			c.check("corpora", []byte(line))
			c.check("corpora, edited", edit(random, []byte(line)))
		}
	}
}

func (c *comparison) done() int { return c.verdicts[true] + c.verdicts[false] }

// check compares the verdicts of the table and of every engine on a string, and returns the table's
// verdict.
func (c *comparison) check(source string, s []byte) bool {
	text := string(s)
	valid := c.rule.Valid(text)
	c.verdicts[valid]++
	c.met[source]++
	for _, e := range c.engines {
		if e.match(text) == valid {
			continue
		}
		i := slices.IndexFunc(explained, func(k known) bool { return k.engine == e.name && k.is(text) })
		if i < 0 {
			c.unexplained++
			c.Errorf("%q, from %s: valid is %t by the table, %s: %t", text, source, valid, e.name, !valid)
			continue
		}
		c.differences[i]++
	}
	return valid
}

func (c *comparison) report() {
	var names []string
	for _, e := range c.engines {
		names = append(names, e.name)
	}
	c.Logf("%d strings, %d members and %d others, checked by the table, %s: %d unexplained differences",
		c.done(), c.verdicts[true], c.verdicts[false], strings.Join(names, ", "), c.unexplained)
	for _, source := range slices.Sorted(maps.Keys(c.met)) {
		c.Logf("%9d from %s", c.met[source], source)
	}
}

// A speaker generates members of a rule from its regular expression. The expression comes from the
// syntax tree, not from an automaton.
type speaker struct{ expr *syntax.Regexp }

func newSpeaker(t testing.TB, r tables.Rule) speaker {
	expr, err := syntax.Parse(expression(t, r), syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return speaker{expr}
}

// most is the maximum number of times, beyond the minimum, that a speaker repeats an element
// without an upper bound.
const most = 3

// speak appends a string matched by e to dst. Each alternative is equally likely.
func (s speaker) speak(r *rand.Rand, e *syntax.Regexp, dst []byte) []byte {
	switch e.Op {
	case syntax.OpLiteral:
		return appendLiteral(r, e, dst)
	case syntax.OpCharClass:
		return utf8.AppendRune(dst, runeOf(r, e.Rune))
	case syntax.OpAlternate:
		return s.speak(r, e.Sub[r.IntN(len(e.Sub))], dst)
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range e.Sub {
			dst = s.speak(r, sub, dst)
		}
		return dst
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return dst
	}
	least, greatest := counts(e)
	for range least + r.IntN(greatest-least+1) {
		dst = s.speak(r, e.Sub[0], dst)
	}
	return dst
}

// counts returns the minimum and maximum number of repetitions of an element.
func counts(e *syntax.Regexp) (least, greatest int) {
	switch e.Op {
	case syntax.OpStar:
		return 0, most
	case syntax.OpPlus:
		return 1, 1 + most
	case syntax.OpQuest:
		return 0, 1
	case syntax.OpRepeat:
		if e.Max < 0 {
			return e.Min, e.Min + most
		}
		return e.Min, e.Max
	}
	panic("BUG: the expression of a rule has a " + e.Op.String())
}

// appendLiteral appends a string. If the literal is case-insensitive, each letter gets a random
// case.
func appendLiteral(r *rand.Rand, e *syntax.Regexp, dst []byte) []byte {
	for _, c := range e.Rune {
		if e.Flags&syntax.FoldCase != 0 && r.IntN(2) == 0 {
			c = unicode.SimpleFold(c)
		}
		dst = utf8.AppendRune(dst, c)
	}
	return dst
}

// edges holds, in ascending order, delimiters and code points at which the first byte of the UTF-8
// form changes.
var edges = []rune{'-', '.', ':', '@', 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xF000, 0x3FFFF,
	0x40000}

// runeOf returns a code point from one of the ranges. It usually returns an endpoint or an edge,
// because bugs are likeliest there.
func runeOf(r *rand.Rand, ranges []rune) rune {
	i := 2 * r.IntN(len(ranges)/2)
	lo, hi := ranges[i], ranges[i+1]
	first, _ := slices.BinarySearch(edges, lo)
	after, _ := slices.BinarySearch(edges, hi+1)
	switch r.IntN(4) {
	case 0:
		return lo
	case 1:
		return hi
	case 2:
		if first < after {
			return edges[first+r.IntN(after-first)]
		}
	}
	return lo + r.Int32N(hi-lo+1)
}

// TestSpeaker checks that members generated from the grammar visit every state of a table, so
// TestEngines leaves out no corner of a grammar.
func TestSpeaker(t *testing.T) {
	notRaced(t)
	for i, rule := range compared {
		if !oneIn(4, i) {
			continue
		}
		speaker, m := newSpeaker(t, rule), underTest(rule).machine
		seen, random := map[int]bool{0: true}, rand.New(rand.NewPCG(11, 12))
		var s []byte
		for n := 0; n < 2_000_000 && len(seen) < m.States(); n++ {
			s = speaker.speak(random, speaker.expr, s[:0])
			q := int(m.Start)
			seen[q] = true
			for i := range len(s) {
				q = int(m.Next[q*m.Count+int(m.Class[s[i]])])
				seen[q] = true
			}
			if !rule.ValidBytes(s) {
				t.Fatalf("%s: %q was made from the grammar and is not a member", rule.Name(), s)
			}
		}
		if len(seen) != m.States() {
			t.Errorf("%s: %d states of %d seen", rule.Name(), len(seen), m.States())
		}
	}
}

// randomBytes returns up to 8 bytes, most of which are significant in IRIs.
func randomBytes(r *rand.Rand) []byte {
	s := make([]byte, r.IntN(9))
	for i := range s {
		if s[i] = "a:/?#[]@%.1-\xC3\xA9\xEE\x80"[r.IntN(16)]; r.IntN(4) == 0 {
			s[i] = byte(r.IntN(256))
		}
	}
	return s
}

// FuzzEngines is TestEngines on a fuzzer's strings.
func FuzzEngines(f *testing.F) {
	var all [][]engine
	for _, r := range compared {
		all = append(all, engines(f, r))
	}
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		for i, r := range compared {
			c := comparison{T: t, rule: r, engines: all[i], verdicts: map[bool]int{}, met: map[string]int{},
				differences: make([]int, len(explained))}
			c.check("the fuzzer", []byte(s))
		}
	})
}
