package tables_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	lines "github.com/irilex/iri/internal/corpus"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// appendixB is the regular expression in RFC 3986, appendix B. It finds the components of a
// reference but, unlike a grammar, also matches other strings.
var appendixB = regexp.MustCompile(`^(?s:(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?)$`)

// splitReference splits at the groups of appendixB. The delimiters ":", "?" and "#" belong to their
// components.
func splitReference(s string) (x tables.Extents) {
	groups := appendixB.FindStringSubmatchIndex(s)
	for part, group := range []int{1, 3, 5, 6, 8} {
		x[part] = groups[2*group+1] - groups[2*group]
	}
	return x
}

// splitAuthority splits after the last "@", and before the last ":" outside brackets.
func splitAuthority(s string) (x tables.Extents) {
	x[0] = strings.LastIndexByte(s, '@') + 1
	host := s[x[0]:]
	x[1] = len(host)
	if i := strings.LastIndexByte(host, ':'); i > strings.LastIndexByte(host, ']') {
		x[1] = i
	}
	x[2] = len(host) - x[1]
	return x
}

// cut returns a function that splits the members of a rule with these components, which may be only
// some of the components that the slow version finds.
func cut(t testing.TB, parts []tables.ComponentLayout) func(string) tables.Extents {
	t.Helper()
	var names []string
	for _, p := range parts {
		names = append(names, p.Name)
	}
	for _, twin := range []struct {
		names []string
		split func(string) tables.Extents
	}{
		{[]string{"scheme", "authority", "path", "query", "fragment"}, splitReference},
		{[]string{"userinfo", "host", "port"}, splitAuthority},
	} {
		var place []int // indexes of the rule's components among those of the slow version
		for _, name := range names {
			place = append(place, slices.Index(twin.names, name))
		}
		if !slices.Contains(place, -1) {
			return func(s string) (x tables.Extents) {
				whole := twin.split(s)
				for part, i := range place {
					x[part] = whole[i]
				}
				return x
			}
		}
	}
	t.Fatalf("no twin for %v", names)
	return nil
}

func TestSplitIsWhatTheRFCSays(t *testing.T) {
	r := seeded(8)
	rules, members := 0, 0
	for _, l := range bundledLanguages(t) {
		if len(l.rule.Components()) == 0 {
			for _, s := range l.probes(r, 10, 1) {
				if x, ok := l.rule.Split(s); ok || x != (tables.Extents{}) {
					t.Fatalf("%s has no components, and Split(%q) = %v, %v", l.name, s, x, ok)
				}
			}
			continue
		}
		rules++
		twin := cut(t, l.rule.Components())
		var probes []string
		for n := range 60 {
			for range testkit.Fewer(40) {
				member := l.draw(r, n)
				probes = append(probes, string(member), string(mutate(r, member)))
			}
		}
		for range 3 {
			probes = append(probes, string(l.draw(r, 100_000+r.IntN(1000))))
		}
		for n := range 20 { // followed by a walk in the wide table
			for _, tail := range []string{"", ":80", ":"} {
				s := strings.Repeat("u", n) + "@[1234:1234:1234:1234:1234:1234:1234:1234]" + tail
				probes = append(probes, s, "//"+s+"/p?q#f", "s://"+s+"?q", "s://"+s+strings.Repeat("/", n), "s://"+s+"[")
			}
		}
		for range testkit.Few(500) {
			probes = append(probes, string(longAddress(r)))
		}
		for _, s := range probes {
			x, ok := l.rule.Split(s)
			if ok != l.accepts(s) {
				t.Fatalf("%s: Split(%q) says %v", l.name, s, ok)
			}
			if !ok {
				if x != (tables.Extents{}) {
					t.Fatalf("%s: %q is no member and has components %v", l.name, s, x)
				}
				continue
			}
			members++
			if want := twin(s); x != want {
				t.Fatalf("%s: Split(%q) = %v, not %v", l.name, s, x, want)
			}
			sum := 0
			for _, n := range x {
				sum += n
			}
			if sum != len(s) {
				t.Fatalf("%s: %q is %d bytes, its components %d", l.name, s, len(s), sum)
			}
		}
	}
	if rules < 6 || members < testkit.Fewer(10_000) {
		t.Errorf("only %d members of %d rules", members, rules)
	}
}

