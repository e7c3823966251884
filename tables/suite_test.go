package tables_test

import (
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/internal/testkit"
)

// Engines that callers cannot reach directly pass the complete suites as well: those below the
// kernels, and the plain engine for rules without shift rows. A suite does not depend on blocks, so
// it proves each engine correct for the suite's strings; long strings are compared at every offset
// and alignment.
func TestSuiteOnTables(t *testing.T) {
	for i, x := range []struct{ grammar, rule string }{
		{"rfc3986", "URI"}, {"rfc3986", "URI-reference"}, {"rfc3987", "IRI"}, {"rfc3987", "IRI-reference"},
	} {
		if testing.Short() && x.grammar == "rfc3987" || !testkit.OneIn(3, i) {
			continue
		}
		rule := bundledRule(t, x.grammar, x.rule)
		engines := map[string]func(string) bool{
			"ValidOnTables": rule.ValidOnTables,
		}
		if len(rule.Components()) > 0 {
			engines["SplitOnTables"] = func(s string) bool { _, ok := rule.SplitOnTables(s); return ok }
		}
		m := *machineOf(t, rule)
		m.Front, m.Rest, m.Regions = nil, nil, nil
		plain, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		engines["plain"] = plain.Valid
		suite, err := bundledGrammar(t, x.grammar).Suite(t.Context(), x.rule, automaton.AlikeBytes, 0)
		if err != nil {
			t.Fatal(err)
		}
		tests := 0
		for text, want := range suite.Tests() {
			tests++
			for name, valid := range engines {
				if valid(text) != want {
					t.Fatalf("%s: %s(%q) is %t", x.rule, name, text, !want)
				}
			}
		}
		t.Logf("%s: %d strings, %d engines", x.rule, tests, len(engines))
	}
}
