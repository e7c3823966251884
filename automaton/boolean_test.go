package automaton

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/irilex/iri/internal/testkit"
)

// A booleanTwin evaluates a boolean automaton on a string directly from the definition. The match
// ends at offset end.
type booleanTwin struct {
	*Boolean
	text string
	end  int
}

func (w booleanTwin) holds(x Formula, at int) bool {
	for x > Always {
		if d := w.nodes[x]; w.state(d.on, at) {
			x = d.yes
		} else {
			x = d.no
		}
	}
	return x == Always
}

func (w booleanTwin) state(on uint32, at int) bool {
	s := w.states[on]
	switch {
	case on == end:
		return at == w.end
	case s.loop:
		return w.holds(s.is, at)
	case at == len(w.text):
		return s.holds
	}
	return slices.ContainsFunc(s.moves, func(m booleanMove) bool {
		return m.Lo <= w.text[at] && w.text[at] <= m.Hi && w.holds(m.to, at+1)
	})
}

// randomBoolean returns a boolean automaton over the bytes "a" to "c", and a formula that depends
// on End without negating it.
func randomBoolean(random *rand.Rand, meter *Meter, others []*DFA) (*Boolean, Formula) {
	b := NewBoolean(meter)
	a := b.Bytes('a', 'a', Always)
	free, main := []Formula{Always, Never, a, b.Not(a)}, []Formula{b.End()} // the formulas without and with End
	pick := func(xs []Formula) Formula { return xs[max(random.IntN(len(xs)), random.IntN(len(xs)))] }
	class := &unicode.RangeTable{
		R16: []unicode.Range16{{Lo: 'b', Hi: 'c', Stride: 1}, {Lo: 'é', Hi: 'ê', Stride: 1}}, LatinOffset: 1}
	read := func(then Formula) Formula {
		lo := byte('a' + random.IntN(3))
		switch n := random.IntN(4); {
		case n == 0:
			return b.Class(class, then)
		case n == 1 && len(others) > 0:
			return b.Embed(others[random.IntN(len(others))], then)
		}
		return b.Bytes(lo, lo+byte(random.IntN(int('d'-lo))), then)
	}
	for range 4 + random.IntN(10) {
		switch random.IntN(7) {
		case 0:
			free = append(free, read(pick(free)))
		case 1:
			free = append(free, b.Not(pick(free)))
		case 2:
			free = append(free, b.Or(pick(free), b.And(pick(free), pick(free))))
		case 3, 4:
			main = append(main, read(pick(main)))
		case 5:
			main = append(main, b.Or(pick(main), b.And(pick(main), pick(free))))
		case 6:
			then := pick(main)
			loop := b.Loop(then)
			x := b.Or(b.Without(b.Or(read(loop), b.And(loop, pick(free))), loop), b.And(pick(free), then))
			b.Define(loop, x)
			main = append(main, x)
		}
	}
	return b, main[len(main)-1]
}

func TestBoolean(t *testing.T) {
	var texts []string
	for _, length := range []int{0, 1, 2, 3, 4, 5} {
		for n := range pow(4, length) {
			text := ""
			for range length {
				text += []string{"a", "b", "c", "é"}[n%4]
				n /= 4
			}
			texts = append(texts, text)
		}
	}
	random := rand.New(rand.NewPCG(2, 33))
	var marked []*DFA
	members, ends := 0, 0
	for range testkit.Few(150) {
		meter := NewMeter(context.Background(), DefaultLimits())
		b, x := randomBoolean(random, meter, marked)
		plain, err := b.Determinize(x)
		if err != nil {
			t.Fatal(err)
		}
		texted, err := b.DeterminizeMarked(x)
		if err == nil {
			texted, err = Minimize(texted, meter)
		}
		if err != nil {
			t.Fatal(err)
		}
		marked = append(marked, texted)
		for _, text := range texts {
			for at := range len(text) + 1 {
				want := booleanTwin{b, text, at}.holds(x, 0)
				if got := texted.Accepts(text[:at] + string([]byte{MatchEnd}) + text[at:]); got != want {
					t.Fatalf("%q ends before %q: %t, want %t", text[:at], text[at:], got, want)
				}
				if want {
					ends++
				}
				if mark := string([]byte{MatchEnd}); texted.Accepts(text[:at]+mark+text[at:]+mark) != want {
					t.Fatalf("%q, a mark, %q and another mark: %t, want %t", text[:at], text[at:], !want, want)
				}
				if at == len(text) && plain.Accepts(text) != want {
					t.Fatalf("%q is a member: %t, want %t", text, !want, want)
				}
				if at == len(text) && want {
					members++
				}
			}
		}
		if b.Release(); meter.Bytes() != plain.size()+texted.size() {
			t.Fatalf("%d bytes are held, and the automata have %d", meter.Bytes(), plain.size()+texted.size())
		}
	}
	if members < testkit.Few(2000) || ends < testkit.Few(50_000) {
		t.Errorf("%d members, %d ends of matches: that means nothing", members, ends)
	}
}

