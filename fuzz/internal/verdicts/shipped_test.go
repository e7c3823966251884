package verdicts

import (
	"path/filepath"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/nquads"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc2396"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
	"github.com/irilex/iri/tables/treetop"
	"github.com/irilex/iri/tables/xri30"
)

// A shipped is a generated package.
type shipped struct {
	names  func() []string
	lookup func(name string) (tables.Rule, bool)
}

// allShipped are the generated packages.
var allShipped = []shipped{
	{rfc3987.Names, rfc3987.Lookup},
	{rfc3986.Names, rfc3986.Lookup},
	{rfc2396.Names, rfc2396.Lookup},
	{xri30.Names, xri30.Lookup},
	{ntriples.Names, ntriples.Lookup},
	{nquads.Names, nquads.Lookup},
	{treetop.Names, treetop.Lookup},
}

// shippedRules are the rules of all generated packages, in their order.
func shippedRules() (rules []tables.Rule) {
	for _, p := range allShipped {
		for _, name := range p.names() {
			if rule, ok := p.lookup(name); ok {
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// shippedSets are sets of every kind: of alternatives, of components, of tokens.
var shippedSets = []tables.Set{
	rfc3987.PathKinds, rfc3987.IhostAlternatives, rfc3987.IhierPartAlternatives, rfc3987.IrelativePartAlternatives,
	rfc3987.IpathAlternatives, rfc3987.IRIReferenceAlternatives,
	rfc3986.HostAlternatives, rfc3986.HierPartAlternatives, rfc3986.RelativePartAlternatives, rfc3986.PathAlternatives,
	rfc3986.URIReferenceAlternatives,
	ntriples.Token, ntriples.Escape,
}

// TestEverythingThatShipsHasVerdicts compares the list of packages with those that there are, where the sources are.
func TestEverythingThatShipsHasVerdicts(t *testing.T) {
	files, err := filepath.Glob("../../../tables/*/*_gen.go")
	if len(files) == 0 {
		t.Skip("the sources are not here")
	}
	if err != nil || len(files) != len(allShipped) {
		t.Errorf("%d packages have verdicts; generated are %q, %v", len(allShipped), files, err)
	}
}
