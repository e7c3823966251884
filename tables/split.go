package tables

import (
	"unsafe"

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

// Ends is [Rule.Split] for rules of a scheme, an authority, a path, a query and a fragment, as IRI
// and IRI-reference: in registers, and so in less time. It returns the offsets in bytes where the
// first four components of the rule of end, or the error of [Rule.Check], in which the component is
// that of the rule of. Of another rule they are where the first four components end.
//
// Mostly of is r. It may be a rule that accepts every member of r, and for which
// machine.Machine.VerifyNarrow accepts r: rfc3986.URI has no components and those of rfc3987.IRI.
func (r Rule) Ends(s string, of Rule) (scheme, authority, path, query int, err *SyntaxError) {
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
