package build

import (
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	g := compileText(`a = "x" / "yy"
b = "yy" / "x"
c = "x" / "yy" / "z"
d = "yy" / %x7A.7A
e = "(" [e] ")"
`)
	for _, test := range []struct {
		a, b string
		want Comparison
	}{
		{"a", "b", Comparison{Equal, "", ""}},
		{"a", "c", Comparison{Subset, "", "z"}},
		{"c", "a", Comparison{Superset, "z", ""}},
		{"a", "d", Comparison{Incomparable, "x", "zz"}},
	} {
		got, err := Compare(g.Rule(test.a), g.Rule(test.b))
		if err != nil || got != test.want {
			t.Errorf("%s and %s: %+v, %v, want %+v", test.a, test.b, got, err, test.want)
		}
	}
	other := compileText("e = \"(\" [e] \")\"\nf = \"[\" [f] \"]\"\n")
	if got, err := Compare(g.Rule("e"), other.Rule("e")); err != nil || got != (Comparison{Relation: Equal}) {
		t.Errorf("equal tables that count: %+v, %v", got, err)
	}
	for _, r := range []*Rule{g.Rule("a"), other.Rule("f")} {
		if _, err := Compare(r, g.Rule("e")); err == nil || !strings.Contains(err.Error(), "counts calls to") {
			t.Errorf("%s and a table that counts: %v", r.Name, err)
		}
	}
}
