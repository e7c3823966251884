package tables_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// checkState compares the rule's results for a state with the machine's.
func (l *language) checkState(t *testing.T, q tables.State, s string) {
	want := l.after(s)
	if q.Dead() != (want == 0) || l.rule.Accepting(q) != l.m.Accept[want] {
		t.Fatalf("%s: after %q dead is %v and accepting %v", l.name, s, q.Dead(), l.rule.Accepting(q))
	}
}

// A walk that stops at any byte and continues reaches the same state.
func TestAdvanceAtEverySplit(t *testing.T) {
	r := seeded(30)
	splits, far := 0, 0
	for _, l := range allLanguages(t) {
		probes := l.probes(r, 20, 1)
		if l.m.States() > 255 && l.dfa == nil {
			for range 100 {
				probes = append(probes, string(mutate(r, longAddress(r))))
			}
		}
		for _, s := range probes {
			whole := l.rule.AdvanceString(l.rule.Start(), s)
			l.checkState(t, whole, s)
			for i := range len(s) + 1 {
				q := l.rule.AdvanceString(l.rule.Start(), s[:i])
				l.checkState(t, q, s[:i])
				if got := l.rule.Advance(q, []byte(s[i:])); got != whole {
					t.Fatalf("%s: after %q and %q state %d, after both %d", l.name, s[:i], s[i:], got, whole)
				}
				splits++
				if q >= 255 {
					far++
				}
			}
			q := l.rule.Start()
			for i := range len(s) {
				q = l.rule.Advance(q, []byte{s[i]})
			}
			if q != whole {
				t.Fatalf("%s: byte by byte %q leads to %d, not %d", l.name, s, q, whole)
			}
		}
	}
	if splits < testkit.Few(250_000) || far < testkit.Few(2_000) {
		t.Errorf("%d splits, %d of them in the wide table", splits, far)
	}
}

// A long walk repeatedly returns from the wide table to rows.
func TestAdvanceLongWalks(t *testing.T) {
	r := seeded(31)
	for _, l := range allLanguages(t) {
		if l.empty() {
			continue
		}
		for range testkit.Few(6) {
			s := string(l.draw(r, 200+r.IntN(2000)))
			l.checkState(t, l.rule.AdvanceString(l.rule.Start(), s), s)
			if !l.rule.Valid(s) {
				t.Fatalf("%s: Valid refuses %q", l.name, s)
			}
		}
	}
}

// Strings with the same continuations lead to the same state.
func TestStatesAreComparable(t *testing.T) {
	rule := bundledRule(t, "rfc3987", "IRI")
	after := func(s string) tables.State { return rule.AdvanceString(rule.Start(), s) }
	if after("http://a/b?c") != after("x:?%41") || after("http://a/b?c") == after("http://a/b#c") {
		t.Error("the states of two queries differ, or those of a query and a fragment do not")
	}
	if after(" ") != after("http://[::1::]") || !after(" ").Dead() || after("é") != 0 {
		t.Error("not every dead string leads to the zero State")
	}
}

// Using the state of another rule is meaningless but safe.
func TestForeignStates(t *testing.T) {
	r := seeded(32)
	for _, l := range allLanguages(t) {
		for _, q := range []tables.State{0, tables.State(l.m.States()), 254, 255, 256, 1 << 15, 1<<16 - 1, 1 << 16, 1 << 31,
			1<<32 - 1, tables.State(r.IntN(1 << 16))} {
			l.rule.Advance(q, randomBytes(r, r.IntN(100)))
			if q.Dead() && l.rule.Accepting(q) {
				t.Fatalf("%s: state %d is dead and accepts", l.name, q)
			}
		}
		if got := l.rule.AdvanceString(1<<16+l.rule.Start(), "a"); got != 0 {
			t.Fatalf("%s: a state that no rule has leads to %d", l.name, got)
		}
	}
	for _, garbage := range []tables.Rule{"", "iri", tables.Rule(make([]byte, 88))} {
		if q := garbage.Start(); q != 0 || garbage.AdvanceString(7, "a") != 0 || garbage.Accepting(7) {
			t.Errorf("%q has states", garbage)
		}
	}
}

func TestAdvanceAllocatesNothing(t *testing.T) {
	rule, b := bundledRule(t, "rfc3987", "IRI"), []byte("http://[1:2:3:4:5:6:7:8]/a/b/c/%C3%A9/é?query#fragment")
	s := string(b)
	if n := testing.AllocsPerRun(100, func() {
		q := rule.Advance(rule.AdvanceString(rule.Start(), s[:20]), b[20:])
		if !rule.Accepting(q) || q.Dead() {
			t.Error("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkNamespace divides the time for complete names by the time for local names starting from
// the namespace's state, using the minima of interleaved rounds. Run it with -benchtime=200x.
func BenchmarkNamespace(b *testing.B) {
	const namespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rule, r := bundledRule(b, "rfc3987", "IRI"), rand.New(rand.NewPCG(33, 33))
	var names, wholes []string
	for range 10_000 {
		name := slices.Repeat([]byte{'n'}, 3+r.IntN(15))
		names, wholes = append(names, string(name)), append(wholes, namespace+string(name))
	}
	engines := []func(){
		func() {
			for _, s := range wholes {
				if !rule.Valid(s) {
					b.Fatal(s)
				}
			}
		},
		func() {
			q := rule.AdvanceString(rule.Start(), namespace)
			for _, s := range names {
				if !rule.Accepting(rule.AdvanceString(q, s)) {
					b.Fatal(s)
				}
			}
		},
	}
	best := make([]time.Duration, len(engines))
	for b.Loop() {
		for i, engine := range engines {
			begin := time.Now()
			engine()
			if took := time.Since(begin); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	b.ReportMetric(float64(best[0])/float64(best[1]), "ratio")
	b.ReportMetric(float64(best[1].Nanoseconds())/float64(len(names)), "ns/name")
}
