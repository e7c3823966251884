package fuzz

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// tested are the rules whose tables are mutated.
var tested = []tables.Rule{rfc3986.URI, rfc3986.URIReference, rfc3987.IRI, rfc3987.IRIReference}

// TestMutants checks that the suite of a rule kills every mutant of its reference table. A mutant
// differs from the table in the target of one transition, in whether one state accepts, or in the
// class of one byte. A minimal DFA has no equivalent mutants, so the suite must kill all of them.
// By default it tries all of the few acceptance mutants and one in a hundred of the others; outside
// CI, for only one rule.
func TestMutants(t *testing.T) {
	testkit.SkipSlow(t)
	every := 100
	if testkit.Long() {
		every = 1
	}
	for i, rule := range tested {
		if testing.Short() && rule != rfc3986.URI || !oneIn(4, i) {
			continue
		}
		t.Run(rule.Name(), func(t *testing.T) {
			x := mutationOfURI(t)
			if rule != rfc3986.URI {
				x = newMutation(t, rule)
			}
			random := rand.New(rand.NewPCG(3987, uint64(len(rule))))
			total, tried := map[string]int{}, map[string]int{}
			x.mutants(func(m mutant) {
				if total[m.kind]++; m.kind != acceptance && random.IntN(every) > 0 {
					return
				}
				if tried[m.kind]++; !x.killed(m) {
					t.Errorf("%s of %s survives: %s", rule.Name(), rule.Grammar(), m)
				}
			})
			for _, kind := range []string{transition, acceptance, membership} {
				if tried[kind] == 0 {
					t.Errorf("no mutant of a %s was tried", kind)
				}
			}
			t.Logf(
				"%s: %d strings; mutants of transitions, accepting states and classes: %d, %d, %d; tried and killed %d, %d, %d",
				rule.Name(), len(x.tests), total[transition], total[acceptance], total[membership],
				tried[transition], tried[acceptance], tried[membership])
		})
	}
}

// The kinds of mutants.
const (
	transition = "transition" // at is the cell, and to is its new target
	acceptance = "accept bit" // at is the state
	membership = "class"      // at is the byte, and to is its new class
)

// A mutant is a table with one change.
type mutant struct {
	kind   string
	at, to int
	m      *machine.Machine
}

// String describes the change.
func (m mutant) String() string {
	switch m.kind {
	case transition:
		return fmt.Sprintf("the transition of state %d on class %d leads to state %d, not %d", m.at/m.m.Count, m.at%m.m.Count,
			m.to, m.m.Next[m.at])
	case acceptance:
		return fmt.Sprintf("that state %d accepts is %t", m.at, !m.m.Accept[m.at])
	}
	return fmt.Sprintf("the byte %q is of class %d, not %d", []byte{byte(m.at)}, m.to, m.m.Class[m.at])
}

// A mutation runs mutants of a table against its suite. It runs a mutant only on the strings
// affected by the change, each from the first affected byte. Tested against: slow
// (TestMutantsTwin).
type mutation struct {
	m       *machine.Machine
	letters []byte
	tests   []string
	valid   []bool
	ofCell  [][]visit // by cell
	ofByte  [][]visit
	atState []int // by state: a test that ends there, or -1
}

// A visit is the first offset at which a test passes a cell or reads a byte, with the state at that
// offset.
type visit struct {
	test  int32
	at    uint16
	state uint16
}

// mutationOfURI returns the mutation of URI, which several tests share. They run sequentially and
// restore its machine.
func mutationOfURI(t *testing.T) *mutation {
	if ofURI == nil {
		ofURI = newMutation(t, rfc3986.URI)
	}
	return ofURI
}

var ofURI *mutation

