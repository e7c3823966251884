package tables_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A set returns the same results as its rules tried one by one.
func TestSetAgreesWithItsRules(t *testing.T) {
	matches := map[int]int{}
	for i, c := range setCases(t) {
		r := seeded(uint64(600 + i))
		probes := []string{""}
		for _, l := range c.rules[:min(len(c.rules), 60)] {
			probes = append(probes, l.probes(r, 13, 1)...)
		}
		for range testkit.Few(100) {
			probes = append(probes, c.input(r, 80))
		}
		for _, s := range probes {
			var want []int
			for i, l := range c.rules {
				if l.rule.Valid(s) {
					want = append(want, i)
				}
			}
			matches[min(len(want), 3)]++
			if got := c.set.Classify(s); !slices.Equal(got, want) || (got == nil) != (want == nil) {
				t.Fatalf("%s: Classify(%q) = %v, want %v", c.name, s, got, want)
			}
			if got := c.set.First(s); got != c.first(s) {
				t.Fatalf("%s: First(%q) = %d, want %d", c.name, s, got, c.first(s))
			}
			c.checkPrefix(t, s)
			c.checkSetError(t, s, len(want) > 0)
		}
	}
	for n := range 4 {
		if matches[n] < testkit.Few(700) {
			t.Errorf("%d strings are matched by %d rules", matches[n], n)
		}
	}
}

func (c *setCase) checkPrefix(t *testing.T, s string) {
	t.Helper()
	longest := -1
	for _, l := range c.rules {
		longest = max(longest, l.rule.Prefix(s))
	}
	want := tables.NoRule
	if longest >= 0 {
		want = c.first(s[:longest])
	}
	if rule, n := c.set.Prefix(s); rule != want || n != longest {
		t.Fatalf("%s: Prefix(%q) = %d, %d, want %d, %d", c.name, s, rule, n, want, longest)
	}
}

// checkSetError checks that no rule continues at the offset of an error.
func (c *setCase) checkSetError(t *testing.T, s string, valid bool) {
	t.Helper()
	err := c.set.Check(s)
	if (err == nil) != valid {
		t.Fatalf("%s: Check(%q) = %v", c.name, s, err)
	}
	var e *tables.SyntaxError
	if err == nil {
		return
	}
	if !errors.As(err, &e) || e.Rule() != tables.Rule(c.set) || e.Component() != "" {
		t.Fatalf("%s: Check(%q) = %#v", c.name, s, err)
	}
	goes := func(s string) bool {
		return slices.ContainsFunc(c.rules, func(l *language) bool { return l.after(s) != 0 })
	}
	if atEnd := c.first(s[:e.Offset]) >= 0; !goes(s[:e.Offset]) && e.Offset > 0 || e.AtEnd != atEnd ||
		e.Incomplete != goes(s) {
		t.Fatalf("%s: Check(%q) = %+v", c.name, s, e)
	}
}

// The test checks the accessors of a set.
func TestSetDescribesItself(t *testing.T) {
	for _, c := range setCases(t) {
		if err := machine.VerifySet(c.set); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		m, err := machine.OfSet(c.set)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := m.Encode(); err != nil || again != c.set {
			t.Errorf("%s: the machine encodes to another set: %v", c.name, err)
		}
		names := c.set.Rules()
		if len(c.set.Rules()) != len(c.rules) || !slices.Equal(names, m.Rules) || c.set.Hash() != m.Hash() ||
			c.set.Classes() != m.Count ||
			c.set.States() != m.States()-1 || c.set.Name() != m.Name || c.set.Grammar() != m.Grammar {
			t.Errorf("%s: is said to be %s %s of %v", c.name, c.set.Grammar(), c.set.Name(), names)
		}
		for i, l := range c.rules {
			if c.set.RuleName(i) != l.rule.Name() || names[i] != l.rule.Name() {
				t.Errorf("%s: rule %d is called %q, want %q", c.name, i, c.set.RuleName(i), l.rule.Name())
			}
		}
		for _, i := range []int{tables.NoRule, len(c.rules), 1 << 30, -1 << 30} {
			if name := c.set.RuleName(i); name != "" {
				t.Errorf("%s: rule %d is called %q", c.name, i, name)
			}
		}
	}
	wide := 0
	for _, c := range setCases(t) {
		if c.set.States() > 254 {
			wide++
		}
	}
	if wide < 5 {
		t.Errorf("only %d sets have a wide table", wide)
	}
	var zero tables.Set
	if zero.Rules() != nil || zero.RuleName(0) != "" || zero.First("") != tables.NoRule || zero.Classify("") != nil ||
		zero.Name() != "" || machine.VerifySet(zero) == nil || zero.Check("") == nil {
		t.Error("the zero Set is something")
	}
	if rule, n := zero.Prefix("a"); rule != tables.NoRule || n != -1 {
		t.Errorf("the zero Set matches %d bytes by rule %d", n, rule)
	}
}

