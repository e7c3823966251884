package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/counter"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// Valid reports whether s, as a whole, is a member of the language of the table.
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

// Certain reports whether s is certain to be a member. With a region kernel it is Valid without
// tables: false for strings left unknown by the kernel.
func Certain(t format.Table, s string) bool {
	if hier.SIMD && hier.CPU != hier.Plain {
		if regions := t.Regions(); regions != nil {
			saw("regions", s)
			return hier.InShape(regions, unsafe.StringData(s), len(s), nil, 0) == hier.InLanguage
		}
	}
	return ValidOnTables(t, s)
}

// ValidOnTables is Valid without the region kernels.
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
