package formats_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/formats"
	"github.com/irilex/iri/internal/shared"
)

// absent lists the formats of the official cases that this package does not have.
var absent = []string{"regex"}

// deviations lists the official cases that this package decides otherwise, by format and input,
// with the sentence of the standard.
var deviations = map[[2]string]string{
	{"idn-email", "user@cafe\u0301.com"}: `RFC 6531, section 3.3, adds only U-labels to a domain; RFC 5890, ` +
		`section 2.3.2.1: "A 'U-label' is an IDNA-valid string of Unicode characters, in Normalization Form C (NFC)"`,
}

// The official cases of the JSON Schema test suite.
func TestOfficialCases(t *testing.T) {
	text := shared.Read(t, "formats", "json-schema-formats.tsv")
	n, found := 0, 0
	for line := range strings.Lines(text) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if row[0] == "format" || slices.Contains(absent, row[0]) {
			continue
		}
		var s string
		if err := json.Unmarshal([]byte(row[2]), &s); err != nil {
			t.Fatal(err)
		}
		f, ok := formats.Lookup(row[0])
		if !ok {
			t.Errorf("there is no format %s", row[0])
			continue
		}
		n++
		_, deviates := deviations[[2]string{row[0], s}]
		if deviates {
			found++
		}
		if want := (row[1] == "1") != deviates; f.Valid(s) != want || (f.Check(s) == nil) != want {
			t.Errorf("%s: %s is %v, want %v: %s", row[0], row[2], f.Valid(s), want, row[3])
		}
	}
	if n != 626 || found != len(deviations) {
		t.Errorf("%d cases, %d deviations", n, found)
	}
}