// Equal hashes mean that all strings are classified identically: the order of rules matters, their
// names do not.
func TestSetHash(t *testing.T) {
	a, b := literal("a"), literal("b")
	of := func(all ...made) tables.Set { return ofMade("x", all...).set }
	same := of(a, b)
	m, err := machine.OfSet(same)
	if err != nil {
		t.Fatal(err)
	}
	m.Rules, m.Name, m.Exactness = []string{"c", "d"}, "y", tables.Superset
	renamed, err := m.Encode()
	if err != nil || renamed.Hash() != same.Hash() || renamed == same {
		t.Error("names are part of the hash")
	}
	if e, _ := renamed.Exactness(); e != tables.Superset || machine.VerifySet(renamed) != nil {
		t.Error("a set does not say that it is a superset")
	}
	if of(alternatives(a, a), b).Hash() != same.Hash() {
		t.Error("the hash is not that of the languages")
	}
	seen := map[[32]byte]int{same.Hash(): -1}
	for i, other := range []tables.Set{of(b, a), of(a), of(a, b, a), of(a, b, literal("c")), of(alternatives(a, b)),
		of(alternatives(a, b), b), of()} {
		if j, ok := seen[other.Hash()]; ok {
			t.Errorf("sets %d and %d have one hash", i, j)
		}
		seen[other.Hash()] = i
	}
	rule, err := machineFrom(canonical(a)).Encode()
	if err != nil || rule.Hash() == of(a).Hash() {
		t.Error("a set has the hash of a rule")
	}
}

func TestSetDump(t *testing.T) {
	m, err := machine.OfSet(ofRules(t, compileText(t, "program", keywords, 0), "Word", "if", "name", "never").set)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := m.Dump(&b); err != nil {
		t.Fatal(err)
	}
	const want = `set: program Word, 9 live states, 12 classes, hash HASH
rule 0: if
rule 1: name
rule 2: never
1: [never] a letter, the end
2: [name] a letter, a digit, "_", U+00A0 to U+D7FF, the end
3: [name] a letter, a digit, "_", U+00A0 to U+D7FF, the end
4: [] inside a UTF-8 sequence
5: [] inside a UTF-8 sequence
6: [] inside a UTF-8 sequence
7: [] inside a UTF-8 sequence
8: [] inside a UTF-8 sequence
9: [if name] a letter, a digit, "_", U+00A0 to U+D7FF, the end
`
	if got := strings.Replace(b.String(), fmt.Sprintf("%x", m.Hash()), "HASH", 1); got != want {
		t.Errorf("got\n%s", got)
	}
}

// A set is not a rule, and a rule is not a set.
func TestSetsAndRulesAreToldApart(t *testing.T) {
	set, rule := ofMade("x", literal("a")).set, bundledRule(t, "rfc3987", "h16")
	if machine.Verify(tables.Rule(set)) == nil || machine.VerifySet(tables.Set(rule)) == nil {
		t.Error("one is taken for the other")
	}
	if _, err := machine.OfSet(tables.Set(rule)); err == nil {
		t.Error("a rule unpacks to a set")
	}
}

