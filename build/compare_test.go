package build

import "testing"

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
	if _, err := Compare(g.Rule("a"), g.Rule("e")); err == nil {
		t.Error("a rule without a table is compared")
	}
}
