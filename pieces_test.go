package iri_test

import (
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/irilex/iri/tables"
)

// The handwritten cases get the same verdicts when read in two pieces, split at any offset, and
// byte by byte.
func TestCasesInPieces(t *testing.T) {
	for _, c := range readCases(t) {
		r := caseRule(t, c.rule)
		want := r.Check(c.input)
		check := func(got error, how string) {
			t.Helper()
			if !reflect.DeepEqual(got, want) {
				t.Errorf("cases.tsv:%d: %s %.80q %s: %+v, not %+v", c.line, c.rule, c.input, how, got, want)
			}
		}
		checker := tables.NewChecker(r)
		for i := 0; i <= len(c.input); i += 1 + i/500 {
			checker.Reset()
			checker.WriteString(c.input[:i])
			checker.WriteString(c.input[i:])
			check(checker.Close(), "in two pieces")
		}
		check(r.CheckReader(iotest.OneByteReader(strings.NewReader(c.input))), "byte by byte")
		valid, err := r.ValidReader(iotest.HalfReader(strings.NewReader(c.input)))
		if err != nil || valid != c.want {
			t.Errorf("cases.tsv:%d: ValidReader says %v, %v", c.line, valid, err)
		}
	}
}
