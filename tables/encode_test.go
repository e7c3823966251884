package tables_test

import (
	"bytes"
	"crypto/sha256"
	"reflect"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

func TestEncodeAndMachineAreInverse(t *testing.T) {
	forms := map[string]bool{}
	for i, l := range allLanguages(t) {
		if !testkit.OneIn(5, i) {
			continue
		}
		n, k := l.m.States(), l.m.Count
		form := "wide"
		if n <= 255 {
			form = "narrow"
		}
		if l.m.Front != nil {
			form += ", with places"
		}
		forms[form] = true
		got, err := machine.Of(l.rule)
		if err != nil {
			t.Fatalf("%s: %v", l.name, err)
		}
		if !reflect.DeepEqual(got, l.m) {
			t.Errorf("%s: another machine comes back:\n%+v\n%+v", l.name, l.m, got)
		}
		again, err := got.Encode()
		if err != nil || again != l.rule {
			t.Errorf("%s: another table comes back, %v", l.name, err)
		}
		if !testkit.Slow || len(l.rule) < 10_000 {
			if err := machine.Verify(l.rule); err != nil {
				t.Errorf("%s: %v", l.name, err)
			}
		}
		e, depth := l.rule.Exactness()
		if l.rule.States() != n-1 || l.rule.Classes() != k || l.rule.Name() != l.m.Name || l.rule.Grammar() != l.m.Grammar ||
			e != l.m.Exactness || depth != l.m.Depth || l.rule.Hash() != l.m.Hash() ||
			!reflect.DeepEqual(orNil(l.rule.Components()), l.m.Components) {
			t.Errorf("%s: the rule does not say what its machine says", l.name)
		}
	}
	if len(forms) != 4 {
		t.Errorf("only these forms occurred: %v", forms)
	}
}

// The layout has not changed since the tables were generated.
func TestShippedTablesEncodeToThemselves(t *testing.T) {
	for _, rule := range []tables.Rule{rfc3987.IRI, rfc3987.Ihost, rfc3986.URI, rfc3986.Port} {
		if again, err := machineOf(t, rule).Encode(); err != nil || again != rule {
			t.Errorf("%s of %s is of another layout, run go generate: %v", rule.Name(), rule.Grammar(), err)
		}
	}
}

func orNil(parts []tables.ComponentLayout) []tables.ComponentLayout {
	if len(parts) == 0 {
		return nil
	}
	return parts
}

// The random languages cover all table sizes around the largest number of states that fits in a
// byte.
func TestRandomLanguagesHaveTheSizesThatMatter(t *testing.T) {
	states, classes := map[int]bool{}, map[int]bool{}
	for _, l := range randomLanguages() {
		states[l.m.States()] = true
		classes[l.m.Count] = true
	}
	for _, n := range []int{1, 2, 254, 255, 256, 257} {
		if !states[n] {
			t.Errorf("none has %d states", n)
		}
	}
	for _, k := range []int{1, 2, 256} {
		if !classes[k] {
			t.Errorf("none has %d classes", k)
		}
	}
}

// The hash depends on the entire language and nothing else.
func TestHashIsOfTheLanguage(t *testing.T) {
	a, b := bundledRule(t, "rfc3986", "h16"), bundledRule(t, "rfc3987", "h16")
	if a == b || a.Hash() != b.Hash() {
		t.Error("the same rule of two documents is not the same language in two tables")
	}
	byHash := map[[32]byte]*language{}
	for _, l := range allLanguages(t) {
		other, ok := byHash[l.rule.Hash()]
		if !ok {
			byHash[l.rule.Hash()] = l
			continue
		}
		if other.m.Class != l.m.Class || other.m.Start != l.m.Start || !reflect.DeepEqual(other.m.Next, l.m.Next) ||
			!reflect.DeepEqual(other.m.Accept, l.m.Accept) {
			t.Errorf("%s and %s have one hash and two languages", other.name, l.name)
		}
	}
	if len(byHash) < testkit.Few(80) {
		t.Errorf("only %d languages", len(byHash))
	}
}

// The hash is stable: it covers exactly these bytes in every version.
func TestHashIsOfTheBytesThatAreDocumented(t *testing.T) {
	m := oneX()
	b := append([]byte("iri dfa\n"), 3, 0, 0, 0, 2, 0, 0, 0, 1, 0)
	b = append(b, m.Class[:]...)
	b = append(b, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 4)
	if m.Hash() != sha256.Sum256(b) {
		t.Errorf("%x", m.Hash())
	}
}

func TestTheZeroRuleMatchesNothing(t *testing.T) {
	var r tables.Rule
	x, ok := r.Split("")
	if r.Valid("") || r.Valid("a") || r.ValidBytes(nil) || r.Prefix("") != -1 || ok || x != (tables.Extents{}) {
		t.Error("it matches something")
	}
	e, depth := r.Exactness()
	if r.States() != 0 || r.Classes() != 0 || r.Name() != "" || r.Grammar() != "" || r.Components() != nil ||
		r.Hash() != [32]byte{} || e != tables.Exact || depth != 0 {
		t.Error("it says something")
	}
	if machine.Verify(r) == nil {
		t.Error("Verify accepts it")
	}
	if err := r.Check(""); err == nil || err.(*tables.SyntaxError).Incomplete {
		t.Errorf("Check says %v", err)
	}
}

func TestExactnessHasNames(t *testing.T) {
	for e, want := range map[tables.Exactness]string{tables.Exact: "exact", tables.Superset: "superset",
		tables.Subset: "subset", 7: "unknown"} {
		if e.String() != want {
			t.Errorf("%d is %s, not %s", e, e, want)
		}
	}
}

// A machine that does not fit the layout is rejected, never truncated.
func TestEncodeRefusesWhatDoesNotFit(t *testing.T) {
	long := strings.Repeat("x", 65536)
	for _, tt := range []struct {
		name, want string
		change     func(m *machine.Machine)
	}{
		{"no states", "not 0", func(m *machine.Machine) { *m = machine.Machine{Count: 1} }},
		{"states", "not 65536", func(m *machine.Machine) {
			m.Accept, m.Next, m.Expect, m.Count = make([]bool, 65536), make([]uint16, 65536), make([][]int, 65536), 1
		}},
		{"no classes", "0 classes", func(m *machine.Machine) { m.Count = 0 }},
		{"classes", "257 classes", func(m *machine.Machine) { m.Count, m.Next = 257, make([]uint16, 3*257) }},
		{"transitions", "transitions", func(m *machine.Machine) { m.Next = m.Next[1:] }},
		{"places of the empty language", "the first place belongs to state 0, not to the start", func(m *machine.Machine) {
			*m = machine.Machine{Count: 2, Next: make([]uint16, 2), Accept: make([]bool, 1), Expect: make([][]int, 1)}
			m.Front = &machine.Places{States: []machine.Place{{}}}
		}},
		{"parts", "9 components", func(m *machine.Machine) { m.Components = make([]tables.ComponentLayout, 9) }},
		{"slots", "8 slots", func(m *machine.Machine) { m.Slots = make([]machine.Slot, 8) }},
		{"no SlotOf", "SlotOf has 0 entries and Expect 3",
			func(m *machine.Machine) { m.Components = make([]tables.ComponentLayout, 1) }},
		{"SlotOf without parts", "SlotOf has 3 entries and Expect 3",
			func(m *machine.Machine) { m.SlotOf = make([]uint8, 3) }},
		{"Expect", "SlotOf has 0 entries and Expect 2", func(m *machine.Machine) { m.Expect = m.Expect[1:] }},
		{"words", "65536 words", func(m *machine.Machine) { m.Words = make([]string, 65536) }},
		{"list", "state 1 expects 65536 words", func(m *machine.Machine) { m.Expect[1] = make([]int, 65536) }},
		{"word", "65536 bytes", func(m *machine.Machine) { m.Words = []string{long} }},
		{"name", "65536 bytes", func(m *machine.Machine) { m.Name = long }},
		{"grammar", "65536 bytes", func(m *machine.Machine) { m.Grammar = long }},
		{"component", "65536 bytes",
			func(m *machine.Machine) {
				m.Components, m.SlotOf = []tables.ComponentLayout{{Name: long}}, make([]uint8, 3)
			}},
		{"prefix", "256 and 0 bytes",
			func(m *machine.Machine) {
				m.Components, m.SlotOf = []tables.ComponentLayout{{Prefix: 256}}, make([]uint8, 3)
			}},
		{"suffix", "0 and -1 bytes",
			func(m *machine.Machine) {
				m.Components, m.SlotOf = []tables.ComponentLayout{{Suffix: -1}}, make([]uint8, 3)
			}},
	} {
		m := oneX()
		tt.change(m)
		r, err := m.Encode()
		if err == nil || r != "" || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, not %q", tt.name, err, tt.want)
		}
		if verr := m.Verify(); verr == nil || verr.Error() != err.Error() {
			t.Errorf("%s: Verify says %v", tt.name, verr)
		}
	}
	if _, err := oneX().Encode(); err != nil {
		t.Errorf("without a change: %v", err)
	}
}