// smallSets returns the sets whose bytes are changed one at a time.
func smallSets(t *testing.T) []*setCase {
	all := setCases(t)
	return slices.DeleteFunc(slices.Clone(all), func(c *setCase) bool { return len(c.set) > 4000 })
}

// A set with one changed byte is rejected.
func TestVerifyRefusesEveryByteOfASetThatIsChanged(t *testing.T) {
	r := seeded(601)
	for _, c := range setCases(t) {
		step := max(1, len(c.set)/testkit.Fewer(1000))
		for at := 0; at < len(c.set); at++ {
			if at >= 88 {
				at += r.IntN(step)
			}
			if at >= len(c.set) {
				break
			}
			b := []byte(c.set)
			b[at] ^= byte(1 + r.IntN(255))
			if err := machine.VerifySet(tables.Set(b)); err == nil {
				t.Fatalf("%s: byte %d may be %#x", c.name, at, b[at])
			}
		}
		for _, other := range []tables.Set{c.set[:len(c.set)-1], c.set[1:], c.set + "\x00", "\x00" + c.set, c.set + c.set,
			c.set[:88], c.set[:87], c.set[:604], c.set[:603]} {
			if err := machine.VerifySet(other); err == nil {
				t.Errorf("%s: %d bytes are as good as %d", c.name, len(other), len(c.set))
			}
		}
	}
}

// The test forges sets with a correct checksum: everything about the languages and the matching
// rules is verified.
func TestVerifyRefusesForgedSets(t *testing.T) {
	r := seeded(602)
	refused, accepted := 0, 0
	for _, c := range smallSets(t) {
		section := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(c.set[at:]))) }
		words, names := section(44), section(48)
		pad := names + 4 + len(c.set.Grammar()) + len(c.set.Name()) + 2
		for _, name := range c.set.Rules() {
			pad += 2 + len(name)
		}
		for at := 0; at < len(c.set)-4; at++ {
			if at >= 88 {
				at += r.IntN(len(c.set)/testkit.Few(150) + 1)
			}
			if at >= len(c.set)-4 {
				break
			}
			b := []byte(c.set)
			b[at] ^= 1 << r.IntN(8)
			forged := tables.Set(sealed(b))
			err := machine.VerifySet(forged)
			size, exactness := 4 <= at && at < 8, at == 17 // the size is corrected with the checksum
			switch language := at < words || at >= pad; {
			case err == nil && language && !size && !exactness:
				t.Fatalf("%s: byte %d may be %#x", c.name, at, b[at])
			case err == nil:
				accepted++
				m, err := machine.OfSet(forged)
				if err != nil || m.Hash() != c.set.Hash() {
					t.Fatalf("%s: byte %d changes the languages: %v", c.name, at, err)
				}
			default:
				refused++
			}
		}
	}
	t.Logf("%d forged sets were refused, %d are sets", refused, accepted)
	if refused < testkit.Few(5000) || accepted < testkit.Few(150) {
		t.Errorf("%d were refused, %d accepted", refused, accepted)
	}
}

