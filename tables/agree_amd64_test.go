//go:build amd64 && gc && !purego

package tables_test

import "github.com/irilex/iri/tables"

// shapeKernels are those of regions, and what they leave to the tables.
func shapeKernels(l *language) (all []kernel) {
	if l.m.Regions == nil {
		return nil
	}
	section := l.m.Regions.EncodeRegions()
	for _, k := range tables.RegionKernels() {
		verdict := func(s string) uint8 {
			if len(s) < k.Least {
				return tables.Unknown
			}
			return k.Valid(section, s)
		}
		all = append(all, kernel{name: k.Name + " regions, and tables", one: func(s string) bool {
			v := verdict(s)
			return v == tables.InLanguage || v == tables.Unknown && l.rule.ValidOnTables(s)
		}})
	}
	return all
}
