package build

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/golden"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// near draws n members of up to 62 bytes from each rule and returns them, along with variants that
// differ in one byte. No string exceeds 63 bytes, the limit of a matcher.
func near(r *rand.Rand, n int, rules ...*Rule) []string {
	all := []string{""}
	for _, rule := range rules {
		if rule.made().DFA == nil || rule.Table.States() == 0 {
			continue
		}
		s := automaton.NewSampler(rule.made().DFA)
		for range n {
			member := s.Draw(r, r.IntN(40), nil)
			if len(member) > 62 {
				continue
			}
			all = append(all, string(member))
			at := r.IntN(len(member) + 1)
			with := string([]byte{":/?#[]@%.v1a0 \xC3"[r.IntN(15)]})
			all = append(all, string(member[:at])+with+string(member[at:]), string(member[:at]), string(member[at:]))
			if at < len(member) {
				all = append(all, string(member[:at])+with+string(member[at+1:]))
			}
		}
	}
	return all
}

// namedChoice returns the alternatives of r if its definition is a choice between rule names, and
// nil otherwise.
func namedChoice(g *Grammar, r *Rule) (rules []*Rule) {
	alt, ok := names.Ungroup(r.Expr()).(*syntax.Alternation)
	if !ok {
		return nil
	}
	for _, item := range alt.Items {
		ref, ok := names.Ungroup(item).(*syntax.RuleName)
		if !ok {
			return nil
		}
		rules = append(rules, g.Rule(ref.Name))
	}
	return rules
}

// In a choice between rules, the alternative is the first rule whose own table accepts the string.
func TestAlternativesAreTheFirstRulesThatMatch(t *testing.T) {
	choices := 0
	for _, b := range BundledGrammars() {
		g := bundled(t, b.Name)
		for _, r := range g.Rules {
			rules := namedChoice(g, r)
			noTable := func(r *Rule) bool { return r.made().DFA == nil || r.Table == "" } // as in core rules
			if rules == nil || slices.ContainsFunc(append(rules, r), noTable) || g.automata.Names.Named[r.names] != nil {
				continue
			}
			choices++
			set, err := g.Alternatives(r.Name)
			if err != nil || machine.VerifySet(set) != nil {
				t.Fatalf("%s: %v, %v", r.Name, err, machine.VerifySet(set))
			}
			random := rand.New(rand.NewPCG(1, uint64(choices)))
			counts := make([]int, len(rules)+1)
			for _, s := range near(random, testkit.Fewest(1000), append(rules, r)...) {
				want := slices.IndexFunc(rules, func(r *Rule) bool { return r.Table.Valid(s) })
				counts[want+1]++
				if got := set.First(s); got != want || (got >= 0) != r.Table.Valid(s) {
					t.Fatalf("%s %s: %q is of alternative %d, want %d", g.Name, r.Name, s, got, want)
				}
			}
			t.Logf("%s %s: %v", g.Name, r.Name, counts)
		}
	}
	if choices < 7 {
		t.Errorf("only %d rules are a choice of rules", choices)
	}
}

// alternativesByReading returns a function that finds, using only the syntax tree, which of the
// named rules matches a string: the first one with which the whole rule still matches when all the
// others match nothing.
func alternativesByReading(document *syntax.Grammar, rule string, names []string) func(s string) int {
	var only []*matcher
	for i := range names {
		m := newMatcher(document)
		m.whole = map[string]*matcher{tables.FoldName(names[i]): newMatcher(document)} // the others may occur in it
		for j, other := range names {
			if j != i {
				m.rules[tables.FoldName(other)] = nil
			}
		}
		only = append(only, m)
	}
	return func(s string) int {
		return slices.IndexFunc(only, func(m *matcher) bool { return m.member(rule, s) })
	}
}

