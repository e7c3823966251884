//go:build amd64 && gc && !purego

package tables_test

import (
	"fmt"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/hier"
)

// shapeKernels returns the region kernels; strings that they leave undecided are validated with the
// tables.
func shapeKernels(l *language) (all []kernel) {
	if l.m.Regions == nil {
		return nil
	}
	section := string(l.m.Regions.Encode())
	for _, k := range tables.RegionKernels() {
		verdict := func(s string) uint8 {
			if len(s) < k.Least {
				return hier.Unknown
			}
			return k.Valid(section, s)
		}
		all = append(all, kernel{name: k.Name + " regions, and tables", one: func(s string) bool {
			v := verdict(s)
			return v == hier.InLanguage || v == hier.Unknown && l.rule.ValidOnTables(s)
		}})
	}
	return all
}

// shapeClaims returns claims about the extents that the region kernels find.
func shapeClaims(l *language) (all []claim) {
	if l.m.Regions == nil || !l.m.Regions.Components {
		return nil
	}
	section := string(l.m.Regions.Encode())
	for _, k := range tables.RegionKernels() {
		all = append(all, claim{name: k.Name + " regions, extents", wrong: func(q *question) string {
			if len(q.s) < k.Least {
				return ""
			}
			x, verdict := k.Split(section, q.s)
			if verdict == hier.InLanguage != q.want && verdict != hier.Unknown {
				return fmt.Sprintf("verdict %d", verdict)
			}
			if verdict != hier.InLanguage {
				return ""
			}
			want := l.labelled(q)
			if len(q.s) > 64 { // only the first two are known
				want = tables.Extents{want[0], want[1]}
			}
			if x != want {
				return fmt.Sprintf("%v, not %v", x, want)
			}
			return ""
		}})
	}
	return all
}
