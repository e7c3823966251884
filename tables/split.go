package tables

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Extents are the lengths in bytes of the components of a member, at most eight, in the order of
// the rule's components, delimiters included. Their sum is the length of the member. A component
// with delimiters and extent 0 is absent; a present but empty one has the extent of its delimiters.
type Extents [8]int

// Split cuts s into the components of the rule. It reports false when s is not a member
// or the rule has no components. It does not allocate.
func (r Rule) Split(s string) (x Extents, ok bool) {
	ok = engine.Split(r.table(), s, (*engine.Extents)(&x))
	return x, ok
}

// Ends is [Rule.Split] for rules of a scheme, an authority, a path, a query and a fragment, as IRI
// and IRI-reference: it returns its results in registers, and so takes less time. It returns the
// offsets in bytes of the ends of the first four components of the rule of, or the error of
// [Rule.Check] with the component named by the rule of. For a rule of other components the offsets
// are the ends of its first four.
//
// Mostly of is r. It may be any rule whose members include those of r, if
// machine.Machine.VerifyNarrow of its machine accepts the machine of r: rfc3986.URI has no
// components and uses those of rfc3987.IRI.
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

// SplitBytes is Split for a slice of bytes.
func (r Rule) SplitBytes(b []byte) (x Extents, ok bool) { return r.Split(format.View(b)) }

// Components returns the components of the rule in their order, nil for a rule without components.
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

// A ComponentLayout tells how the members of a rule contain a component, such as "scheme".
type ComponentLayout struct {
	Name string
	// Prefix and Suffix are the numbers of bytes of the component's delimiters: 2 before an
	// authority, 1 after a scheme.
	Prefix, Suffix int
}
