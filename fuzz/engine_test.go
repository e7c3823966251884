package fuzz

import (
	"context"
	"flag"
	"math/rand/v2"
	"net/netip"
	"regexp"
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/rfc3987"
)

var count = flag.Int("strings", 100_000, "members, mutations and random `strings` that engines are compared on, of each kind")

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
// drawn from the table, on those with one edit, and on random bytes.
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
			check("random", randomBytes(random))
		}
		t.Logf("%d members and %d others", verdicts[true], verdicts[false])
	})
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
