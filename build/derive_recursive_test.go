package build

import (
	"slices"
	"testing"
)

// Rules that refer to themselves: on the left, on the right, in the middle, directly, and in
// several ways.
func TestDeriveRecursive(t *testing.T) {
	xri := bundled(t, "xri30")
	for _, tt := range []struct {
		g      *Grammar
		rule   string
		s      string
		offset int
		want   string
	}{
		{xri, "xref", "(a)", 0, "xref"},
		{xri, "xref", "(a:b)", 1, "xref, xref-value, IRI, scheme, ALPHA"},
		{xri, "xri", "=(?)", 3, "xri, xri-noscheme, xri-hier-part, xri-authority, global-subseg, rel-subseg, xref"},
		{xri, "xri", "=())", 1, ""},
		{compileText("a = a / b\nb = \"x\""), "a", "x", 0, "a, b"},
		{compileText("a = a \"x\" / \"\""), "a", "xx", 0, "a, a"},
		{compileText("a = a \"x\" / \"\""), "a", "xx", 1, "a"},
		{compileText("a = \"x\" a / \"\""), "a", "xx", 1, "a, a"},
		{compileText("v = \"(\" *v \")\" / \"[\" *v \"]\""), "v", "([]())", 1, "v, v"},
		{compileText("a = a / b\nb = \"x\" / a \"y\" / [b] b [b]"), "a", "xyx", 0, "a, b, b, a, b"},
	} {
		if got := derived(tt.g, tt.rule, tt.s, tt.offset); got != tt.want {
			t.Errorf("%s reads %q at %d by %s, want %s", tt.rule, tt.s, tt.offset, got, tt.want)
		}
	}
}

// DeriveAll returns the same rules above each byte as calling Derive for each byte.
func TestDeriveAll(t *testing.T) {
	xri := bundled(t, "xri30")
	uri := bundled(t, "rfc3986")
	for _, tt := range []struct {
		g       *Grammar
		rule, s string
	}{
		{uri, "URI", "a://h:8/p?q#f"}, {uri, "IPv6address", "::1"}, {uri, "URI", "http:"}, {uri, "path-empty", ""},
		{xri, "xri", "=(xri:=(b)*c)"}, {xri, "xri", "=(?))"}, {xri, "xref", "(a:b)c)"},
		{compileText("a = a / b\nb = \"x\" / a \"y\" / [b] b [b]"), "a", "xyx"},
	} {
		all := tt.g.DeriveAll(tt.g.Rule(tt.rule), tt.s)
		if all == nil || len(all) != len(tt.s) {
			t.Fatalf("%s: %d of %d bytes of %q", tt.rule, len(all), len(tt.s), tt.s)
		}
		for i := range all {
			if want := tt.g.Derive(tt.g.Rule(tt.rule), tt.s, i); !slices.Equal(all[i], want) {
				t.Errorf("%s: %q at %d: %s, want %s", tt.rule, tt.s, i, ruleNames(all[i]), ruleNames(want))
			}
		}
	}
	if all := xri.DeriveAll(xri.Rule("xri"), "=())"); all != nil {
		t.Error(all)
	}
	ordered := compileOrderedText(t, "a = \"(\" a \")\" / b\nb = \"x\"\n")
	if all := ordered.DeriveAll(ordered.Rule("b"), "x"); len(all) != 1 || ruleNames(all[0]) != "b" {
		t.Errorf("x is read by order by %v", all)
	}
	if all := ordered.DeriveAll(ordered.Rule("a"), "(x)"); all != nil {
		t.Errorf("a recursive rule is read by order by %v", all)
	}
}
