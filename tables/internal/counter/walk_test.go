package counter_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/internal/counter"
	"github.com/irilex/iri/tables/internal/format"
)

// After each byte the readings of a walk satisfy the package's invariants, whether the bytes are
// read one by one or all at once.
func TestInvariants(t *testing.T) {
	r := seeded(8)
	most := 0
	for _, s := range slices.Concat(samples, []sample{ambiguous}) {
		for _, counts := range []tables.Rule{compiled(t, s.recursive(), "top"), s.to(t, 1), s.to(t, 3)} {
			for range testkit.Few(10_000) {
				text := s.random(r) + s.random(r)
				one, whole := counter.New(format.Table(counts)), counter.New(format.Table(counts))
				for i := range len(text) {
					if one.Advance(text[i:i+1]) < 1 {
						break
					}
					if broken := one.Broken(); broken != "" {
						t.Fatalf("%s: after %q: %s", s.name, text[:i+1], broken)
					}
					most = max(most, one.Readings())
				}
				whole.Advance(text)
				if broken := whole.Broken(); broken != "" || one.Readings() != whole.Readings() ||
					one.Accepting() != whole.Accepting() || one.Depth() != whole.Depth() ||
					one.Between() != whole.Between() || one.Undecided() != whole.Undecided() {
					t.Fatalf("%s: %q at once: %s, %d readings, one by one %d", s.name, text, broken, whole.Readings(), one.Readings())
				}
			}
		}
	}
	if most < 10 {
		t.Errorf("at most %d readings", most)
	}
}

// ambiguous is a grammar whose strings have many readings.
var ambiguous = sample{name: "many readings", text: `top = y 2*3(z c c) "))"
c# = ")" [c#] ["(" ["((" / "("] ")" / *("(" ("(" / ")"))]
x = c / "(" *(")" "(" c c c) *(c [c / ")" / "("] ")" c) c
y = [(")" / "(") / c] ")" c [c c "(" ")" ("(" / ")")]
z = "(" c / *(")" / y y / x y c) y *(x y ")" ")") *1(c c ("(" / ")") c)`, alphabet: []string{"(", ")"}}

// A walk over brackets that have no other meaning has one reading, at any depth.
func TestOneReading(t *testing.T) {
	for i, text := range map[int]string{0: "((a)((a", 1: "a((a)(a)a)b", 7: "b((aa"} {
		counts, _ := samples[i].rules(t)
		w := counter.New(format.Table(counts))
		for i := range len(text) {
			if w.Advance(text[i : i+1]); w.Readings() != 1 {
				t.Errorf("%q has %d readings after %d bytes", text, w.Readings(), i+1)
			}
		}
	}
}

// A state that only returns is not a reading: after "=((?))" each parenthesis is part of the query,
// or ends one call or two.
func TestReturnsLeaveNoReading(t *testing.T) {
	w := counter.New(format.Table(xri(t, "xri")))
	if w.Advance("=((?))"); w.Readings() != 3 {
		t.Errorf("%d readings: %v", w.Readings(), w.States())
	}
}

// Valid, Prefix and pieces do not allocate for ordinary strings: walks of up to eight readings.
func TestAllocations(t *testing.T) {
	rule := xri(t, "xri")
	counts, _ := samples[0].rules(t)
	for _, tt := range []struct {
		rule tables.Rule
		s    string
	}{
		{rule, "="}, {rule, "=example*(+home)/(=a*(@b)!1)?q#f"}, {rule, "xri://x"}, {rule, "=(xri:=a/b)(a://[::1]/))"},
		{rule, strings.Repeat("=(", 1000)},
		{rule, gaps(4)}, {rule, "=\u00E9(\u4E2D)"}, {counts, "(a(a)((a)))"}, {counts, "(a(a)((a)"},
	} {
		if n := testing.AllocsPerRun(100, func() { tt.rule.Valid(tt.s); tt.rule.Prefix(tt.s) }); n > 0 {
			t.Errorf("%.40q: %v allocations", tt.s, n)
		}
		b := tables.NewBatch(tt.rule)
		b.Workers = 1
		text, verdicts := []byte(tt.s+"\n"+tt.s+"\n"), make([]bool, 0, 2)
		if n := testing.AllocsPerRun(100, func() { b.AppendValidLines(verdicts, text) }); n > 0 {
			t.Errorf("lines of %.40q: %v allocations", tt.s, n)
		}
	}
}
