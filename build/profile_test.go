package build

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

const profiled = "\na = *\"x\" \"y\"\nb = *( \"x\" / \"z\" ) [ \"y\" ]\nc = 1*3( \"x\" / \"y\" )\nd = %xE9 / \"y\"\n"

// A wish is a profile as a tree: a rule of the document profiled, or two wishes joined by an
// operator.
type wish struct {
	op   string // "" for a rule
	rule string
	a, b *wish
}

func randomWish(r *rand.Rand, depth int) *wish {
	if depth == 0 || r.IntN(4) == 0 {
		return &wish{rule: string("abcd"[r.IntN(4)])}
	}
	return &wish{[]string{"and", "or", "and not"}[r.IntN(3)], "", randomWish(r, depth-1), randomWish(r, depth-1)}
}

// text writes the wish with the fewest parentheses.
func (w *wish) text(r *rand.Rand, tight bool) string {
	if w.op == "" {
		return w.rule
	}
	s := w.a.text(r, w.op != "or") + " " + w.op + " " + w.b.text(r, true)
	if tight && (w.op == "or" || r.IntN(2) == 0) || tight && strings.Contains(s, " ") {
		s = "(" + s + ")"
	}
	return s
}

func (w *wish) has(g *Grammar, s string) bool {
	switch w.op {
	case "or":
		return w.a.has(g, s) || w.b.has(g, s)
	case "and":
		return w.a.has(g, s) && w.b.has(g, s)
	case "and not":
		return w.a.has(g, s) && !w.b.has(g, s)
	}
	return g.Rule(w.rule).Table.Valid(s)
}

