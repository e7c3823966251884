package tables_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"unicode"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/machine"
)

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 20)) }

// bundledRule returns a shipped rule, or compiles the rule if it is not shipped. TestLanguages and
// the freshness check compare the two.
func bundledRule(t testing.TB, grammar, rule string) tables.Rule {
	t.Helper()
	if p, ok := bundled.Find(grammar); ok {
		if r, ok := p.Lookup(rule); ok {
			return r
		}
	}
	return bundledGrammar(t, grammar).Rule(rule).Table
}

// A language is a rule, its machine, and a way to draw members. Engines are compared with the
// machine's own walk.
type language struct {
	name string
	rule tables.Rule
	m    *machine.Machine
	dfa  *automaton.DFA // the machine's source; nil for bundled rules
	draw func(r *rand.Rand, length int) []byte
}

// to returns the state after reading s in state q.
func (l *language) to(q int, s string) int {
	for i := range len(s) {
		q = int(l.m.Next[q*l.m.Count+int(l.m.Class[s[i]])])
	}
	return q
}

// after returns the state after s, or 0 if no member begins with s.
func (l *language) after(s string) int { return l.to(int(l.m.Start), s) }

func (l *language) accepts(s string) bool { return l.m.Accept[l.after(s)] }

// text reports whether all members are UTF-8.
func (l *language) text() bool { return l.rule[format.AtFlags]&format.HasUTF8 != 0 }

func (l *language) empty() bool { return l.m.Start == 0 }

