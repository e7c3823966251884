package tables_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
	"github.com/irilex/iri/tables/rfc3987"
)

// rulesWithRegions returns the rules with regions.
func rulesWithRegions(t testing.TB) (rules []*language) {
	for _, l := range bundledLanguages(t) {
		if l.m.Regions != nil {
			rules = append(rules, l)
		}
	}
	if len(rules) < 8 {
		t.Fatalf("only %d rules have regions", len(rules))
	}
	return rules
}

// agree checks at every instruction level that Valid and Split agree with the tables.
func agree(t *testing.T, l *language, s string) bool {
	want := l.rule.ValidOnTables(s)
	wantX, wantOK := l.rule.SplitOnTables(s)
	tables.OnEveryCPU(func(cpu string) {
		if got := l.rule.Valid(s); got != want {
			t.Fatalf("%s, %s: Valid of %q is %v", cpu, l.name, s, got)
		}
		if got := l.rule.ValidBytes([]byte(s)); got != want {
			t.Fatalf("%s, %s: ValidBytes of %q is %v", cpu, l.name, s, got)
		}
		if x, ok := l.rule.Split(s); x != wantX || ok != wantOK {
			t.Fatalf("%s, %s: Split of %q is %v, %v, not %v, %v", cpu, l.name, s, x, ok, wantX, wantOK)
		}
	})
	return want
}

// The test uses members of the rules and near members, of all lengths.
func TestKernelsAgreeWithTables(t *testing.T) {
	r := seeded(34)
	for _, l := range rulesWithRegions(t) {
		verdicts := map[bool]int{}
		for i := range testkit.Few(20000) {
			if !testkit.OneIn(7, i) {
				continue
			}
			s := l.draw(r, i%200)
			if i%3 == 0 { // which kernels accept
				s = append([]byte("http://a.example:80/"), s...)
			}
			for range i % 4 {
				s = mutate(r, s)
			}
			verdicts[agree(t, l, string(s))]++
		}
		if least := testkit.Fewer(1000) / 2; verdicts[true] < least || verdicts[false] < least {
			t.Errorf("%s: one-sided: %v", l.name, verdicts)
		}
	}
}

// The test uses real lines, both unchanged and with an edit.
func TestKernelsAgreeWithTablesOnCorpora(t *testing.T) {
	r := seeded(35)
	rules := rulesWithRegions(t)
	for _, name := range []string{"urls.txt", "iris.txt"} {
		for i, line := range strings.Split(shared.Read(t, "corpora", name), "\n") {
			if testkit.Slow && i%50 > 0 || testing.Short() && i%10 > 0 || !testkit.OneIn(20, i) {
				continue
			}
			for _, l := range rules {
				agree(t, l, line)
				agree(t, l, string(mutate(r, []byte(line))))
			}
		}
	}
}

// The regions are proved to be the components: with different components the proof fails.
func TestRegionsAreProvedToBeComponents(t *testing.T) {
	m := machineOf(t, bundledRule(t, "rfc3987", "IRI"))
	if !m.Regions.Components {
		t.Fatal("the regions are not the components")
	}
	if err := m.VerifyRegions(); err != nil {
		t.Fatal(err)
	}
	for i, s := range m.Slots {
		for _, other := range []machine.Slot{{First: s.First, Second: s.First}, {First: s.Second, Second: s.Second},
			{First: s.First, Second: 4}, {First: 0, Second: s.Second}} {
			if other == s {
				continue
			}
			m.Slots[i] = other
			if m.VerifyRegions() == nil {
				t.Errorf("slot %d may be %v instead of %v", i, other, s)
			}
			m.Slots[i] = s
		}
	}
}

// Every byte belongs to the component of its region. After its slashes an authority may share a
// slot with the path, because the slashes identify it.
func TestRegionsAreProvedOfEveryByte(t *testing.T) {
	for _, rule := range []string{"IRI", "IRI-reference"} {
		l := shippedLanguage(t, "rfc3987", rule)
		m := machineOf(t, l.rule)
		for _, prefix := range []string{"a", "ab", "a:", "a://", "a://b", "a://b:", "a://b/", "a:?", "a:#", "a:#b", "a:é",
			"a:%41"} {
			slot := &m.SlotOf[l.after(prefix)]
			right := *slot
			for *slot = range uint8(len(m.Slots)) {
				shared := m.Slots[*slot] == machine.Slot{First: 1, Second: 2} && (prefix == "a://b" || prefix == "a://b:")
				if got := m.VerifyRegions() == nil; got != (*slot == right || shared) {
					t.Errorf("%s: the last byte of %q may be of %v: %v", rule, prefix, m.Slots[*slot], got)
				}
			}
			*slot = right
		}
	}
}

// A rule with too few components does not have the shape, and the error reports their number.
func TestRegionsNeedComponents(t *testing.T) {
	for n, want := range map[int]string{0: "not have these 0 components", 3: "not have these 3 components"} {
		m := machineOf(t, rfc3987.IRI)
		if m.Components = m.Components[:n]; n == 0 {
			m.SlotOf = nil
		}
		if err := m.VerifyRegions(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d components: %v", n, err)
		}
	}
}

// The proof tries the shape's delimiters even if the machine and its classes do not distinguish
// them from other bytes.
func TestRegionsAreProvedForDelimiters(t *testing.T) {
	m := oneX()
	m.Regions = &machine.Regions{}
	for _, b := range "!:/" {
		m.Regions.Class[b] = machine.Plain
	}
	m.Regions.Class['x'] = machine.BeginScheme | machine.InScheme | machine.Plain
	for b := 0x80; b <= 0xBF; b++ {
		m.Regions.Class[b] = machine.Continuing(uint8(b))
	}
	if got, want := text(m.VerifyRegions()), `string "x://": the regions accept it, but it is not a member`; got != want {
		t.Errorf("%q, not %q", got, want)
	}
}

func FuzzKernelsAgreeWithTables(f *testing.F) {
	for _, s := range []string{"", "a:", "http://a.example:80/b?c#d", "http://%C3%A9/\u00E9",
		strings.Repeat("data:,a", 40)} {
		f.Add(s)
	}
	rules := rulesWithRegions(f)
	f.Fuzz(func(t *testing.T, s string) {
		for _, l := range rules {
			agree(t, l, s)
		}
	})
}

// The walk along the shape proves the components without the delimiters: a state of the shape with
// another component's slot, or without a slot, is rejected.
func TestComponentsOfTheShapeAreProved(t *testing.T) {
	m := machineOf(t, rfc3987.IRI)
	regions := *m.Regions
	regions.Cuts = false
	m.Regions = &regions
	if err := m.VerifyRegions(); err != nil {
		t.Fatal(err)
	}
	refused, none := 0, 0
	for q := range m.SlotOf {
		if !testkit.OneIn(10, q) {
			continue
		}
		right := m.SlotOf[q]
		for slot := range len(m.Slots) + 1 {
			m.SlotOf[q] = uint8(slot)
			err := text(m.VerifyRegions())
			if err != "" {
				refused++
			}
			if strings.Contains(err, "belongs to no component") {
				none++
			}
			if slot == int(right) && err != "" {
				t.Errorf("state %d: %s", q, err)
			}
		}
		m.SlotOf[q] = right
	}
	if refused < testkit.Fewer(60) || none < testkit.Fewer(20) {
		t.Errorf("of %d states only %d slots are refused, and %d that there are not", len(m.SlotOf), refused, none)
	}
}
