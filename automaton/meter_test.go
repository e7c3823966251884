package automaton

import (
	"context"
	"errors"
	"testing"

	"github.com/irilex/iri/internal/testkit"
)

// everything runs every metered construction. It returns the number of bytes held by its results,
// including those built before an error.
func everything(meter *Meter) (held int64, err error) {
	trees := []*tree{
		cat(star(oneOf("ab")), lit("a"), times(3, oneOf("ab")), runes(ucschar...)),
		cat(star(alt(lit("ab"), runes([2]rune{'a', 0x20AC}))), opt(embed(lit("abc")))),
	}
	var dfas []*DFA
	for _, t := range trees {
		b := NewBuilder(meter)
		n, err := b.NFA(t.build(b))
		if err != nil {
			b.Release()
			return held, err
		}
		d, err := Canonical(n, meter)
		b.Release()
		if err != nil {
			return held, err
		}
		dfas, held = append(dfas, d), held+d.size()
	}
	for _, op := range []operation{Unite, Intersect, Subtract,
		func(a, _ *DFA, m *Meter) (*DFA, error) { return Complement(a, m) }} {
		d, err := op(dfas[0], dfas[1], meter)
		if err != nil {
			return held, err
		}
		dfas, held = append(dfas, d), held+d.size()
	}
	c, err := Classify(dfas, meter)
	if err != nil {
		return held, err
	}
	held += c.DFA.size()
	n, err := Reverse(dfas[2], meter)
	if err != nil {
		return held, err
	}
	held += n.size()
	d, err := Determinize(n, meter)
	if err != nil {
		return held, err
	}
	held += d.size()
	parts := cat(marked(1, star(oneOf("ab"))), marked(2, cat(lit(":"), opt(lit("c")))))
	n, d = parts.nfa(), parts.dfa()
	_, err = Marks(d, n, meter) // does not hold any memory
	return held, err
}

// needed returns the minimum limit at which everything succeeds. At every lower limit it checks the
// error, and that the bytes counted are the bytes held.
func needed(t *testing.T, name string, most, step int64, with func(limit int64) Limits) int64 {
	t.Helper()
	for limit := int64(0); limit < most; limit += step {
		meter := NewMeter(context.Background(), with(limit))
		held, err := everything(meter)
		if meter.Bytes() != held {
			t.Fatalf("%s limited to %d (%v): %d bytes counted, %d held", name, limit, err, meter.Bytes(), held)
		}
		if err == nil {
			return limit
		}
		var over *LimitError
		if !errors.As(err, &over) || over.Limit != name || over.Max != limit || over.Reached <= limit {
			t.Fatalf("%s limited to %d: %#v", name, limit, err)
		}
		if meter.Transitions() > with(limit).Transitions {
			t.Fatalf("%s limited to %d: %d transitions", name, limit, meter.Transitions())
		}
	}
	t.Fatalf("%s limited to %d is not enough", name, most)
	return 0
}

// Every limit stops every construction at every point, and the meter is restored.
func TestEveryLimitEverywhere(t *testing.T) {
	t.Parallel()
	meter := unlimited()
	if held, err := everything(meter); err != nil || meter.Bytes() != held || held == 0 {
		t.Fatalf("%d bytes counted, %d held: %v", meter.Bytes(), held, err)
	}
	limits := DefaultLimits()
	step := meter.Transitions() / int64(testkit.Few(400))
	n := needed(t, "transitions", 1<<20, step, func(n int64) Limits { l := limits; l.Transitions = n; return l })
	if n < meter.Transitions() || n >= meter.Transitions()+step {
		t.Errorf("%d transitions were made, but a limit of %d is needed", meter.Transitions(), n)
	}
	if n := needed(t, "bytes", 1<<20, meter.Bytes()/int64(testkit.Few(400)),
		func(n int64) Limits { l := limits; l.Bytes = n; return l }); n < meter.Bytes() {
		t.Errorf("%d bytes are held, but a limit of %d is enough", meter.Bytes(), n)
	}
	needed(t, "NFA states", 1000, 1, func(n int64) Limits { l := limits; l.NFAStates = int(n); return l })
	needed(t, "subset states", 1000, 1, func(n int64) Limits { l := limits; l.Subsets = int(n); return l })
	needed(t, "DFA states", 1000, 1, func(n int64) Limits { l := limits; l.DFAStates = int(n); return l })
	needed(t, "steps", 1_000_000, int64(997*4/testkit.Few(4)), func(n int64) Limits { l := limits; l.Steps = n; return l })
}