// Alternatives named by a directive agree with those found by reading the grammar's text.
func TestNamedAlternatives(t *testing.T) {
	testkit.SkipSlow(t)
	tried := 0
	for _, b := range BundledGrammars() {
		g := bundled(t, b.Name)
		document, _ := notation.Read(b.Source(), b.Dialect)
		for _, r := range g.DeclaredAlternatives() {
			named := g.rules(g.automata.Names.Named[r.names])
			if named == nil || b.Name == "profiles" { // uses rules from other grammars; see TestRequestTargets
				continue
			}
			names := strings.Split(ruleNames(named), ", ")
			set, err := g.Alternatives(r.Name)
			if err != nil || !slices.Equal(set.Rules(), names) || set.Name() != r.Name {
				t.Fatalf("%s: %v of %v, %v", r.Name, set.Rules(), names, err)
			}
			read := alternativesByReading(document, r.Name, names)
			counts := make([]int, len(names)+1)
			probes := near(rand.New(rand.NewPCG(2, uint64(tried))), testkit.Few(30), append(named, r)...)
			for _, s := range slices.Clone(probes) {
				probes = append(probes, "//"+s, "["+s+"]")
			}
			for _, s := range probes {
				if len(s) > 62 {
					continue
				}
				want := read(s)
				counts[want+1]++
				if got := set.First(s); got != want || (got >= 0) != r.Table.Valid(s) {
					t.Fatalf("%s %s: %q is of alternative %d, want %d", g.Name, r.Name, s, got, want)
				}
			}
			t.Logf("%s %s: %v", g.Name, r.Name, counts)
			if tried++; slices.Contains(counts, 0) {
				t.Errorf("%s: some alternative reads nothing: %v", r.Name, counts)
			}
		}
	}
	if tried < 6 {
		t.Errorf("only %d rules have named alternatives", tried)
	}
}

