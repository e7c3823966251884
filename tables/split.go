package tables

import (
	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Extents are the lengths in bytes of the components of a member, at most eight, in the order of
// the rule's components, delimiters included. Their sum is the length of the member. A component
// with delimiters that has extent 0 is not there; one that is there and empty has the extent of its
// delimiters.
type Extents [8]int

// Split cuts s into the components of the rule. It reports false when s is not a member
// or the rule has no components. It does not allocate.
func (r Rule) Split(s string) (x Extents, ok bool) {
	ok = engine.Split(r.table(), s, (*engine.Extents)(&x))
	return x, ok
}

// Ends are the offsets in bytes after a scheme with its colon, an authority, a path and a query, of
// which each begins where the component before it ends. The fragment comes after them.
type Ends struct{ Scheme, Authority, Path, Query int }

// Ends is [Rule.Split] for rules of these five components, as IRI and IRI-reference: in registers,
// and so in less time. Of another rule they are where the first four components end.
func (r Rule) Ends(s string) (e Ends, ok bool) {
	x, ok := engine.Cut(r.table(), s)
	return Ends(x), ok
}

// Components returns the components of the rule in their order, nil when it has none.
func (r Rule) Components() []Component {
	if !r.table().Whole() {
		return nil
	}
	at := r.table().Uint32(format.AtLabels)
	components := make([]Component, r[at])
	at += 2
	for i := range components {
		components[i].Prefix, components[i].Suffix = int(r[at]), int(r[at+1])
		components[i].Name, at = r.table().Text(at + 2)
	}
	return components
}

// A Component is a component of a rule: "scheme" of an IRI.
type Component struct {
	Name string
	// Prefix and Suffix are the number of bytes of the delimiters that come with the
	// component: 2 before an authority, 1 after a scheme.
	Prefix, Suffix int
}