// A product can need more pairs than either operand has subsets. In addition to the live pairs, it
// counts the state reserved for Dead and the pair of dead states.
func TestPairsAreSubsets(t *testing.T) {
	a, b := star(times(11, lit("a"))).dfa(), star(times(13, lit("a"))).dfa()
	limits := DefaultLimits()
	for limits.Subsets = 0; limits.Subsets <= 11*13+2; limits.Subsets++ {
		m := NewMeter(context.Background(), limits)
		d, err := Intersect(a, b, m)
		var over *LimitError
		switch enough := limits.Subsets == 11*13+2; {
		case enough && (err != nil || m.Bytes() != d.size() || d.Live() != 11*13):
			t.Errorf("%d pairs: %v, %d bytes", limits.Subsets, err, m.Bytes())
		case !enough &&
			(!errors.As(err, &over) || over.Limit != "subset states" || over.Reached <= over.Max || m.Bytes() != 0):
			t.Errorf("%d pairs: %v, %d bytes", limits.Subsets, err, m.Bytes())
		}
	}
}

// A dying context is done after a given number of calls to Err.
type dying struct {
	context.Context
	left int
}

func (d *dying) Err() error {
	if d.left--; d.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Every construction, including each one in costs_test.go on its own, stops with its context's
// error at every check of the context.
func TestCancelledEverywhere(t *testing.T) {
	t.Parallel()
	n := cancelledEverywhere(t, "everything", func(m *Meter) error {
		held, err := everything(m)
		if m.Bytes() != held {
			t.Errorf("%d bytes counted, %d held: %v", m.Bytes(), held, err)
		}
		return err
	})
	if n < 20 {
		t.Errorf("everything asks %d times", n)
	}
	for _, c := range metered() {
		cancelledEverywhere(t, c.name, c.make)
	}
}

// cancelledEverywhere returns how often a construction checks the context.
func cancelledEverywhere(t *testing.T, name string, construct func(*Meter) error) int {
	all := &countedContext{Context: context.Background()}
	if err := construct(NewMeter(all, DefaultLimits())); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for n := range all.times {
		if err := construct(NewMeter(&dying{context.Background(), n}, DefaultLimits())); !errors.Is(err,
			context.DeadlineExceeded) {
			t.Fatalf("%s, cancelled at %d of %d: %v", name, n, all.times, err)
		}
	}
	return all.times
}

func TestCancelCause(t *testing.T) {
	cause := errors.New("the user went home")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	n, d := lit("ab").nfa(), lit("ab").dfa()
	for name, construct := range map[string]func(*Meter) error{
		"everything":  func(m *Meter) error { _, err := everything(m); return err },
		"Builder":     func(m *Meter) error { b := NewBuilder(m); b.Empty(); return b.Err() },
		"Determinize": func(m *Meter) error { _, err := Determinize(n, m); return err },
		"Minimize":    func(m *Meter) error { _, err := Minimize(d, m); return err },
		"Unite":       func(m *Meter) error { _, err := Unite(d, d, m); return err },
		"Reverse":     func(m *Meter) error { _, err := Reverse(d, m); return err },
	} {
		if err := construct(NewMeter(ctx, DefaultLimits())); !errors.Is(err, cause) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLimitsAreExact counts a small machine by hand. "a" / "b" has two fragments of two states and
// one edge each, and two more states with four empty moves. Steps are counted for these states,
// edges and moves. Peak memory consists of four runs of bytes, three subsets of 0, 2 and 1 members,
// and a table of 16 lists, two of which have a state.
func TestLimitsAreExact(t *testing.T) {
	ab := func(limits Limits) (*DFA, *Meter, error) {
		m := NewMeter(context.Background(), limits)
		b := NewBuilder(m)
		n, err := b.NFA(b.Alt(b.Bytes('a', 'a'), b.Bytes('b', 'b')))
		if err != nil {
			return nil, m, err
		}
		d, err := Canonical(n, m)
		b.Release()
		return d, m, err
	}
	exact := Limits{NFAStates: 6, Subsets: 3, DFAStates: 3, Transitions: 6 + 3*4, Steps: 368, Bytes: 6*48 + 6*8 +
		3*(4*4+1+64) + (0+2+1)*8 + 16*32 + 2*8}
	d, m, err := ab(exact)
	if err != nil {
		t.Fatal(err)
	}
	if m.Transitions() != 18 || m.Bytes() != d.size() || d.size() != 3*2*4+3 {
		t.Errorf("%d transitions, %d bytes", m.Transitions(), m.Bytes())
	}
	for name, less := range map[string]func(*Limits){
		"NFA states":    func(l *Limits) { l.NFAStates-- },
		"subset states": func(l *Limits) { l.Subsets-- },
		"DFA states":    func(l *Limits) { l.DFAStates-- },
		"transitions":   func(l *Limits) { l.Transitions-- },
		"steps":         func(l *Limits) { l.Steps-- },
		"bytes":         func(l *Limits) { l.Bytes-- },
	} {
		limits := exact
		less(&limits)
		var over *LimitError
		if _, _, err := ab(limits); !errors.As(err, &over) || over.Limit != name || over.Reached <= over.Max {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// This does the same for Classify and Marks. For Classify, "a" has tuples of zero, one and one
// members, over two classes. In addition to an NFA with two states, Marks counts one node and one
// edge after the start.
func TestLimitsOfClassifyAndMarksAreExact(t *testing.T) {
	a, b := lit("a").dfa(), NewBuilder(unlimited())
	b.SetMark(1)
	n, err := b.NFA(b.Bytes('a', 'a'))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		construct func(*Meter) error
		exact     Limits
		held      int64
	}{
		{"Classify", func(m *Meter) error { _, err := Classify([]*DFA{a}, m); return err },
			Limits{Subsets: 3, DFAStates: 3, Transitions: 3 * 2, Bytes: 3*(2*4+1+64) + (0+1+1)*24}, 3*2*4 + 3},
		{"Marks", func(m *Meter) error { _, err := Marks(a, n, m); return err },
			Limits{Transitions: 1 + 1, Bytes: 128 + 64}, 0},
	} {
		c.exact.Steps = 1000
		m := NewMeter(context.Background(), c.exact)
		if err := c.construct(m); err != nil || m.Bytes() != c.held || m.Transitions() != c.exact.Transitions ||
			m.Steps() == 0 {
			t.Errorf("%s: %v; %d transitions, %d steps, %d bytes, want %+v and %d bytes in the end", c.what, err,
				m.Transitions(), m.Steps(), m.Bytes(), c.exact, c.held)
		}
		c.exact.Steps = m.Steps() // with one step fewer it fails
		for name, less := range map[string]func(*Limits) *int64{
			"transitions": func(l *Limits) *int64 { return &l.Transitions },
			"steps":       func(l *Limits) *int64 { return &l.Steps },
			"bytes":       func(l *Limits) *int64 { return &l.Bytes },
		} {
			limits := c.exact
			limit := less(&limits)
			if *limit--; *limit < 0 {
				continue // the construction does not count it
			}
			var over *LimitError
			m := NewMeter(context.Background(), limits)
			if err := c.construct(m); !errors.As(err, &over) || over.Limit != name || over.Reached <= over.Max ||
				m.Bytes() != 0 {
				t.Errorf("%s, %s: %v, %d bytes left", c.what, name, err, m.Bytes())
			}
		}
	}
}

// Minimize holds an inverse of 8 bytes per transition in addition to its input automaton, in which
// some classes share columns.
func TestLimitsOfMinimizeAreExact(t *testing.T) {
	raw := alt(lit("ab"), lit("cb")).raw()
	least := raw.Live()            // 5: the states after a and after c are equivalent
	shared := raw.NumClasses() - 1 // the bytes before a and those after c
	need := int64(raw.NumStates() + (4+8)*raw.NumStates()*shared)
	for _, short := range []int64{0, 1} {
		limits := DefaultLimits()
		limits.Bytes = need - short
		m := NewMeter(context.Background(), limits)
		if err := m.spend(0, raw.size()); err != nil {
			t.Fatal(err)
		}
		d, err := Minimize(raw, m)
		var over *LimitError
		switch {
		case short == 0 && (err != nil || m.Bytes() != d.size() || d.Live() >= least):
			t.Errorf("%d bytes: %v, %d are held", limits.Bytes, err, m.Bytes())
		case short == 1 && (!errors.As(err, &over) || over.Limit != "bytes" || over.Reached != need || m.Bytes() != 0):
			t.Errorf("%d bytes: %v, %d are held", limits.Bytes, err, m.Bytes())
		}
	}
}

// A countedContext counts calls to Err.
type countedContext struct {
	context.Context
	times int
}

func (a *countedContext) Err() error { a.times++; return nil }

// Constructions that create one state at a time check the context exactly every 64 states. A chain
// of n letters has n+2 states; Classify skips the first state, which is dead. Checking every 65
// states would give the same count for 379 letters, and every 63 states for 319.
func TestContextIsAskedEvery64States(t *testing.T) {
	for _, letters := range []int{319, 379} {
		askedEvery64States(t, letters)
	}
}

func askedEvery64States(t *testing.T, letters int) {
	last := letters + 1 // state
	chain := times(letters, marked(1, byteIn('a', 'b')))
	n, d := chain.nfa(), chain.dfa()
	nodes := &markGraph{d: d, n: n, ids: map[markNode]int{}}
	if err := nodes.construct(unlimited()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what      string
		construct func(*Meter) error
		times     int
	}{
		{"Determinize", func(m *Meter) error { _, err := Determinize(n, m); return err }, 1 + last/64},
		{"the tuples of Classify", func(m *Meter) error {
			t := tuples{members: []*DFA{d}, meter: m, ids: map[string]StateID{}}
			t.dfa.class, t.examples = commonClasses(t.members...)
			t.dfa.classes = len(t.examples)
			return t.construct()
		}, last / 64},
		{"Marks", func(m *Meter) error { _, err := Marks(d, n, m); return err }, 1 + (len(nodes.nodes)-1)/64},
		{"Builder", func(m *Meter) error { b := NewBuilder(m); _, err := b.NFA(chain.build(b)); return err }, 1 +
			(n.NumStates()-1)/64},
	} {
		ctx := &countedContext{Context: context.Background()}
		if err := c.construct(NewMeter(ctx, DefaultLimits())); err != nil || ctx.times != c.times {
			t.Errorf("%d letters: %s checked the context %d times, want %d: %v", letters, c.what, ctx.times, c.times, err)
		}
	}
}

// Release returns the bytes held by the automaton.
func TestReleaseGivesBackWhatIsHeld(t *testing.T) {
	m := unlimited()
	d, err := Determinize(lit("abc").nfa(), m)
	if err != nil || m.Bytes() != d.size() || d.size() != int64(5*d.NumClasses()*4+5) {
		t.Fatalf("%d bytes: %v", m.Bytes(), err)
	}
	if d.Release(m); m.Bytes() != 0 {
		t.Errorf("%d bytes are left", m.Bytes())
	}
}

// After hitting a limit, a builder still returns fragments but adds no states.
func TestBuilderAfterTheLimit(t *testing.T) {
	limits := DefaultLimits()
	limits.NFAStates = 3
	m := NewMeter(context.Background(), limits)
	b := NewBuilder(m)
	f := b.Bytes('a', 'a')
	if b.Err() != nil {
		t.Fatal(b.Err())
	}
	g := b.Bytes('b', 'b')
	if b.Err() == nil {
		t.Fatal("a fourth state")
	}
	before := m.Bytes()
	f = b.Alt(b.Cat(f, g), b.Opt(b.Star(b.Empty())), b.Class(runes(ucschar...).class()), b.Embed(lit("abc").dfa()))
	if n, err := b.NFA(f); n != nil || err != b.Err() {
		t.Errorf("%v, %v", n, err)
	}
	if m.Bytes() != before {
		t.Error("something was added")
	}
	if b.Release(); m.Bytes() != 0 {
		t.Errorf("%d bytes are left", m.Bytes())
	}
}

// The limits equal those in the doc comment for DefaultLimits. Changing them would change which
// grammars compile.
func TestDefaultLimitsAreThosePromised(t *testing.T) {
	want := Limits{NFAStates: 1_000_000, Subsets: 200_000, DFAStates: 65_535, Transitions: 100_000_000, Steps: 200_000_000,
		Bytes: 268_435_456}
	if got := DefaultLimits(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestLimitError(t *testing.T) {
	err := error(&LimitError{Limit: "subset states", Max: 10, Reached: 11})
	if got, want := err.Error(), "11 subset states exceed the limit of 10"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The test runs the textbook's hostile grammar under the default limits.
func TestBlowUpIsRefusedQuickly(t *testing.T) {
	blowUp := func(n int, limits Limits) error {
		m := NewMeter(context.Background(), limits)
		b := NewBuilder(m)
		defer func() {
			if b.Release(); m.Bytes() != 0 {
				t.Errorf("%d bytes are left", m.Bytes())
			}
		}()
		nfa, err := b.NFA(cat(star(oneOf("ab")), lit("a"), times(n, oneOf("ab"))).build(b))
		if err != nil {
			return err
		}
		d, err := Canonical(nfa, m)
		if err == nil {
			m.release(d.size())
		}
		return err
	}
	var over *LimitError
	if err := blowUp(30, DefaultLimits()); !errors.As(err, &over) || over.Limit != "subset states" ||
		over.Reached != 200_001 {
		t.Errorf("%v", err)
	}
	if err := blowUp(14, DefaultLimits()); err != nil {
		t.Errorf("32768 states are allowed: %v", err)
	}
	small := DefaultLimits()
	small.DFAStates = 1 << 11 // plus one for the dead state
	if err := blowUp(10, small); !errors.As(err, &over) || over.Limit != "DFA states" || over.Reached != 1<<11+1 {
		t.Errorf("%v", err)
	}
	small.Bytes = 1 << 20
	if err := blowUp(14, small); !errors.As(err, &over) || over.Limit != "bytes" {
		t.Errorf("%v", err)
	}
}

// Each part of the work has separate limits, and the meter counts all of it.
func TestAllot(t *testing.T) {
	m := NewMeter(context.Background(), Limits{Transitions: 10, Steps: 100, Bytes: 1000})
	stopped := func(err error, limit string, max, reached int64) {
		t.Helper()
		var got *LimitError
		if want := (LimitError{limit, max, reached}); !errors.As(err, &got) || *got != want {
			t.Errorf("%v, want %v", err, &want)
		}
	}
	stopped(m.Work(101), "steps", 100, 101)
	m.Allot(5, 50)
	if err := m.Work(50); err != nil || m.Left() != 0 || m.Steps() != 151 {
		t.Errorf("%v, %d left, %d steps", err, m.Left(), m.Steps())
	}
	stopped(m.affords(2), "steps", 50, 52)
	stopped(m.Work(1), "steps", 50, 51)
	if err := m.spend(5, 0); err != nil {
		t.Error(err)
	}
	stopped(m.spend(3, 0), "transitions", 5, 8)
	m.Allot(2, 1)
	if err := m.spend(2, 0); err != nil || m.Left() != 1 || m.Transitions() != 7 {
		t.Errorf("%v, %d left, %d transitions", err, m.Left(), m.Transitions())
	}
	stopped(m.spend(1, 0), "transitions", 2, 3)
	stopped(m.spend(0, 1001), "bytes", 1000, 1001) // counts from the meter's creation
}
