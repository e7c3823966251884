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

// ends returns those of the first four components.
func (x *Extents) ends() (e Ends) {
	e.Scheme = x[0]
	e.Authority = e.Scheme + x[1]
	e.Path = e.Authority + x[2]
	e.Query = e.Path + x[3]
	return e
}

// Split reports whether s is a member of a rule with components, and writes their extents to *x,
// which must be zero, and is zero again if Split reports false. An array that is returned is copied
// in pieces that are wider than the stores before, so that the copy waits for these: longer than
// the kernels take.
func Split(t format.Table, s string, x *Extents) bool {
	if hier.SIMD && hier.CPU != hier.Plain {
		if regions := t.Regions(); format.AreComponents(regions) {
			saw("regions", s)
			switch hier.InShape(regions, unsafe.StringData(s), len(s), (*[8]int)(x), 0) {
			case hier.InLanguage:
				if len(s) > 64 {
					x.splitRest(s)
				}
				return true
			case hier.NotInLanguage:
				*x = Extents{}
				return false
			}
			*x = Extents{}
		}
	}
	if !hasDelimiters(t) {
		return SplitByLabels(t, s, x)
	}
	e, ok := cut(t, s)
	if ok {
		x[format.SchemeRegion], x[format.AuthorityRegion] = e.Scheme, e.Authority-e.Scheme
		x.takeRest(e, len(s))
	}
	return ok
}

// Cut reports whether s is a member of a rule with components, and returns where the first four
// end.
func Cut(t format.Table, s string) (e Ends, ok bool) {
	if hier.SIMD && hier.CPU != hier.Plain {
		if regions := t.Regions(); format.AreComponents(regions) {
			var x Extents
			saw("regions", s)
			switch hier.InShape(regions, unsafe.StringData(s), len(s), (*[8]int)(&x), 0) {
			case hier.InLanguage:
				if len(s) > 64 {
					return cutRest(s, x[format.SchemeRegion], x[format.SchemeRegion]+x[format.AuthorityRegion]), true
				}
				return x.ends(), true
			case hier.NotInLanguage:
				return e, false
			}
		}
	}
	return cut(t, s)
}

// cut is Cut without region kernels.
func cut(t format.Table, s string) (e Ends, ok bool) {
	switch {
	case !hasDelimiters(t):
		var x Extents
		ok = SplitByLabels(t, s, &x)
		return x.ends(), ok
	case !ValidOnTables(t, s):
		return e, false
	}
	return cutMember(s, t[format.AtFlags]&format.HasRelative != 0), true
}

// hasDelimiters reports whether delimiters cut the members of the rule.
func hasDelimiters(t format.Table) bool {
	return len(t) > format.AtFlags && t[format.AtFlags]&format.HasDelimiters != 0
}
