package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/counter"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// Valid reports whether s is a member. If the region kernel cannot decide, ValidOnTables does.
func Valid(t format.Table, s string) bool {
	if hier.SIMD && hier.CPU != hier.Plain {
		if regions := t.Regions(); regions != nil {
			saw("regions", s)
			if verdict := hier.InShape(regions, unsafe.StringData(s), len(s), nil, 0); verdict != hier.Unknown {
				return verdict == hier.InLanguage
			}
		}
	}
	return ValidOnTables(t, s)
}

// Certain reports true only if s is a member, but it may report false for a member. With a region
// kernel it does not walk the table: it reports true if the kernel accepts s, and false if the
// kernel rejects s or cannot decide. Without a region kernel it reports whether s is a member.
func Certain(t format.Table, s string) bool {
	if hier.SIMD && hier.CPU != hier.Plain {
		if regions := t.Regions(); regions != nil {
			saw("regions", s)
			return hier.InShape(regions, unsafe.StringData(s), len(s), nil, 0) == hier.InLanguage
		}
	}
	return ValidOnTables(t, s)
}

// ValidOnTables reports whether s is a member, without the region kernel. It walks the shift rows
// if the table has places. Without places, or if s is empty or begins with a NUL, it walks the
// plain rows. Package counter walks a table with calls.
func ValidOnTables(t format.Table, s string) bool {
	if set := t.Places(format.AtFront); set != nil && s != "" && s[0] != 0 {
		return validOnShiftRows(t, set, s)
	}
	if !t.Whole() {
		return false
	}
	if t.HasCalls() {
		return counter.Valid(t, s)
	}
	return t.Accepts(advancePlain(t, int(t[format.AtStart]), s))
}
