package tables

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Extents holds the lengths in bytes of the components of a member, at most eight, in the order of
// the rule's components. A length includes the delimiters of the component, so the sum is the
// length of the member. A component that has delimiters is missing if its length is 0, and empty if
// its length is that of the delimiters.
type Extents [8]int

// Split splits s into the components of the rule. ok is false if s is not a member or the rule has
// no components. Split does not allocate.
func (r Rule) Split(s string) (x Extents, ok bool) {
	ok = engine.Split(r.table(), s, (*engine.Extents)(&x))
	return x, ok
}

// Ends is like [Rule.Split] for rules with the components scheme, authority, path, query and
// fragment, such as IRI and IRI-reference. It returns the byte offsets of the ends of the first
// four, in registers, which is faster than Split. The error is that of [Rule.Check]. The rule of
// determines the components, including the one that the error names; if it has other components,
// Ends returns the ends of its first four.
//
// Usually of is r. It may be any rule whose members include those of r, if
// machine.Machine.VerifyNarrow accepts both machines: rfc3986.URI has no components, and uses those
// of rfc3987.IRI.
func (r Rule) Ends(s string, of Rule) (scheme, authority, path, query int, err error) {
	e, asked, ok := engine.CutInShape(r.table(), s)
	switch {
	case ok && engine.HasDelimiters(of.table()):
		return e.Scheme, e.Authority, e.Path, e.Query, nil
	case ok:
	case asked, !engine.ValidOnTables(r.table(), s):
		if err := r.diagnose(s); err != nil {
			if unsafe.StringData(string(of)) != err.table {
				err.label(of, s)
			}
			return 0, 0, 0, 0, err
		}
	}
	e = engine.CutMember(of.table(), s)
	return e.Scheme, e.Authority, e.Path, e.Query, nil
}

// SplitBytes is like Split for a byte slice.
func (r Rule) SplitBytes(b []byte) (x Extents, ok bool) { return r.Split(format.View(b)) }

// Components returns the components of the rule in order, or nil.
func (r Rule) Components() []ComponentLayout {
	if !r.table().Whole() {
		return nil
	}
	at := r.table().Uint32(format.AtLabels)
	components := make([]ComponentLayout, r[at])
	at += 2
	for i := range components {
		components[i].Prefix, components[i].Suffix = int(r[at]), int(r[at+1])
		components[i].Name, at = r.table().Text(at + 2)
	}
	return components
}

// A ComponentLayout describes a component of a rule, such as "scheme".
type ComponentLayout struct {
	Name string
	// Prefix and Suffix are the lengths in bytes of the delimiters before and after the component:
	// Prefix is 2 for an authority, Suffix is 1 for a scheme.
	Prefix, Suffix int
}
