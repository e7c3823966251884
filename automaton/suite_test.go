package automaton

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// A machine is an implementation under test. It reads three bytes, "a", "b" and "x", and begins in
// state 0.
type machine struct {
	next   [][3]int
	accept []bool
}

const alphabet = "abx"

func (m *machine) accepts(s string) bool {
	q := 0
	for i := range len(s) {
		q = m.next[q][slices.Index([]byte(alphabet), s[i])]
	}
	return m.accept[q]
}

// has reports whether the machine's language equals that of d, restricted to the three bytes.
func (m *machine) has(d *DFA) bool {
	type both struct {
		q int
		s StateID
	}
	seen := map[both]bool{{0, d.Start()}: true}
	for queue := []both{{0, d.Start()}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if m.accept[at.q] != d.Accepting(at.s) {
			return false
		}
		for i := range len(alphabet) {
			to := both{m.next[at.q][i], d.Step(at.s, alphabet[i])}
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return true
}

// digits yields the digits of a number, last digit first, each in its own base.
type digits int

func (n *digits) next(base int) int {
	digit := int(*n) % base
	*n /= digits(base)
	return digit
}

// smallDFA returns DFA number n among those with the given number of states. "a" forms one class,
// and all other bytes the other.
func smallDFA(n digits, states int) *DFA {
	d := &DFA{classes: 2, next: make([]StateID, 2*states), accept: make([]bool, states), start: 1}
	for b := range d.class {
		d.class[b] = uint8(pickInt(b == 'a', 0, 1))
	}
	for q := 1; q < states; q++ {
		d.accept[q] = n.next(2) == 1
		for c := range d.classes {
			d.next[2*q+c] = StateID(n.next(states))
		}
	}
	return d
}

func pickInt(ok bool, a, b int) int {
	if ok {
		return a
	}
	return b
}

// variants returns the number of machines with the given number of states under a premise.
func variants(premise Premise, states int) int {
	each := 2 * states * states * []int{1, 2, states}[premise]
	n := 1
	for range states {
		n *= each
	}
	return n
}

// variant returns machine number n. "b" and "x" form a class, represented by the letter "b".
func variant(n digits, premise Premise, states int) *machine {
	m := &machine{next: make([][3]int, states), accept: make([]bool, states)}
	for q := range states {
		m.accept[q] = n.next(2) == 1
		a, b := n.next(states), n.next(states)
		m.next[q] = [3]int{a, b, b}
		switch {
		case premise == AnyBytes:
			m.next[q][2] = n.next(states)
		case premise == MistakenBytes && n.next(2) == 1:
			m.next[q][2] = a
		}
	}
	return m
}

// A judged is a test string of a suite with its verdict.
type judged struct {
	text  string
	valid bool
}

// ownTests returns the tests of a suite over the three bytes.
func ownTests(s *Suite) (tests []judged) {
	for text, valid := range s.Tests() {
		if !slices.ContainsFunc([]byte(text), func(b byte) bool { return !slices.Contains([]byte(alphabet), b) }) {
			tests = append(tests, judged{text, valid})
		}
	}
	return tests
}

func newSuite(t *testing.T, d *DFA, premise Premise, extra int) *Suite {
	s, err := NewSuite(d, premise, extra, unlimited())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func passes(m *machine, tests []judged) bool {
	return !slices.ContainsFunc(tests, func(v judged) bool { return m.accepts(v.text) != v.valid })
}

// An implementation that passes the tests accepts the specified language. The test covers all
// minimal DFAs with up to three states, each with all implementations of at most that many states
// that the premise allows, and a sample of larger ones.
func TestSuiteIsComplete(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	scale := pickInt(testing.Short(), 10, 16/testkit.Fewer(16))
	for _, x := range []struct{ states, extra, specifications, machines int }{
		{2, 0, 1 << 30, 1 << 30}, {3, 0, 1 << 30, 500}, {3, 0, 3, 1 << 30}, {4, 0, 20, 5000}, {5, 0, 20, 5000},
		{6, 0, 20, 5000},
		{2, 1, 1, 1 << 30}, {3, 1, 4, 2000}, {4, 1, 2, 2000}, {2, 2, 1 << 30, 2000}, {3, 2, 4, 2000},
	} {
		for premise := AlikeBytes; premise <= AnyBytes; premise++ {
			if premise == AnyBytes && x.extra > 1 {
				continue // there would be millions of tests
			}
			specifications, machines, passed := 0, 0, 0
			for d := range minimals(random, x.states, x.specifications) {
				s := newSuite(t, d, premise, x.extra)
				tests := ownTests(s)
				specifications++
				for m := range machinesOf(random, premise, s, x.machines/scale) {
					machines++
					if !passes(m, tests) {
						continue
					}
					if passed++; !m.has(d) {
						t.Fatalf("%spremise %d: %v passes", dump(d), premise, m)
					}
				}
				if !passes(itself(s), tests) {
					t.Fatalf("%sdoes not pass its own tests", dump(d))
				}
			}
			t.Logf("premise %d, %d states and %d: %d specifications, %d machines, %d passed", premise, x.states, x.extra,
				specifications, machines, passed)
		}
	}
}

// minimals yields the minimal DFAs with the given number of states, all of them or a sample.
func minimals(random *rand.Rand, states, most int) func(yield func(*DFA) bool) {
	return func(yield func(*DFA) bool) {
		total := 1
		for range states - 1 {
			total *= 2 * states * states
		}
		for i, found := 0, 0; i < total && found < most; i++ {
			n := i
			if most < total {
				i, n = 0, random.IntN(total)
			}
			d := smallDFA(digits(n), states)
			if canonical := mustMinimize(d); canonical.NumStates() == states && canonical.NumClasses() == 2 {
				if found++; !yield(canonical) {
					return
				}
			}
		}
	}
}

func mustMinimize(d *DFA) *DFA {
	copied := *d
	m, err := Minimize(&copied, unlimited())
	if err != nil {
		panic(err)
	}
	return m
}

func machinesOf(random *rand.Rand, premise Premise, s *Suite, most int) func(yield func(*machine) bool) {
	return func(yield func(*machine) bool) {
		total := variants(premise, s.States())
		for i := range min(most, total) {
			n := i
			if most < total {
				n = random.IntN(total)
			}
			if !yield(variant(digits(n), premise, s.States())) {
				return
			}
			if most < total && !yield(mutated(random, premise, s)) {
				return
			}
		}
	}
}

// itself returns the specification as a machine.
func itself(s *Suite) *machine {
	m := &machine{}
	for _, q := range s.states {
		var next [3]int
		for i := range len(alphabet) {
			next[i] = slices.Index(s.states, s.d.Step(q, alphabet[i]))
		}
		m.next, m.accept = append(m.next, next), append(m.accept, s.d.Accepting(q))
	}
	return m
}

// mutated returns the specification with one to three changes that the premise allows.
func mutated(random *rand.Rand, premise Premise, s *Suite) *machine {
	m := itself(s)
	for range s.extra { // a copy; some moves to the original now lead to it
		copied := random.IntN(len(m.next))
		m.next, m.accept = append(m.next, m.next[copied]), append(m.accept, m.accept[copied])
		for q := range m.next {
			if random.IntN(2) == 0 {
				for i, to := range m.next[q] {
					m.next[q][i] = pickInt(to == copied, len(m.next)-1, to)
				}
			}
		}
	}
	for range 1 + random.IntN(3) {
		q, to := random.IntN(len(m.next)), random.IntN(len(m.next))
		switch kind := random.IntN(4); {
		case kind == 0:
			m.accept[q] = !m.accept[q]
		case kind == 1:
			m.next[q][0] = to
		case kind == 2 || premise == AlikeBytes:
			m.next[q][1], m.next[q][2] = to, to
		case premise == MistakenBytes:
			m.next[q][2] = m.next[q][random.IntN(2)]
		default:
			m.next[q][2] = to
		}
		if premise == MistakenBytes && m.next[q][2] != m.next[q][0] {
			m.next[q][2] = m.next[q][1]
		}
	}
	return m
}

// suites yields suites of random languages.
func suites(t *testing.T, most int) func(yield func(*Suite) bool) {
	return func(yield func(*Suite) bool) {
		for seed := range uint64(most) {
			r := seeded(seed)
			if !yield(newSuite(t, randomTree(r, 4).dfa(), Premise(seed%3), 0)) {
				return
			}
		}
	}
}

// The tests are those described in the comment on Suite, each occurring once, with the DFA's
// verdicts.
func TestSuiteTwin(t *testing.T) {
	tests := 0
	for s := range suites(t, pickInt(testing.Short(), 6, testkit.Few(30))) {
		if s.premise != AnyBytes && len(s.letters)*s.States() < 60 {
			s.extra = 1
		}
		want := map[string]bool{}
		add := func(begin string, words []int) {
			for _, w := range words {
				want[begin+s.words[w]] = s.d.Accepts(begin + s.words[w])
			}
		}
		var step func(begin string, more int)
		step = func(begin string, more int) {
			q := after(s.d, begin)
			add(begin, s.cover[q])
			for b := range 256 {
				longer := begin + string([]byte{byte(b)})
				to := s.d.Step(q, byte(b))
				switch {
				case slices.Contains(s.letters, byte(b)) || s.premise == AnyBytes:
					add(longer, s.identity[to])
					if more > 0 {
						step(longer, more-1)
					}
				case s.premise == MistakenBytes:
					add(longer, s.place[q][to])
				}
			}
		}
		for _, q := range s.states {
			step(s.access[q], s.extra)
		}
		got := map[string]bool{}
		for text, valid := range s.Tests() {
			if _, ok := got[text]; ok {
				t.Fatalf("%q comes twice", text)
			}
			got[text] = valid
		}
		if !maps.Equal(want, got) {
			t.Fatalf("%d tests, want %d of\n%s", len(got), len(want), dump(s.d))
		}
		tests += len(got)
	}
	t.Logf("%d tests", tests)
}

// The sets of words satisfy the conditions of the proof in the comment on Suite.
func TestSuiteSets(t *testing.T) {
	for s := range suites(t, 30) {
		accepted := func(q StateID, w int) bool {
			for i := range len(s.words[w]) {
				q = s.d.Step(q, s.words[w][i])
			}
			return s.d.Accepting(q)
		}
		shared := func(p, q StateID) bool { // a word separates them
			return slices.ContainsFunc(s.identity[p], func(w int) bool {
				return slices.Contains(s.cover[q], w) && accepted(p, w) != accepted(q, w)
			})
		}
		for _, p := range s.states {
			if after(s.d, s.access[p]) != p || !slices.Contains(s.cover[p], 0) {
				t.Fatalf("state %d: the access word %q, and the words %v of\n%s", p, s.access[p], s.cover[p], dump(s.d))
			}
			for _, q := range s.states {
				if p != q && !(shared(p, q) && shared(q, p)) {
					t.Fatalf("nothing tells %d from %d of\n%s", p, q, dump(s.d))
				}
			}
			for b := range 256 {
				for _, a := range s.letters {
					to, other := s.d.Step(p, byte(b)), s.d.Step(p, a)
					if s.place != nil && to != other && !slices.ContainsFunc(s.place[p][to], func(w int) bool {
						return accepted(to, w) != accepted(other, w)
					}) {
						t.Fatalf("in state %d nothing tells %q from %q of\n%s", p, byte(b), a, dump(s.d))
					}
				}
			}
		}
	}
}

func after(d *DFA, s string) StateID {
	q := d.Start()
	for i := range len(s) {
		q = d.Step(q, s[i])
	}
	return q
}

// The 14th byte is an "a", so the reversed language needs 2^14 states. The suite does not include
// all columns, but it does include all necessary ones.
func TestSuiteColumns(t *testing.T) {
	d := cat(times(13, oneOf("ab")), cat(lit("a"), star(oneOf("ab")))).dfa()
	s := newSuite(t, d, AlikeBytes, 0)
	if n := len(s.words); n < maxColumns || n > maxColumns+d.NumStates() {
		t.Errorf("%d words", n)
	}
	for q := range d.NumStates() {
		for c := range d.NumClasses() {
			for to := range d.NumStates() {
				mutant := *d
				mutant.next = slices.Clone(d.next)
				mutant.next[q*d.classes+c] = StateID(to)
				if equal := StateID(to) == d.Next(StateID(q), c); killed(&mutant, s) == equal {
					t.Fatalf("state %d, class %d to %d: is equal: %t, is killed: %t", q, c, to, equal, !equal)
				}
			}
		}
	}
}

func killed(mutant *DFA, s *Suite) bool {
	for text, valid := range s.Tests() {
		if mutant.Accepts(text) != valid {
			return true
		}
	}
	return false
}

func TestSuiteLimits(t *testing.T) {
	d := cat(times(13, oneOf("ab")), cat(lit("a"), star(oneOf("ab")))).dfa()
	for _, limits := range []Limits{{Steps: 1000, Bytes: 1 << 20}, {Steps: 1 << 30, Bytes: 1000},
		{Steps: 400_000, Bytes: 1 << 20}} {
		meter := NewMeter(context.Background(), limits)
		_, err := NewSuite(d, MistakenBytes, 0, meter)
		var limit *LimitError
		if !errors.As(err, &limit) || meter.Bytes() != 0 {
			t.Errorf("%+v: %v, and %d bytes are held", limits, err, meter.Bytes())
		}
	}
	var limit *LimitError
	if _, err := NewSuite(d, AnyBytes, 3, unlimited()); !errors.As(err, &limit) || limit.Limit != "test prefixes" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := NewSuite(d, AlikeBytes, 0, NewMeter(ctx, DefaultLimits()))
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	meter := unlimited()
	if _, err = NewSuite(d, AlikeBytes, 0, meter); err != nil || meter.Bytes() != 0 {
		t.Errorf("%v, and %d bytes are held", err, meter.Bytes())
	}
}

// An automaton with two equivalent states is not minimal.
func TestSuiteNotMinimal(t *testing.T) {
	d := smallDFA(0, 3)
	d.next = []StateID{0, 0, 2, 0, 1, 0}
	_, err := NewSuite(d, AlikeBytes, 0, unlimited())
	if err != errNotMinimal {
		t.Error(err)
	}
	if s := newSuite(t, lit("a").dfa(), MistakenBytes, 2); s.Premise() != MistakenBytes || s.States() != 5 {
		t.Errorf("premise %d, %d states", s.Premise(), s.States())
	}
}

// The empty language and the language of all strings each have a one-state DFA.
func TestSuiteOneState(t *testing.T) {
	for _, d := range []*DFA{alt().dfa(), star(byteIn(0, 255)).dfa()} {
		for premise, want := range []int{1, 256, 1} {
			s, n := newSuite(t, d, Premise(premise), 0), 0
			for text, valid := range s.Tests() {
				if n++; len(text) > 1 || valid != d.Accepts("") {
					t.Errorf("%q: %t", text, valid)
				}
			}
			if s.States() != 1 || len(s.Letters()) != 1 || n != want {
				t.Errorf("%d states, %d letters, %d tests", s.States(), len(s.Letters()), n)
			}
		}
	}
}

func ExampleSuite() {
	b := NewBuilder(NewMeter(context.Background(), DefaultLimits()))
	nfa, _ := b.NFA(b.Star(b.Bytes('a', 'b')))
	d, _ := Canonical(nfa, NewMeter(context.Background(), DefaultLimits()))
	s, _ := NewSuite(d, AlikeBytes, 0, NewMeter(context.Background(), DefaultLimits()))
	fmt.Printf("letters %q, at most %d states\n", s.Letters(), s.States())
	for text, valid := range s.Tests() {
		fmt.Printf("%q %t\n", text, valid)
	}
	// Output:
	// letters "ac", at most 2 states
	// "" true
	// "a" true
	// "c" false
	// "ca" false
	// "cc" false
}

// states returns the members of a set, including those at the ends of its words.
func TestBitsetStates(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 128, 129} {
		set := newBitset(n)
		for q := range n {
			set.add(StateID(q))
		}
		if list := set.states(); len(list) != n || set.count() != n || list[n-1] != StateID(n-1) {
			t.Errorf("%d states: %d, %v", n, set.count(), list)
		}
	}
}
