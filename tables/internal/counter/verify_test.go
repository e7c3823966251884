package counter_test

import (
	"strings"
	"testing"

	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// joint returns a machine built from an outside, an inside, the inside after a call, and the part
// after the byte of the last state. Each is the right-hand side of an ABNF rule, with X for a call;
// "" omits it.
func joint(t *testing.T, outside, enter, back, last, more string) *machine.Machine {
	t.Helper()
	text := "; @octets\ntop = " + outside
	for i, part := range []string{last, back, enter} {
		if part != "" {
			text += []string{" / %xFC (", " / %xFD (", " / %xFE ("}[i] + part + ")"
		}
	}
	m, err := machine.Of(compiled(t, strings.ReplaceAll(text, "X", "%xFF")+"\n"+more, "top"))
	if err != nil {
		t.Fatal(err)
	}
	m.Calls, m.Front, m.Rest, m.Regions = true, nil, nil, nil
	return m
}

// Verify reports each violated invariant of package counter.
func TestVerify(t *testing.T) {
	for _, tt := range []struct{ name, outside, enter, back, last, more, want string }{
		{"all is well", `"=" X`, `"(" [X] ")"`, `")"`, `""`, "", ""},
		{"no calls outside", `"="`, `"(" [X] ")"`, `")"`, `""`, "", ""},
		{"no calls inside", `"=" X`, `"(" ")"`, ``, `""`, "", ""},
		{"no last state", `"=" X`, `"(" *X *")"`, `*X *")"`, ``, "", ""},
		{"a last state that is not told", `"=" X`, `"(" [X] ")"`, `")"`, ``, "", ""},
		{"no inside", `"=" X`, ``, ``, ``, "", "a rule with calls must have an inside"},
		{"no inside, and a state after calls", `"=" X`, ``, `")"`, ``, "", "a rule with calls must have an inside"},
		{"the inside may be empty", `"=" X`, `[ "(" [X] ")" ]`, `")"`, ``, "", "the inside accepts the empty string"},
		{"the inside begins with a call", `"=" X`, `X "(" / "("`, `"("`, ``, "", "the inside begins with a call"},
		{"the last state goes on", `"=" X`, `"(" [X] ")"`, `")"`, `["a"]`, "", "state 3 must accept and have no transitions"},
		{"the last state accepts later", `"=" X`, `"(" [X] ")"`, `")"`, `"a"`, "",
			"state 3 must accept and have no transitions"},
		{"a token later outside", `"=" %xFE`, `"(" [X] ")"`, `")"`, ``, "", "state 2 must not lead to 5 on byte 0xfe"},
		{"a token later inside", `"=" X`, `"(" %xFC [X] ")"`, `[X] ")"`, ``, "", "state 7 must not lead to 3 on byte 0xfc"},
		{"calls to two states", `"=" X`, `"(" X ")" / "[" X "]" / "a"`, `")"`, ``, "",
			"a call in the inside leads from state 7 to 8, not to 3"},
		{"calls to two states, after a call", `"=" X`, `"(" X ")" / "a"`, `")" X "a" / ")"`, ``, "",
			"a call in the inside leads from state 7 to 9, not to 3"},
		{"calls to a state that is not told", `"=" X`, `"(" X ")" / "a"`, ``, ``, "",
			"a call in the inside leads from state 5 to 6, not to 0"},
		{"the inside leads back to the start", `"=" X`, `"a" top`, `")"`, ``, "", "the inside leads back to the start"},
	} {
		m := joint(t, tt.outside, tt.enter, tt.back, tt.last, tt.more)
		got := ""
		if err := m.Verify(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
		r, err := m.Encode()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if err := machine.Verify(r); (err == nil) != (tt.want == "") || !r.Recursive() {
			t.Errorf("%s: as a table that counts, %t: %v", tt.name, r.Recursive(), err)
		}
	}
	m := joint(t, `"=" X`, `"(" [X] ")"`, `")"`, `""`, "")
	m.Components, m.Slots, m.SlotOf = []tables.ComponentLayout{{Name: "a"}}, []machine.Slot{{}}, make([]uint8, m.States())
	if _, err := m.Encode(); err == nil {
		t.Error("it may have components")
	}
}

// The innermost level of a subset matches the strings of the inside without calls.
func TestVerifyInnermost(t *testing.T) {
	const inside = `("(" [X] / "[" X) ")"`
	for _, tt := range []struct {
		name, innermost string
		how             tables.Exactness
		depth           int
		want            string
	}{
		{"all is well", `"(" ")"`, tables.Subset, 3, ""},
		{"an exact table", `"(" ")"`, tables.Exact, 0,
			"the table is exact(0), but the innermost automaton begins in state 8"},
		{"a superset", `"(" ")"`, tables.Superset, 0,
			"the table is superset(0), but the innermost automaton begins in state 8"},
		{"no depth", `"(" ")"`, tables.Subset, 0, "the table is subset(0), but the innermost automaton begins in state 8"},
		{"no innermost", ``, tables.Subset, 3, "the table is subset(3), but the innermost automaton begins in state 0"},
		{"a string more", `("(" / "a") ")"`, tables.Subset, 3,
			"innermost state 8 does not match state 5 without its calls"},
		{"a string less", `"a" ")"`, tables.Subset, 3, "innermost state 8 does not match state 5 without its calls"},
		{"what only a call can end", `"(" ")" / "[" ")"`, tables.Subset, 3,
			"innermost state 4 does not match state 7 without its calls"},
		{"an end more", `"(" [")"]`, tables.Subset, 3, "innermost state 9 does not match state 6 without its calls"},
		{"an end less", `"(" "a"`, tables.Subset, 3, "innermost state 9 does not match state 6 without its calls"},
		{"a call", `"(" [X] ")"`, tables.Subset, 3, "innermost state 6 does not match state 6 without its calls"},
		{"a token", `"(" %xFC ")"`, tables.Subset, 3, "state 9 must not lead to 4 on byte 0xfc"},
		{"an innermost of the innermost", `"(" ")" / %xFE "(" ")"`, tables.Subset, 3,
			"state 8 must not lead to 9 on byte 0xfe"},
	} {
		enter := inside
		if tt.innermost != "" {
			enter += " / %xFE (" + tt.innermost + ")"
		}
		m := joint(t, `"=" X`, enter, `")"`, `""`, "")
		m.Exactness, m.Depth = tt.how, tt.depth
		got := ""
		if err := m.Verify(); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, not %q", tt.name, got, tt.want)
		}
	}
}

// A table with calls and one changed byte is rejected.
func TestVerifyRefusesEveryByteThatIsChanged(t *testing.T) {
	counts, _ := samples[0].rules(t)
	for _, r := range []tables.Rule{counts, samples[0].to(t, 2)} {
		for at := range len(r) {
			for range testkit.Few(16) {
				b := []byte(r)
				b[at] ^= byte(1 + at%255)
				if err := machine.Verify(tables.Rule(b)); err == nil {
					t.Fatalf("byte %d may be %#x", at, b[at])
				}
			}
		}
	}
	b := []byte(counts) // the same states, without calls
	m, err := machine.Of(counts)
	if err != nil || !m.Calls {
		t.Fatal(err)
	}
	m.Calls = false
	if r, err := m.Encode(); err != nil || machine.Verify(r) != nil || r == tables.Rule(b) || r.Recursive() {
		t.Errorf("as a table that does not count: %v", err)
	}
}
