// Package formatcases holds valid and nearly valid strings for the formats of package formats. They
// are used by the tests of that package, the adapters and the benchmarks. The verdicts are those of
// the standards.
package formatcases

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// A Case is a string and the verdict of a format's standard on it.
type Case struct {
	Format string // name in package formats
	Valid  bool   // the verdict of the standard
	Input  string
	Source string // standard and section, and the reason if it is not the ABNF
}

//go:embed testdata/cases.tsv
var table string

// Cases returns the cases in testdata/cases.tsv, grouped by format. It panics if the file is
// malformed.
func Cases() []Case {
	cases, err := Parse(table)
	if err != nil {
		panic(err)
	}
	return cases
}

// Parse reads a table with a heading and four columns: format, 1 or 0, JSON string, source. The
// cases of the JSON Schema test suite in the shared data have the same columns.
func Parse(table string) (cases []Case, err error) {
	for i, line := range strings.Split(strings.TrimSuffix(table, "\n"), "\n")[1:] {
		row := strings.Split(line, "\t")
		if len(row) != 4 || row[1] != "0" && row[1] != "1" {
			return nil, fmt.Errorf("line %d: four columns expected: format, 0 or 1, JSON string, source", i+2)
		}
		c := Case{Format: row[0], Valid: row[1] == "1", Source: row[3]}
		if err := json.Unmarshal([]byte(row[2]), &c.Input); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}