func machineOf(t testing.TB, r tables.Rule) *machine.Machine {
	t.Helper()
	m, err := machine.Of(r)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func languageOf(t testing.TB, r tables.Rule) *language {
	t.Helper()
	return languageFrom(r, machineOf(t, r))
}

// languageFrom returns the language of a rule and its machine.
func languageFrom(r tables.Rule, m *machine.Machine) *language {
	l := &language{name: r.Grammar() + " " + r.Name(), rule: r, m: m}
	ways := sync.OnceValues(func() ([]int, [][]byte) { // many tests never draw a member
		of := make([][]byte, l.m.Count)
		for b, c := range l.m.Class {
			of[c] = append(of[c], byte(b))
		}
		return l.away(), of
	})
	l.draw = func(r *rand.Rand, length int) []byte {
		away, of := ways()
		return l.walkAtRandom(r, length, away, of)
	}
	return l
}

var bundledOnce struct {
	sync.Once
	all, turned []*language
}

// bundledLanguages returns the rules whose tables are finite automata. Package counter tests the
// others.
func bundledLanguages(t testing.TB) []*language {
	t.Helper()
	bundledOnce.Do(func() {
		bundledOnce.all = makeBundledLanguages(t)
		for _, l := range bundledOnce.all {
			if other := turned(l); other != nil {
				bundledOnce.turned = append(bundledOnce.turned, other)
			}
		}
	})
	return bundledOnce.all
}

func makeBundledLanguages(t testing.TB) []*language {
	t.Helper()
	var all []*language
	for _, p := range bundled.Grammars() {
		for _, rule := range p.Rules() {
			if !rule.Recursive() {
				all = append(all, languageOf(t, rule))
			}
		}
	}
	if len(all) < 100 {
		t.Fatalf("only %d rules", len(all))
	}
	return all
}

// away returns the distance in bytes from each state to the nearest accepting one.
func (l *language) away() []int {
	const never = 1 << 30
	away := make([]int, l.m.States())
	for q := range away {
		away[q] = never
	}
	for changed := true; changed; {
		changed = false
		for q := range away {
			least := never
			if l.m.Accept[q] {
				least = 0
			}
			for _, to := range l.m.Next[q*l.m.Count : (q+1)*l.m.Count] {
				least = min(least, away[to]+1)
			}
			if least < away[q] {
				away[q], changed = least, true
			}
		}
	}
	return away
}

// walkAtRandom draws a member: about length random bytes, with all classes equally likely, followed
// by a shortest path to acceptance.
func (l *language) walkAtRandom(r *rand.Rand, length int, away []int, of [][]byte) []byte {
	var member, ways []byte
	for q := int(l.m.Start); ; {
		hurry := len(member) >= length
		if hurry && l.m.Accept[q] {
			return member
		}
		ways = ways[:0]
		for c, to := range l.m.Next[q*l.m.Count : (q+1)*l.m.Count] {
			if to != 0 && (!hurry || away[to] < away[q]) {
				ways = append(ways, uint8(c))
			}
		}
		if len(ways) == 0 {
			return member
		}
		c := ways[r.IntN(len(ways))]
		member = append(member, of[c][r.IntN(len(of[c]))])
		q = int(l.m.Next[q*l.m.Count+int(c)])
	}
}

// mutate makes one edit: it replaces, inserts, removes or duplicates a byte, or truncates the
// string.
func mutate(r *rand.Rand, s []byte) []byte {
	s = append([]byte(nil), s...)
	i := r.IntN(len(s) + 1)
	b := byte(r.IntN(256))
	if len(s) > 0 && r.IntN(2) == 0 {
		b = s[r.IntN(len(s))]
	}
	switch {
	case i == len(s) || r.IntN(4) == 0:
		return append(s[:i:i], append([]byte{b}, s[i:]...)...)
	case r.IntN(3) == 0:
		return append(s[:i], s[i+1:]...)
	case r.IntN(4) == 0:
		return s[:i]
	}
	s[i] = b
	return s
}

func randomBytes(r *rand.Rand, n int) []byte {
	s := make([]byte, (n+7)/8*8)
	for at := 0; at < n; at += 8 {
		binary.LittleEndian.PutUint64(s[at:], r.Uint64())
	}
	return s[:n:n]
}

// A made is a random expression from which an automaton is built.
type made func(b *automaton.Builder) automaton.Fragment

func canonical(f made) *automaton.DFA {
	meter := automaton.NewMeter(context.Background(), automaton.DefaultLimits())
	b := automaton.NewBuilder(meter)
	n, err := b.NFA(f(b))
	if err != nil {
		panic(err)
	}
	d, err := automaton.Canonical(n, meter)
	if err != nil {
		panic(err)
	}
	return d
}

func literal(text string) made {
	return func(b *automaton.Builder) automaton.Fragment {
		f := b.Empty()
		for i := range len(text) {
			f = b.Cat(f, b.Bytes(text[i], text[i]))
		}
		return f
	}
}

func alternatives(all ...made) made {
	return func(b *automaton.Builder) automaton.Fragment {
		var fs []automaton.Fragment
		for _, f := range all {
			fs = append(fs, f(b))
		}
		return b.Alt(fs...)
	}
}

func star(f made) made {
	return func(b *automaton.Builder) automaton.Fragment { return b.Star(f(b)) }
}

func then(all ...made) made {
	return func(b *automaton.Builder) automaton.Fragment {
		f := b.Empty()
		for _, g := range all {
			f = b.Cat(f, g(b))
		}
		return f
	}
}

func bytesFrom(lo, hi byte) made {
	return func(b *automaton.Builder) automaton.Fragment { return b.Bytes(lo, hi) }
}

// randomExpr returns a small expression over a few bytes and some code points.
func randomExpr(r *rand.Rand, depth int) made {
	if depth == 0 {
		switch r.IntN(4) {
		case 0:
			lo := rune(r.IntN(0x3000))
			class := automaton.Range(lo, lo+rune(r.IntN(0x20000)))
			return func(b *automaton.Builder) automaton.Fragment { return b.Class(class) }
		case 1:
			lo := r.IntN(256)
			return bytesFrom(byte(lo), byte(lo+r.IntN(256-lo)))
		}
		return literal([]string{"a", "b", "ab", "é", "\x00", "\xff"}[r.IntN(6)])
	}
	f, g := randomExpr(r, depth-1), randomExpr(r, depth-1)
	switch r.IntN(5) {
	case 0:
		return star(f)
	case 1:
		return func(b *automaton.Builder) automaton.Fragment { return b.Opt(f(b)) }
	case 2:
		return alternatives(f, g)
	}
	return then(f, g)
}

// words returns a finite language of n random strings over k bytes, which has many states and many
// classes.
func words(r *rand.Rand, n, length, k int) made {
	var all []made
	for range n {
		s := make([]byte, length)
		for i := range s {
			s[i] = byte(r.IntN(k) * 256 / k)
		}
		all = append(all, literal(string(s)))
	}
	return alternatives(all...)
}

// cycle matches the repetitions of a string of length n with no smaller period, which takes n live
// states.
func cycle(n int) made {
	s := make([]byte, n)
	for i := range s {
		s[i] = 'a'
	}
	s[n-1] = 'b'
	return star(literal(string(s)))
}

// exploding matches strings over two letters with a certain letter n places before the end, n
// places after the start, or both with a mark in between. Its automata have 2^n states when run
// forwards, backwards, or both.
func exploding(n int, forwards, backwards bool) made {
	letter := bytesFrom('a', 'b')
	places := make([]made, n-1)
	for i := range places {
		places[i] = letter
	}
	end := then(star(letter), literal("a"), then(places...))
	begin := then(then(places...), literal("a"), star(letter))
	switch {
	case forwards && backwards:
		return then(end, alternatives(literal("c"), literal("")), begin)
	case forwards:
		return end
	}
	return begin
}

// every256 distinguishes all bytes with only a few states: the first byte by its high half, the
// second by whether its low half equals the first byte's high half.
func every256() made {
	var all []made
	for h := range 16 {
		var second []made
		for b := range 256 {
			if b%16 == h {
				second = append(second, bytesFrom(byte(b), byte(b)))
			}
		}
		all = append(all, then(bytesFrom(byte(16*h), byte(16*h+15)), alternatives(second...)))
	}
	return alternatives(all...)
}

// randomLanguages returns machines for every table form, named after their special property.
var randomLanguages = sync.OnceValue(func() []*language {
	r := seeded(1)
	anything := bytesFrom(0, 255)
	fs := []struct {
		name string
		made made
	}{
		{"empty language", func(b *automaton.Builder) automaton.Fragment { return b.Alt() }},
		{"empty string", literal("")},
		{"everything", star(anything)},
		{"one class", then(anything, anything, anything)},
		{"one byte", literal("x")},
		{"256 classes", every256()},
		{"256 classes, wide", alternatives(every256(), then(every256(), cycle(300)))},
	}
	for _, live := range []int{253, 254, 255, 256} {
		fs = append(fs, struct {
			name string
			made made
		}{fmt.Sprintf("cycle of %d", live), cycle(live)})
		fs = append(fs, struct {
			name string
			made made
		}{fmt.Sprintf("line of %d", live), literal(string(make([]byte, live-1)))})
	}
	for i := range 24 {
		fs = append(fs, struct {
			name string
			made made
		}{fmt.Sprintf("expression %d", i), randomExpr(r, 1+i%5)})
	}
	for i, n := range []int{1, 3, 20, 40, 60, 61, 62, 63, 64, 65, 66, 80, 120, 150} {
		fs = append(fs, struct {
			name string
			made made
		}{fmt.Sprintf("words %d", i), words(r, n, 5, []int{2, 20, 256}[i%3])})
		fs = append(fs, struct {
			name string
			made made
		}{fmt.Sprintf("words again and again %d", i), star(words(r, n, 6, []int{5, 256, 100}[i%3]))})
	}
	for _, n := range []int{6, 8, 9} {
		for _, ways := range []struct {
			name                string
			forwards, backwards bool
		}{{"forwards", true, false}, {"backwards", false, true}, {"both ways", true, true}} {
			if n == 9 && ways.forwards && ways.backwards {
				continue
			}
			fs = append(fs, struct {
				name string
				made made
			}{fmt.Sprintf("explodes %s %d", ways.name, n), exploding(n, ways.forwards, ways.backwards)})
		}
	}
	var all []*language
	for _, f := range fs {
		d := canonical(f.made)
		m := machineFrom(d)
		m.Grammar, m.Name = "random", f.name
		describeAtRandom(r, m)
		rule, err := m.Encode()
		if err != nil {
			panic(err)
		}
		l := &language{name: f.name, rule: rule, m: m, dfa: d}
		if !l.empty() {
			s := automaton.NewSampler(d)
			l.draw = func(r *rand.Rand, length int) []byte { return s.Draw(r, length, nil) }
		}
		all = append(all, l)
		if other := turned(l); other != nil {
			all = append(all, other)
		}
	}
	return all
})

// machineFrom copies a DFA's language. No state is treated as being inside a UTF-8 sequence,
// because a walk can be inside one for at most three bytes. So each state has an empty word list.
func machineFrom(d *automaton.DFA) *machine.Machine {
	m := &machine.Machine{Count: d.NumClasses(), Start: uint16(d.Start()), Expect: make([][]int, d.NumStates())}
	for b := range 256 {
		m.Class[b] = uint8(d.Class(byte(b)))
	}
	for q := range d.NumStates() {
		m.Accept, m.Expect[q] = append(m.Accept, d.Accepting(automaton.StateID(q))), []int{}
		for c := range m.Count {
			m.Next = append(m.Next, uint16(d.Next(automaton.StateID(q), c)))
		}
	}
	return m
}

// describeAtRandom sets every field except the language to an arbitrary in-range value.
func describeAtRandom(r *rand.Rand, m *machine.Machine) {
	for i := range r.IntN(5) {
		m.Words = append(m.Words, fmt.Sprintf("word %d", i))
	}
	for q := range m.Expect {
		for w := range m.Words {
			if r.IntN(2) == 0 {
				m.Expect[q] = append(m.Expect[q], w)
			}
		}
	}
	if r.IntN(3) == 0 {
		m.Exactness, m.Depth = tables.Subset, r.IntN(1000)
	}
	if r.IntN(2) == 0 {
		return
	}
	for i := range 1 + r.IntN(machine.MaxComponents) {
		m.Components = append(m.Components,
			tables.ComponentLayout{Name: fmt.Sprintf("part %d", i), Prefix: r.IntN(256), Suffix: r.IntN(256)})
	}
	slotsAtRandom(r, m)
}

// slotsAtRandom assigns slots to the states of m at random.
func slotsAtRandom(r *rand.Rand, m *machine.Machine) {
	for range 1 + r.IntN(machine.MaxSlots) {
		first := r.IntN(len(m.Components))
		m.Slots = append(m.Slots, machine.Slot{First: first, Second: first + r.IntN(len(m.Components)-first)})
	}
	slotOfAtRandom(r, m)
}

func slotOfAtRandom(r *rand.Rand, m *machine.Machine) {
	m.SlotOf = nil
	entered := make([]bool, m.States())
	for _, q := range m.Next {
		entered[q] = true
	}
	for q := range m.States() {
		slot := r.IntN(len(m.Slots))
		if q == 0 || !entered[q] {
			slot = 0
		}
		m.SlotOf = append(m.SlotOf, uint8(slot))
	}
}

// allLanguages returns the bundled and random languages, the bundled ones in tables both with and
// without places. Outside CI only the rules of RFC 3986 and RFC 3987 get both tables.
func allLanguages(t testing.TB) []*language {
	t.Helper()
	var all []*language
	for i, l := range slices.Concat(bundledLanguages(t), bundledOnce.turned) {
		if other := i >= len(bundledOnce.all); other {
			i -= len(bundledOnce.all) - 1
		}
		if testkit.OneIn(2, i) || l.m.Grammar == "rfc3986" || l.m.Grammar == "rfc3987" {
			all = append(all, l)
		}
	}
	all = append(all, randomLanguages()...)
	if testkit.Slow {
		all = slices.DeleteFunc(all, func(l *language) bool {
			return l.dfa == nil && (l.m.Grammar != "rfc3987" || l.m.Front == nil)
		})
	}
	return all
}

// sealed corrects the size and the checksum, and returns the bytes as a rule.
func sealed(b []byte) tables.Rule {
	b = append([]byte(nil), b...)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)))
	sum := len(b) - 4
	binary.LittleEndian.PutUint32(b[sum:], crc32.ChecksumIEEE(b[:sum]))
	return tables.Rule(b)
}

