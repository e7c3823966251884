package automaton

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"golang.org/x/text/unicode/rangetable"

	"github.com/irilex/iri/internal/golden"
)

// A construction builds something within a meter's limits.
type construction struct {
	name string
	make func(*Meter) error
}

// metered returns each construction separately, applied to small automata that have classes with
// many bytes, multi-byte characters, and states to separate.
func metered() []construction {
	word := cat(star(oneOf("ab")), lit("a"), times(3, oneOf("ab")), runes(ucschar...))
	other := cat(star(alt(lit("ab"), runes([2]rune{'a', 0x20AC}))), opt(lit("abc")))
	parts := cat(marked(1, star(byteIn('a', 'z'))), marked(2, cat(lit(":"), opt(runes([2]rune{'b', 0x7FF})))))
	wordNFA, partsNFA := word.nfa(), parts.nfa()
	raw, a, b, c := word.raw(), word.dfa(), other.dfa(), parts.dfa()
	all := []construction{
		{"Builder", func(m *Meter) error {
			b := NewBuilder(m)
			defer b.Release()
			_, err := b.NFA(cat(word, embed(other), parts).build(b))
			return err
		}},
		{"Determinize", func(m *Meter) error { _, err := Determinize(wordNFA, m); return err }},
		{"Minimize", func(m *Meter) error {
			if err := m.spend(0, raw.size()); err != nil { // Minimize releases it
				return err
			}
			_, err := Minimize(raw, m)
			return err
		}},
		{"Canonical", func(m *Meter) error { _, err := Canonical(wordNFA, m); return err }},
		{"Unite", func(m *Meter) error { _, err := Unite(a, b, m); return err }},
		{"Intersect", func(m *Meter) error { _, err := Intersect(b, c, m); return err }},
		{"Subtract", func(m *Meter) error { _, err := Subtract(b, c, m); return err }},
		{"Complement", func(m *Meter) error { _, err := Complement(a, m); return err }},
		{"Fork", func(m *Meter) error {
			_, err := Fork(a, b, map[byte]StateID{0xFE: b.start, 0xFD: b.start + 1}, m)
			return err
		}},
		{"Fork, of one", func(m *Meter) error { _, err := Fork(a, a, map[byte]StateID{0xFE: a.start}, m); return err }},
		{"Classify", func(m *Meter) error { _, err := Classify([]*DFA{a, b, c}, m); return err }},
		{"Reverse", func(m *Meter) error { _, err := Reverse(a, m); return err }},
		{"Marks", func(m *Meter) error { _, err := Marks(c, partsNFA, m); return err }},
		{"EqualWithin", func(m *Meter) error { _, _, err := EqualWithin(a, a, m); return err }},
		{"IncludedWithin", func(m *Meter) error { _, _, err := IncludedWithin(a, b, m); return err }},
	}
	finite := cat(oneOf("ab"), opt(runes(ucschar...)), alt(lit("c"), times(4, oneOf("abcd")))).dfa()
	all = append(all,
		construction{"Relate", func(m *Meter) error { _, err := Relate(a, b, m); return err }},
		construction{"Boolean", readTwice},
		construction{"Nest", func(m *Meter) error {
			b := NewBuilder(m)
			defer b.Release()
			_, err := b.NFA(b.Nest(a, map[byte]*DFA{'a': finite}, 2))
			return err
		}},
		construction{"Members", func(m *Meter) error { return countAll(finite, Characters, m) }},
		construction{"Members, infinite", func(m *Meter) error { return countAll(b, Bytes, m) }})
	// The first chain has so few states that no later check of the context hides an ignored error.
	// The second has more states than a word has bits.
	for _, n := range []int{3, 70} {
		chain := times(n, lit("a")).dfa()
		all = append(all,
			construction{fmt.Sprintf("NewSuite, of a chain of %d", n),
				func(m *Meter) error { _, err := NewSuite(chain, AlikeBytes, 0, m); return err }})
	}
	for premise, name := range []string{AlikeBytes: "AlikeBytes", MistakenBytes: "MistakenBytes", AnyBytes: "AnyBytes"} {
		all = append(all,
			construction{"NewSuite, " + name,
				func(m *Meter) error { _, err := NewSuite(a, Premise(premise), 1, m); return err }})
	}
	return all
}

// readTwice builds an automaton with predicates and a loop, and another one that reads it.
func readTwice(m *Meter) error {
	b := NewBoolean(m)
	defer b.Release()
	loop := b.Loop(b.End())
	x := b.Or(b.Bytes('a', 'c', loop), b.End())
	b.Define(loop, x)
	d, err := b.DeterminizeMarked(b.And(x, b.Not(b.Bytes('b', 'b', b.Bytes('a', 'a', Always)))))
	if err != nil {
		return err
	}
	c := NewBoolean(m)
	defer c.Release()
	_, err = c.Determinize(c.Class(rangetable.New('é', 'ê', '你'), c.Embed(d, c.Bytes('d', 'd', c.End()))))
	return err
}

