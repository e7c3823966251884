package verdicts

import (
	"github.com/irilex/iri/internal/bundled"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/ntriples"
	"github.com/irilex/iri/tables/rfc3986"
	"github.com/irilex/iri/tables/rfc3987"
)

// shippedRules returns the rules of all generated packages, in order.
func shippedRules() (rules []tables.Rule) {
	for _, g := range bundled.Grammars() {
		rules = append(rules, g.Rules()...)
	}
	return rules
}

// shippedSets holds sets of every kind: alternatives, components and tokens.
var shippedSets = []tables.Set{
	rfc3987.PathKinds, rfc3987.IhostAlternatives, rfc3987.IhierPartAlternatives, rfc3987.IrelativePartAlternatives,
	rfc3987.IpathAlternatives, rfc3987.IRIReferenceAlternatives,
	rfc3986.HostAlternatives, rfc3986.HierPartAlternatives, rfc3986.RelativePartAlternatives, rfc3986.PathAlternatives,
	rfc3986.URIReferenceAlternatives,
	ntriples.Token, ntriples.Escape,
}