// shows reports whether c is harmless in a terminal: neither a control character nor a change of
// direction.
func shows(c rune) bool {
	return !unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs, unicode.Co)
}

// randomTable returns random bytes with a header that is probably valid.
func randomTable(r *rand.Rand) []byte {
	mask := 1<<r.IntN(14) - 1
	if r.IntN(4) == 0 {
		mask = r.IntN(5000)
	}
	size := max(88+516, mask+256) + r.IntN(2)*r.IntN(3000)
	if r.IntN(8) == 0 {
		size--
	}
	b := randomBytes(r, size)
	if r.IntN(4) == 0 {
		for i := 88; i < len(b); i++ {
			b[i] |= 0xF0 // often a far state
		}
	}
	copy(b, "iri\x0c")
	put := func(at, v int) { binary.LittleEndian.PutUint32(b[at:], uint32(v)) }
	n := 1 + r.IntN(600)
	put(4, len(b))
	put(8, n)
	binary.LittleEndian.PutUint16(b[12:], uint16(1+r.IntN(256)))
	binary.LittleEndian.PutUint16(b[14:], uint16(min(n, 256)))
	b[18] = []byte{0, 1, 100, 254, 255}[r.IntN(5)] // the first state that has cells in the wide table
	put(20, mask)
	for at := 24; at < 52; at += 4 {
		if r.IntN(4) > 0 {
			put(at, r.IntN(len(b)+4))
		}
	}
	if r.IntN(2) == 0 {
		return []byte(sealed(b))
	}
	return b
}

// turned returns the same language in a table without places if l has places, and otherwise in one
// with random places. It returns nil for the empty language, which cannot have places.
func turned(l *language) *language {
	if l.m.Front == nil {
		return withPlaces(seeded(uint64(len(l.rule))), l)
	}
	m := *l.m
	m.Front, m.Rest = nil, nil
	rule, err := m.Encode()
	if err != nil {
		panic(err)
	}
	return &language{name: l.name + ", without places", rule: rule, m: &m, dfa: l.dfa, draw: l.draw}
}