// countAll counts all members of d, those of one length, and those in a range of lengths that
// contains none.
func countAll(d *DFA, unit Unit, m *Meter) error {
	all, err := NewMembers(d, unit, m)
	if err != nil {
		return err
	}
	if _, err := all.Total(); err != nil {
		return err
	}
	if _, err := all.Count(3); err != nil {
		return err
	}
	if _, _, err := all.Nearest(9); err != nil {
		return err
	}
	_, _, err = all.Ranks(0, 0)
	if errors.As(err, new(*NoMemberError)) {
		return nil
	}
	return err
}

// The cost of a construction is a promise: a grammar that is within the limits on one machine is
// within them on every machine, and in the next version too. The golden file lists what each
// construction needs (the minimum limit of each kind) and how far it gets with lower limits, in
// steps of 1/32 of that minimum. A cost counted late, or an ignored error, changes the file.
func TestCostsGolden(t *testing.T) {
	var got strings.Builder
	for _, c := range metered() {
		fmt.Fprintf(&got, "%s\n", c.name)
		for _, l := range []struct {
			name string
			set  func(*Limits, int64)
		}{
			{"subset states", func(l *Limits, n int64) { l.Subsets = int(n) }},
			{"transitions", func(l *Limits, n int64) { l.Transitions = n }},
			{"bytes", func(l *Limits, n int64) { l.Bytes = n }},
			{"steps", func(l *Limits, n int64) { l.Steps = n }},
		} {
			try := func(limit int64) error {
				limits := DefaultLimits()
				l.set(&limits, limit)
				return c.make(NewMeter(context.Background(), limits))
			}
			most := 1 // failures are cheap, so the search starts low
			for try(int64(most)) != nil {
				most *= 2
			}
			need := int64(sort.Search(most, func(n int) bool { return try(int64(n)) == nil }))
			fmt.Fprintf(&got, "  %s: %d; less reaches", l.name, need)
			for k := range min(need, 32) {
				less := need * k / min(need, 32)
				var over *LimitError
				if err := try(less); !errors.As(err, &over) || over.Limit != l.name || over.Max != less {
					t.Fatalf("%s with %d %s: %v", c.name, less, l.name, err)
				}
				fmt.Fprintf(&got, " %d", over.Reached)
			}
			got.WriteByte('\n')
		}
		m := unlimited()
		if err := c.make(m); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "  made: %d transitions in %d steps\n", m.Transitions(), m.Steps())
	}
	golden.Compare(t, filepath.Join("testdata", "costs.golden"), got.String())
}

// Left does not fall below 0.
func TestStepsLeft(t *testing.T) {
	m := NewMeter(context.Background(), Limits{Steps: 10})
	for _, c := range []struct{ work, left int64 }{{0, 10}, {3, 7}, {7, 0}, {5, 0}} {
		if err := m.Work(c.work); (err != nil) != (m.Steps() > 10) || m.Left() != c.left {
			t.Errorf("after %d of 10 steps %d are left, want %d: %v", m.Steps(), m.Left(), c.left, err)
		}
	}
}

// NewSuite rejects a suite with more test prefixes than the limit, and accepts one with exactly as
// many: here the product of states and letters is a power of ten.
func TestBeginningsAreExact(t *testing.T) {
	d := cat(lit("abcdefgh"), star(lit("i"))).dfa()
	if d.NumStates() != 10 || d.NumClasses() != 10 {
		t.Fatalf("%d states, %d classes", d.NumStates(), d.NumClasses())
	}
	for _, c := range []struct {
		premise Premise
		extra   int
		reached int64 // 0 if within the limit
	}{
		{AlikeBytes, 5, 0}, {AlikeBytes, 6, 100_000_000}, {AlikeBytes, 60, 100_000_000},
		{AnyBytes, 1, 0}, {AnyBytes, 2, 10 * 256 * 256 * 256},
	} {
		_, err := NewSuite(d, c.premise, c.extra, unlimited())
		var over *LimitError
		switch errors.As(err, &over); {
		case c.reached == 0 && err != nil:
			t.Errorf("premise %d, %d states more: %v", c.premise, c.extra, err)
		case c.reached > 0 &&
			(over == nil || *over != LimitError{Limit: "test prefixes", Max: 10_000_000, Reached: c.reached}):
			t.Errorf("premise %d, %d states more: %v, want %d beginnings", c.premise, c.extra, err, c.reached)
		}
	}
}