func pow(base, exponent int) (n int) {
	for n = 1; exponent > 0; exponent-- {
		n *= base
	}
	return n
}

// A boolean automaton whose formulas grow exponentially exceeds a limit.
func TestBooleanLimits(t *testing.T) {
	for limit, set := range map[string]func(*Limits){
		"NFA states":    func(l *Limits) { l.NFAStates = 50 },
		"subset states": func(l *Limits) { l.Subsets = 50 },
		"steps":         func(l *Limits) { l.Steps = 5000 },
		"bytes":         func(l *Limits) { l.Bytes = 5000 },
		"transitions":   func(l *Limits) { l.Transitions = 50 },
		"DFA states":    func(l *Limits) { l.DFAStates = 50 },
	} {
		limits := DefaultLimits()
		set(&limits)
		meter := NewMeter(context.Background(), limits)
		b := NewBoolean(meter)
		x := Never
		for i := range 12 { // an "a" i places before the end
			tail := b.End()
			for range i {
				tail = b.Bytes('a', 'b', tail)
			}
			tail = b.Bytes('a', 'a', tail)
			loop := b.Loop(tail)
			y := b.Or(b.Bytes('a', 'b', loop), tail)
			b.Define(loop, y)
			if x = b.Or(x, y); i == 11 {
				x = y
			}
		}
		d, err := b.Determinize(x)
		if err == nil {
			d, err = Minimize(d, meter)
		}
		var e *LimitError
		if !errors.As(err, &e) || e.Limit != limit || d != nil {
			t.Errorf("%s: %v", limit, err)
		}
		if b.Release(); meter.Bytes() != 0 {
			t.Errorf("%s: %d bytes are held", limit, meter.Bytes())
		}
	}
}

// The dump contains the states, the loop, and every kind of formula.
func TestBooleanDump(t *testing.T) {
	b := NewBoolean(unlimited())
	loop := b.Loop(b.End())
	x := b.Or(b.Bytes('a', 'c', loop), b.And(b.End(), b.Not(b.Bytes('b', 'b', Always))))
	b.Define(loop, x)
	var got strings.Builder
	if err := b.Dump(&got, x); err != nil {
		t.Fatal(err)
	}
	const want = `boolean automaton: 4 states, (4 ? 3 : (3 ? T : 1))
*1:
 2: = (4 ? 3 : (3 ? T : 1))
 3: a-c→2
 4: b→T
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	long, last := Always, Always
	for range 300 {
		last = b.Bytes('a', 'a', last)
		long = b.And(long, last)
	}
	if text := b.format(long); len(text) > 4000 || !strings.Contains(text, "…") {
		t.Errorf("a long formula has %d bytes: %s", len(text), text)
	}
	if text := b.format(Never); text != "F" {
		t.Errorf("the formula that never holds is %s", text)
	}
	if err := b.Dump(&narrow{1}, x); err != errNarrow {
		t.Errorf("the error of the writer is %v", err)
	}
}

// Embed fails before it creates states that would exceed the limit. Release returns memory only
// once.
func TestBooleanLimit(t *testing.T) {
	chain := times(500, lit("a")).dfa()
	m := NewMeter(t.Context(), Limits{Steps: 1000, Bytes: 1 << 20, Transitions: 1 << 20, Subsets: 1 << 10})
	b := NewBoolean(m)
	if x := b.Embed(chain, b.End()); x != Never || b.Err() == nil || b.NumStates() > 1 || m.Steps() > 100 {
		t.Errorf("%d states in %d steps, formula %d, error %v", b.NumStates(), m.Steps(), x, b.Err())
	}
	before := m.Bytes()
	b.Release()
	b.Release()
	if m.Bytes() != 0 || before == 0 {
		t.Errorf("%d bytes of %d are held after Release", m.Bytes(), before)
	}
}
