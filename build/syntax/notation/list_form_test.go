package notation

import (
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

// list returns the dump of #name.
func list(name string) string {
	return "opt{cat{ref{" + name + "} rep{0,-1 group{cat{ref{OWS} istr{\",\"} ref{OWS} ref{" + name + "}}}}}}"
}

// Lists are read as the long form given in RFC 9110, section 5.6.1.1.
func TestLists(t *testing.T) {
	const note = "1:5 list-form note"
	long := func(repeat, element string) string {
		return "cat{" + element + " rep{" + repeat + ` group{cat{ref{OWS} istr{","} ref{OWS} ` + element + "}}}}"
	}
	runReadTests(t, syntax.ABNF, []readTest{
		{"a = #b", "a = " + list("b"), note},
		{"a = #2b", "a = opt{" + long("0,1", "ref{b}") + "}", note},
		{"a = 0#b", "a = " + list("b"), "1:6 list-form note"},
		{"a = 1#b", "a = group{" + long("0,-1", "ref{b}") + "}", "1:6 list-form note"},
		{"a = 2#b", "a = group{" + long("1,-1", "ref{b}") + "}", "1:6 list-form note"},
		{"a = 1#1b", "a = group{" + long("0,0", "ref{b}") + "}", "1:6 list-form note"},
		{"a = 2#3b", "a = group{" + long("1,2", "ref{b}") + "}", "1:6 list-form note"},
		{"a = 0#0b", "a = rep{0,0 ref{b}}", "1:6 list-form note"},
		{`a = #"x"`, "a = opt{" + long("0,-1", `istr{"x"}`) + "}", note},
		{`a = #%x41-5A`, "a = opt{" + long("0,-1", "range{41-5A}") + "}", note},
		{"a = #<b>", "a = opt{" + long("0,-1", `prose{"b"}`) + "}", note},
		{"a = #[b]", "a = opt{" + long("0,-1", "opt{ref{b}}") + "}", note},
		{"a = #( b / c )", "a = opt{" + long("0,-1", "group{alt{ref{b} ref{c}}}") + "}", note},
		{"a = b / 1#c d", "a = alt{ref{b} cat{group{" + long("0,-1", "ref{c}") + "} ref{d}}}", "1:10 list-form note"},
		{"a = #b\nc = #d", "a = " + list("b") + "\nc = " + list("d"), note},
	})
	g, l := Read(syntax.NewSource("test", "the #one list\na = b ; #c\r\n"),
		syntax.ABNF) // prose and comments contain no lists
	if len(g.Rules) != 1 || strings.Contains(codes(l), "list-form") {
		t.Errorf("lists out of rules: %s", codes(l))
	}
}

// A printed list is plain ABNF, and reads back as the same tree without a note about lists. Print
// adds the rule for the white space in it.
func TestPrintLists(t *testing.T) {
	g, _ := Read(syntax.NewSource("test", "a = #b 1#( c / d ) 2#3\"x\" 1#1#b\r\n"), syntax.ABNF)
	if len(g.Rules) != 0 {
		t.Fatal("1#1#b has been read")
	}
	g, _ = Read(syntax.NewSource("test", "a = #b / 1#( c / #d ) 2#3\"x\"\r\n"), syntax.ABNF)
	text := printed(t, g)
	again, l := Read(syntax.NewSource("test", text), syntax.ABNF)
	again.Rules = again.Rules[:len(again.Rules)-1]
	if dump(t, again) != dump(t, g) || !strings.HasSuffix(text, "\nOWS = *( SP / HTAB )\n") ||
		strings.Contains(codes(l), "list-form") || strings.Contains(text, "#") {
		t.Errorf("printed as %s%s%s", text, dump(t, again), codes(l))
	}
	const want = "a = [ b *( OWS \",\" OWS b ) ]\n    / ( ( c / [ d *("
	if !strings.HasPrefix(text, want) {
		t.Errorf("printed as %s want %s", text, want)
	}
}

// The tree grows with the depth of nested lists up to a bound; memory does not, because an element
// is a single node.
func TestNestedLists(t *testing.T) {
	const deepest = 4 // the limit
	nested := "a = " + strings.Repeat("#(", deepest) + "b" + strings.Repeat(")", deepest) + "\r\n"
	g, l := Read(syntax.NewSource("test", nested), syntax.ABNF)
	if len(g.Rules) != 1 || l.Errors() > 0 {
		t.Fatalf("%d lists in each other: %s", deepest, codes(l))
	}
	if n := strings.Count(dump(t, g), "ref{b}"); n != 1<<deepest {
		t.Errorf("%d elements in the tree, want %d", n, 1<<deepest)
	}
	nodes := map[*syntax.RuleName]bool{}
	var walk func(syntax.Expr)
	walk = func(x syntax.Expr) {
		if name, ok := x.(*syntax.RuleName); ok && name.Name == "b" {
			nodes[name] = true
		}
		for _, item := range syntax.Items(x) {
			walk(item)
		}
	}
	if walk(g.Rules[0].Expr); len(nodes) != 1 {
		t.Errorf("%d nodes for one element", len(nodes))
	}
}
