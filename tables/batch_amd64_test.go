//go:build amd64 && gc && !purego

package tables_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/hier"
	"github.com/irilex/iri/tables/rfc3987"
)

// A batch does not read the tables for lines that the region kernel decides, so for those lines the
// tables may be wrong.
func TestBatchReadsTablesLast(t *testing.T) {
	l := languageOf(t, rfc3987.IRI)
	var others []string
	for _, s := range l.rule.Sections() {
		if s.Name != "header" && s.Name != "regions" {
			others = append(others, s.Name)
		}
	}
	b := tables.NewBatch(poisoned(t, l.rule, others...))
	b.Workers = 1
	section := string(l.m.Regions.Encode())
	ascii, beyond := everyday()
	for _, k := range tables.RegionKernels() {
		var list []string
		decided := map[uint8]int{}
		for _, s := range append(ascii, beyond...) {
			for _, s := range []string{s, s + " ", s + "%"} {
				verdict := k.Valid(section, s)
				if decided[verdict]++; verdict != hier.Unknown {
					list = append(list, s)
				}
			}
		}
		if decided[hier.InLanguage] < 500 || decided[hier.NotInLanguage] < 500 {
			t.Errorf("%s decides too few: %v", k.Name, decided)
		}
		tables.OnEveryCPU(func(cpu string) {
			if cpu == k.Name {
				l.checkText(t, b, []byte(strings.Join(list, "\r\n")))
			}
		})
	}
}
