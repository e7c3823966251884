package tables_test

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

// A table with one changed byte is rejected.
func TestVerifyRefusesEveryByteThatIsChanged(t *testing.T) {
	for _, name := range []string{"h16", "scheme", "iauthority", "IRI"} {
		rule := bundledRule(t, "rfc3987", name)
		if err := machine.Verify(rule); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for at := range len(rule) {
			changes := 255
			if len(rule) > 1000 {
				changes = 1
			}
			if len(rule) > 10000 && at >= 88 && (at%3 > 0 || !testkit.OneIn(4, at/3)) {
				continue
			}
			for x := 1; x <= changes; x++ {
				b := []byte(rule)
				b[at] ^= byte(x << (at % 8 * (255 - changes) / 254))
				if err := machine.Verify(tables.Rule(b)); err == nil {
					t.Fatalf("%s: byte %d may be %#x", name, at, b[at])
				}
			}
		}
		for _, other := range []tables.Rule{rule[:len(rule)-1], rule[1:], rule + "\x00", "\x00" + rule, rule + rule,
			rule[:88], rule[:87], rule[:604], rule[:603]} {
			if err := machine.Verify(other); err == nil {
				t.Errorf("%s: %d bytes are as good as %d", name, len(other), len(rule))
			}
		}
	}
}

// A section that claims to begin too near the end is truncated like any other.
func TestMachineOfAWideTableThatIsCutOff(t *testing.T) {
	b := []byte(rfc3987.IRI)
	binary.LittleEndian.PutUint32(b[36:], uint32(len(b)-10))
	if m, err := machine.Of(sealed(b)); m != nil || text(err) != "the table is truncated" {
		t.Errorf("%v", err)
	}
}

// The test forges tables with a correct checksum: everything about the language is verified. Texts,
// labels and words may be any in-range values.
func TestVerifyRefusesForgedLanguages(t *testing.T) {
	r := seeded(7)
	refused, accepted := 0, 0
	for _, name := range []string{"h16", "scheme", "dec-octet", "iauthority", "IRI"} {
		rule := bundledRule(t, "rfc3987", name)
		section := func(at int) int { return int(binary.LittleEndian.Uint32([]byte(rule[at:]))) }
		parts, names := section(40), section(48)
		pad := names + 4 + len("rfc3987") + len(name)
		for i := range 1500 {
			at := r.IntN(len(rule) - 4)
			if i < 88 {
				at = i
			}
			if len(rule) > 1000 && i >= testkit.Few(160) {
				break
			}
			b := []byte(rule)
			b[at] ^= 1 << r.IntN(8)
			err := machine.Verify(sealed(b))
			size := 4 <= at && at < 8 // corrected along with the checksum
			exactness := at == 17
			switch language := at < parts || at >= pad; {
			case err == nil && language && !size && !exactness:
				t.Fatalf("%s: byte %d may be %#x", name, at, b[at])
			case err == nil:
				accepted++
				if !language {
					if m := machineOf(t, sealed(b)); m.Hash() != rule.Hash() {
						t.Fatalf("%s: byte %d changes the language", name, at)
					}
				}
			default:
				refused++
			}
		}
	}
	if refused < testkit.Few(1000) || accepted < 20 {
		t.Errorf("%d were refused, %d accepted", refused, accepted)
	}
}

