package build

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// compilePEG compiles a document in the extended notation with PEG semantics, with predicates in
// place of options.
func compilePEG(t testing.TB, text string, predicate func(*syntax.Option) syntax.Expr) (*Grammar, *pegMatcher) {
	document, list := readExtended(text)
	for _, r := range document.Rules {
		r.Expr = withPredicates(r.Expr, predicate)
	}
	limits := DefaultLimits()
	limits.Automata.Subsets = 1000
	g := compile(t.Context(), document, list, Options{Name: "test", Semantics: PEG, Limits: limits})
	return g, &pegMatcher{matcher: newMatcher(document)}
}

// withPredicates returns the expression with each option replaced by the result of a function.
func withPredicates(e syntax.Expr, predicate func(*syntax.Option) syntax.Expr) syntax.Expr {
	all := func(items []syntax.Expr) {
		for i := range items {
			items[i] = withPredicates(items[i], predicate)
		}
	}
	switch e := e.(type) {
	case *syntax.Alternation:
		all(e.Items)
	case *syntax.Concatenation:
		all(e.Items)
	case *syntax.Repetition:
		e.Item = withPredicates(e.Item, predicate)
	case *syntax.Group:
		e.Item = withPredicates(e.Item, predicate)
	case *syntax.Option:
		e.Item = withPredicates(e.Item, predicate)
		return predicate(e)
	}
	return e
}

// doubled returns the predicate &x for "[[x]]", and !x for "[[[x]]]".
func doubled(o *syntax.Option) syntax.Expr {
	switch item := o.Item.(type) {
	case *syntax.Option:
		return &syntax.Predicate{Item: item.Item, Start: o.Start}
	case *syntax.Predicate:
		item.Negated = true
		return item
	}
	return o
}

// agreesWithPEG compares the tables of a document with the interpreter, and returns how many
// strings were members.
func agreesWithPEG(t *testing.T, g *Grammar, m *pegMatcher, all []string) (in int) {
	t.Helper()
	for _, r := range compiled(g) {
		if e, _ := r.Table.Exactness(); e != tables.Exact {
			t.Fatalf("%s is %s", r.Name, e)
		}
		for _, s := range all {
			want := m.member(r.Name, s)
			if r.Table.Valid(s) != want {
				t.Fatalf("%s: %q is a member: %t, want %t\n%s", r.Name, s, !want, want, g.Source.Text)
			}
			if want {
				in++
			}
		}
	}
	return in
}

