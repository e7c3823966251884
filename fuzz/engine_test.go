package fuzz

import (
	"context"
	"flag"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"regexp/syntax"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

var count = flag.Int("strings", defaultCount(), "members, mutations and random `strings` that engines are compared on, of each kind")

// defaultCount is what takes some seconds.
func defaultCount() int {
	if raceDetector {
		return 10_000
	}
	return 100_000
}

// The rules that engines are compared on.
var compared = []tables.Rule{rfc3987.IRI, rfc3987.IRIReference, rfc3987.Ihost}

// expression returns the regular expression of a rule, which comes from the grammar by a
// way of its own, and not from the table.
func expression(t testing.TB, r tables.Rule) string {
	b, _ := build.FindBundled(r.Grammar())
	g, err := b.Compile(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	expr, err := g.Regexp(r.Name())
	if err != nil {
		t.Fatal(err)
	}
	return expr
}

// Go's regexp takes a byte that is not UTF-8 for U+FFFD, which none of the rules matches,
// so it finds no members among strings with one, and neither does a table.
func TestEngineGo(t *testing.T) {
	for _, r := range compared {
		re := regexp.MustCompile(expression(t, r))
		if re.MatchString("\uFFFD") || re.MatchString("a:\uFFFD") {
			t.Error("U+FFFD is a member")
		}
		compare(t, r, re.MatchString)
	}
}

// The net package's own reader of addresses was written from the RFCs by hand. It knows zones besides.
func TestEngineNetip(t *testing.T) {
	read := func(s string) netip.Addr {
		addr, _ := netip.ParseAddr(s)
		return addr
	}
	compare(t, rfc3987.IPv4address, func(s string) bool { return read(s).Is4() })
	compare(t, rfc3987.IPv6address, func(s string) bool { return read(s).Is6() && read(s).Zone() == "" })
}

// compare compares a table with an engine: on the inputs of known incidents, on members
// drawn from the table, on members drawn from the grammar, which a table that accepts too
// little lacks, on the former with one edit, and on random bytes.
func compare(t *testing.T, r tables.Rule, match func(string) bool) {
	t.Run(r.Name(), func(t *testing.T) {
		t.Parallel()
		verdicts := map[bool]int{}
		check := func(kind string, s []byte) {
			want := match(string(s))
			if verdicts[want]++; r.Valid(string(s)) != want {
				t.Fatalf("%s %q: the table says %t, the engine %t", kind, s, !want, want)
			}
		}
		for _, s := range inputs() {
			check("seed", []byte(s))
		}
		speaker := newSpeaker(t, r)
		random := rand.New(rand.NewPCG(3, uint64(*count)))
		sampler := newSampler(underTest(r).machine)
		var member []byte
		for range *count {
			member = sampler.draw(random, random.IntN(48), member[:0])
			if !r.Valid(string(member)) {
				t.Fatalf("%q was drawn and is no member", member)
			}
			check("member", member)
			check("mutation", edit(random, member))
			member = speaker.speak(random, speaker.expr, member[:0])
			if !match(string(member)) {
				t.Fatalf("%q was made by the grammar, and the engine refuses it", member)
			}
			check("member of the grammar", member)
			check("random", randomBytes(random))
		}
		t.Logf("%d members and %d others", verdicts[true], verdicts[false])
	})
}

// A speaker makes members of a rule by its regular expression, which comes from the syntax
// tree: no automaton has a say in what it makes.
type speaker struct{ expr *syntax.Regexp }

func newSpeaker(t testing.TB, r tables.Rule) speaker {
	expr, err := syntax.Parse(expression(t, r), syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return speaker{expr}
}

// most is how often a speaker repeats what may be repeated without end, beyond the least number.
const most = 3

// speak appends to dst what e matches: of alternatives one, every one as likely as another.
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

// counts returns how often the element of a repetition is to be repeated.
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

// appendLiteral appends a string, and each letter in either case if case does not matter.
func appendLiteral(r *rand.Rand, e *syntax.Regexp, dst []byte) []byte {
	for _, c := range e.Rune {
		if e.Flags&syntax.FoldCase != 0 && r.IntN(2) == 0 {
			c = unicode.SimpleFold(c)
		}
		dst = utf8.AppendRune(dst, c)
	}
	return dst
}

// runeOf returns a code point of one of the ranges, most often an end of it: there the bugs are.
func runeOf(r *rand.Rand, ranges []rune) rune {
	i := 2 * r.IntN(len(ranges)/2)
	switch lo, hi := ranges[i], ranges[i+1]; r.IntN(3) {
	case 0:
		return lo
	case 1:
		return hi
	default:
		return lo + r.Int32N(hi-lo+1)
	}
}

// What the grammar makes leads through every state of a table, sooner or later. So no corner
// of a grammar is left out.
func TestSpeaker(t *testing.T) {
	for _, rule := range compared {
		speaker, m := newSpeaker(t, rule), underTest(rule).machine
		seen, random := map[int]bool{0: true}, rand.New(rand.NewPCG(11, 12))
		for n := 0; n < 2_000_000 && len(seen) < m.States(); n++ {
			s := string(speaker.speak(random, speaker.expr, nil))
			for n := range len(s) + 1 {
				seen[walk(m, s[:n])] = true
			}
			if !rule.Valid(s) {
				t.Fatalf("%s: %q was made by the grammar and is no member", rule.Name(), s)
			}
		}
		if len(seen) != m.States() {
			t.Errorf("%s: %d states of %d seen", rule.Name(), len(seen), m.States())
		}
	}
}

// randomBytes returns up to 8 bytes, most of them ones that mean something.
func randomBytes(r *rand.Rand) []byte {
	s := make([]byte, r.IntN(9))
	for i := range s {
		if s[i] = "a:/?#[]@%.1-\xC3\xA9\xEE\x80"[r.IntN(16)]; r.IntN(4) == 0 {
			s[i] = byte(r.IntN(256))
		}
	}
	return s
}

// FuzzEngineGo is TestEngineGo on what the fuzzer finds.
func FuzzEngineGo(f *testing.F) {
	var engines []func(string) bool
	for _, r := range compared {
		engines = append(engines, regexp.MustCompile(expression(f, r)).MatchString)
	}
	fuzzEngines(f, engines)
}

// fuzzEngines compares the tables of the compared rules with an engine for each.
func fuzzEngines(f *testing.F, engines []func(string) bool) {
	addInputs(f)
	f.Fuzz(func(t *testing.T, s string) {
		for i, r := range compared {
			if want := engines[i](s); r.Valid(s) != want {
				t.Errorf("%s of %q: the table says %t, the engine %t", r.Name(), s, !want, want)
			}
		}
	})
}
