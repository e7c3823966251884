package records

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/cmd/internal/program"
	"github.com/irilex/iri/rdf"
)

// TestPages reads the examples on the code pages. Each example must cause its code, and the
// corrected example no error.
func TestPages(t *testing.T) {
	for _, code := range Codes() {
		page, ok := program.FindCode(code)
		if !ok {
			t.Errorf("%s has no page", code)
			continue
		}
		if code == RecordTooLong { // depends on a limit, not on a syntax: TestLongRecord
			continue
		}
		if page.Example == "" && (code == JSONDepth || code == JSONEncoding) { // these pages have no example
			continue
		}
		for text, want := range map[string]string{page.Example: code, page.Instead: ""} {
			if found := codesOf(t, code, text); want != "" && !slices.Contains(found, want) || want == "" && found != nil {
				t.Errorf("%s: %q has the codes %q", code, text, found)
			}
		}
	}
}

// codesOf returns the codes of the records of a text.
func codesOf(t *testing.T, code, text string) (found []string) {
	s, err := openJSON([]string{"url"})
	header, missing := 0, NoField
	switch {
	case code == RDFEscape, code == RDFSyntax:
		s = newTriples(rdf.NTriples)
	case strings.HasPrefix(code, "csv-") || code == NoColumn:
		s, header, err = openCSV(csvOptions{Columns: []string{"url"}}, []byte(text), entire)
		missing = NoColumn
	}
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	var r Record
	for rest := []byte(text)[header:]; len(rest) > 0; {
		rest = s.Next(&r, rest)
		if r.Problem != nil {
			found = append(found, r.Problem.Code)
		} else if len(r.Missing) > 0 {
			found = append(found, missing)
		}
	}
	return found
}
