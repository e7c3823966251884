package counter_test

import (
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/machine"
)

// put returns s at the beginning or at the end of the memory. The result is valid until the next
// put.
func put(f *testkit.Fence, s string, end bool) string {
	if end {
		return f.Last(s)
	}
	return f.First(s)
}

// A guarded is a rule with calls, and a source of strings that include members.
type guarded struct {
	rule   tables.Rule
	random func(r *rand.Rand) string
}

func guardedRules(t *testing.T) []guarded {
	all := []guarded{{xri(t, "xri"), randomXRI}}
	for _, s := range samples {
		counts, _ := s.rules(t)
		all = append(all, guarded{counts, s.random}, guarded{s.to(t, 2), s.random})
	}
	return all
}

// No read goes outside a table or a string.
func TestNothingIsReadOutside(t *testing.T) {
	table, text := testkit.NewFence(t, 1<<20), testkit.NewFence(t, 1<<12)
	r, members := seeded(5), 0
	for _, g := range guardedRules(t) {
		for _, end := range []bool{false, true} {
			there := tables.Rule(put(table, string(g.rule), end))
			for range testkit.Few(4000) {
				s := g.random(r)
				want, wrong := g.rule.Valid(s), said(g.rule.Check(s))
				if want {
					members++
				}
				for _, end := range []bool{false, true} {
					s := put(text, s, end)
					if why := testkit.Faults(func() {
						if there.Valid(s) != want || there.Prefix(s) == len(s) != want {
							t.Errorf("%q is a member: %t", s, want)
						}
						if got := said(there.Check(s)); got != wrong {
							t.Errorf("the error of %q is %s, not %s", s, got, wrong)
						}
					}); why != nil {
						t.Fatalf("%s: %q: %v", g.rule.Name(), s, why)
					}
				}
			}
		}
	}
	if members < testkit.Few(2000) {
		t.Errorf("only %d members", members)
	}
}

// sealed returns the bytes as a rule with a correct size and checksum.
func sealed(b []byte) tables.Rule {
	b = append([]byte(nil), b...)
	binary.LittleEndian.PutUint32(b[format.AtSize:], uint32(len(b)))
	sum := len(b) - format.ChecksumSize
	binary.LittleEndian.PutUint32(b[sum:], crc32.ChecksumIEEE(b[:sum]))
	return tables.Rule(b)
}

// A walk on a table with changed bytes stays inside the table, and Verify rejects the table unless
// it is another rule's table.
func TestDamagedTablesReadNothingOutside(t *testing.T) {
	table, text := testkit.NewFence(t, 1<<20), testkit.NewFence(t, 1<<12)
	r := seeded(6)
	var verdicts [2]int
	refused, accepted, counting := 0, 0, 0
	for _, g := range guardedRules(t) {
		for i := range testkit.Few(4000) {
			b := []byte(g.rule)
			for range 1 + r.IntN(8) {
				at := r.IntN(len(b))
				switch r.IntN(4) {
				case 0:
					at = r.IntN(format.AtRows)
				case 1:
					at = format.AtRows + r.IntN(min(4096, len(b)-format.AtRows))
				case 2: // the token rows
					at = len(b) - format.ChecksumSize - 1 - r.IntN(8)
				}
				b[at] = byte(r.IntN(256))
			}
			if i%2 == 0 {
				copy(b[:format.AtSize], g.rule)
				b[format.AtFlags] |= format.HasCalls
				b = []byte(sealed(b))
			}
			there := tables.Rule(put(table, string(b), i%4 < 2))
			for range 4 {
				s := put(text, g.random(r), i%3 == 0)
				if why := testkit.Faults(func() {
					if there.Valid(s) {
						verdicts[1]++
					} else {
						verdicts[0]++
					}
					_, _ = there.ValidReader(strings.NewReader(s))
					_ = there.Prefix(s)
					_, _ = there.String(), there.GoString()
					_ = there.Accepting(there.AdvanceString(there.Start(), s))
				}); why != nil {
					t.Fatalf("%s: %q: %v\n%x", g.rule.Name(), s, why, b)
				}
			}
			if there.Recursive() {
				counting++
			}
			if why := testkit.Faults(func() {
				if machine.Verify(there) == nil {
					accepted++
				} else {
					refused++
				}
			}); why != nil {
				t.Fatalf("%s: Verify: %v\n%x", g.rule.Name(), why, b)
			}
		}
	}
	t.Logf("%d non-members, %d members; %d refused, %d accepted, %d that count", verdicts[0], verdicts[1], refused,
		accepted, counting)
	if min(verdicts[0], verdicts[1]) < testkit.Few(2000) || accepted > refused/10 || counting < refused/4 {
		t.Error("one-sided")
	}
}
