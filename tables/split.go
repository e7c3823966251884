package tables

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/engine"
	"github.com/irilex/iri/tables/internal/format"
)

// Extents holds the lengths in bytes of a string's components, at most eight, in the order of the
// rule's components. Each length includes the component's delimiters, so the lengths add up to the
// length of the string. A component with delimiters is missing if its length is 0, and empty if it
// consists only of the delimiters.
type Extents [8]int

// Split splits s into the components of the rule. ok is false if the rule does not match s or has
// no components. Split does not allocate.
func (r Rule) Split(s string) (x Extents, ok bool) {
	ok = engine.Split(r.table(), s, (*engine.Extents)(&x))
	return x, ok
}

// Ends is like [Rule.Split] for rules with the components scheme, authority, path, query and
// fragment, such as IRI and IRI-reference. It returns the byte offsets at which the first four end.
// It is faster than Split, because its results fit in registers. It returns the same error as
// [Rule.Check]. The rule passed as of defines the components, including the component that the
// error names. If it defines other components, Ends returns the ends of the first four.
//
// of is usually r. It may be any rule that matches every string that r matches, provided that
// machine.Machine.VerifyNarrow accepts both machines: rfc3986.URI has no components, and uses the
// components of rfc3987.IRI.
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