// Each construct, by itself and combined with others, on all short strings over some letters.
func TestOrdered(t *testing.T) {
	members := 0
	for letters, rules := range map[string][]string{
		"aAbé": {
			`r = "a" / "ab"`,
			`r = "ab" / "a"`,
			`r = *"a" "a"`,
			`r = *"a" "b" / "aab"`,
			`r = *( "a" / "ab" ) "b"`,
			`r = *( "ab" / "a" ) *"b"`,
			`r = ["a"] "a" / "b"`,
			`r = 1*3"a" "b"`,
			`r = 2*3( "a" / "ab" ) ["b"]`,
			`r = *2( "a" / "" ) "b"`,
			`r = *( *"a" ) "b"`,
			`r = *( *"a" *"b" )`,
			`r = *( ["a"] [[[ "b" ]]] ) "b" "a"`,
			`r = *( *( "a" / "bb" ) ["b"] ) %xE9`,
			`r = 1*( "" ) "a"`,
			`r = 3*( *"a" ) "b"`,
			`r = [["a"]] *<[a-zé]>`,
			`r = *( [[["b"]]] <[^x]> ) "b" "a"`,
			`r = *( [["a" "b"]] "a" / "b" ) *"a"`,
			`r = [[[ [[["a"]]] ]]] "a" "a"`,
			`r = "" / "a"`,
			`r = %xE9 / %xC0-E9 "a"`,
			"r = t \"b\"\nt = *\"a\" / \"b\"",
			"r = t \"b\"\nt = *\"a\" [[[\"b\" \"b\"]]]",
			"r = *t u\nt = \"a\" / \"ab\"\nu = *\"b\" [[t]] *<[^x]>",
			"r = t t / t\nt = *\"a\" / *\"b\" %xE9",
			"r = 0<nobody> 0nobody \"a\"",
		},
		// Predicates in repetitions with counts, around other predicates, at the end, before
		// characters that share bytes, and in rules that others embed.
		"abéè€": {
			`r = *( [[[ "b" ]]] <[^x]> ) [[[ <[^x]> ]]]`,
			`r = 2*3( [[ "a" / "b" ]] <[^x]> ) *"b"`,
			`r = *2( [[[ "a" "a" ]]] "a" ) *"a"`,
			`r = *( [[ "a" *"b" "a" ]] "a" / "b" ) "a"`,
			`r = [[ *"a" [[[ "b" ]]] ]] *<[^x]>`,
			`r = [[[ [[ "a" ]] "a" "b" ]]] *( "a" / "b" )`,
			`r = [[ [[[ "a" ]]] ]] *<[^x]>`,
			`r = [[[ "" ]]] "a" / "b"`,
			`r = [[ "" ]] "a" / "b"`,
			`r = *( [[[ *"a" "b" ]]] "a" ) *( "a" / "b" )`,
			`r = %xE9 / [[[ %xE9 ]]] %xE8-E9 %xE8`,
			`r = *( [[[ %x20AC ]]] %xE8-20AC ) %x20AC`,
			`r = ( %xE8 / %xE8 %xE9 ) *%xE9`,
			`r = ( %xE8 %xE9 / %xE8 ) *%xE9`,
			`r = *( "a" [[ "b" / %x20AC ]] / "b" ) [ %x20AC ]`,
			`r = 1*( "a" / "a" "b" ) [[[ "b" ]]] *%xE9`,
			"r = t t *\"b\"\nt = *( \"a\" [[[ \"b\" ]]] ) [\"a\"]",
			"r = *t [[[ <[^x]> ]]]\nt = u / \"a\"\nu = \"a\" [[ \"b\" ]] *\"b\"",
			"r = [[ t ]] u / t\nt = *( \"a\" / %xE9 ) \"b\"\nu = \"a\" *<[^x]> / %xE9",
			"r = [[[ t ]]] *<[^x]>\nt = u u\nu = \"a\" / \"a\" \"b\" / %xE9",
			"r = *( t / u ) \"b\"\nt = \"a\" [[[ u ]]]\nu = \"b\" [[ t ]] / \"a\" \"a\"",
			"r = 2( t / \"\" ) %xE9\nt = [[ \"a\" ]] *( \"a\" / \"b\" )",
			"r = 3*( [ \"a\" ] [[[ \"b\" ]]] ) *\"b\"",
			"r = t / \"a\" t / *\"a\" %x20AC\nt = \"a\" ( \"b\" / t2 )\nt2 = \"a\" [[ \"a\" / \"b\" ]] / \"b\" \"b\"",
			`r = *( *( "a" / "b" %xE9 ) %xE8 / "b" ) *<[^x]>`,
			`r = [ "a" ] [ "a" ] [ "a" "b" ] "b"`,
			`r = ( [ "a" ] / "b" ) "b"`,
			`r = ( *"a" / "b" ) "b" *%xE9`,
			`r = *"a" *( "a" / "b" ) *( "b" / %xE9 ) "b"`,
			`r = *( "a" "b" ) *( "a" ) "b"`,
		},
	} {
		all := testkit.Texts(strings.Split(letters, ""), 5)
		for _, text := range rules {
			g, m := compilePEG(t, text, doubled)
			if err := g.Diagnostics.Err(); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			members += agreesWithPEG(t, g, m, all)
		}
	}
	if t.Log(members); members < 5000 {
		t.Error("too few members")
	}
}