// Many states share a long word list: verifying the machine takes memory in proportion to the small
// table.
func TestVerifyReadsAListOnce(t *testing.T) {
	const states = 4096
	words := make([]int, 4*states)
	m := &machine.Machine{Count: 2, Start: 1, Words: []string{"w"}}
	m.Class['x'] = 1
	for q := range states { // the x, 4094 times
		to := uint16(q+1) % states
		if q == 0 {
			to = 0
		}
		m.Accept, m.Next, m.Expect = append(m.Accept, q == states-1), append(m.Next, 0, to), append(m.Expect, words)
	}
	rule, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := machine.Verify(rule); err != nil {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 200*uint64(len(rule)) {
		t.Errorf("%d bytes are verified in %d", len(rule), got)
	}
}

// The test uses the machine for "x y* z", and incorrect machines that accept the same strings or
// have a different form.
func TestVerifySaysWhatIsWrong(t *testing.T) {
	// classes: 0 other bytes, 1 x, 2 y, 3 z; states: 2 after x, 3 after z
	start := func() *machine.Machine {
		m := &machine.Machine{
			Grammar: "g", Name: "r", Count: 4, Start: 1,
			Next:       []uint16{0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0},
			Accept:     []bool{false, false, false, true},
			Components: []tables.ComponentLayout{{Name: "a"}, {Name: "b"}}, Slots: []machine.Slot{{First: 0, Second: 1}},
			SlotOf: make([]uint8, 4),
			Words:  []string{"w"}, Expect: [][]int{nil, {0}, {0}, {}},
		}
		m.Class['x'], m.Class['y'], m.Class['z'] = 1, 2, 3
		return m
	}
	alone := func(m *machine.Machine) {
		m.Class, m.Count = [256]uint8{}, 1
		m.Accept, m.Next, m.Expect, m.SlotOf = m.Accept[:1], m.Next[:1], m.Expect[:1], m.SlotOf[:1]
	}
	state := func(m *machine.Machine, accept bool, next ...uint16) {
		m.Next, m.Accept = append(m.Next, next...), append(m.Accept, accept)
		m.Expect, m.SlotOf = append(m.Expect, nil), append(m.SlotOf, 0)
	}
	for _, tt := range []struct {
		name, want string
		change     func(m *machine.Machine)
	}{
		{"nothing", "", func(m *machine.Machine) {}},
		{"twins", "only 4 of 5 states are distinct", func(m *machine.Machine) {
			m.Next[10] = 4
			m.Next[11] = 3
			state(m, false, 0, 0, 2, 3)
			renumber(m, 3, 4)
		}},
		{"live, to no end", "only 3 of 4 states are distinct",
			func(m *machine.Machine) { m.Accept[3] = false; m.Accept[2] = true; m.Next[10], m.Next[11] = 3, 2 }},
		{"no member", "only 1 of 4 states are distinct", func(m *machine.Machine) { m.Accept[3] = false }},
		{"two numbers swapped", "state 1 must not lead to 3 on class 1", func(m *machine.Machine) { renumber(m, 2, 3) }},
		{"not reached", "state 4 is not reachable from lower-numbered states",
			func(m *machine.Machine) { state(m, false, 0, 3, 0, 0) }},
		{"a state out of range", "state 3 must not lead to 4 on class 3", func(m *machine.Machine) { m.Next[15] = 4 }},
		{"dead and yet alive", "state 0 must not lead to 1 on class 3", func(m *machine.Machine) { m.Next[3] = 1 }},
		{"the dead accept", "the dead state accepts", func(m *machine.Machine) { m.Accept[0] = true }},
		{"starts elsewhere", "the start state must not be 2", func(m *machine.Machine) { m.Start = 2 }},
		{"starts dead", "the start state must not be 0", func(m *machine.Machine) { m.Start = 0 }},
		{"starts alive in the empty language", "the start state must not be 1", alone},
		{"equal classes", "classes 1 and 4 lead to the same states", func(m *machine.Machine) { addTwin(m, 1) }},
		{"a class without a byte", "only 3 of 4 classes contain a byte", func(m *machine.Machine) { m.Class['z'] = 2 }},
		{"classes in another order", "byte 0x78 has class 2; the next new class is 1",
			func(m *machine.Machine) { m.Class['x'], m.Class['y'] = 2, 1 }},
		{"a class too many", "byte 0x7b has class 4; the next new class is 4",
			func(m *machine.Machine) { m.Class['{'] = 4 }},
		{"exactness", "invalid exactness 3 with depth 0", func(m *machine.Machine) { m.Exactness = 3 }},
		{"exact to a depth", "invalid exactness 0 with depth 5", func(m *machine.Machine) { m.Depth = 5 }},
		{"a component without a name", "a component has no name", func(m *machine.Machine) { m.Components[0].Name = "" }},
		{"a slot the wrong way round", "slot 0 has the components 1 and 0 of 2",
			func(m *machine.Machine) { m.Slots[0] = machine.Slot{First: 1, Second: 0} }},
		{"a slot of no component", "slot 0 has the components 0 and 2 of 2",
			func(m *machine.Machine) { m.Slots[0].Second = 2 }},
		{"no such slot", "state 2 has slot 1 of 1", func(m *machine.Machine) { m.SlotOf[2] = 1 }},
		{"a slot of the dead", "state 0 has slot 1, but no byte of a member leads to it",
			func(m *machine.Machine) { m.Slots, m.SlotOf[0] = append(m.Slots, m.Slots[0]), 1 }},
		{"a slot of the start", "state 1 has slot 1, but no byte of a member leads to it",
			func(m *machine.Machine) { m.Slots, m.SlotOf[1] = append(m.Slots, m.Slots[0]), 1 }},
		{"no slots", "state 2 has slot 0 of 0", func(m *machine.Machine) { m.Slots = nil }},
		{"no such word", "state 3 expects word 1 of 1", func(m *machine.Machine) { m.Expect[3] = []int{1} }},
		{"not a word", "state 3 expects word -1 of 1", func(m *machine.Machine) { m.Expect[3] = []int{-1} }},
		{"an empty list", "", func(m *machine.Machine) { m.Expect[2] = []int{} }},
		{"the start without words", "state 1 is not inside a UTF-8 sequence, but has no word list",
			func(m *machine.Machine) { m.Expect[1] = nil }},
		{"an end without words", "state 3 is not inside a UTF-8 sequence, but has no word list",
			func(m *machine.Machine) { m.Expect[3] = nil }},
		{"no words before a letter", "state 2 is not inside a UTF-8 sequence, but has no word list",
			func(m *machine.Machine) { m.Expect[2] = nil }},
		{"no words before a byte that continues", "", func(m *machine.Machine) {
			m.Class = [256]uint8{}
			m.Class[0x80], m.Class[0xA0], m.Class[0xBF] = 1, 2, 3
			m.Expect[2] = nil
		}},
	} {
		m := start()
		tt.change(m)
		if got := text(m.Verify()); got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
		r, err := m.Encode()
		if err != nil {
			t.Errorf("%s: is not encoded: %v", tt.name, err)
			continue
		}
		if err := machine.Verify(r); (err == nil) != (tt.want == "") {
			t.Errorf("%s: as a table: %v", tt.name, err)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// renumber swaps the numbers of two states.
func renumber(m *machine.Machine, p, q uint16) {
	swap := func(s uint16) uint16 {
		switch s {
		case p:
			return q
		case q:
			return p
		}
		return s
	}
	next, accept := make([]uint16, len(m.Next)), make([]bool, len(m.Accept))
	for s := range m.Accept {
		to := int(swap(uint16(s)))
		accept[to] = m.Accept[s]
		for c := range m.Count {
			next[to*m.Count+c] = swap(m.Next[s*m.Count+c])
		}
	}
	m.Next, m.Accept = next, accept
}

// addTwin gives the last byte a class of its own, with the same next states as class c.
func addTwin(m *machine.Machine, c int) {
	var next []uint16
	for s := range m.Accept {
		row := m.Next[s*m.Count : (s+1)*m.Count]
		next = append(append(next, row...), row[c])
	}
	m.Next = next
	m.Class[255] = uint8(m.Count)
	m.Count++
}

// A language without bytes may have components to which no byte belongs.
func TestVerifyAcceptsComponentsOfTheEmptyString(t *testing.T) {
	m := &machine.Machine{Grammar: "g", Name: "r", Count: 1, Start: 1, Next: []uint16{0, 0}, Accept: []bool{false, true},
		Components: []tables.ComponentLayout{{Name: "a"}}, SlotOf: make([]uint8, 2), Expect: [][]int{nil, {}}}
	r, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := machine.Verify(r); err != nil {
		t.Error(err)
	}
	if x, ok := r.Split(""); !ok || x != (tables.Extents{}) {
		t.Errorf("Split says %v, %v", x, ok)
	}
	if _, ok := r.Split("a"); ok {
		t.Error("Split accepts what Valid does not")
	}
	var b strings.Builder
	if err := m.Dump(&b); err != nil {
		t.Error(err)
	}
	if err := r.Check("a"); text(err) != `r: column 1: "a" is not allowed, expected the end` {
		t.Error(err)
	}
}

// States that share a word list still share it after unpacking, and overlapping lists are rejected:
// otherwise a small table could unpack to gigabytes.
func TestMachineIsNotMuchLargerThanItsTable(t *testing.T) {
	const states, length = 1000, 5000
	m := &machine.Machine{Count: 2, Start: 1, Words: []string{"w"}}
	m.Class['x'] = 1
	for q := range states { // the x up to 998 times
		to := uint16(q+1) % states
		if q == 0 {
			to = 0
		}
		m.Accept, m.Next = append(m.Accept, q > 0), append(m.Next, 0, to)
		m.Expect = append(m.Expect, make([]int, length-q%2))
	}
	rule, err := m.Encode()
	if err == nil {
		err = machine.Verify(rule)
	}
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := machine.Of(rule); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 20*uint64(len(rule)) {
		t.Errorf("%d bytes unpack to %d", len(rule), got)
	}

	// the second list begins 10,002 bytes after the first
	lists := strings.LastIndex(string(rule), "\x00\x00\x00\x00\x12\x27\x00\x00")
	if lists < 0 {
		t.Fatal("the lists are not where they should be")
	}
	for at := range 8 {
		b := []byte(rule)
		b[lists+at] ^= 1
		if _, err := machine.Of(sealed(b)); err == nil {
			t.Errorf("byte %d of where lists begin may be another", at)
		}
	}
}
