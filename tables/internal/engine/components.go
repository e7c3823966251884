package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// Extents holds the lengths in bytes of a member's components, in component order.
type Extents [format.MaxComponents]int

// Ends holds the byte offsets at which the first four components of a member end: the scheme
// (including its colon), the authority (including its "//"), the path, and the query (including its
// "?"). For `a://b/c?d#e` they are 2, 5, 7 and 9. An absent component ends where the previous one
// ends.
type Ends struct{ Scheme, Authority, Path, Query int }

// ends returns the ends of the first four components, the sums of their extents.
func (x *Extents) ends() (e Ends) {
	e.Scheme = x[0]
	e.Authority = e.Scheme + x[1]
	e.Path = e.Authority + x[2]
	e.Query = e.Path + x[3]
	return e
}

// Split reports whether s is a member, and writes the extents of its components to *x. It requires
// a zero *x, and leaves it zero when it reports false. It reports false for any rule without
// components.
func Split(t format.Table, s string, x *Extents) bool {
	if !HasDelimiters(t) {
		return SplitByLabels(t, s, x)
	}
	e, _, ok := CutInShape(t, s)
	if !ok {
		if !ValidOnTables(t, s) {
			return false
		}
		e = CutMember(t, s)
	}
	x[format.SchemeRegion], x[format.AuthorityRegion] = e.Scheme, e.Authority-e.Scheme
	x[format.PathRegion], x[format.QueryRegion] = e.Path-e.Authority, e.Query-e.Path
	x[format.FragmentRegion] = len(s) - e.Query
	return true
}

// CutInShape passes s to the region kernel. asked is false if it could not do so, because the rule
// has no regions or there is no kernel for the processor. ok is true if the kernel accepts s. In
// that case s is a member, and e contains the ends of its first four regions. If HasDelimiters is
// true for the rule, these are the ends of its components. They also apply to a rule with more
// members (such as rfc3987.IRI for rfc3986.URI) if machine.Machine.VerifyNarrow has proved this for
// the two rules.
func CutInShape(t format.Table, s string) (e Ends, asked, ok bool) {
	if hier.SIMD && hier.CPU != hier.Plain {
		if regions := t.Regions(); regions != nil {
			var ends [4]int
			saw("regions", s)
			ok = hier.InShape(regions, unsafe.StringData(s), len(s), &ends, 0) == hier.InLanguage
			if len(s) > 64 && ok {
				return cutRest(s, ends[0], ends[1]), true, true
			}
			return Ends{ends[0], ends[1], ends[2], ends[3]}, true, ok
		}
	}
	return e, false, false
}

// CutMember returns the ends of the first four components of s. s must be a member of the rule. If
// the rule has no delimiters, SplitByLabels splits s.
func CutMember(t format.Table, s string) Ends {
	if HasDelimiters(t) {
		return cutMember(s, t[format.AtFlags]&format.HasRelative != 0)
	}
	var x Extents
	SplitByLabels(t, s, &x)
	return x.ends()
}

// HasDelimiters reports whether cutMember is proved to split every member of the rule into its
// components. If so, the regions of the rule are also its components.
func HasDelimiters(t format.Table) bool {
	return len(t) > format.AtFlags && t[format.AtFlags]&format.HasDelimiters != 0
}