// The test uses the set of "x" and "x y* z", and incorrect variants of it.
func TestVerifySaysWhatIsWrongWithASet(t *testing.T) {
	start := func() *machine.SetMachine {
		m := &machine.SetMachine{Rules: []string{"a", "b"}, Matches: [][]int{nil, nil, {0}, {1}, nil}}
		// classes: 0 other bytes, 1 x, 2 y, 3 z; states: 2 after x, 3 after z, 4 after y
		m.Machine = machine.Machine{
			Grammar: "g", Name: "s", Count: 4, Start: 1,
			Next:   []uint16{0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 4, 0, 0, 3, 4, 0, 0, 0, 0},
			Accept: []bool{false, false, true, false, true},
			Words:  []string{"w"}, Expect: [][]int{nil, {0}, {0}, {}, {}},
		}
		m.Matches = [][]int{nil, nil, {0}, nil, {1}}
		m.Class['x'], m.Class['y'], m.Class['z'] = 1, 2, 3
		return m
	}
	for _, tt := range []struct {
		name, want string
		fits       bool // Encode accepts it
		change     func(m *machine.SetMachine)
	}{
		{"nothing", "", true, func(m *machine.SetMachine) {}},
		{"other rules", "", true, func(m *machine.SetMachine) { m.Matches[2], m.Matches[4] = []int{1}, []int{0, 1} }},
		{"rules that never match", "", true, func(m *machine.SetMachine) { m.Rules = append(m.Rules, "c", "") }},
		{"a superset", "", true, func(m *machine.SetMachine) { m.Exactness = tables.Superset }},
		{"no list", "state 2 has Accept true, but matches 0 rules", false,
			func(m *machine.SetMachine) { m.Matches[2] = nil }},
		{"an empty list", "state 4 has Accept true, but matches 0 rules", false,
			func(m *machine.SetMachine) { m.Matches[4] = []int{} }},
		{"a list too many", "state 3 has Accept false, but matches 1 rules", false,
			func(m *machine.SetMachine) { m.Matches[3] = []int{1} }},
		{"the dead match", "state 0 has Accept false, but matches 1 rules", false,
			func(m *machine.SetMachine) { m.Matches[0] = []int{1} }},
		{"a set of lists too few", "2 rules, but lists for 4 of 5 states", false,
			func(m *machine.SetMachine) { m.Matches = m.Matches[:4] }},
		{"no such rule", "state 2 matches rules [2] of 2", false, func(m *machine.SetMachine) { m.Matches[2] = []int{2} }},
		{"not a rule", "state 4 matches rules [-1] of 2", false, func(m *machine.SetMachine) { m.Matches[4] = []int{-1} }},
		{"out of order", "state 4 matches rules [1 0] of 2", false,
			func(m *machine.SetMachine) { m.Matches[4] = []int{1, 0} }},
		{"a rule twice", "state 4 matches rules [1 1] of 2", false,
			func(m *machine.SetMachine) { m.Matches[4] = []int{1, 1} }},
		{"regions", "a set cannot have regions, calls or components", false,
			func(m *machine.SetMachine) { m.Regions = &machine.Regions{} }},
		{"components", "a set cannot have regions, calls or components", false, func(m *machine.SetMachine) {
			m.Components, m.SlotOf, m.Slots = []tables.ComponentLayout{{Name: "p"}}, make([]uint8, 5), []machine.Slot{{}}
		}},
		{"a long name", "a string of 65536 bytes exceeds the limit of 65535", false,
			func(m *machine.SetMachine) { m.Rules[1] = strings.Repeat("b", 1<<16) }},
		{"a set of too many rules", "65536 rules, but lists for 5 of 5 states", false,
			func(m *machine.SetMachine) { m.Rules = make([]string, 1<<16) }},
		{"states that could be one", "only 4 of 5 states are distinct", true, func(m *machine.SetMachine) {
			m.Matches[2], m.Accept[2] = nil, false
			m.Accept[3], m.Accept[2] = false, false
		}},
		{"not minimal without the rules", "", true, func(m *machine.SetMachine) { // states 2 and 3 have the same next states
			m.Accept[3], m.Matches[3] = true, []int{1}
		}},
		{"two numbers swapped", "state 2 must not lead to 4 on class 2", true, func(m *machine.SetMachine) {
			renumber(&m.Machine, 3, 4)
			m.Matches[3], m.Matches[4] = m.Matches[4], m.Matches[3]
		}},
		{"exactness", "invalid exactness 3 with depth 0", true, func(m *machine.SetMachine) { m.Exactness = 3 }},
		{"no such word", "state 3 expects word 1 of 1", true, func(m *machine.SetMachine) { m.Expect[3] = []int{1} }},
	} {
		m := start()
		tt.change(m)
		if got := text(m.Verify()); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
		set, err := m.Encode()
		if (err == nil) != tt.fits {
			t.Errorf("%s: encoding says %v", tt.name, err)
		}
		if err == nil && (machine.VerifySet(set) == nil) != (tt.want == "") {
			t.Errorf("%s: as a table: %v", tt.name, machine.VerifySet(set))
		}
	}
}