func newMutation(t *testing.T, rule tables.Rule) *mutation {
	x := &mutation{m: underTest(rule).machine}
	x.ofCell, x.ofByte = make([][]visit, len(x.m.Next)), make([][]visit, 256)
	x.atState = slices.Repeat([]int{-1}, x.m.States())
	type first struct {
		visit
		cell int // -1 if the test has already passed the cell
		b    int
	}
	var byRest [][]first // by the length of the remainder of the test
	seenCell, seenByte := make([]int, len(x.m.Next)), make([]int, 256)
	suite := suiteOf(t, rule.Grammar(), rule.Name(), automaton.MistakenBytes)
	x.letters = suite.Letters()
	for text, valid := range suite.Tests() {
		x.tests, x.valid = append(x.tests, text), append(x.valid, valid)
		n, q := len(x.tests), int(x.m.Start)
		for len(byRest) <= len(text) {
			byRest = append(byRest, nil)
		}
		for i := range len(text) {
			cell, b := q*x.m.Count+int(x.m.Class[text[i]]), int(text[i])
			f := first{visit{int32(n - 1), uint16(i), uint16(q)}, cell, b}
			q = int(x.m.Next[cell])
			if seenCell[f.cell] == n {
				f.cell = -1
			}
			if seenByte[f.b] == n {
				f.b = -1
			}
			seenCell[cell], seenByte[text[i]] = n, n
			if f.cell >= 0 || f.b >= 0 {
				byRest[len(text)-i] = append(byRest[len(text)-i], f)
			}
		}
		if x.m.Accept[q] != valid {
			t.Fatalf("the table of %s: valid is %t for %q", rule.Name(), !valid, text)
		}
		x.atState[q] = n - 1
	}
	for _, list := range byRest { // short remainders first: most of them are tests for this very cell
		for _, f := range list {
			if f.cell >= 0 {
				x.ofCell[f.cell] = append(x.ofCell[f.cell], f.visit)
			}
			if f.b >= 0 {
				x.ofByte[f.b] = append(x.ofByte[f.b], f.visit)
			}
		}
	}
	return x
}

// mutants yields all mutants.
func (x *mutation) mutants(yield func(mutant)) {
	for cell, now := range x.m.Next {
		for to := range x.m.States() {
			if to != int(now) {
				yield(mutant{transition, cell, to, x.m})
			}
		}
	}
	for q := range x.m.States() {
		yield(mutant{acceptance, q, 0, x.m})
	}
	for b, now := range x.m.Class {
		for to := range x.m.Count {
			if to != int(now) {
				yield(mutant{membership, b, to, x.m})
			}
		}
	}
}

// killed reports whether the mutant gives a different verdict on some string of the suite.
func (x *mutation) killed(m mutant) bool {
	switch m.kind {
	case transition:
		now := x.m.Next[m.at]
		x.m.Next[m.at] = uint16(m.to)
		defer func() { x.m.Next[m.at] = now }()
		return slices.ContainsFunc(x.ofCell[m.at], x.differs)
	case membership:
		now := x.m.Class[m.at]
		x.m.Class[m.at] = uint8(m.to)
		defer func() { x.m.Class[m.at] = now }()
		return slices.ContainsFunc(x.ofByte[m.at], x.differs)
	}
	return x.atState[m.at] >= 0
}

// differs reports whether the walk of a test, starting from a visit, ends with a wrong verdict.
func (x *mutation) differs(v visit) bool {
	text, q := x.tests[v.test], int(v.state)
	for i := int(v.at); i < len(text); i++ {
		q = int(x.m.Next[q*x.m.Count+int(x.m.Class[text[i]])])
	}
	return x.m.Accept[q] != x.valid[v.test]
}

// TestMutantsWithSeveralChanges tries tables with up to five changes at once. Changes may cancel
// out, so a table that passes the suite must have the same language. The suite's premises hold: the
// table has no more states than the suite was built for, and treats every byte like the letter of
// its class.
func TestMutantsWithSeveralChanges(t *testing.T) {
	testkit.SkipSlow(t)
	x := mutationOfURI(t)
	random := rand.New(rand.NewPCG(7, 8))
	n := 150
	switch {
	case testkit.Long():
		n = 200_000
	case testing.Short():
		n = 100
	case os.Getenv("CI") == "true":
		n = 2000
	}
	passed := 0
	for i := range n {
		m := *x.m
		m.Next, m.Accept = slices.Clone(m.Next), slices.Clone(m.Accept)
		for range 2 + random.IntN(4) {
			switch cell := random.IntN(len(m.Next)); random.IntN(8) {
			case 0:
				q := random.IntN(m.States())
				m.Accept[q] = !m.Accept[q]
			case 1: // not of a letter: letters represent their classes
				if b := byte(random.IntN(256)); !slices.Contains(x.letters, b) {
					m.Class[b] = uint8(random.IntN(m.Count))
				}
			case 2: // two transitions of a state are swapped
				other := cell - cell%m.Count + random.IntN(m.Count)
				m.Next[cell], m.Next[other] = m.Next[other], m.Next[cell]
			default:
				m.Next[cell] = uint16(random.IntN(m.States()))
			}
		}
		if i%100 == 1 { // two states swap their numbers: the language does not change
			m = renamed(x.m, uint16(2+random.IntN(m.States()-2)), uint16(2+random.IntN(m.States()-2)))
		}
		if x.passes(&m) {
			if passed++; !sameLanguage(x.m, &m) {
				t.Errorf("change %d survives, and has another language", i)
			}
		}
	}
	t.Logf("%d of %d pass, and have the same language", passed, n)
	if passed == 0 || passed == n {
		t.Error("want some to pass and some to fail")
	}
}