// Random expressions on all short strings. Half of the options are predicates.
func TestOrderedRandom(t *testing.T) {
	all := testkit.Texts([]string{"a", "A", "b", "é"}, 4)
	rules, large, members, predicates := 0, 0, 0, 0
	for seed := range uint64(testkit.Fewer(400)) {
		w := randomGrammar{rand.New(rand.NewPCG(seed, 33))}
		n := 1 + w.IntN(4)
		text := ""
		for i := range n {
			text += fmt.Sprintf("r%d = %s\n", i, w.alternation(w.IntN(4), i, n))
		}
		g, m := compilePEG(t, strings.ReplaceAll(text, " / <minus>", ""), func(o *syntax.Option) syntax.Expr {
			if w.IntN(2) == 0 {
				return o
			}
			predicates++
			return &syntax.Predicate{Item: o.Item, Negated: w.IntN(2) == 0, Start: o.Start}
		})
		for _, d := range g.Diagnostics.Items {
			if d.Severity == syntax.Error && d.Code != "not-compiled" {
				t.Fatal(g.Diagnostics.Format(d))
			}
		}
		rules += len(compiled(g))
		large += len(g.Rules) - len(compiled(g))
		members += agreesWithPEG(t, g, m, all)
	}
	t.Logf("%d rules, %d too large, %d members, %d predicates", rules, large, members, predicates)
	few := func(n int) int { return testkit.Fewer(n) }
	if rules < few(700) || members < few(10_000) || predicates < few(400) {
		t.Errorf("%d rules, %d members, %d predicates: that means nothing", rules, members, predicates)
	}
}

// Rules of RFC 3987 that lose strings when the first match wins, and rules that do not.
func TestOrderedRFC3987(t *testing.T) {
	b, _ := FindBundled("rfc3987")
	ordered, err := Compile(t.Context(), b.Source(), Options{Dialect: b.Dialect, Semantics: PEG})
	if err != nil {
		t.Fatal(err)
	}
	unordered := bundled(t, "rfc3987")
	got := ""
	for _, r := range ordered.Rules {
		c, err := Compare(rule(t, unordered, r.Name), r)
		if err != nil || c.Relation != Equal && c.Relation != Superset {
			t.Errorf("%s: %v, %v", r.Name, c, err)
		}
		if c.Relation == Superset {
			got += fmt.Sprintf("%s %q, ", r.Name, c.OnlyA)
		}
	}
	want := `IRI "a://[a::]", ihier-part "//[a::]", IRI-reference "//[a::]", absolute-IRI "a://[a::]", irelative-ref ` +
		`"//[a::]", ` +
		`irelative-part "//[a::]", iauthority "[a::]", ihost "[a::]", ipath "a", IP-literal "[a::]", IPv6address "a::", ` +
		`ls32 "0.0.0.10", IPv4address "0.0.0.10", dec-octet "10", `
	if got != want {
		t.Errorf("members without an order alone: %s, want %s", got, want)
	}
	for _, tt := range []struct{ rule, text string }{
		{"IPv6address", "1::"}, {"dec-octet", "10"}, {"ipath", "a"}, {"ihost", "1.2.3.45"},
	} {
		if !rule(t, unordered, tt.rule).Table.Valid(tt.text) || rule(t, ordered, tt.rule).Table.Valid(tt.text) {
			t.Errorf("%s: %q is to be a member without an order only", tt.rule, tt.text)
		}
	}
}

