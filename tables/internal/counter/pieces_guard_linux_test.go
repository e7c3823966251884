package counter_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// Validating bytes, pieces split anywhere, lists and lines never reads out of bounds, and agrees
// with Valid and Check.
func TestNothingIsReadOutsidePieces(t *testing.T) {
	table, one, other := testkit.NewFence(t, 1<<20), testkit.NewFence(t, 1<<12), testkit.NewFence(t, 1<<12)
	r, members, texts := seeded(15), 0, 0
	for _, g := range guardedRules(t) {
		there := tables.Rule(put(table, string(g.rule), true))
		lines := tables.NewBatch(there)
		lines.Workers = 1
		for i := range testkit.Few(2000) {
			s := strings.ReplaceAll(g.random(r), "\n", "")
			want, wrong := g.rule.Valid(s), said(g.rule.Check(s))
			texts++
			if want {
				members++
			}
			cut := r.IntN(len(s) + 1)
			first, rest := put(one, s[:cut], i%2 == 0), put(other, s[cut:], i%4 < 2)
			if why := testkit.Faults(func() {
				c := tables.NewChecker(there)
				c.WriteString(first)
				c.Write(unsafe.Slice(unsafe.StringData(rest), len(rest)))
				if got := said(c.Close()); got != wrong {
					t.Errorf("%q cut at %d: %s, not %s", s, cut, got, wrong)
				}
			}); why != nil {
				t.Fatalf("%s: %q cut at %d: %v", g.rule.Name(), s, cut, why)
			}
			end := []string{"", "\n"}[i%2]
			text := put(one, s+"\n"+s+end, i%4 < 2)
			if why := testkit.Faults(func() {
				b := unsafe.Slice(unsafe.StringData(text), len(text))
				if there.ValidBytes(b[:len(s)]) != want || lines.AppendValid(nil, []string{text[:len(s)]})[0] != want {
					t.Errorf("%q is a member: %t", s, want)
				}
				verdicts := lines.AppendValidLines(nil, b)
				if s != "" && !slices.Equal(verdicts, []bool{want, want}) {
					t.Errorf("the verdicts on two lines of %q are %v", s, verdicts)
				}
			}); why != nil {
				t.Fatalf("%s: %q: %v", g.rule.Name(), s, why)
			}
		}
	}
	if members < texts/20 {
		t.Errorf("%d members of %d texts", members, texts)
	}
}
