package build

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestResolve(t *testing.T) {
	const unused = " unused-rule note"
	for _, tt := range []struct {
		name, text string
		codes      string
		compiled   string // rules with a table
	}{
		{"names fold", "a = B-c b-C\nb-C = \"x\"", "1:1" + unused, "a b-C"},
		{"names with a low line", "a = b_C\nb-C = \"x\"",
			"1:5 name-underscore warning, 1:5 undefined-rule error, 1:1" + unused, "b-C"},
		{"prose that names a rule", "a = <B>\nb = \"x\"", "1:5 bracketed-reference warning, 1:1" + unused, "a b"},
		{"prose that names no rule", "a = <B c>\nb = \"x\"", "1:5 prose error, 1:1" + unused, "b"},
		{"core rule", "a = alpha Wsp", "1:1" + unused, "a"},
		{"core rule that is defined", "a = DIGIT\ndigit = \"x\"", "1:1" + unused + ", 2:1 core-differs warning", "a digit"},
		{"undefined, once", "a = b / c\nc = B \"-\" b", "1:5 undefined-rule error, 1:1" + unused, ""},
		{"unused", "a = \"x\"\nb = a\nc = c \"x\" / \"\"", "2:1" + unused, "a b c"},
		{"duplicate, different", "a = \"x\"\na = \"y\"", "1:1" + unused + ", 2:1 duplicate-rule error", "a"},
		{"duplicate, alike", "a = \"x\" / %x41\nA =  \"x\" ; see above\n / %x41", "1:1" + unused +
			", 2:1 repeated-rule warning", "a"},
		{"duplicate, equal but not alike", "a = %x41\na = %d65-65", "1:1" + unused + ", 2:1 duplicate-rule error", "a"},
		{"increment", "a = \"x\"\na =/ \"y\" / \"z\"\nA =/ \"w\"", "1:1" + unused, "a"},
		{"increment first", "a =/ \"y\"\na =/ \"z\"", "1:1 increment-first error, 1:1" + unused, "a"},
		{"increment of a core rule", "a = BIT\nbit =/ \"2\"", "1:1" + unused +
			", 2:1 core-differs warning, 2:1 increment-first error", "a bit"},
		{"prose", "a = <words> / \"x\"\nb = a", "1:5 prose error, 2:1" + unused, ""},
		{"prose zero times", "a = 0<words> \"x\"", "1:1" + unused, "a"},
		{"undefined zero times", "a = *0nobody 0*0(\"x\" / nobody) \"x\"", "", "a"},
		{"unread", "a = b\nb = (\"x\"\nc = \"x\"", "1:1" + unused + ", 2:5 unterminated-group error", "c"},
		{"unread name", "a = \"x\"\n\u00FCn\u00EF = \"y\"\nb = a", "2:1 bad-character error, 3:1" + unused, "a b"},
		{"unread increment", "a = \"x\"\na =/ \"y\nb = a", "2:6 unterminated-string error, 3:1" + unused, ""},
		{"nothing", "", "1:1 no-rules error", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, list := compileABNF(tt.text)
			if tt.name == "undefined zero times" { // "*0" is a repeat: its codes do not depend on the rest
				tt.codes = "1:1" + unused
			}
			if got := codesSorted(codes(list)); got != codesSorted(tt.codes) {
				t.Errorf("got  %s\nwant %s\n%s", got, codesSorted(tt.codes), diagnostics(list))
			}
			if got := strings.ReplaceAll(ruleNames(compiled(g)), ",", ""); got != tt.compiled {
				t.Errorf("compiled %q, want %q", got, tt.compiled)
			}
		})
	}
}

// In Treetop the later of two definitions wins.
func TestLaterWins(t *testing.T) {
	g, list := compileDialect(t, syntax.Treetop,
		"rule a b end rule b 'x' end rule b 'y' end rule b 'y' end rule c 'z' end rule c 'z' end")
	if list.Errors() > 0 || len(g.Rules) != 3 {
		t.Fatalf("%d rules, %s", len(g.Rules), diagnostics(list))
	}
	for name, want := range map[string]string{"a": "y", "b": "y", "c": "z"} {
		if r := rule(t, g, name); !r.Table.Valid(want) || r.Table.Valid("x") {
			t.Errorf("%s does not match %s, or matches x", name, want)
		}
	}
	for _, want := range []string{
		"1:34 warning overridden-rule: b is defined differently on line 1, column 19; this later definition is used",
		"1:49 warning overridden-rule: b is defined identically on line 1, column 34; this later definition is used",
	} {
		if !strings.Contains(diagnostics(list), want) {
			t.Errorf("no %q in\n%s", want, diagnostics(list))
		}
	}
}