// TestHostileOrdered checks that hostile grammars with PEG semantics are compiled, or refused
// within the counted limits. There is no promise about time: go test's own timeout catches a hang.
// By default one in three is compiled.
func TestHostileOrdered(t *testing.T) {
	testkit.SkipSlow(t)
	inOrder := []hostile{
		{name: "rules that double",
			text: lines(40, func(i int) string { return fmt.Sprintf("a%d = a%d [a%d] / a%[2]d", i, i+1, i+1) }) +
				`a40 = "x" / ""`},
		{name: "rules of all bytes that double", text: "; @octets\n" +
			lines(40, func(i int) string { return fmt.Sprintf("a%d = a%d [a%d] / a%[2]d", i, i+1, i+1) }) +
			`a40 = "x" / %x00-FF`},
		{name: "options in options", text: "a = " + nested(200, "[", `"a"`, ` "b"]`)},
		{name: "repetitions in repetitions", text: "a = " + nested(200, "*(", `"a"`, ` *"b")`)},
		{name: "choices in repetitions", text: "a = " + nested(60, `*("c" / `, `"a"`, ` *"b")`)},
		{name: "many optional parts", text: "a = " + strings.Repeat(`["a" ["b"]] `, 2000)},
		{name: "many copies", text: `a = *100000("a" / "") "b"`},
		{name: "a byte far ahead", text: "rule a ( !( 'a' [ab] 30..30 'b' ) [ab] )* end"},
		{name: "a byte far ahead, in a choice",
			text: "rule a ( !( 'a' [ab] 30..30 'b' ) [ab] / 'b' a1 )* end rule a1 &( [ab]* 'c' ) [ab] end"},
	}
	for i, tt := range append(inOrder, hostiles()...) {
		if len(tt.text) > 64<<10 || !testkit.OneIn(3, i) {
			continue
		}
		dialect := tt.dialect()
		if strings.HasPrefix(tt.text, "rule ") {
			dialect = syntax.Treetop
		}
		limits := DefaultLimits()
		limits.Automata.Steps = 5_000_000
		g, list := compileSource(t.Context(), syntax.NewSource("hostile.abnf", tt.text),
			Options{Name: "hostile", Dialect: dialect, Semantics: PEG, Limits: limits, Lint: true})
		t.Logf("%s: %d K steps, %v", tt.name, g.automata.Meter.Steps()/1000, list.Err())
		if n := g.automata.Meter.Transitions(); n > limits.Automata.Transitions {
			t.Errorf("%s: %d transitions", tt.name, n)
		}
		for _, r := range g.Rules {
			made := r.made()
			for _, d := range []*automaton.DFA{made.DFA, made.Open, made.Marked} {
				if d != nil && r.From == "" {
					d.Release(g.automata.Meter)
				}
			}
		}
		for _, d := range g.automata.Differences {
			d.Release(g.automata.Meter)
		}
		if n := g.automata.Meter.Bytes(); n != 0 {
			t.Errorf("%s: %d bytes are held after all are given back", tt.name, n)
		}
	}
}

// compileOrderedText compiles ABNF with PEG semantics.
func compileOrderedText(t *testing.T, text string, imports ...Import) *Grammar {
	t.Helper()
	g, list := compileSource(t.Context(), syntax.NewSource("test.abnf", text),
		Options{Name: "test", Semantics: PEG, Imports: imports})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// An alternative matches the strings that the rule matches through it, after the earlier ones have
// failed.
func TestOrderedAlternatives(t *testing.T) {
	g := compileOrderedText(t, "r = ( \"a\" / \"ab\" / b ) [ \"c\" ]\nb = 1*( \"a\" / \"b\" )\n"+
		"; @alternatives named: b\nnamed = \"x\" b\n")
	set, err := g.Alternatives("r")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"a": 0, "ac": 0, "ab": -1, "b": 2, "ba": 2, "bac": 2, "aa": -1} {
		if got := set.First(text); got != want || (got >= 0) != rule(t, g, "r").Table.Valid(text) {
			t.Errorf("%q: alternative %d, want %d", text, got, want)
		}
	}
	if _, err := g.Alternatives("named"); err == nil || !strings.Contains(err.Error(), "PEG semantics do not support") {
		t.Error(err)
	}
	if _, err := g.Regexp(t.Context(), "r", RE2); err == nil ||
		!strings.Contains(err.Error(), "do not support regular expressions") {
		t.Error(err)
	}
}