// splitSlowly assigns the bytes one by one, as the comment on Slot describes.
func splitSlowly(l *language, s string) (x tables.Extents, ok bool) {
	if !l.accepts(s) || len(l.m.Components) == 0 {
		return x, false
	}
	alone := map[int]bool{}
	var slots []machine.Slot
	for i, q := 0, int(l.m.Start); i < len(s); i++ {
		q = l.to(q, s[i:i+1])
		slot := l.m.Slots[l.m.SlotOf[q]]
		slots = append(slots, slot)
		if slot.First == slot.Second {
			alone[slot.First] = true
		}
	}
	for _, slot := range slots {
		if alone[slot.First] {
			x[slot.First]++
		} else {
			x[slot.Second]++
		}
	}
	return x, true
}

// Any labels will do: those of the random machines are meaningless, but use every slot.
func TestSplitCountsLabels(t *testing.T) {
	r := seeded(9)
	most, members := 0, 0
	for _, l := range allLanguages(t) {
		if l.empty() || testkit.Slow && len(l.rule) > 20_000 {
			continue
		}
		most = max(most, len(l.m.Slots))
		for _, n := range []int{0, 1, 5, 20, 60, 500} {
			s := string(l.draw(r, n))
			for _, s := range []string{s, string(mutate(r, []byte(s)))} {
				x, ok := l.rule.Split(s)
				want, wantOK := splitSlowly(l, s)
				if x != want || ok != wantOK {
					t.Fatalf("%s: Split(%q) = %v, %v, not %v, %v", l.name, s, x, ok, want, wantOK)
				}
				if ok {
					members++
				}
			}
		}
	}
	if most != machine.MaxSlots || members < testkit.Few(200) {
		t.Errorf("%d members, at most %d slots", members, most)
	}
}

// For lines of every kind, both unchanged and with an edit, the components are those that the
// states' labels determine.
func TestSplitOfCorpora(t *testing.T) {
	r := seeded(62)
	members := 0
	for _, l := range bundledLanguages(t) {
		if len(l.m.Components) == 0 {
			continue
		}
		for _, kind := range lines.Kinds() {
			for i, line := range lines.Lines(kind, testkit.Fewest(1000)) {
				if !testkit.OneIn(4, i) {
					continue
				}
				for _, s := range []string{line, string(mutate(r, []byte(line)))} {
					x, ok := l.rule.Split(s)
					if want, wantOK := splitSlowly(l, s); x != want || ok != wantOK {
						t.Fatalf("%s: Split(%q) = %v, %v, not %v, %v", l.name, s, x, ok, want, wantOK)
					}
					if ok {
						members++
					}
				}
			}
		}
	}
	if members < testkit.Fewest(10_000) {
		t.Errorf("only %d members", members)
	}
}

// There may be as many components as slots, and any number of two-component slots, although the
// shipped rules have three or five components.
func TestBytesOfEverySlotAreDealtOut(t *testing.T) {
	r := seeded(103)
	var runs []made
	for c := range byte(machine.MaxSlots) {
		runs = append(runs, star(bytesFrom('a'+c, 'a'+c)))
	}
	d := canonical(then(runs...))
	members := map[string]int{}
	for components := 1; components <= machine.MaxSlots; components++ {
		for range testkit.Few(40) {
			l := &language{m: machineFrom(d), dfa: d}
			for i := range components {
				l.m.Components = append(l.m.Components, tables.ComponentLayout{Name: fmt.Sprintf("part %d", i)})
			}
			slotsAtRandom(r, l.m)
			var err error
			if l.rule, err = l.m.Encode(); err != nil {
				t.Fatal(err)
			}
			for range 20 {
				var s []byte
				for c := range byte(machine.MaxSlots) {
					s = append(s, bytes.Repeat([]byte{'a' + c}, r.IntN([]int{2, 12}[r.IntN(2)]))...)
				}
				want, ok := splitSlowly(l, string(s))
				if got, gotOK := l.rule.Split(string(s)); got != want || gotOK != ok {
					t.Fatalf("slots %v of states %v: Split(%q) = %v, %v, not %v, %v", l.m.Slots, l.m.SlotOf, s, got, gotOK, want, ok)
				}
				for i, n := range want {
					members[fmt.Sprintf("component %d", i)] += min(n, 1)
				}
			}
		}
	}
	t.Log(members)
	for i := range machine.MaxSlots {
		if kind := fmt.Sprintf("component %d", i); members[kind] < testkit.Few(100) {
			t.Errorf("hardly any members have a %s: %d", kind, members[kind])
		}
	}
}
