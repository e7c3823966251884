package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/tables"
)

// Five documents that are accepted byte for byte.
var seeds = []struct {
	pattern string
	opt     Options
}{
	{"seeds/000_*", Options{Dialect: syntax.ABNF}},
	{"seeds/001_*", Options{Dialect: syntax.Treetop, Repair: true}},
	{"seeds/002_*", Options{Dialect: syntax.RFC822}},
	{"seeds/003_*", Options{Dialect: syntax.ABNF, Repair: true}},
	{"seeds/004_*", Options{Dialect: syntax.AParse}},
}

// The rules of a document are in the order of their first definitions.
func TestSeeds(t *testing.T) {
	for _, tt := range seeds {
		g, list := compileWith(t, tt.pattern, tt.opt)
		if err := list.Err(); err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
		}
		document, _ := notation.ReadWith(g.Source,
			notation.ReadOptions{Dialect: tt.opt.Dialect, Repair: tt.opt.Repair, Limits: syntax.DefaultLimits()})
		var got, want []string
		for _, def := range document.Rules {
			if !slices.Contains(want, tables.FoldName(def.Name)) {
				want = append(want, tables.FoldName(def.Name))
			}
		}
		for _, r := range g.Rules {
			if !r.Core {
				got = append(got, tables.FoldName(r.Name))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the rules are %s, in the order of the document %s", tt.pattern, got, want)
		}
		if !slices.IsSortedFunc(document.Rules, func(a, b *syntax.Rule) int { return int(a.NamePos - b.NamePos) }) {
			t.Errorf("%s: the definitions are not in their order", tt.pattern)
		}
	}
}

// The recursion of XRI: one strongly connected component of 21 rules, and one rule that depends on
// it.
func TestSeedRecursion(t *testing.T) {
	g, _ := compileWith(t, seeds[4].pattern, seeds[4].opt)
	want := strings.Fields("xri xri-scheme xri-noscheme xri-reference relative-xri-ref relative-xri-part xri-hier-part " +
		"xri-authority subseg global-subseg local-subseg rel-subseg rel-subseg-nc xref xref-value xri-path-abempty " +
		"xri-path-abs xri-path-noscheme xri-segment xri-segment-nz xri-segment-nc")
	for _, scc := range g.automata.Graph.Components() {
		if len(scc) == 1 {
			continue
		}
		var names []string
		for _, r := range g.Rules {
			if slices.Contains(scc, r.names) {
				names = append(names, r.Name)
			}
		}
		if !slices.Equal(names, want) {
			t.Errorf("a component of %d rules: %s", len(names), names)
		}
	}
	shortest := g.Rules
	tables := 0
	for _, r := range g.Rules {
		kind := Regular
		switch {
		case slices.Contains(want, r.Name):
			kind = SelfEmbedding
		case r.Name == "xri-path":
			kind = Depends
		}
		if r.Kind != kind || r.Table == "" || r.Table.Recursive() != (kind != Regular) {
			t.Errorf("%s is %s, %v", r.Name, r.Kind, r.Err)
		}
		if r.Table != "" {
			tables++
		}
		if cycle := r.Cycle(); cycle != nil && len(cycle) < len(shortest) {
			shortest = cycle
		}
	}
	if tables != 79 {
		t.Errorf("%d tables", tables)
	}
	if got := ruleNames(shortest); got != "xri-reference, relative-xri-ref, relative-xri-part, xri-path-abs, "+
		"xri-segment-nz, rel-subseg, xref, xref-value" {
		t.Errorf("the shortest cycle: %s", got)
	}
	// Only xref causes the recursion: without it, every rule has a table.
	text := strings.Replace(g.Source.Text, `"("`+"\u00a0[\u00a0xref-value\u00a0]\u00a0"+`")"`, `"()"`, 1)
	opt := seeds[4].opt
	without, list := compileSource(t.Context(), syntax.NewSource("without", text), opt)
	if n := len(compiled(without)); n != 79 || text == g.Source.Text || list.Err() != nil {
		t.Errorf("without xref %d rules are compiled: %v", n, list.Err())
	}
}

