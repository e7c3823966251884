package counter_test

import (
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// A table that counts and a table with the same transitions that treats token bytes as ordinary
// octets have different languages and different hashes. So do tables with different depths.
func TestHashOfCalls(t *testing.T) {
	for _, s := range samples {
		counts := compiled(t, s.recursive(), "top")
		m, err := machine.Of(counts)
		if err != nil {
			t.Fatal(err)
		}
		m.Calls, m.Name = false, "octets"
		octets, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := machine.Verify(octets); err != nil || octets.Recursive() {
			t.Fatalf("%s: %v", s.name, err)
		}
		known := map[[32]byte]string{}
		for _, r := range []struct {
			name string
			rule tables.Rule
		}{{"counts", counts}, {"octets", octets}, {"depth 1", s.to(t, 1)}, {"depth 9", s.to(t, 9)}} {
			if other, ok := known[r.rule.Hash()]; ok {
				t.Errorf("%s: %s has the hash of %s", s.name, r.name, other)
			}
			known[r.rule.Hash()] = r.name
		}
	}
}