// Paths respect the order: the alternative that wins, and the longest repetition.
func TestOrderedDerive(t *testing.T) {
	g := compileOrderedText(t, "r = *x ( y / z ) [x]\nx = \"a\"\ny = \"b\"\nz = \"ba\" / w\nw = \"c\"\n")
	for _, tt := range []struct {
		text   string
		offset int
		want   string
	}{
		{"aab", 1, "r, x"}, {"aab", 2, "r, y"}, {"ba", 1, "r, x"}, {"ba", 0, "r, y"}, {"acc", 1, ""}, {"ac", 1, "r, z, w"},
		{"c", 1, "r, z, w"},
	} {
		if got := derived(g, "r", tt.text, tt.offset); got != tt.want {
			t.Errorf("%q at %d: %s, want %s", tt.text, tt.offset, got, tt.want)
		}
	}
	g, _ = compileSource(t.Context(), syntax.NewSource("t", "rule r ( s / t ) 'c' end rule s 'a' !'c' end rule t 'a' end"),
		Options{Dialect: syntax.Treetop, Semantics: PEG})
	if got := derived(g, "r", "ac", 0); got != "r, t" {
		t.Error(got)
	}
}

// Rules of another document have PEG semantics too.
func TestOrderedImport(t *testing.T) {
	other := syntax.NewSource("other.abnf",
		"x = \"a\" / \"ab\"\ny = *x\nbyte = %x80-FF\nlong = *byte\n; @octets byte\nd = %x30-39\n")
	text := "r = x \"c\" d\ns = y \"a\"\nt = y / \"ab\"\nu = long \"z\"\n"
	g, list := compileSource(t.Context(), syntax.NewSource("test.abnf", text),
		Options{Name: "test", Semantics: PEG, Imports: []Import{{Source: other, Options: Options{Name: "other"}}}})
	if err := list.Err(); err == nil ||
		!strings.Contains(err.Error(), "the imported rule other#long, which matches the byte 0xFF") {
		t.Error(err)
	}
	for _, tt := range []struct {
		rule, text string
		want       bool
	}{
		{"r", "ac1", true}, {"r", "abc1", false}, {"s", "aa", false}, {"t", "aa", true}, {"t", "", true}, {"t", "ab", false},
	} {
		if got := rule(t, g, tt.rule).Table.Valid(tt.text); got != tt.want {
			t.Errorf("%s: %q is a member: %t", tt.rule, tt.text, got)
		}
	}
}

// A document with PEG semantics has words that fit those semantics, supports octets throughout, and
// gets no components even if a directive names them.
func TestOrderedSmallThings(t *testing.T) {
	for s, want := range map[Semantics]string{Unordered: "unordered", PEG: "peg"} {
		if s.String() != want {
			t.Errorf("%d is %s", s, s)
		}
	}
	src := syntax.NewSource("test", "; @octets\n; @components r: a b\nr = a b\na = %xFF.FE.FD\nb = %xC0 / %xC1.C2\n")
	g, list := compileSource(t.Context(), src, Options{Semantics: PEG})
	table := g.Rule("r").Table
	if table == "" {
		t.Fatal(list.Err())
	}
	for s, want := range map[string]bool{
		"\xFF\xFE\xFD\xC0": true, "\xFF\xFE\xFD\xC1\xC2": true, "\xFE\xFD\xC0": false, "\xFF\xFD\xC0": false,
	} {
		if table.Valid(s) != want {
			t.Errorf("%q is a member: %t", s, !want)
		}
	}
	if text := diagnostics(list); !strings.Contains(text, "PEG semantics do not support components") {
		t.Errorf("the components are lost without a word:\n%s", text)
	}
}
