package tune

import (
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/tables/machine"
)

func budgetOf(t *testing.T, steps int64) *Budget {
	return &Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{Steps: steps})}
}

// The machine of every shipped rule gets the same regions as its table. Without a budget no machine
// gets regions.
func TestRegionsOfEveryRule(t *testing.T) {
	found := 0
	for _, g := range bundled.Grammars() {
		for _, rule := range g.Rules() {
			m, err := machine.Of(rule)
			if err != nil {
				t.Fatal(err)
			}
			if m.Calls {
				continue
			}
			want := m.Regions
			m.Regions = nil
			if Regions(m, budgetOf(t, 1000)); m.Regions != nil {
				t.Errorf("%v: regions without a budget", rule)
			}
			Regions(m, budgetOf(t, 1<<40))
			switch {
			case (m.Regions == nil) != (want == nil):
				t.Errorf("%v: has regions: %t, in its table: %t", rule, m.Regions != nil, want != nil)
			case want == nil:
			case *m.Regions != *want:
				t.Errorf("%v: other regions than in its table", rule)
			default:
				found++
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d rules have regions", found)
	}
}

// The dump contains the places and the regions of a shipped table.
func TestDump(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{"IRI", "URI", "port"} {
		g, _ := bundled.Find("rfc3986")
		if name == "IRI" {
			g, _ = bundled.Find("rfc3987")
		}
		rule, ok := g.Lookup(name)
		if !ok {
			t.Fatalf("there is no rule %s", name)
		}
		m, err := machine.Of(rule)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(rule.String() + "\n")
		if err := Dump(&b, m); err != nil {
			t.Fatal(err)
		}
	}
	b.WriteString("nothing\n")
	if err := Dump(&b, &machine.Machine{}); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "testdata/dump.golden", b.String())
}
