package bundled_test

import (
	"testing"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables/machine"
)

// No table is larger without places: for each rule of each bundled grammar, it equals the shipped
// table without its places and regions, which "abnf gen --small" leaves out.
func TestSmall(t *testing.T) {
	for _, b := range build.BundledGrammars() {
		shipped, _ := bundled.Find(b.Name)
		small, err := build.Compile(t.Context(), b.Source(),
			build.Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits()})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, r := range small.Rules {
			fast, ok := shipped.Lookup(r.Name)
			if !ok {
				continue
			}
			n++
			m, err := machine.Of(fast)
			if err != nil {
				t.Fatal(err)
			}
			m.Front, m.Rest, m.Regions = nil, nil, nil
			if plain, err := m.Encode(); err != nil || plain != r.Table || len(r.Table) > len(fast) {
				t.Errorf("%s#%s: %d bytes without places, %d with them; without these sections %d (%v)",
					b.Name, r.Name, len(r.Table), len(fast), len(plain), err)
			}
		}
		if n == 0 || n != len(shipped.Rules()) {
			t.Errorf("%s: %d of %d rules", b.Name, n, len(shipped.Rules()))
		}
	}
}
