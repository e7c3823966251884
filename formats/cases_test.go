package formats_test

import (
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/formatcases"
)

// The members and near misses that the adapters and benchmarks use too.
func TestCases(t *testing.T) {
	count := map[string]int{}
	for _, c := range formatcases.Cases() {
		f, ok := formats.Lookup(c.Format)
		if !ok {
			t.Errorf("there is no format %s", c.Format)
			continue
		}
		count[c.Format]++
		if f.Valid(c.Input) != c.Valid || (f.Check(c.Input) == nil) != c.Valid {
			t.Errorf("%s: %q is %v, want %v: %s", c.Format, c.Input, !c.Valid, c.Valid, c.Source)
		}
	}
	for _, name := range formats.Names() {
		if count[name] < 20 {
			t.Errorf("%s: %d cases, want at least 20", name, count[name])
		}
	}
}
