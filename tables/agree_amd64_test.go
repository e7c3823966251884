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
		all = append(all, kernel{name: k.Name + " regions and tables", one: func(s string) bool {
			return len(s) >= k.Least && k.Valid(section, s) || l.rule.ValidOnTables(s)
		}})
	}
	return append(all, kernel{name: "the regions that are chosen, and tables", one: func(s string) bool {
		return tables.InShape(section, s) || l.rule.ValidOnTables(s)
	}})
}