// passes reports whether a machine gives the expected verdict on every string of the suite.
func (x *mutation) passes(m *machine.Machine) bool {
	for i, text := range x.tests {
		if m.Accept[walk(m, text)] != x.valid[i] {
			return false
		}
	}
	return true
}

// renamed returns a machine in which the numbers of two states are swapped.
func renamed(m *machine.Machine, a, b uint16) machine.Machine {
	name := func(q uint16) uint16 {
		switch q {
		case a:
			return b
		case b:
			return a
		}
		return q
	}
	r := *m
	r.Next, r.Accept = slices.Clone(m.Next), slices.Clone(m.Accept)
	for q := range m.States() {
		to := int(name(uint16(q)))
		r.Accept[to] = m.Accept[q]
		for c := range m.Count {
			r.Next[to*m.Count+c] = name(m.Next[q*m.Count+c])
		}
	}
	return r
}

// sameLanguage reports whether two machines have the same language. It walks both side by side.
func sameLanguage(a, b *machine.Machine) bool {
	seen := map[[2]uint16]bool{}
	for queue := [][2]uint16{{a.Start, b.Start}}; len(queue) > 0; queue = queue[1:] {
		q := queue[0]
		if a.Accept[q[0]] != b.Accept[q[1]] {
			return false
		}
		for c := range 256 {
			to := [2]uint16{a.Next[int(q[0])*a.Count+int(a.Class[c])], b.Next[int(q[1])*b.Count+int(b.Class[c])]}
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return true
}

// TestMutantsTwin compares killed with slow, which walks all strings of the suite from their first
// byte on a copy of the table.
func TestMutantsTwin(t *testing.T) {
	testkit.SkipSlow(t)
	x := mutationOfURI(t)
	random := rand.New(rand.NewPCG(5, 6))
	keep, rarer := len(x.tests), 2
	if thorough() {
		rarer = 1
	}
	for _, part := range []int{1, 40, 400} { // with only some of the strings, some mutants survive
		few := &mutation{m: x.m, letters: x.letters, ofCell: make([][]visit, len(x.m.Next)), ofByte: make([][]visit, 256),
			atState: slices.Repeat([]int{-1}, x.m.States())}
		in := make([]bool, keep)
		for i := range in {
			in[i] = i%part == 0
		}
		few.tests, few.valid = x.tests, x.valid
		for i, list := range x.ofCell {
			few.ofCell[i] = slices.DeleteFunc(slices.Clone(list), func(v visit) bool { return !in[v.test] })
		}
		for i, list := range x.ofByte {
			few.ofByte[i] = slices.DeleteFunc(slices.Clone(list), func(v visit) bool { return !in[v.test] })
		}
		for i, text := range x.tests {
			if in[i] {
				few.atState[walk(x.m, text)] = i
			}
		}
		kills, tried := 0, 0
		x.mutants(func(m mutant) {
			chance := map[string]int{transition: 4000, acceptance: 4, membership: 40}[m.kind]
			if random.IntN(chance*rarer) > 0 {
				return
			}
			got, want := few.killed(m), slow(few, m, in)
			if tried++; want {
				kills++
			}
			if got != want {
				t.Errorf("%s is killed: %t; by slow: %t", m, got, want)
			}
		})
		if tried < 100 || kills == 0 || (part == 1) != (kills == tried) {
			t.Errorf("one test of %d: %d killed of %d", part, kills, tried)
		}
	}
}

func slow(x *mutation, m mutant, in []bool) bool {
	changed := *x.m
	changed.Next, changed.Accept = slices.Clone(x.m.Next), slices.Clone(x.m.Accept)
	switch m.kind {
	case transition:
		changed.Next[m.at] = uint16(m.to)
	case acceptance:
		changed.Accept[m.at] = !changed.Accept[m.at]
	default:
		changed.Class[m.at] = uint8(m.to)
	}
	for i, text := range x.tests {
		if in[i] && changed.Accept[walk(&changed, text)] != x.valid[i] {
			return true
		}
	}
	return false
}
