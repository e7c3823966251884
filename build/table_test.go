package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/build/syntax"
)

func TestLongCycle(t *testing.T) {
	for rules, want := range map[int]string{
		1:            "r0 -> r0",
		longestCycle: "r0 -> " + cycleNames(1, longestCycle) + "r0",
		50:           "r0 -> " + cycleNames(1, longestCycle) + "… 18 more … -> r0",
	} {
		var text strings.Builder
		for i := range rules {
			fmt.Fprintf(&text, "r%d = r%d\n", i, (i+1)%rules)
		}
		g, _ := compileABNF(text.String())
		if got := g.Rule("r0").CycleText(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func cycleNames(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "r%d -> ", i)
	}
	return b.String()
}

// A rule without a table has a reason, worded as programs show it.
func TestReasons(t *testing.T) {
	g, _ := compileABNF("a = b\nc = [ \"(\" c \")\" / \"[\" c \"]\" ]\nd = c \"x\"\ne = \"e\"\nf = lost\n")
	for name, want := range map[string]string{
		"a": "cannot be compiled without b", "d": "it depends on c, which has no table",
		"c": "it is recursive (self-embedding): c -> c; one counter cannot tell what may follow c inside c, " +
			"as with two kinds of brackets; abnf compiles it with --superset or --depth", "f": "cannot be compiled without lost",
	} {
		if got := g.Rule(name).Reason(); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
		if r, err := g.Table(name); r != "" || err == nil || err.Error() != "the rule "+name+" has no table: "+want {
			t.Errorf("%s: a table of %d bytes, and %v", name, len(r), err)
		}
	}
	if r, err := g.Table("E"); err != nil || r != g.Rule("e").Table || !r.Valid("e") {
		t.Errorf("e: %v", err)
	}
	if _, err := g.Table("none"); err == nil || err.Error() != `the grammar test has no rule "none"` {
		t.Errorf("none: %v", err)
	}
	unasked, _ := Compile(t.Context(), syntax.NewSource("x", "a = \"a\"\nb = \"b\"\n"),
		Options{Name: "x", Rules: []string{"a"}})
	if got := unasked.Rule("b").Reason(); got != "it was not compiled" {
		t.Errorf("not asked for: %q", got)
	}
	if got := unasked.Rule("a").CycleText(); got != "" {
		t.Errorf("a rule without recursion has the cycle %q", got)
	}
}

// A table has room for a name of 65,535 bytes. A rule with a longer name has no table.
func TestLongestRuleName(t *testing.T) {
	for _, n := range []int{maxRuleName, maxRuleName + 1} {
		g, list := compileABNF(strings.Repeat("a", n) + " = \"x\"\n")
		if r := g.Rules[0]; (r.Table != "") != (n == maxRuleName) || (list.Err() != nil) != (r.Table == "") {
			t.Errorf("%d bytes: %t, %v", n, r.Table != "", list.Err() != nil)
		}
	}
}
