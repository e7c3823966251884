package build

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
)

// A list consists of its elements separated by commas, with optional white space around the commas.
// A slow version splits strings at the commas.
func TestListForm(t *testing.T) {
	texts := testkit.Texts([]string{"a", "b", ",", " ", "\t"}, 6)
	elements := func(s string) int { // -1 for other strings
		if s == "" {
			return 0
		}
		parts := strings.Split(s, ",")
		for i, part := range parts {
			if i > 0 {
				part = strings.TrimLeft(part, " \t")
			}
			if i < len(parts)-1 {
				part = strings.TrimRight(part, " \t")
			}
			if part != "a" && part != "b" {
				return -1
			}
		}
		return len(parts)
	}
	for _, c := range []struct {
		repeat      string
		least, most int
	}{
		{"#", 0, 99}, {"0#", 0, 99}, {"1#", 1, 99}, {"2#", 2, 99}, {"#1", 0, 1}, {"#2", 0, 2},
		{"1#1", 1, 1}, {"1#2", 1, 2}, {"2#3", 2, 3}, {"0#0", 0, 0}, {"3#3", 3, 3},
	} {
		text := fmt.Sprintf("list = %s( \"a\" / \"b\" )\nOWS = *( SP / HTAB )\n", c.repeat)
		g, err := Compile(context.Background(), syntax.NewSource("test.abnf", text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		table := g.Rule("list").Table
		for _, s := range texts {
			n := elements(s)
			if want := n >= c.least && n <= c.most; table.Valid(s) != want {
				t.Fatalf("%s: %q is %v", c.repeat, s, !want)
			}
		}
	}
}

// A list is the same language as its expansion printed in the RFCs, nested or not.
func TestListFormIsTheLongForm(t *testing.T) {
	const text = `
a1 = "x" [ 1*SP ( "y" / #b ) ]
a2 = "x" [ 1*SP ( "y" / [ b *( OWS "," OWS b ) ] ) ]
c1 = 1#( "x" / 2#2b )
c2 = ( "x" / b OWS "," OWS b ) *( OWS "," OWS ( "x" / b OWS "," OWS b ) )
d1 = *1#b
b = "z" / %x80-FF
OWS = *( SP / HTAB )
`
	g, _ := Compile(context.Background(), syntax.NewSource("test.abnf", text), Options{})
	for _, pair := range [][2]string{{"a1", "a2"}, {"c1", "c2"}} {
		one, other := g.Rule(pair[0]), g.Rule(pair[1])
		if one.Table == "" || one.Table.Hash() != other.Table.Hash() {
			t.Errorf("%s and %s differ", pair[0], pair[1])
		}
	}
	if g.Rule("d1").Table != "" {
		t.Error("*1#b has a table, as if it were one repeat")
	}
}

// Nested lists multiply the work only up to a limit. A rule that exceeds it gets no table.
func TestListFormInItself(t *testing.T) {
	text := "a = " + strings.Repeat("9999#9999(", 4) + `"x"` + strings.Repeat(")", 4) + "\nb = \"y\"\nOWS = *SP\n"
	g, err := Compile(context.Background(), syntax.NewSource("test.abnf", text), Options{})
	var limit *automaton.LimitError
	if r := g.Rule("a"); r.Table != "" || !errors.As(r.Err, &limit) || err != nil ||
		limit.Limit != "copies of a repeated element" {
		t.Errorf("a: %v", err)
	}
	if g.Rule("b").Table == "" {
		t.Error("b has no table")
	}
}

// An error in the element of a list is reported once, although the element occurs twice in the
// tree.
func TestListFormDiagnostics(t *testing.T) {
	const text = "a = 1#b 1#( %xD800 / <c> / d )\r\nb = \"x\"\r\ne = 2#5e\r\nz = #y\r\n"
	g, _ := Compile(context.Background(), syntax.NewSource("test.abnf", text), Options{})
	seen := map[syntax.Diagnostic]bool{}
	for _, d := range g.Diagnostics.Items {
		if seen[d] {
			t.Errorf("twice: %s", g.Diagnostics.Format(d))
		}
		if seen[d] = true; d.Code == "undefined-rule" && strings.HasPrefix(d.Message, "d ") &&
			strings.Contains(d.Message, "places") {
			t.Errorf("places counted twice: %s", d.Message)
		}
	}
	if r := g.Rule("OWS"); r == nil || r.From != "rfc9110#OWS" || g.Rule("z").Table != "" &&
		!g.Rule("z").Table.Valid("y\t,\ty") {
		t.Errorf("OWS is %v", r)
	}
}
