package build

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// If one of several rules that are lowered together reaches a limit while another rule of their
// cycle is tried as the called rule, none of them gets a table.
func TestLimitBesideTheCalledRule(t *testing.T) {
	const text = "a = \"(\" b \")\" / \"x\"\nb = 2000(1000\"y\") c / \"k\"\nc = \"z\" b / a\n"
	for _, how := range []Recursion{{}, {Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 2}} {
		g := compileRecursive(t, text, how)
		for _, r := range g.Rules {
			if r.Table != "" || !errors.As(r.Err, new(*automaton.LimitError)) {
				t.Errorf("%s, %s: a table of %d bytes, %v", r.Name, how, len(r.Table), r.Err)
			}
		}
	}
}

// In a superset or a subset each cycle may have a separate token. A rule with calls that reads a
// token's byte is refused, even if the token belongs to a cycle that the rule does not refer to.
func TestTokensAreNotRead(t *testing.T) {
	const text = "; @octets\na = \"(\" [a] \")\"\nb = %xFF [b] \"]\"\nc = %xFB [c] \"]\"\nd = %xC2 [d] \"]\"\n"
	for _, how := range []Recursion{{Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 2}} {
		g := compileRecursive(t, text, how)
		for rule, token := range map[string]string{"a": "", "b": "0xFF", "c": "0xFB", "d": ""} {
			want := rule + " contains the byte " + token + ", which encodes a call"
			if r := g.Rule(rule); (r.Table == "") != (token != "") || token != "" && !strings.HasSuffix(r.Reason(), want) {
				t.Errorf("%s, %s: %q, a table of %d bytes", rule, how, r.Reason(), len(r.Table))
			}
		}
		if r := g.Rule("d").Table; !r.Valid("\xC2]") || r.Valid("()") {
			t.Errorf("%s: the members of d are others", how)
		}
	}
}

// A profile with "and" is lowered to a difference from all octets. These octets do not count as
// bytes that the profile reads.
func TestProfilesReadNoToken(t *testing.T) {
	const text = "; @profile p: x and a\nx = 1*%x28-29\na = \"(\" *a \")\"\n"
	p := compileRecursive(t, text, Recursion{Exactness: tables.Superset}).Rule("p")
	if e, _ := p.Table.Exactness(); e != tables.Superset || !p.Table.Valid("(())") || p.Table.Valid("\xFF") {
		t.Errorf("%s, a table of %d bytes, %q", e, len(p.Table), p.Reason())
	}
}

// With Treetop's ordered choice the table would be a superset, and with a depth it would be a
// subset, so the rule gets no table.
func TestOrderAndDepthAreRefused(t *testing.T) {
	const text = "grammar G\nrule a\n  '(' a ')' / 'x'? 'x'\nend\nend\n"
	const want = "ordered choice makes its table a superset and the depth makes it a subset; " +
		"with both, it would be neither"
	how := Recursion{Exactness: tables.Subset, Depth: 1}
	g, _ := compileSource(t.Context(), syntax.NewSource("g.treetop", text),
		Options{Name: "test", Dialect: syntax.Treetop, Recursion: how})
	if r := g.Rule("a"); r.Table != "" || fmt.Sprint(r.Refusal()) != want {
		t.Errorf("a table: %t; %v", r.Table != "", r.Refusal())
	}
}
