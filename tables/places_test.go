package tables_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/machine"
)

// shipped lists the rules of the generated packages, which do not have to be compiled.
var shipped = sync.OnceValue(func() (all []*language) {
	for _, p := range bundled.Grammars() {
		for _, rule := range p.Rules() {
			if rule.Recursive() { // these have no places
				continue
			}
			m, err := machine.Of(rule)
			if err == nil && m.States() < 300 { // others take seconds, and come from the same generator
				err = m.Verify()
			}
			if err != nil {
				panic(rule.Grammar() + " " + rule.Name() + " is of another layout, run go generate: " + err.Error())
			}
			all = append(all, languageFrom(rule, m))
		}
	}
	return all
})

// shippedLanguage returns a rule from a generated package.
func shippedLanguage(t testing.TB, grammar, rule string) *language {
	t.Helper()
	for _, l := range shipped() {
		if l.m.Grammar == grammar && l.m.Name == rule {
			return l
		}
	}
	t.Fatalf("%s has no %s", grammar, rule)
	return nil
}

// A placed is a set of places together with its table section.
type placed struct {
	*machine.Places
	front   bool
	section *tables.PlacesSection
}

// placesOf returns a language's sets of places.
func placesOf(l *language) (sets []placed) {
	if l.m.Front != nil {
		sets = append(sets, placed{l.m.Front, true, l.rule.PlacesSection(format.AtFront)})
	}
	if l.m.Rest != nil {
		sets = append(sets, placed{l.m.Rest, false, l.rule.PlacesSection(format.AtRest)})
	}
	return sets
}

// wrong compares a section with the machine, field by field, and returns the first difference.
func (p placed) wrong(m *machine.Machine) string {
	s := p.section
	if s == nil {
		return "the section is missing"
	}
	of := map[int]uint8{} // by state, except for states that no byte leads to
	first := p.Dead
	for i, x := range p.States {
		if i == 0 && p.front {
			first = x.At
			continue
		}
		of[int(x.State)] = x.At
	}
	if s.Dead != p.Dead || s.Spill != p.Spill || s.First != first || s.Stops != 1<<p.Dead|1<<p.Spill {
		return fmt.Sprintf("the masks are %+v", s)
	}
	var accepts uint64
	var states [64]int
	for i, x := range p.States {
		states[x.At] = int(x.State)
		if m.Accept[x.State] {
			accepts |= 1 << x.At
		}
		for b := range 256 {
			to := int(m.Next[int(x.State)*m.Count+int(m.Class[b])])
			want, ok := of[to]
			switch {
			case i == 0 && p.front && b == 0:
				want = first
			case to == 0:
				want = p.Dead
			case !ok:
				want = p.Spill
			}
			if got := uint8(s.Rows[b] >> x.At & 63); got != want {
				return fmt.Sprintf("byte %#02x leads from the place of state %d to %d, not %d", b, x.State, got, want)
			}
		}
	}
	for b, row := range s.Rows {
		if uint8(row>>p.Dead&63) != p.Dead || uint8(row>>p.Spill&63) != p.Spill {
			return fmt.Sprintf("byte %#02x leads away from the dead state or the spill", b)
		}
	}
	if s.Accepts != accepts || s.States != states {
		return fmt.Sprintf("the places %#x accept, not %#x, or the states are %v, not %v", s.Accepts, accepts,
			s.States, states)
	}
	for q, at := range s.Of {
		want, ok := of[q]
		if !ok || q >= 255 {
			want = p.Spill
		}
		if at != want {
			return fmt.Sprintf("state %d has the place %d, not %d", q, at, want)
		}
	}
	return ""
}

