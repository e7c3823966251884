package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/tables/machine"
)

// extents compiles text and splits s according to its first rule.
func extents(t *testing.T, text, s string) string {
	t.Helper()
	g, list := compileABNF(text)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	x, ok := g.Rules[0].Table.Split(s)
	if !ok {
		return "none"
	}
	parts := g.Rules[0].Table.Components()
	var all []string
	for i, p := range parts {
		all = append(all, fmt.Sprintf("%s(%d,%d)=%s", p.Name, p.Prefix, p.Suffix, s[:x[i]]))
		s = s[x[i]:]
	}
	return strings.Join(all, " ")
}

func TestComponents(t *testing.T) {
	const (
		line  = "l = k [ \":\" v ]\nk = 1*\"a\"\nv = *( \"b\" / \":\" )\n"
		begin = "; @components l: "
	)
	for _, tt := range []struct{ name, text, s, want string }{
		{"of the name", begin + "k v\n" + line, "aa:bb", "k(0,0)=aa v(1,0)=:bb"},
		{"absent", begin + "k v\n" + line, "aa", "k(0,0)=aa v(1,0)="},
		{"empty, not absent", begin + "k v\n" + line, "a:", "k(0,0)=a v(1,0)=:"},
		{"renamed, in any spelling", begin + "key=K value=V\n" + line, "a:b", "key(0,0)=a value(1,0)=:b"},
		{"of several rules", begin + "x=p,q y\nl = (p / q) y\np = \"p\"\nq = \"q\"\ny = \"y\"", "qy", "x(0,0)=q y(0,0)=y"},
		{"not a member", begin + "k v\n" + line, "b", "none"},
		{"below another rule", begin + "k v\nl = m\n" + strings.Replace(line, "l =", "m =", 1), "a:b", "k(0,0)=a v(1,0)=:b"},
		{"only the first below another rule", begin + "k v\nl = m [ \":\" v ]\nm = k\nk = 1*\"a\"\nv = *\"b\"", "aa:b",
			"k(0,0)=aa v(1,0)=:b"},
		{"a delimiter is of one component", begin + "k v w\nl = k \":\" x\nx = v / w\nk = 1*\"a\"\nv = 1*\"b\"\nw = 1*\"c\"",
			"a:b", "k(0,1)=a: v(0,0)=b w(0,0)="},
		{"and of one alternative", begin + "k v\nl = \":\" k / v\nk = 1*\"a\"\nv = 1*\"b\"", "b", "k(1,0)= v(0,0)=b"},
		{"suffix", begin + "u h\nl = [ u \"@\" ] h\nu = *\"a\"\nh = [ \"+\" ] *\"b\"", "a@b", "u(0,1)=a@ h(0,0)=b"},
		{"long delimiter", begin + "u h\nl = u \"--\" h\nu = *\"a\"\nh = *\"b\"", "a--b", "u(0,0)=a h(2,0)=--b"},
		{"settled by what comes later", begin + "u h\nl = [ u \"@\" ] h\nu = *\"a\"\nh = [ \"+\" ] *\"a\"", "aa@a",
			"u(0,1)=aa@ h(0,0)=a"},
		{"settled by what does not come", begin + "u h\nl = [ u \"@\" ] h\nu = *\"a\"\nh = [ \"+\" ] *\"a\"", "aa",
			"u(0,1)= h(0,0)=aa"},
	} {
		if got := extents(t, tt.text, tt.s); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestComponentErrors(t *testing.T) {
	const rules = "l = k [ \":\" v ] [ \"#\" v ]\nk = 1*\"a\"\nv = *\"b\"\nn = \"(\" n \")\" / \"\""
	for _, tt := range []struct{ name, text, want string }{
		{"no colon", "; @components l k\n" + rules,
			`1:3 error bad-directive: @components: expected "RULE …: COMPONENT[=RULE,…] …"`},
		{"nothing", "; @components\n" + rules, `1:3 error bad-directive: @components: expected "RULE …`},
		{"no rule", "; @components : k\n" + rules, `1:3 error bad-directive: @components: expected "RULE …`},
		{"no component", "; @components l:\n" + rules, `1:3 error bad-directive: @components: expected "RULE …`},
		{"unknown rule", "; @components m: k\n" + rules, `there is no rule "m"`},
		{"unknown component", "; @components l: k m\n" + rules, `there is no rule "m"`},
		{"empty rule name", "; @components l: k=k,\n" + rules, `there is no rule ""`},
		{"empty name", "; @components l: =k\n" + rules, `a component name must be 1 to 255 bytes long, not 0`},
		{"long name", "; @components l: " + strings.Repeat("k", 256) + "=k\n" + rules,
			`a component name must be 1 to 255 bytes long, not 256`},
		{"a rule twice", "; @components l: a=k b=k\n" + rules, `k belongs to two components`},
		{"two directives for a rule", "; @components l: k v\n; @components L: k\n" + rules,
			`2:3 error bad-directive: @components: L already has components`},
		{"another directive", "; @component l: k\n" + rules,
			`1:3 note unknown-directive: @component is not a directive; the directives are @components, @alternatives, @set, ` +
				`@profile, @words, @octets and @code-points`},

		// Errors that only the automaton reveals are warnings at the rule.
		{"delimiters of different lengths",
			"; @components l: a b\nl = a (\"-\" / \"x\") b\nl =/ \"--\" b\na = \"a\"\nb = \"b\"",
			"l is compiled without its components"},
		{"lengths", "; @components l: b\nl = \":\" b / \"::\" b\nb = \"b\"",
			"2:1 warning components: l is compiled without its components: the component b has delimiters of different lengths"},
		{"long delimiter", "; @components l: b\nl = \"" + strings.Repeat("-", 256) + "\" b\nb = \"b\"",
			"a delimiter of the component b is longer than 255 bytes"},
		{"bytes of no component", "; @components l: k\n" + rules,
			"2:1 warning components: l is compiled without its components: some of its bytes do not belong to any component\n"},
		{"bytes beside a component", "; @components l: k\nl = k [ \"x\" ]\nk = 1*\"a\"",
			"2:1 warning components: l is compiled without its components: some of its bytes do not belong to any component\n"},
		{"wrong order", "; @components l: v k\nl = k \":\" v\nk = 1*\"a\"\nv = *\"b\"",
			"2:1 warning components: l is compiled without its components: the v can follow the k\n"},
		{"not told",
			"; @components l: p q\nl = p \"?\" q\np = *( \"a\" / \"/\" )\nq = *( \"a\" / \"?\" / \"/\" )\nl =/ p", ""},
		{"never told", "; @components l: p q\nl = p q\np = *\"a\"\nq = *\"a\"",
			"2:1 warning components: l is compiled without its components: " +
				"a byte of the p cannot be distinguished from a byte of the q\n"},
		{"three at once", "; @components l: p q r\nl = p \"x\" / q \"y\" / r \"z\"\np = \"a\"\nq = \"a\"\nr = \"a\"",
			"a byte may belong to more than two components, including the p and the q\n"},
		{"more combinations than slots", directed(machine.MaxComponents), "component combinations exceed the limit of"},
	} {
		g, list := compileABNF(tt.text)
		if all := diagnostics(list); !strings.Contains(all, tt.want) {
			t.Errorf("%s: no %q in\n%s", tt.name, tt.want, all)
		}
		l := g.Rule("l")
		if l.Table == "" {
			t.Errorf("%s: not compiled: %v", tt.name, l.Err)
			continue
		}
		if n := len(l.Table.Components()); tt.want != "" && !strings.Contains(tt.name, "two directives") && n != 0 {
			t.Errorf("%s: %d components", tt.name, n)
		}
		if err := machine.Verify(l.Table); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	g, list := compileABNF(directed(machine.MaxComponents + 1))
	if !strings.Contains(diagnostics(list), "9 components exceed the limit of 8") ||
		len(g.Rule("l").Table.Components()) != 0 {
		t.Error(diagnostics(list))
	}
}

// directed returns a rule with n components of one letter each.
func directed(n int) string {
	directive, rule, parts := "; @components l:", "l =", ""
	for i := range n {
		directive += fmt.Sprintf(" c%d", i)
		rule += fmt.Sprintf(" c%d", i)
		parts += fmt.Sprintf("c%d = \"%c\"\n", i, 'a'+i)
	}
	return directive + "\n" + rule + "\n" + parts
}

// In a minimal automaton, a byte after the "?" of a URI may belong both to the path's rules and to
// the query's: pchar and "/" continue in the query just as in the path before it.
func TestComponentsNotTold(t *testing.T) {
	text := strings.Replace(string(mustSource(t, "rfc3986")), "; @components authority",
		"; @components URI: scheme authority path=path-abempty,path-absolute,path-rootless,path-empty query fragment\n"+
			"; @components authority", 1)
	g, list := compileABNF(text)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(diagnostics(list),
		"warning components: URI is compiled without its components: a byte of the path cannot be distinguished from "+
			"a byte of the query\n") {
		t.Error(diagnostics(list))
	}
	uri := rule(t, g, "URI").Table
	if len(uri.Components()) != 0 || !uri.Valid("http://a/b?c#d") {
		t.Error("URI has components, or is wrong")
	}
	if uri.Hash() != rule(t, bundled(t, "rfc3986"), "URI").Table.Hash() {
		t.Error("components change the language")
	}
	if n := len(rule(t, g, "authority").Table.Components()); n != 3 {
		t.Errorf("authority has %d components", n)
	}
}

// A rule that is recursive at one end keeps its table but gets no components if they are inside its
// own copies. Its cycle is not yet complete when the rule is labeled.
func TestComponentsOfLinearRules(t *testing.T) {
	const unassigned = "some of its bytes do not belong to any component"
	for text, want := range map[string]string{
		"; @components a: k=b\na = b / \"x\" a\nb = \"y\"\n":                  unassigned,
		"; @components a: k=c\na = c / \"x\" b\nb = \"y\" a\nc = \"z\"\n":     "it refers to itself through b",
		"; @components b: k=c\na = c / \"x\" b\nb = \"y\" a\nc = \"z\"\n":     unassigned,
		"; @components a: k=b\n; @profile p: a\na = b / \"x\" a\nb = \"y\"\n": unassigned,
	} {
		g, list := compileABNF(text)
		if err := list.Err(); err != nil || !strings.Contains(diagnostics(list), want) {
			t.Errorf("%q: %s", text, diagnostics(list))
		}
		for _, r := range g.Rules {
			if r.Table == "" {
				t.Errorf("%q: %s has no table: %s", text, r.Name, r.Reason())
			}
		}
	}
}

func mustSource(t *testing.T, name string) string {
	b, ok := FindBundled(name)
	if !ok {
		t.Fatal(name)
	}
	return b.Source().Text
}