// Many states share a long list of rules: the table is small, so unpacking and verifying it must be
// cheap.
func TestSetMachineIsNotMuchLargerThanItsTable(t *testing.T) {
	const states, rules = 10_000, 60_000
	m := &machine.SetMachine{}
	m.Machine = machine.Machine{Count: 2, Start: 1}
	m.Class['x'] = 1
	every := make([]int, rules)
	for i := range every {
		every[i] = i
		m.Rules = append(m.Rules, "")
	}
	for q := range states { // the x up to 9998 times
		to := uint16(q+1) % states
		list := every[q%2:]
		if q == 0 {
			to, list = 0, nil
		}
		m.Accept, m.Next, m.Expect = append(m.Accept, q > 0), append(m.Next, 0, to), append(m.Expect, nil)
		m.Matches = append(m.Matches, list)
	}
	set, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	again, err := machine.OfSet(set)
	if err != nil {
		t.Fatal(err)
	}
	if other, err := again.Encode(); err != nil || other != set {
		t.Errorf("encodes to another: %v", err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 80*uint64(len(set)) {
		t.Errorf("%d bytes unpack to, and are packed from, %d", len(set), got)
	}
}

// After any byte, a set's states give the results of its rules for the bytes read so far.
func TestSetStatesAtEverySplit(t *testing.T) {
	inputs, splits, far := 0, 0, 0
	cases := setCases(t)
	for i, c := range cases {
		r := seeded(uint64(800 + i))
		for range testkit.Few(10_000)/len(cases) + 1 {
			inputs++
			s := c.input(r, 60)
			whole, q := c.set.AdvanceString(c.set.Start(), s), c.set.Start()
			for cut := range len(s) + 1 {
				if splits++; q >= 255 {
					far++
				}
				rules := c.set.RulesAt(q)
				if first := c.first(s[:cut]); c.set.RuleAt(q) != first || c.set.Accepting(q) != (first >= 0) ||
					(len(rules) > 0) != (first >= 0) || first >= 0 && rules[0] != first {
					t.Fatalf("%s: after %q rule %d of %v, want %d", c.name, s[:cut], c.set.RuleAt(q), rules, first)
				}
				dead := !slices.ContainsFunc(c.rules, func(l *language) bool { return l.after(s[:cut]) != 0 })
				if q.Dead() != dead || c.set.Advance(q, []byte(s[cut:])) != whole {
					t.Fatalf("%s: %q cut at %d: dead %t, want %t, or not the same state in the end", c.name, s, cut, q.Dead(), dead)
				}
				if cut < len(s) {
					q = c.set.AdvanceString(q, s[cut:cut+1])
				}
			}
		}
		// states of other sets
		for _, q := range []tables.State{tables.State(c.set.States() + 1), 255, 256, 1<<16 - 1, 1 << 16, 1<<32 - 1} {
			c.set.AdvanceString(q, "ab")
			if c.set.RuleAt(q) >= 0 && !c.set.Accepting(q) {
				t.Errorf("%s: a rule matches at state %d, which does not accept", c.name, q)
			}
		}
	}
	t.Logf("%d splits of %d inputs, %d of them in the wide table", splits, inputs, far)
	if inputs < testkit.Few(10_000) || splits < testkit.Few(100_000) || far < testkit.Few(400) {
		t.Errorf("%d splits of %d inputs, %d of them in the wide table", splits, inputs, far)
	}
}