// The Treetop transcription, read without ordering, compared with the intended grammar: every rule
// of both, with the shortest strings that are in only one of the two.
func TestTreetopAgainstRFC3987(t *testing.T) {
	ours := bundled(t, "treetop-as-written")
	rfc := bundled(t, "rfc3987")
	var b strings.Builder
	equal := map[string]bool{}
	for _, r := range compiled(ours) {
		twin := rule(t, rfc, r.Name)
		c, err := Compare(r, twin)
		if err != nil {
			t.Fatal(err)
		}
		equal[r.Name] = c.Relation == Equal
		fmt.Fprintf(&b, "%-15s %s", r.Name, c.Relation)
		if c.Relation == Superset || c.Relation == Incomparable {
			fmt.Fprintf(&b, "  only here %+q", c.OnlyA)
		}
		if c.Relation == Subset || c.Relation == Incomparable {
			fmt.Fprintf(&b, "  only in the RFC %+q", c.OnlyB)
		}
		b.WriteString("\n")
	}
	golden.Compare(t, "testdata/treetop-rfc3987.golden", b.String())

	for _, name := range strings.Fields("scheme port ipath_empty unreserved reserved gen_delims sub_delims ALPHA DIGIT") {
		if !equal[name] {
			t.Errorf("%s is not what it means to be", name)
		}
	}
	// as written
	for _, name := range strings.Fields("iquery ifragment h16 IPv6address dec_octet ucschar iprivate HEXDIG IPvFuture " +
		"IRI ihier_part IRI_reference absolute_IRI irelative_ref irelative_part iauthority iuserinfo ihost ireg_name " +
		"ipath ipath_abempty " +
		"ipath_absolute ipath_noscheme ipath_rootless isegment isegment_nz isegment_nz_nc pct_encoded ipchar iunreserved " +
		"IP_literal ls32 IPv4address") {
		if equal[name] {
			t.Errorf("%s is as in RFC 3987", name)
		}
	}

	const both, here, there = "both", "here", "there"
	for _, tt := range []struct{ rule, text, where string }{
		{"iquery", "a[/?", here}, {"iquery", "a", there},
		{"ifragment", "[/?", here}, {"ifragment", "a", there}, {"ifragment", "a/?", both},
		{"h16", "0", there}, {"h16", "0000", both},
		{"IPv6address", ":::", here}, {"IPv6address", "(::", here}, {"IPv6address", "::", there},
		{"IPv6address", "0000:0000:0000:0000:0000:0000:0.0.0.0", both}, // ( h16 ":" ) 6..6 is correct
		{"dec_octet", "'0", here}, {"dec_octet", "x0", here}, {"dec_octet", "10", there},
		{"dec_octet", "00", here}, {"dec_octet", "100", both},
		{"dec_octet", "2x0", here}, {"dec_octet", "25x", here}, {"dec_octet", "254", there},
		{"ucschar", "?", here}, {"ucschar", ":", here}, {"ucschar", "@", here}, {"ucschar", "[", here},
		{"ucschar", "\n", here},
		{"ucschar", "\uF900", there}, {"ucschar", "\U000D0000", there}, {"ucschar", "\U00010000", there},
		{"ucschar", "\u00A0", both},
		{"iprivate", "a", here}, {"iprivate", "\U000F0000", there}, {"iprivate", "\uE000", both},
		{"pct_encoded", "%aa", there}, {"pct_encoded", "%AA", both},
		{"IPvFuture", "Va.a", there}, {"IPvFuture", "vA.a", both},
		{"IRI_reference", ":", here}, {"IRI", "a:%aa", there}, {"IRI", "a:\U000D0000", there},
	} {
		in, inRFC := rule(t, ours, tt.rule).Table.Valid(tt.text), rule(t, rfc, tt.rule).Table.Valid(tt.text)
		if in != (tt.where != there) || inRFC != (tt.where != here) {
			t.Errorf("%s: %q is a member here: %t, in RFC 3987: %t; want %s", tt.rule, tt.text, in, inRFC, tt.where)
		}
	}
}

// The ambiguities of the RFCs, and some unambiguous rules: two alternatives that share a string.
func TestAmbiguity(t *testing.T) {
	for _, tt := range []struct{ rule, common string }{
		{"rfc3987#ihost", `2 3 "0.0.0.0"`},            // IPv4address, ireg-name
		{"rfc3987#ipath", `1 2 "/", 3 4 "a", 1 5 ""`}, // abempty absolute, noscheme rootless, abempty empty
		{"rfc3987#ihier-part", ""}, {"rfc3987#irelative-part", ""}, {"rfc3987#IRI-reference", ""},
		{"rfc3987#IPv6address", ""}, {"rfc3987#dec-octet", ""}, {"rfc3987#ls32", ""},
		{"rfc2396#authority", `1 2 "a"`},  // server, reg_name
		{"rfc2396#hier_part", `1 2 "//"`}, // net_path, abs_path
	} {
		grammar, name, _ := strings.Cut(tt.rule, "#")
		g := bundled(t, grammar)
		choice := g.automata.Outermost(rule(t, g, name).Expr())
		var ways []*automaton.DFA
		for _, item := range choice.Items {
			d, err := g.automata.Variant(choice.With(item))
			if err != nil {
				t.Fatal(err)
			}
			ways = append(ways, d)
		}
		var common []string
		for i := range ways {
			for j := range i {
				d, err := automaton.Intersect(ways[i], ways[j], g.automata.Meter)
				if err != nil {
					t.Fatal(err)
				}
				if s, ok := automaton.Shortest(d); ok {
					common = append(common, fmt.Sprintf("%d %d %q", j+1, i+1, s))
				}
			}
		}
		if got := strings.Join(common, ", "); got != tt.common {
			t.Errorf("%s: %s, want %s", tt.rule, got, tt.common)
		}
	}
	for _, pair := range [][2]string{{"IPv4address", "ireg-name"}, {"ipath-absolute", "ipath-abempty"},
		{"ipath-empty", "ipath-abempty"}, {"ipath-noscheme", "ipath-rootless"}} {
		inner, outer := named(t, "rfc3987#"+pair[0]).made().DFA, named(t, "rfc3987#"+pair[1]).made().DFA
		if s, ok := automaton.Included(inner, outer); !ok {
			t.Errorf("%s is not part of %s: %q", pair[0], pair[1], s)
		}
	}
}
