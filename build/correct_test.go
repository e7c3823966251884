package build

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// Excerpts of RFC 9557 (4.1), RFC 6570 (2) and RFC 6265 (4.1.1).
const correctable = `suffix = *("[" ["!"] key "=" value *("-" value) "]")
key = (lower / "_") *(lower / "_" / DIGIT / "-")
value = 1*(ALPHA / DIGIT)
lower = %x61-7A
template = *(%x61-7A / "{" [%s"+" / %s"#"] variables "}")
variables = name ["*"] *("," name ["*"])
name = varchar *(["."] varchar)
varchar = ALPHA / DIGIT / "_"
cookie = 1*ALPHA "=" *octet *("; " ("Secure" / "Path=" *path))
octet = %x21 / %x23-2B / %x2D-3A / %x3C-5B / %x5D-7E
path = %x20-3A / %x3C-7E
nothing = %d97-98 nothing
`

func TestCorrect(t *testing.T) {
	g, err := Compile(context.Background(), syntax.NewSource("g.abnf", correctable), Options{Name: "g"})
	if g.Rule("suffix") == nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule, s, want string
		edits         int
	}{
		{"suffix", "[U-CA=hebrew]", "[u-ca=hebrew]", 3},
		{"suffix", "[u-ca=hebrew", "[u-ca=hebrew]", 1},
		{"template", "{+path,x-y*}", "{+path,x_y*}", 1},
		{"template", "{+path,x_y*}", "{+path,x_y*}", 0},
		{"cookie", "SID=31d4;Path=/; Secure", "SID=31d4; Path=/; Secure", 1},
	} {
		r, err := g.Find(c.rule)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Correct(context.Background(), r, c.s)
		if err != nil || got.Member != c.want || len(got.Edits) != c.edits {
			t.Errorf("%s: %q is corrected as %+v, %v; want %q", c.rule, c.s, got, err, c.want)
		}
	}
	if _, err := g.Correct(context.Background(), g.Rule("nothing"), "a"); err == nil {
		t.Error("a rule without members has a member")
	}
	var limit *automaton.LimitError
	_, err = g.Correct(context.Background(), g.Rule("template"), strings.Repeat("{x-y}{", 5000))
	if !errors.As(err, &limit) {
		t.Errorf("no limit: %v", err)
	}
}