// codesSorted makes the order of diagnostics at one position irrelevant.
func codesSorted(s string) string {
	all := strings.Split(s, ", ")
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func TestResolveMembers(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		in, out    string // members of a, and other strings
	}{
		{"names fold", "a = B-c\nb-C = \"x\"", "x", "b"},
		{"core rule", "a = HEXDIG CRLF", "f\r\n F\r\n", "f"},
		{"core rule that is defined", "a = DIGIT\ndigit = \"x\"", "x X", "1"},
		{"first definition", "a = \"x\"\na = \"y\"", "x", "y"},
		{"increments", "a = \"x\"\na =/ \"y\" / \"z\"\nb = a\nA =/ \"w\"", "x y z w", "v xy"},
		{"increments of a group", "a = (\"x\")\na =/ \"y\" \"z\"", "x yz", "y xz"},
		{"prose zero times", "a = \"x\" 0<words>", "x", "words"},
	} {
		g, _ := compileABNF(tt.text)
		if g.Rule("a").made().DFA == nil {
			t.Errorf("%s: not compiled: %v", tt.name, g.Rule("a").Err)
			continue
		}
		checkMembers(t, tt.name, g.Rule("A").Table, strings.Split(tt.in, " "), strings.Split(tt.out, " "))
	}
}

func TestResolveMessages(t *testing.T) {
	_, list := compileABNF("a = Lost lost LOST\nb = a <in words>")
	for _, want := range []string{
		"1:5 error undefined-rule: Lost is not defined (the first of 3 uses)\n",
		"2:7 error prose: <in words> is a prose description",
		"2:1 note unused-rule: no rule refers to b: either an entry point or unused\n",
	} {
		if !strings.Contains(diagnostics(list), want) {
			t.Errorf("no %q in\n%s", want, diagnostics(list))
		}
	}
}

// The error for a rule without a table names the missing rules, or some of them if there are many.
func TestUnresolved(t *testing.T) {
	g, _ := compileABNF("a = b x x y\nb = (\"\nc = a\nd = r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r1\n" +
		"e = r1 r2 r3 r4 r5 r6 r7 r8\nf = e r1 r2 r3 r4 r5 r6 r7 r8")
	for name, want := range map[string]string{
		"a": "rule a: resolve: cannot be compiled without x, y, b",
		"b": "rule b: resolve: cannot be compiled without its definition, which could not be read",
		"c": "rule c: resolve: cannot be compiled without a",
		"d": "rule d: resolve: cannot be compiled without r1, r2, r3, r4, r5, r6, r7, r8 and 2 more",
		"e": "rule e: resolve: cannot be compiled without r1, r2, r3, r4, r5, r6, r7, r8",
		"f": "rule f: resolve: cannot be compiled without r1, r2, r3, r4, r5, r6, r7, r8 and 1 more",
	} {
		err := g.Rule(name).Err
		var unresolved *UnresolvedError
		if !errors.As(err, &unresolved) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Only the wanted rules and those they refer to are compiled; the tables are the same.
func TestWantedRules(t *testing.T) {
	src := syntax.NewSource("test.abnf", "a = b DIGIT\nb = \"x\" / DIGIT\nc = a / ALPHA\nd = \"0\" / \"x\"")
	all, _ := Compile(context.Background(), src, Options{})
	some, _ := Compile(context.Background(), src, Options{Rules: []string{"A", "digit", "nobody"}})
	for _, r := range compiled(some) {
		if twin := all.Rule(r.Name); !r.Core && twin.Table != r.Table {
			t.Errorf("the table of %s depends on what else is compiled", r.Name)
		}
	}
	if got := ruleNames(compiled(some)); got != "a, b, DIGIT" {
		t.Errorf("compiled %s", got)
	}
	if got := len(compiled(all)); got != 4 {
		t.Errorf("%d rules compiled, want 4 and no core rule", got)
	}
}