// oneX is the machine of the language {"x"}.
func oneX() *machine.Machine {
	m := &machine.Machine{Grammar: "g", Name: "x", Count: 2, Start: 1, Next: []uint16{0, 0, 0, 2, 0, 0},
		Accept: []bool{false, false, true}, Expect: [][]int{{}, {}, {}}}
	m.Class['x'] = 1
	return m
}

func TestDumpIsForPeople(t *testing.T) {
	for rule, want := range map[string]string{
		"port":      "table: rfc3986 port, 1 live states, 2 classes, hash HASH\n1: a digit, the end\n",
		"dec-octet": "1: a digit\n",
		"iauthority": "component userinfo, delimiters 0 and 1\ncomponent host, delimiters 0 and 0\n" +
			"component port, delimiters 1 and 0\n",
		"iprivate": "inside a UTF-8 sequence\n",
	} {
		grammar := "rfc3987"
		if rule == "port" {
			grammar = "rfc3986"
		}
		var b bytes.Buffer
		m := machineOf(t, bundledRule(t, grammar, rule))
		if err := m.Dump(&b); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if i := strings.Index(got, "hash "); i >= 0 {
			got = got[:i+5] + "HASH" + got[i+5+64:]
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s:\n%swithout\n%s", rule, got, want)
		}
		if lines := strings.Count(got, "\n"); lines != m.States()+len(m.Components) {
			t.Errorf("%s: %d lines for %d live states and %d components", rule, lines, m.States()-1, len(m.Components))
		}
	}
	var b bytes.Buffer
	m := machineOf(t, bundledRule(t, "rfc3987", "iauthority"))
	if err := m.Dump(&b); err != nil || !strings.Contains(b.String(), " userinfo or host, ") {
		t.Errorf("no state has a choice of components:\n%s", b.String())
	}
	for _, c := range []struct {
		exactness tables.Exactness
		want      string
	}{{tables.Exact, "2 classes, hash"}, {tables.Superset, "2 classes, superset, hash"}} {
		x := oneX()
		x.Exactness = c.exactness
		var b bytes.Buffer
		if err := x.Dump(&b); err != nil || !strings.Contains(b.String(), c.want) {
			t.Errorf("%v: no %q in\n%s", c.exactness, c.want, b.String())
		}
	}
	for room := range 4 {
		if err := m.Dump(&full{room: room}); err == nil {
			t.Errorf("Dump does not tell that line %d could not be written", room)
		}
	}
}

// A full is a writer with room for a limited number of lines.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room == 0 {
		return 0, bytes.ErrTooLarge
	}
	f.room--
	return len(p), nil
}
