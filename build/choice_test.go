package build

import (
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// A rule has a choice if its definition is a choice, even inside a group.
func TestHasChoice(t *testing.T) {
	g, list := notation.Read(
		syntax.NewSource("t", "a = \"x\" / \"y\"\nb = ( \"x\" / \"y\" )\nc = \"x\"\nd = \"x\" \"y\"\n"), syntax.ABNF)
	if list.Errors() > 0 {
		t.Fatal(list)
	}
	for i, want := range []bool{true, true, false, false} {
		if got := HasChoice(g.Rules[i].Expr); got != want {
			t.Errorf("%s: %v", g.Rules[i].Name, got)
		}
	}
}