// Known facts about the grammars of RFC 3987, 3986 and 2396: the ambiguous rules, and what the
// first match yields (RFC 3986, section 3.2.2).
func TestAlternativesOfTheRFCs(t *testing.T) {
	testkit.SkipSlow(t)
	for _, tt := range []struct{ grammar, rule, s, want string }{
		{"rfc3987", "ihost", "0.0.0.0", "IPv4address"},
		{"rfc3987", "ihost", "255.255.255.255", "IPv4address"},
		{"rfc3987", "ihost", "256.0.0.0", "ireg-name"},
		{"rfc3987", "ihost", "00.0.0.0", "ireg-name"},
		{"rfc3987", "ihost", "", "ireg-name"},
		{"rfc3987", "ihost", "例.example", "ireg-name"},
		{"rfc3987", "ihost", "[::]", "IPv6address"},
		{"rfc3987", "ihost", "[::1.1.1.100]", "IPv6address"},
		{"rfc3987", "ihost", "[v1.a]", "IPvFuture"},
		{"rfc3987", "ihost", "::", ""},
		{"rfc3987", "ihost", "[0.0.0.0]", ""},
		{"rfc3986", "host", "例", ""},

		{"rfc3987", "ipath", "/", "ipath-abempty"}, // so ipath-absolute and ipath-empty are never reported
		{"rfc3987", "ipath", "", "ipath-abempty"},
		{"rfc3987", "ipath", "a", "ipath-noscheme"},
		{"rfc3987", "ipath", "a/b:c", "ipath-noscheme"},
		{"rfc3987", "ipath", "a:b", "ipath-rootless"},

		{"rfc3987", "ihier-part", "", "ipath-empty"},
		{"rfc3987", "ihier-part", "/", "ipath-absolute"},
		{"rfc3987", "ihier-part", "//", "ipath-abempty"},
		{"rfc3987", "ihier-part", "//a/b", "ipath-abempty"},
		{"rfc3987", "ihier-part", "/a//", "ipath-absolute"},
		{"rfc3987", "ihier-part", "a", "ipath-rootless"},
		{"rfc3987", "irelative-part", "a", "ipath-noscheme"},
		{"rfc3987", "irelative-part", "a:b", ""},
		{"rfc3987", "irelative-part", "", "ipath-empty"},

		{"rfc3987", "IRI-reference", "a:", "IRI"},
		{"rfc3987", "IRI-reference", "a", "irelative-ref"},
		{"rfc3987", "IRI-reference", "", "irelative-ref"},
		{"rfc3987", "IRI-reference", "./a:", "irelative-ref"},
		{"rfc3987", "IRI-reference", "1:", ""},

		{"rfc2396", "authority", "a", "server"},
		{"rfc2396", "authority", "", "server"}, // only in this RFC
		{"rfc2396", "authority", "a:1", "server"},
		{"rfc2396", "authority", "a:b", "reg_name"},
		{"rfc2396", "authority", "1.1.1", "reg_name"},
		{"rfc2396", "authority", "$", "reg_name"},
		{"rfc2396", "authority", "[::]", ""},
		{"rfc2396", "host", "1.1.1.1", "IPv4address"},
		{"rfc2396", "host", "1.a", "hostname"},
		{"rfc2396", "hier_part", "//", "net_path"}, // an empty server, not two empty segments
		{"rfc2396", "hier_part", "/", "abs_path"},
		{"rfc2396", "hier_part", "//[", ""},
		{"rfc2396", "relativeURI", "//", "net_path"},
		{"rfc2396", "relativeURI", "/a", "abs_path"},
		{"rfc2396", "relativeURI", "a", "rel_path"},
		{"rfc2396", "relativeURI", "", ""},
		{"rfc2396", "URI-reference", "a:b", "absoluteURI"},
		{"rfc2396", "URI-reference", "a#", "relativeURI"},
		{"rfc2396", "URI-reference", "#a", `""`},
		{"rfc2396", "URI-reference", "", `""`},
		{"rfc2396", "URI-reference", "?", ""},
	} {
		set, err := alternativesOf(t, tt.grammar, tt.rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := set.RuleName(set.First(tt.s)); got != tt.want {
			t.Errorf("%s %s: %q is %q, want %q", tt.grammar, tt.rule, tt.s, got, tt.want)
		}
	}
}

var alternativesMade = map[string]tables.Set{}

func alternativesOf(t *testing.T, grammar, rule string) (tables.Set, error) {
	t.Helper()
	key := grammar + "#" + rule
	if set, ok := alternativesMade[key]; ok {
		return set, nil
	}
	set, err := bundled(t, grammar).Alternatives(rule)
	alternativesMade[key] = set
	return set, err
}

// The outermost choice of a rule, and the names of its alternatives.
func TestOutermostChoice(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // the alternatives, or the error
		of   map[string]int
	}{
		{`r = a / "xy" / 2a`, `a; "xy"; 2a`, map[string]int{"a": 0, "XY": 1, "aa": 2, "xya": -1}},
		{`r = ((a / ab))`, `a; ab`, map[string]int{"a": 0, "ab": 1}},
		{`r = [ a / ab ] "z"`, `a; ab; ""`, map[string]int{"az": 0, "abz": 1, "z": 2, "": -1}},
		{`r = *1( a / ab ) "z"`, `a; ab; ""`, map[string]int{"az": 0, "abz": 1, "z": 2, "": -1}},
		{`r = 0*1a "z"`, `a; ""`, map[string]int{"az": 0, "z": 1}},
		{`r = *2( a / ab ) "z"`, `the alternatives of r: the rule has no choice outside repetitions`, nil},
		{`r = [ a ] "z"`, `a; ""`, map[string]int{"az": 0, "z": 1}},
		{`r = [ "x" ] ( a / ab )`, `"x"; ""`, map[string]int{"xa": 0, "ab": 1}},
		{`r = ( "x" / "y" ) ( a / ab )`, `a; ab`, map[string]int{"xa": 0, "yab": 1}}, // single characters come last
		{`r = "q" ( "z" ( a / ab ) "t" ) ( a / ab )`, `a; ab`, map[string]int{"qzata": 0, "qzatab": 0, "qzabta": 1}},
		{`r = ab / ab`, `ab; ab`, map[string]int{"ab": 0}},
		{"r = a\nr =/ ab", `a; ab`, map[string]int{"a": 0, "ab": 1}},
		{`r = A / Ab`, `A; Ab`, map[string]int{"a": 0}}, // in the spelling used in the choice
		{`r = *( a / ab )`, `the alternatives of r: the rule has no choice outside repetitions`, nil},
		{`r = a / "b"`, `a; "b"`, map[string]int{"a": 0, "b": 1, "c": -1}},
		{`r = "x" ( a / "b" )`, `a; "b"`, map[string]int{"xa": 0, "xb": 1}},
		{`r = c`, `the alternatives of r: the rule has no choice outside repetitions`, nil},
		{`r = a ab`, `the alternatives of r: the rule has no choice outside repetitions`, nil},
		{`r = "(" r ")" / a`,
			`the alternatives of r: the table for the rule r counts calls to r, so it is not a finite automaton`, nil},
		{`r = lost / ab`, `the alternatives of r: the rule r is not compiled`, nil},
		{`q = a`, `the grammar test has no rule "r"`, nil},
	} {
		g, _ := compileABNF(tt.text + "\na = \"a\"\nab = \"a\" %x62\nc = a / ab\n")
		set, err := g.Alternatives("R")
		if err != nil {
			if got := strings.ReplaceAll(err.Error(), `"R"`, `"r"`); got != tt.want {
				t.Errorf("%s: %v", tt.text, err)
			}
			continue
		}
		if got := strings.Join(set.Rules(), "; "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
		if err := machine.VerifySet(set); err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		for s, want := range tt.of {
			if got := set.First(s); got != want {
				t.Errorf("%s: %q is of alternative %d, want %d", tt.text, s, got, want)
			}
		}
	}
}

// In random grammars the alternatives of each rule agree with those found by reading the rule with
// a single item in place of the choice.
func TestAlternativesOfRandomGrammars(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	letters := []string{"a", "b", "c"}
	all := testkit.Texts(letters, 4)
	choices, in, out := 0, 0, 0
	for range testkit.Few(400) {
		text := ""
		for i := range 4 {
			text += fmt.Sprintf("r%d = %s\n", i, randomChoice(r, 2+r.IntN(2), i))
		}
		g, list := compileABNF(text)
		if strings.Contains(fmt.Sprint(complaint(list)), "subset states") {
			continue // with few letters and many choices, this happens
		}
		if err := list.Err(); err != nil {
			t.Fatal(err, "\n", text)
		}
		document, _ := notation.Read(syntax.NewSource("x", text), syntax.ABNF)
		m := newMatcher(document)
		for _, rule := range compiled(g) {
			set, err := g.Alternatives(rule.Name)
			c := g.automata.Outermost(rule.Expr())
			if (err == nil) != (c != nil) {
				t.Fatalf("%s: %v\n%s", rule.Name, err, text)
			}
			if c == nil {
				continue
			}
			choices++
			for _, s := range all {
				m.text = s
				want := slices.IndexFunc(c.Items, func(item syntax.Expr) bool { return m.match(c.With(item), 1)>>len(s)&1 != 0 })
				got := set.First(s)
				if got < 0 {
					out++
				} else {
					in++
				}
				if got != want || (got >= 0) != rule.Table.Valid(s) {
					t.Fatalf("%s: %q is of alternative %d, want %d\n%s", rule.Name, s, got, want, text)
				}
			}
		}
	}
	if choices < testkit.Few(400) || in < testkit.Few(1000) || out < testkit.Few(1000) {
		t.Errorf("%d choices, %d members, %d others", choices, in, out)
	}
}

// randomChoice returns a random expression over three letters with references to the rules
// below n.
func randomChoice(r *rand.Rand, depth, n int) string {
	if depth == 0 {
		if n > 0 && r.IntN(3) == 0 {
			return fmt.Sprintf("r%d", r.IntN(n))
		}
		return []string{`"a"`, `"b"`, `"ab"`, `"ca"`, `""`}[r.IntN(5)]
	}
	x := func() string { return randomChoice(r, depth-1, n) }
	switch r.IntN(5) {
	case 0:
		return "(" + x() + " / " + x() + ")"
	case 1:
		return "[" + x() + "]"
	case 2:
		return "*2(" + x() + ")"
	}
	return "(" + x() + " " + x() + ")"
}

// A named alternative may be inside a difference. The excluded side does not change.
func TestAlternativesThroughADifference(t *testing.T) {
	const text = `
r ::= x (A | B)* - C
x ::= 'x'?
A ::= 'a' | 'aa'
B ::= [a-b] 'b'?
C ::= A A | B B
/* @alternatives r: A B */
`
	g, list := compileDialect(t, syntax.W3C, text)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, err := g.Alternatives("r")
	if err != nil {
		t.Fatal(err)
	}
	// C is written out, so that A and B are empty only as alternatives
	written, _ := notation.Read(
		syntax.NewSource("x", strings.Replace(text, "A A | B B", "('a'|'aa')('a'|'aa') | ([a-b]'b'?)([a-b]'b'?)", 1)),
		syntax.W3C)
	read, counts := alternativesByReading(written, "r", []string{"A", "B"}), map[int]int{}
	for _, s := range testkit.Texts([]string{"a", "b", "x"}, 6) {
		want := read(s)
		counts[want]++
		if got := set.First(s); got != want {
			t.Errorf("%q is of alternative %d, want %d", s, got, want)
		}
	}
	if counts[0] < 3 || counts[1] < 3 {
		t.Errorf("one-sided: %v", counts)
	}
}

// Named alternatives inside a recursive rule are refused: the automaton of that rule accepts the
// strings of all of them without distinguishing them.
func TestAlternativesInsideOfRecursion(t *testing.T) {
	for text, want := range map[string]string{
		"; @alternatives r: p q\nr = s\ns = \"x\" s / p / q\np = \"p\"\nq = \"q\"\n":    "inside the rule s,",
		"; @alternatives r: p q\nr = \"x\" r / p / q\np = \"p\"\nq = \"q\"\n":           "inside the rule r,",
		"; @alternatives r: p q\nr = p / q\np = \"x\" p / \"p\"\nq = \"q\" / \"x\" q\n": "",
	} {
		g, list := compileABNF(text)
		if list.Err() != nil {
			t.Fatal(list)
		}
		set, err := g.Alternatives("r")
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, %q is of alternative %d", text, err, "q", set.First("q"))
		}
		if want == "" && (err != nil || set.First("xp") != 0 || set.First("xq") != 1) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The sets of the bundled grammars and one machine, as text. The test covers only some of the sets;
// see [looksAt].
func TestSetsGolden(t *testing.T) {
	var b strings.Builder
	file := "testdata/sets.golden"
	known, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, name := range bundledNames {
		if !looksAt(name) {
			left++
			declares := strings.Contains(bundledGrammar(t, name).Source().Text, "\n; @set ")
			if declares && !strings.Contains("\n"+string(known), "\n"+name+" ") {
				t.Errorf("%s has no set of %s; to add it: IRI_UPDATE=1 go test ./build -run SetsGolden", file, name)
			}
			continue
		}
		_, sets := withSets(t, name)
		for _, s := range sets {
			if err := machine.VerifySet(s.table); err != nil {
				t.Errorf("%s: %v", s.name, err)
			}
			line := fmt.Sprintf("%s %s: %s; %d live states, %d classes, %d bytes, %.8x\n",
				name, s.name, strings.Join(s.table.Rules(), ", "), s.table.States(), s.table.Classes(),
				len(s.table), s.table.Hash())
			if b.WriteString(line); !strings.Contains(string(known), line) && !golden.Updating() {
				t.Errorf("%s has not the line %s", file, line)
			}
		}
	}
	set, err := untired(t, bundled(t, "rfc2396")).Alternatives("host")
	if err != nil {
		t.Fatal(err)
	}
	m, err := machine.OfSet(set)
	if err != nil {
		t.Fatal(err)
	}
	begin := b.Len()
	b.WriteString("\n")
	if err := m.Dump(&b); err != nil {
		t.Fatal(err)
	}
	if dump := b.String()[begin:]; left == 0 {
		golden.Compare(t, file, b.String())
	} else if !strings.HasSuffix(string(known), dump) {
		t.Errorf("%s does not end in\n%s", file, dump)
	}
}