// A profile matches the strings that set algebra on its rules yields, and its table is minimal.
func TestProfilesAreSetAlgebra(t *testing.T) {
	all := testkit.Texts([]string{"x", "y", "z", "é"}, 5)
	random := rand.New(rand.NewPCG(3, 14))
	for range 60 {
		w := randomWish(random, 3)
		text := w.text(random, false)
		g, list := compileABNF("; @profile p: " + text + profiled + "q = \"[\" p \"]\"\n")
		if err := list.Err(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		p, q := g.Rule("p").Table, g.Rule("q").Table
		if err := machine.Verify(p); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		for _, s := range all {
			if want := w.has(g, s); p.Valid(s) != want || q.Valid("["+s+"]") != want {
				t.Fatalf("%s: %q is %v, as a part of a rule %v; want %v", text, s, p.Valid(s), q.Valid("["+s+"]"), want)
			}
		}
	}
}

func TestProfileBinding(t *testing.T) {
	for text, want := range map[string]string{
		"a or b and not c":        "y xy xxxxy z",
		"(a or b) and not c":      "xxxxy z",
		"a and b and c":           "y xy",
		"a and not (b and c)":     "xxxxy",
		"a and not b or c":        "y xy yy",
		"A AND b":                 "",
		"d and not rfc3986#pchar": "é",
	} {
		g, _ := compileABNF("; @profile p: " + text + profiled)
		var found []string
		for _, s := range strings.Fields("y xy yy xxxxy z é") {
			if r := g.Rule("p"); r.Table != "" && r.Table.Valid(s) {
				found = append(found, s)
			}
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Each error is reported at its position.
func TestProfileErrors(t *testing.T) {
	deep := strings.Repeat("(", 51)
	many := "a" + strings.Repeat(" or a", 100)
	for _, tt := range []struct{ name, text, want string }{
		{"fine", "; @profile p: b and not a", ""},
		{"a colon apart, blanks", ";@profile  p :a   and(b)", ""},
		{"nothing", "; @profile", `1:10 bad-directive: @profile: expected "NAME: RULE and not RULE"`},
		{"no colon", "; @profile p a", `1:12 bad-directive: @profile: expected "NAME: RULE and not RULE"`},
		{"no name", "; @profile : a", `1:12 bad-directive: @profile: expected "NAME: RULE and not RULE"`},
		{"an operator for a name", "; @profile and: a", `1:12 bad-directive: @profile: expected "NAME: RULE and not RULE"`},
		{"a name that is none", "; @profile 1: a", `1:12 bad-directive: @profile: expected "NAME: RULE and not RULE"`},
		{"the name of a rule", "; @profile A: b",
			`1:12 bad-directive: @profile: the rule a already exists; choose another name`},
		{"the name of a profile", "; @profile p: a\n; @profile P: b",
			`2:12 bad-directive: @profile: the rule p already exists; choose another name`},
		{"no rule", "; @profile p:", `1:13 bad-directive: @profile: expected a rule name at the end`},
		{"no second rule", "; @profile p: a and not",
			`1:23 bad-directive: @profile: expected a rule name at the end`},
		{"not alone", "; @profile p: not a",
			`1:15 bad-directive: @profile: "not" is allowed only after "and": "RULE and not RULE"`},
		{"or not", "; @profile p: a or not b",
			`1:20 bad-directive: @profile: "not" is allowed only after "and": "RULE and not RULE"`},
		{"not twice", "; @profile p: a and not not b",
			`1:25 bad-directive: @profile: "not" is allowed only after "and": "RULE and not RULE"`},
		{"two operators", "; @profile p: a and or b",
			`1:21 bad-directive: @profile: expected a rule name, found "or"`},
		{"no operator", "; @profile p: a b", `1:17 bad-directive: @profile: expected "and" or "or", found "b"`},
		{"no end", "; @profile p: a and (b", `1:22 bad-directive: @profile: ")" is missing`},
		{"no beginning", "; @profile p: a)", `1:16 bad-directive: @profile: expected "and" or "or", found ")"`},
		{"too deep", "; @profile p: " + deep + "a",
			`1:65 bad-directive: @profile: parentheses are nested deeper than the limit of 50`},
		{"too many", "; @profile p: " + many,
			`1:515 bad-directive: @profile: the profile exceeds the limit of 100 rules`},
		{"no such rule", "; @profile p: a and not x", `1:25 undefined-rule: x is not defined`},
		{"no such rule of a grammar", "; @profile p: a and rfc3986#x",
			`1:21 undefined-rule: rfc3986#x is not defined; no import or bundled grammar rfc3986 defines a rule x`},
		{"no such grammar", "; @profile p: a and rfc1#x",
			`1:21 undefined-rule: rfc1#x is not defined; no import or bundled grammar rfc1 defines a rule x`},
		{"nothing is left", "; @profile p: a and not a",
			`1:12 empty-language: the rule p matches no string: the exception removes every string`},
		{"a rule that is recursive", "; @profile p: r and a", ""},
		{"itself", "; @profile p: p and a", ""},
		{"each other", "; @profile p: q and a\n; @profile q: a and p", ""},
	} {
		g, list := compileABNF(tt.text + profiled + "r = \"(\" r \")\" / \"\"\n")
		found := ""
		for _, d := range list.Items {
			if at := g.Source.Position(d.Pos); d.Severity != syntax.Note && d.Code != "duplicate-alternative" {
				found += fmt.Sprintf("%d:%d %s: %s", at.Line, at.Column, d.Code, d.Message)
			}
		}
		if found != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, found, tt.want)
		}
		for _, name := range []string{"a", "b", "c"} {
			if g.Rule(name).Table == "" {
				t.Errorf("%s: %s is not compiled", tt.name, name)
			}
		}
	}
	g, _ := compileABNF("; @profile p: p and a" + profiled)
	if kind := g.Rule("p").Kind; kind != SelfEmbedding {
		t.Errorf("a profile of itself is %s", kind)
	}
}

// A profile uses the automata of rules in other grammars, and their words in errors.
func TestProfileOfImports(t *testing.T) {
	ctx := context.Background()
	own := Import{
		Source:  syntax.NewSource("own.abnf", "; @profile short: word and not long\nword = *ALPHA\nlong = 4*ALPHA\n"),
		Options: Options{Name: "own"},
	}
	g, err := Compile(ctx,
		syntax.NewSource("t.abnf", "; @profile p: own#short and ab\n; @profile q: short and not ab\nab = *\"a\" *\"b\"\n"),
		Options{Name: "t", Imports: []Import{own}})
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]string{"": "p", "ab": "p", "ba": "q", "aabb": "", "xyz": "q", "1": ""} {
		found := ""
		for _, name := range []string{"p", "q"} {
			if g.Rule(name).Table.Valid(s) {
				found += name
			}
		}
		if found != want {
			t.Errorf("%q is in %q, want %q", s, found, want)
		}
	}
	g, err = Compile(ctx, syntax.NewSource("t.abnf", "; @profile p: rfc3987#IRI and not x\nx = \"x:\" *%x0-10FFFF\n"),
		Options{Name: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if got := withWords(g.Rule("p").Table.Check("a:/<")); !strings.Contains(got, "sub-delims") ||
		strings.Contains(got, "U+") {
		t.Error(got)
	}
}

// TestProfileComponents checks that a profile that begins with a single rule has the components of
// that rule, or none, with a warning, if its states do not determine them.
func TestProfileComponents(t *testing.T) {
	const iri = "x = \"http:\" *any / *any \"#\"\nany = %x0-10FFFF\n"
	for text, want := range map[string]string{
		"rfc3987#IRI and x": "scheme(0,1)=http: authority(2,0)=//h path(0,0)=/p " +
			"query(1,0)=?q fragment(1,0)=#f",
		"(rfc3987#IRI and x) and rfc3987#IRI": "scheme(0,1)=http: authority(2,0)=//h path(0,0)=/p " +
			"query(1,0)=?q fragment(1,0)=#f",
		"rfc3987#IRI-reference and not rfc3987#irelative-ref": "scheme(0,1)=http: authority(2,0)=//h path(0,0)=/p " +
			"query(1,0)=?q fragment(1,0)=#f",
		"x and rfc3987#IRI": "none",
		"rfc3987#IRI or x":  "none",
	} {
		g, list := compileABNF("; @profile p: " + text + "\n" + iri)
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		table, s := g.Rule("p").Table, "http://h/p?q#f"
		parts := table.Components()
		found := []string{}
		if ends, ok := table.Split(s); ok && len(parts) > 0 {
			for i, c := range parts {
				found = append(found, fmt.Sprintf("%s(%d,%d)=%s", c.Name, c.Prefix, c.Suffix, s[:ends[i]]))
				s = s[ends[i]:]
			}
		}
		if len(found) == 0 {
			found = []string{"none"}
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	g, list := compileABNF(
		"; @profile p: r and s\n; @components r: u v\nr = u v\nu = \"a\" / \"b\"\nv = *\"c\" \"c\"\ns = \"ac\" / \"acc\"\n")
	if got := g.Rule("p").Table.Components(); list.Err() != nil || len(got) != 2 {
		t.Errorf("%v: %v", got, list.Err())
	}
	// In ASCII, u and v continue alike after a "?", so one state of p belongs to both.
	g, _ = compileABNF("; @profile p: r and s\n; @components r: u v\nr = u [ \"?\" v ]\n" +
		"u = *\"a\"\nv = *( \"a\" / \"?\" / %xE0 )\ns = *%x00-7F\n")
	if got := g.Rule("p").Table.Components(); len(got) > 0 || len(g.Rule("r").Table.Components()) != 2 ||
		!strings.Contains(fmt.Sprint(g.Diagnostics.Items), "its states do not determine the components of r") {
		t.Errorf("%v: %v", got, g.Diagnostics.Items)
	}
}

// A rule whose table is a superset cannot be excluded.
func TestProfileExactness(t *testing.T) {
	const rules = "grammar g\n rule a ( 'x' / 'xy' ) 'z' end\n rule b 'z' end\nend\n"
	for text, want := range map[string]string{"a and b": "superset", "b and not a": "", "b or a": "superset",
		"b and not (b and not b)": "exact",
		"b and not (b and not a)": "superset"} {
		g, _ := compileDialect(t, syntax.Treetop, "# @profile p: "+text+"\n"+rules)
		got := ""
		if table := g.Rule("p").Table; table != "" {
			e, _ := table.Exactness()
			got = e.String()
		} else if why := g.Rule("p").Reason(); !strings.Contains(why, `"not" cannot exclude it`) {
			t.Errorf("%s: %s", text, why)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	if tables.Exact.String() != "exact" {
		t.Error("another word for exact")
	}
}

// For a profile named in Options, its own errors and those of its rules are reported, but no
// others.
func TestMistakesOfProfilesThatAreAskedFor(t *testing.T) {
	const text = "; @profile p: a and x\n; @profile q: a and and b\n; @profile r: a and b\n" + "a = \"a\"\nb = y\n"
	for rule, want := range map[string]string{
		"p": "1:21 undefined-rule", "q": "2:21 bad-directive", "r": "5:5 undefined-rule", "a": "",
	} {
		g, err := Compile(context.Background(), syntax.NewSource("t", text), Options{Name: "t", Rules: []string{rule}})
		found := ""
		for _, d := range g.Diagnostics.Items {
			if at := g.Source.Position(d.Pos); d.Severity == syntax.Error {
				found += fmt.Sprintf("%d:%d %s", at.Line, at.Column, d.Code)
			}
		}
		if found != want || (err != nil) != (want != "") {
			t.Errorf("%s: %q, want %q; %v", rule, found, want, err)
		}
	}
	if name, rules := Profile(syntax.Directive{Name: "profile", Text: "p: a and not (b or c#d)"}); name != "p" ||
		fmt.Sprint(rules) != "[a b c#d]" {
		t.Errorf("%s is made of %q", name, rules)
	}
}

// A profile beyond the limit on directives is not a rule.
func TestProfilesOverTheLimit(t *testing.T) {
	var text strings.Builder
	for i := range names.MaxDirectives + 1 {
		fmt.Fprintf(&text, "; @profile p%d: a and a\n", i)
	}
	g, list := compileABNF(text.String() + "a = \"a\"\n")
	last, over := fmt.Sprintf("p%d", names.MaxDirectives-1), fmt.Sprintf("p%d", names.MaxDirectives)
	if g.Rule(last) == nil || g.Rule(over) != nil || list.Err() == nil {
		t.Errorf("%d rules, %v", len(g.Rules), list.Err())
	}
}