// Every field of the rows of every shipped rule agrees with the machine.
func TestShiftRows(t *testing.T) {
	fronts, rests := 0, 0
	for _, l := range shipped() {
		for _, p := range placesOf(l) {
			if p.front {
				fronts++
			} else {
				rests++
			}
			if wrong := p.wrong(l.m); wrong != "" {
				t.Errorf("%s: front %v: %s", l.name, p.front, wrong)
			}
		}
	}
	t.Logf("%d fronts, %d rests", fronts, rests)
	if fronts < 100 || rests < 50 {
		t.Errorf("only %d fronts and %d rests", fronts, rests)
	}
}

// Sets have shift rows, like rules.
func TestShiftRowsOfSets(t *testing.T) {
	fronts := 0
	for _, c := range setCases(t) {
		m, err := machine.OfSet(c.set)
		if err != nil {
			t.Fatal(err)
		}
		l := &language{name: c.name, rule: tables.Rule(c.set), m: &m.Machine}
		for _, p := range placesOf(l) {
			fronts++
			if wrong := p.wrong(l.m); wrong != "" {
				t.Errorf("%s: front %v: %s", l.name, p.front, wrong)
			}
		}
	}
	if fronts == 0 {
		t.Error("no set has places")
	}
}

// fieldsApart holds places that share no bits, so any place can lead to any other.
var fieldsApart = []uint8{0, 6, 12, 18, 24, 30, 36, 42, 48, 54}

