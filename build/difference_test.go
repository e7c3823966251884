package build

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// A difference cannot exclude a rule whose table is a subset: too many strings would remain, but a
// subset may contain only members.
func TestSubsetsAreNotExcluded(t *testing.T) {
	const text = "a ::= [()x]*\nb ::= \"(\" b \")\" | \"x\"\nd ::= a - b\ne ::= a - (a - b)\n"
	for _, how := range []Recursion{{Exactness: tables.Subset, Depth: 1}, {}, {Exactness: tables.Superset}} {
		g, _ := compileSource(context.Background(), syntax.NewSource("t", text),
			Options{Name: "t", Dialect: syntax.W3C, Recursion: how})
		for _, name := range []string{"d", "e"} {
			r := g.Rule(name)
			if how.Exactness != tables.Superset {
				if r.Table != "" || !strings.Contains(r.Reason(), "inside a difference") {
					t.Errorf("%s, %s: a table of %d bytes, %q", how, name, len(r.Table), r.Reason())
				}
			} else if e, _ := r.Table.Exactness(); e != tables.Superset || !r.Table.Valid("x") || !r.Table.Valid("((") {
				t.Errorf("%s, %s is %s, or has too few strings", how, name, e)
			}
		}
	}
}

// A rule that refers to itself next to a difference that matches only the empty string gets either
// no table or the correct one. A difference without members blocks every path through it.
func TestEmptyDifferenceInRecursion(t *testing.T) {
	for text, want := range map[string]string{
		"r ::= s 'z'\ns ::= 'x' | ('' - '') r 'q'":         "xz",
		"r ::= s 'z'\ns ::= 'x' | ('' - 'a') r 'q'":        "",
		"r ::= 'z' s\ns ::= 'x' | 'q' r ('' - ''?)":        "zx",
		"r ::= s 'z'\ns ::= 'x' | ('a' - 'a') s":           "xz",
		"r ::= s 'z'\ns ::= 'x' | n r 'q'\nn ::= '' - ''":  "xz",
		"r ::= s 'z'\ns ::= 'x' | n r 'q'\nn ::= '' - 'a'": "",
		"r ::= 'z' s\ns ::= 'x' | 'q' r n\nn ::= '' - ''":  "zx",
	} {
		g, _ := compileDialect(t, syntax.W3C, text)
		r := g.Rule("r")
		if (r.Table == "") != (want == "") {
			t.Errorf("%s: a table of %d bytes; %s", text, len(r.Table), r.Reason())
		}
		for _, s := range []string{"xz", "xzqz", "xzqzqz", "zx", "zqzx", "zqzqzx"} {
			if member := slices.Contains(strings.Fields(want), s); r.Table != "" && r.Table.Valid(s) != member {
				t.Errorf("%s: that %s is a member is %t", text, s, !member)
			}
		}
	}
}

// A profile with a superset inside two right-hand sides, like a in b - (c - a), accepts exactly the
// strings that set algebra yields. So do its alternatives.
func TestSupersetsBelowDifferences(t *testing.T) {
	const rules = "grammar g\n rule a ( 'x' / 'xy' / 'z' ) 'z' end\n rule b b1 / b2 end\n" +
		" rule b1 'xz' / 'yz' end\n rule b2 'xx' / 'zz' end\n rule c . 'z' end\nend\n"
	for text, has := range map[string]func(a, b, c bool) bool{
		"b and a":                         func(a, b, c bool) bool { return b && a },
		"b and (c and a)":                 func(a, b, c bool) bool { return b && c && a },
		"b and not (c and not a)":         func(a, b, c bool) bool { return b && (!c || a) },
		"b and not (c and not (b and a))": func(a, b, c bool) bool { return b && (!c || a) },
	} {
		g, _ := compileDialect(t, syntax.Treetop, "# @profile p: "+text+"\n# @alternatives p: b1 b2\n"+rules)
		p := rule(t, g, "p")
		set, err := g.Alternatives("p")
		if err != nil {
			t.Fatal(err)
		}
		valid := func(rule, s string) bool { return g.Rule(rule).Table.Valid(s) }
		left := 0
		for _, s := range testkit.Texts([]string{"x", "y", "z"}, 3) {
			want := has(valid("a", s), valid("b", s), valid("c", s))
			first := -1
			if want {
				first = map[bool]int{true: 0, false: 1}[valid("b1", s)]
				left++
			}
			if got := p.Table.Valid(s); got != want || set.First(s) != first {
				t.Errorf("%s: %q is a member: %t, want %t, of alternative %d, want %d", text, s, got, want,
					set.First(s), first)
			}
		}
		if e, _ := p.Table.Exactness(); e != tables.Superset || left < 2 {
			t.Errorf("%s is %s, with %d strings", text, e, left)
		}
	}
}
