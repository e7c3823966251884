package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// Extents are the lengths in bytes of the components of a member.
type Extents [format.MaxComponents]int

// Ends are the offsets in bytes after the scheme with its colon, the authority, the path and the
// query.
type Ends struct{ Scheme, Authority, Path, Query int }

// ends returns the ends of the first four components.
func (x *Extents) ends() (e Ends) {
	e.Scheme = x[0]
	e.Authority = e.Scheme + x[1]
	e.Path = e.Authority + x[2]
	e.Query = e.Path + x[3]
	return e
}

// Split reports whether s is a member of a rule with components, and writes their extents to *x. It
// requires a zero *x, and leaves it zero when it reports false.
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

// CutInShape gives s to the region kernel. asked is false if the rule or the processor has no
// kernel. ok is true if the kernel accepts s; then s is a member, and e has the ends of its
// regions. In a rule with delimiters the regions are its first four components. In a wider rule
// they are the components too if machine.Machine.VerifyNarrow has proved it.
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

// CutMember returns the ends of the first four components of s. It requires a member of the rule.
func CutMember(t format.Table, s string) Ends {
	if HasDelimiters(t) {
		return cutMember(s, t[format.AtFlags]&format.HasRelative != 0)
	}
	var x Extents
	SplitByLabels(t, s, &x)
	return x.ends()
}

// HasDelimiters reports whether delimiters cut the members of the rule. Then its regions are its
// components.
func HasDelimiters(t format.Table) bool {
	return len(t) > format.AtFlags && t[format.AtFlags]&format.HasDelimiters != 0
}