// fieldsAtRandom returns these places in random order, all shifted by the same random distance.
func fieldsAtRandom(r *rand.Rand) []uint8 {
	list, by := slices.Clone(fieldsApart), uint8(r.IntN(5))
	for i := range list {
		list[i] += by
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// placesAtRandom returns places for randomly chosen live states of a machine.
func placesAtRandom(r *rand.Rand, m *machine.Machine, front bool) *machine.Places {
	at := fieldsAtRandom(r)
	p := &machine.Places{Dead: at[0], Spill: at[1]}
	at = at[2:]
	if front {
		p.States = append(p.States, machine.Place{State: m.Start, At: at[0]})
		at = at[1:]
	}
	taken := map[uint16]bool{0: true}
	for _, at := range at[:1+r.IntN(len(at))] {
		q := uint16(r.IntN(m.States()))
		if len(p.States) > 0 && r.IntN(3) > 0 { // one after another
			q = m.Next[int(p.States[r.IntN(len(p.States))].State)*m.Count+r.IntN(m.Count)]
		}
		if !taken[q] {
			taken[q] = true
			p.States = append(p.States, machine.Place{State: q, At: at})
		}
	}
	if len(p.States) == 0 {
		p.States = []machine.Place{{State: m.Start, At: at[0]}}
	}
	list := p.States
	if front {
		list = list[1:]
	}
	slices.SortFunc(list, func(a, b machine.Place) int { return int(a.At) - int(b.At) }) // the order in a table
	return p
}

// withPlaces returns a language with random places, or nil if it cannot have places.
func withPlaces(r *rand.Rand, l *language) *language {
	m := *l.m
	if m.Start == 0 {
		return nil
	}
	if m.Front = placesAtRandom(r, &m, true); r.IntN(4) > 0 {
		m.Rest = placesAtRandom(r, &m, false)
	}
	rule, err := m.Encode()
	if err != nil {
		panic(fmt.Sprintf("%s: %v: %+v %+v", l.name, err, m.Front, m.Rest))
	}
	return &language{name: fmt.Sprintf("%s, front %v, rest %v", l.name, m.Front, m.Rest), rule: rule, m: &m,
		dfa: l.dfa, draw: l.draw}
}

// madeForPlaces returns languages that are likely to break shift rows, named after their special
// property.
func madeForPlaces() (all []*language) {
	r := seeded(100)
	character := alternatives(then(bytesFrom(0xC3, 0xC5), bytesFrom(0x80, 0xBF)),
		then(bytesFrom(0xE1, 0xE2), bytesFrom(0x80, 0xBF), bytesFrom(0x80, 0xBF)))
	one := bytesFrom(0xC3, 0xC3)
	for _, x := range []struct {
		name string
		made made
	}{
		{"the start is entered again", star(then(literal("/"), bytesFrom('a', 'z')))},
		{"the start is entered again, at once", star(alternatives(bytesFrom('a', 'z'), character))},
		{"octets", star(then(literal("a"), bytesFrom(0x80, 0xFF), bytesFrom(0, 0xFF)))},
		{"octets and nothing else", star(bytesFrom(0x80, 0xFF))},
		{"NUL", star(bytesFrom(0, 'z'))},
		{"NUL first", then(literal("\x00"), star(bytesFrom('a', 'z')))},
		{"NUL or nothing", alternatives(literal("\x00"), star(literal("ab")))},
		{"NUL in the middle",
			then(star(bytesFrom('a', 'z')), literal("\x00"), star(bytesFrom('a', 'y')), literal("!"),
				star(bytesFrom('a', 'x')))},
		{"NUL where the start is entered again", star(then(literal("/"), alternatives(literal("a"), literal("a\x00"))))},
		{"one state", star(bytesFrom('a', 'z'))},
		{"one state, of all bytes", star(bytesFrom(0, 0xFF))},
		{"one character", then(star(bytesFrom('a', 'z')), character)},
		{"characters between",
			then(literal("a"), star(character), literal("b"), star(alternatives(character, literal("%"))))},
		{"half a character accepts", star(alternatives(literal("a"), one, then(one, bytesFrom(0x80, 0xBF))))},
		{"members end a block apart",
			star(
				then(bytesFrom('a', 'c'), bytesFrom('a', 'z'), bytesFrom('a', 'z'), bytesFrom('a', 'z'), bytesFrom('a', 'z'),
					bytesFrom('a', 'z'), bytesFrom('a', 'z'), bytesFrom('a', 'z')))},
		{"cycle of 300", cycle(300)},
		{"cycle of 300, and characters", then(cycle(300), star(alternatives(character, bytesFrom('a', 'z'))))},
	} {
		d := canonical(x.made)
		m := machineFrom(d)
		m.Grammar, m.Name = "made", x.name
		describeAtRandom(r, m)
		rule, err := m.Encode()
		if err != nil {
			panic(err)
		}
		l := languageFrom(rule, m)
		l.dfa = d
		all = append(all, l)
	}
	return all
}

// randomPlaces returns random and constructed languages, each with several random sets of places.
var randomPlaces = sync.OnceValue(func() (all []*language) {
	r := seeded(101)
	for _, l := range slices.Concat(madeForPlaces(), randomLanguages()) {
		if len(l.m.Next) > 20_000 || testkit.Slow && l.m.States() > 40 {
			continue
		}
		tries := testkit.Few(8)
		if l.m.Grammar == "made" {
			tries = testkit.Few(25)
		}
		for range tries {
			if placed := withPlaces(r, l); placed != nil {
				all = append(all, placed)
			}
		}
	}
	return all
})

// Whichever states have places, the rows agree with the machine, and so do the walks along them.
func TestShiftRowsOfRandomPlaces(t *testing.T) {
	r := seeded(102)
	found, made := map[string]int{}, map[string]bool{}
	for _, l := range randomPlaces() {
		for _, p := range placesOf(l) {
			if wrong := p.wrong(l.m); wrong != "" {
				t.Fatalf("%s: front %v: %s", l.name, p.front, wrong)
			}
		}
		again, err := machineOf(t, l.rule).Encode()
		if err != nil || again != l.rule {
			t.Errorf("%s: its machine encodes to something else (%v)", l.name, err)
		}
		for _, s := range l.probes(r, 34, 1) {
			l.checkWalks(t, r, s)
			found[fmt.Sprint(l.accepts(s))]++
		}
		made[l.m.Name] = true
		if l.m.Rest != nil {
			found["rest"]++
		}
		if slices.ContainsFunc(l.m.Front.States[1:], func(p machine.Place) bool { return p.State == l.m.Start }) {
			found["start again"]++
		}
	}
	t.Logf("%d tables: %v", len(randomPlaces()), found)
	for kind, least := range map[string]int{"true": 10_000, "false": 10_000, "start again": 40, "rest": 200} {
		if found[kind] < testkit.Few(least)/2 {
			t.Errorf("%s: only %d", kind, found[kind])
		}
	}
	for _, l := range madeForPlaces() {
		if !made[l.m.Name] && !testkit.Slow {
			t.Errorf("%s: has no places", l.m.Name)
		}
	}
}

// checkWalks compares every walk of a string with the machine.
func (l *language) checkWalks(t *testing.T, r *rand.Rand, s string) {
	t.Helper()
	path, longest := []int{int(l.m.Start)}, -1
	for i := range len(s) {
		path = append(path, l.to(path[i], s[i:i+1]))
	}
	for i, q := range path {
		if l.m.Accept[q] {
			longest = i
		}
	}
	want := l.m.Accept[path[len(s)]]
	if l.rule.Valid(s) != want || l.rule.ValidOnTables(s) != want {
		t.Fatalf("%s: Valid is wrong about %q, it is %v", l.name, s, want)
	}
	if got := l.rule.Prefix(s); got != longest {
		t.Fatalf("%s: Prefix(%q) is %d, not %d", l.name, s, got, longest)
	}
	for range 3 {
		from := r.IntN(len(s) + 1)
		to := from + r.IntN(len(s)+1-from)
		if got := l.rule.AdvanceString(tables.State(path[from]), s[from:to]); int(got) != path[to] {
			t.Fatalf("%s: from state %d, %q leads to %d, not %d", l.name, path[from], s[from:to], got, path[to])
		}
	}
	if len(l.m.Components) > 0 && longest == len(s) {
		q := question{s: s, want: true}
		for _, state := range path {
			q.path = append(q.path, uint16(state))
		}
		if x, ok := l.rule.SplitOnTables(s); !ok || x != l.labelled(&q) {
			t.Fatalf("%s: %q falls into %v, not %v", l.name, s, x, l.labelled(&q))
		}
	}
}

// A flipped bit anywhere in the places is rejected, even if the checksum is correct.
func TestVerifyRefusesOtherPlaces(t *testing.T) {
	r := seeded(103)
	for _, l := range []*language{shippedLanguage(t, "rfc3987", "ipath"), shippedLanguage(t, "rfc3986", "authority"),
		shippedLanguage(t, "ntriples", "IRIREF")} {
		for _, p := range placesOf(l) {
			for range testkit.Few(400) {
				bit := 8*p.section.At + r.IntN(8*format.PlacesSize)
				b := []byte(l.rule)
				b[bit/8] ^= 1 << (bit % 8)
				if machine.Verify(sealed(b)) == nil {
					t.Errorf("%s: bit %d of byte %d may be another: the section is at %d", l.name, bit%8, bit/8, p.section.At)
				}
			}
		}
		for _, section := range []int{format.AtFront, format.AtRest} {
			for bit := range 32 {
				b := []byte(l.rule)
				b[section+bit/8] ^= 1 << (bit % 8)
				if machine.Verify(sealed(b)) == nil {
					t.Errorf("%s: bit %d of the offset of section %d may be another", l.name, bit, section)
				}
			}
		}
	}
}

// placesCase returns a machine with correct places: its strings are "a" and "é", then "b", then any
// number of "c" and "é".
func placesCase() *machine.Machine {
	character := literal("é")
	m := machineFrom(
		canonical(
			then(star(alternatives(literal("a"), character)), literal("b"), star(alternatives(literal("c"), character)))))
	m.Grammar, m.Name = "g", "r"
	second := m.Next[int(m.Start)*m.Count+int(m.Class['b'])]
	inside := m.Next[int(m.Start)*m.Count+int(m.Class[0xC3])]
	m.Front = &machine.Places{Dead: 0, Spill: 6,
		States: []machine.Place{{State: m.Start, At: 12}, {State: m.Start, At: 18}, {State: second, At: 24}}}
	m.Rest = &machine.Places{Dead: 0, Spill: 6, States: []machine.Place{{State: second, At: 12}, {State: inside, At: 18}}}
	return m
}

// Wrong places are rejected without a panic.
func TestWrongPlacesAreRefused(t *testing.T) {
	if r, err := placesCase().Encode(); err != nil || machine.Verify(r) != nil {
		t.Fatalf("the case that is right: %v", err)
	}
	many := func(n int) (list []machine.Place) {
		for i := range n {
			list = append(list, machine.Place{State: 1, At: uint8(i)})
		}
		return list
	}
	for _, tt := range []struct {
		name   string
		change func(m *machine.Machine)
	}{
		{"no states", func(m *machine.Machine) { m.Front.States = nil }},
		{"no states of the rest", func(m *machine.Machine) { m.Rest.States = nil }},
		{"too many states", func(m *machine.Machine) { m.Front.States = many(machine.MaxPlaces + 1) }},
		{"the first is not the start", func(m *machine.Machine) { m.Front.States = m.Front.States[2:] }},
		{"a state twice", func(m *machine.Machine) { m.Front.States[1] = m.Front.States[2] }},
		{"the start a third time", func(m *machine.Machine) { m.Front.States[2].State = m.Start }},
		{"a state of the rest twice", func(m *machine.Machine) { m.Rest.States[0].State = m.Rest.States[1].State }},
		{"a state that there is not", func(m *machine.Machine) { m.Front.States[2].State = uint16(m.States()) }},
		{"a state far away", func(m *machine.Machine) { m.Rest.States[1].State = 65535 }},
		{"the dead state", func(m *machine.Machine) { m.Front.States[2].State = 0 }},
		{"the start twice at one place", func(m *machine.Machine) { m.Front.States[1].At = m.Front.States[0].At }},
		{"two states at one place", func(m *machine.Machine) { m.Rest.States[0].At = m.Rest.States[1].At }},
		{"a state at the place of the dead state", func(m *machine.Machine) { m.Front.States[2].At = m.Front.Dead }},
		{"a state at the spill", func(m *machine.Machine) { m.Front.States[2].At = m.Front.Spill }},
		{"dead state and spill at one place", func(m *machine.Machine) { m.Front.Spill = m.Front.Dead }},
		{"fields that disagree", func(m *machine.Machine) { m.Front.States[2].At = m.Front.States[1].At + 1 }},
		{"no room at the end", func(m *machine.Machine) { m.Front.States[2].At = 63 }},
		{"a place over 63", func(m *machine.Machine) { m.Front.States[2].At = 64 }},
		{"a place far over 63", func(m *machine.Machine) { m.Rest.States[1].At = 255 }},
		{"the dead state over 63", func(m *machine.Machine) { m.Front.Dead = 200 }},
		{"the spill over 63", func(m *machine.Machine) { m.Rest.Spill = 64 }},
		{"an empty language", func(m *machine.Machine) { m.Start = 0 }},
		{"a start that there is not", func(m *machine.Machine) { m.Start = 900; m.Front.States[0].State = 900 }},
		{"a transition to no state", func(m *machine.Machine) { m.Next[len(m.Next)-1] = 9999 }},
		{"a transition to one state too many", func(m *machine.Machine) { m.Next[len(m.Next)-1] = uint16(m.States()) }},
		{"a class that there is not", func(m *machine.Machine) { m.Class['z'] = 200 }},
		{"a class too many", func(m *machine.Machine) { m.Class['z'] = uint8(m.Count) }},
		{"a rest without a front", func(m *machine.Machine) { m.Front = nil }},
	} {
		m := placesCase()
		tt.change(m)
		r, err := encodeOrPanic(m)
		switch {
		case err == nil:
			t.Errorf("%s: is encoded; Verify says %v", tt.name, machine.Verify(r))
		case strings.HasPrefix(err.Error(), "panic"):
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func encodeOrPanic(m *machine.Machine) (r tables.Rule, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("panic: %v", why)
		}
	}()
	return m.Encode()
}

// Random changes to correct places cause an error, or yield a table with correct verdicts for all
// tried strings, but never a panic.
func TestPlacesChangedAtRandom(t *testing.T) {
	r := seeded(104)
	outcomes := map[string]int{}
	all := slices.DeleteFunc(slices.Clone(randomPlaces()),
		func(l *language) bool { return l.m.States() > 60 || l.m.Rest == nil })
	for range testkit.Few(8000) {
		l := all[r.IntN(len(all))]
		m := *l.m
		front, rest := *m.Front, *m.Rest
		m.Front, m.Rest = &front, &rest
		front.States, rest.States = slices.Clone(front.States), slices.Clone(rest.States)
		for range 1 + r.IntN(3) {
			p := []*machine.Places{&front, &rest}[r.IntN(2)]
			i := r.IntN(len(p.States))
			switch r.IntN(7) {
			case 0, 1:
				p.States[i].At = uint8(r.IntN(80))
			case 2:
				p.States[i].State = uint16(r.IntN(m.States() + 1))
			case 3:
				p.Dead = uint8(r.IntN(70))
			case 4:
				p.Spill = fieldsApart[r.IntN(10)]
			case 5:
				p.States = append(p.States, machine.Place{State: uint16(r.IntN(m.States())), At: fieldsApart[r.IntN(10)]})
			case 6:
				p.States[i].At = p.States[r.IntN(len(p.States))].At
			}
		}
		rule, err := encodeOrPanic(&m)
		switch {
		case err == nil:
			outcomes["a table"]++
			changed := &language{name: fmt.Sprintf("%s with %v %v", l.name, front, rest), rule: rule, m: &m,
				dfa: l.dfa, draw: l.draw}
			for _, s := range changed.probes(r, 20, 1) {
				changed.checkWalks(t, r, s)
			}
			for _, p := range placesOf(changed) {
				if wrong := p.wrong(&m); wrong != "" {
					t.Fatalf("%s: %s", changed.name, wrong)
				}
			}
		case strings.HasPrefix(err.Error(), "panic"):
			t.Fatalf("%s: %v %v: %v", l.name, front, rest, err)
		default:
			outcomes["refused"]++
		}
	}
	t.Logf("%v", outcomes)
	if outcomes["a table"] < testkit.Few(500) || outcomes["refused"] < testkit.Few(500) {
		t.Errorf("one-sided: %v", outcomes)
	}
}

// Columns returns the distinct columns of the rows, each once.
func TestColumnsAreThoseOfTheRows(t *testing.T) {
	for _, l := range shipped() {
		for _, p := range placesOf(l) {
			var states []uint16
			offsets := []uint8{p.Dead, p.Spill}
			for _, x := range p.States {
				states, offsets = append(states, x.State), append(offsets, x.At)
			}
			var rows []uint64
			for _, column := range l.m.Columns(states, p.front) {
				row, mask := uint64(0), uint64(0)
				for i, to := range column {
					row |= uint64(offsets[to]) << offsets[i]
					mask |= 63 << offsets[i]
				}
				if row&^mask != 0 || bits.OnesCount64(mask) > 64 {
					t.Fatalf("%s: a row of %v", l.name, column)
				}
				rows = append(rows, row)
			}
			slices.Sort(rows)
			all := slices.Clone(p.section.Rows[:])
			slices.Sort(all)
			if all = slices.Compact(all); !slices.Equal(rows, all) {
				t.Errorf("%s: the columns make the rows %x, the table has %x", l.name, rows, all)
			}
		}
	}
}
