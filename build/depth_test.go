package build

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// nestings are grammars whose rules refer to themselves in the middle, each with the letters to
// build strings from.
var nestings = []struct{ name, text, letters string }{
	{"brackets", `S = "(" S ")" / ""`, "()"},
	{"several", `S = *( "(" S ")" )`, "()x"},
	{"comments", "message = [CFWS] \"m\" [CFWS]\nCFWS = *\" \" comment *\" \"\n" +
		"comment = \"(\" *ccontent \")\"\nccontent = \"m\" / comment", "() m"},
	{"two kinds", `v = "(" [v] ")" / "[" *v "]"`, "()[]"},
	{"two cycles", "t = a / c\na = \"(\" *(a / c) \")\"\nc = \"[\" *(c / \"x\") \"]\"", "()[]x"},
	{"two rules to call",
		"a = \"(\" a \")\" / \"[\" b \"]\" / \"x\"\nb = \"[\" b \"]\" / \"(\" a \")\" / \"y\"", "()[]xy"},
	{"at the beginning", `e = e "+" e / "(" e ")" / "1"`, "()+1"},
	{"with a list", "a = \"(\" [b] \")\"\nb = a / a \",\" b", "(),"},
	{"one and the same", `a = "|" a "|" / "x"`, "|x"},
	{"what closes is data, too",
		"x = [\"=\"] *s [q]\ns = \"*\" / p\np = \"(\" x \")\"\nq = \"?\" *( \")\" / \"*\" )", "=*()?"},
}

func compileRecursive(t *testing.T, text string, how Recursion) *Grammar {
	t.Helper()
	return compileFine(t, text, Options{Recursion: how})
}

// TestDepth checks that a table compiled to a depth accepts exactly the members up to that depth,
// and that a superset accepts all members. A recognizer checks all strings of up to 6 letters (4 if
// the alphabet is large); with -long, one letter more. By default only every third grammar is
// tested.
func TestDepth(t *testing.T) {
	t.Parallel()
	for i, tt := range nestings {
		if !testkit.OneIn(3, i) {
			continue
		}
		exact := compileRecursive(t, tt.text, Recursion{})
		over := compileRecursive(t, tt.text, Recursion{Exactness: tables.Superset})
		var under []*Grammar
		for depth := range 4 {
			under = append(under, compileRecursive(t, tt.text, Recursion{Exactness: tables.Subset, Depth: depth}))
		}
		for i, r := range exact.Rules {
			if r.Kind != SelfEmbedding && r.Kind != Depends {
				continue
			}
			if e, _ := over.Rules[i].Table.Exactness(); e != tables.Superset {
				t.Errorf("%s: %s is %v", tt.name, r.Name, e)
			}
			counted := countedTo(t, exact, r, len(under))
			length := map[bool]int{true: 4, false: 6}[len(tt.letters) > 4] + testkit.Fewest(4)/4
			seen := 0
			testkit.EachText(strings.Split(tt.letters, ""), length, func(s string) {
				for depth, g := range under {
					sub := g.Rules[i]
					want := newRecognizer(g, g.calledRules(sub)...).accepts(sub, s, depth)
					if sub.Table.Valid(s) != want {
						t.Fatalf("%s: %s of %q is %v at depth %d", tt.name, r.Name, s, !want, depth)
					}
				}
				for depth, table := range counted {
					if table == "" {
						continue
					}
					if want := newRecognizer(exact, exact.calledRules(r)...).accepts(r, s, depth); table.Valid(s) != want {
						t.Fatalf("%s: %s of %q is %v, counted to depth %d", tt.name, r.Name, s, !want, depth)
					}
				}
				member := newRecognizer(exact).accepts(r, s, 0)
				if r.Table != "" && r.Table.Valid(s) != member {
					t.Fatalf("%s: %s of %q is %v", tt.name, r.Name, s, !member)
				}
				if member && !over.Rules[i].Table.Valid(s) {
					t.Fatalf("%s: the superset of %s lacks %q", tt.name, r.Name, s)
				}
				if member {
					seen++
				}
			})
			if seen == 0 {
				t.Errorf("%s: %s has no member so short", tt.name, r.Name)
			}
		}
	}
}

// countedTo returns the tables of a rule that count up to each depth below depths, or nil for a
// rule that does not count. The table for depth 0 is "": without calls, no counter is needed.
func countedTo(t *testing.T, g *Grammar, r *Rule, depths int) (all []tables.Rule) {
	t.Helper()
	if !r.Table.Recursive() {
		return nil
	}
	own := measured(g, g.limits.Automata) // other tests use g too
	all = make([]tables.Rule, depths)
	for depth := 1; depth < depths; depth++ {
		to, made := *r, *r.made()
		made.Exactness, own.automata.Recursion = tables.Subset, Recursion{Exactness: tables.Subset, Depth: depth}
		if err := (&tabler{own, Options{}}).table(&to, &made, nil); err != nil {
			t.Fatal(err)
		}
		if err := machine.Verify(to.Table); err != nil {
			t.Fatal(r.Name, err)
		}
		all[depth] = to.Table
	}
	return all
}

// TestRecursionLabels checks that tables have the exactness and the depth set in the options, and
// that rules without recursion in the middle have the same tables under all options.
func TestRecursionLabels(t *testing.T) {
	const text = "a = \"(\" [a] \")\"\nb = \"x\" b / \"y\"\nc = b c / b\nd = a / b\ne = \"x\"\n"
	exact := compileRecursive(t, text, Recursion{})
	for _, how := range []Recursion{
		{Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 0}, {Exactness: tables.Subset, Depth: 3},
	} {
		g := compileRecursive(t, text, how)
		got := ""
		for i, r := range g.Rules {
			e, depth := r.Table.Exactness()
			got += fmt.Sprintf("%s %s ", r.Name, Recursion{Exactness: e, Depth: depth})
			if e == tables.Exact && r.Table != exact.Rules[i].Table {
				t.Errorf("%s: another table of %s", how, r.Name)
			}
		}
		if want := fmt.Sprintf("a %s b exact c exact d %[1]s e exact ", how); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", how, got, want)
		}
	}
}

// Linear rules from standards have the same tables in all modes.
func TestLinearInAllModes(t *testing.T) {
	t.Parallel()
	linear := 0
	for _, file := range []string{"declaresub-rfc6265", "declaresub-rfc5234", "declaresub-rfc9651"} {
		exact, _ := compileWith(t, "grammars/"+file+".abnf", Options{})
		for _, how := range []Recursion{{Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 2}} {
			g, _ := compileWith(t, "grammars/"+file+".abnf", Options{Recursion: how})
			for i, r := range g.Rules {
				if r.Kind == Linear || r.Kind == Regular {
					if r.Table != exact.Rules[i].Table {
						t.Errorf("%s, %s: another table of %s", file, how, r.Name)
					}
				} else if e, _ := r.Table.Exactness(); r.Err == nil && e != how.Exactness && r.made().Calls != nil {
					t.Errorf("%s, %s: %s is %s", file, how, r.Name, e)
				}
				if r.Kind == Linear && r.Table != "" {
					linear++
				}
			}
		}
	}
	if linear == 0 {
		t.Error("there are no linear rules")
	}
}

// Strings that distinguish the depths of XRI 3.0. The subset is included in the exact rule, and the
// exact rule in the superset.
func TestDepthOfXRI(t *testing.T) {
	t.Parallel()
	b := bundledGrammar(t, "xri30")
	compile := func(how Recursion) *Rule {
		g, err := Compile(t.Context(), b.Source(), Options{
			Name: b.Name, Dialect: b.Dialect, Rules: []string{"xri"}, Recursion: how,
		})
		if err != nil {
			t.Fatal(err)
		}
		if how.Exactness == tables.Subset && g.Called(g.Rule("xri"))[0] != "xref" {
			t.Errorf("called: %s", g.Called(g.Rule("xri")))
		}
		return g.Rule("xri")
	}
	exact, over := compile(Recursion{}), supersetOfXRI(t).Rule("xri")
	for i, depth := range []int{0, 1, 2, 3, 8} {
		if !testkit.OneIn(4, i) {
			continue
		}
		r := compile(Recursion{Exactness: tables.Subset, Depth: depth})
		if n := len(exact.Table); depth > 0 && (len(r.Table) < n || len(r.Table) > 3*n/2) { // plus the innermost
			t.Errorf("depth %d: %d bytes, the exact table has %d", depth, len(r.Table), n)
		}
		for n := range 10 {
			s := "=" + strings.Repeat("(", n) + strings.Repeat(")", n)
			if r.Table.Valid(s) != (n <= depth) {
				t.Errorf("depth %d: %s is %v", depth, s, n > depth)
			}
		}
		testkit.EachText(strings.Split("()=?*a:#", ""), map[bool]int{true: 4, false: 2}[depth < 4], func(s string) {
			s = "=" + s
			under := r.Table.Valid(s)
			switch member := exact.Table.Valid(s); {
			case under && !member:
				t.Errorf("depth %d has %q, which is no member", depth, s)
			case member && !over.Table.Valid(s):
				t.Errorf("the superset lacks %q", s)
			case member && !under && depth > 2:
				t.Errorf("depth %d lacks %q", depth, s)
			}
		})
	}
	for _, s := range []string{"=())", "=(()"} {
		if !over.Table.Valid(s) || exact.Table.Valid(s) {
			t.Errorf("%s: superset %v, exact %v", s, over.Table.Valid(s), exact.Table.Valid(s))
		}
	}
}

// supersetOfXRI returns XRI 3.0 with supersets of its recursive rules.
func supersetOfXRI(t *testing.T) *Grammar {
	t.Helper()
	return documents.get("xri30, supersets", func() *Grammar {
		b := bundledGrammar(t, "xri30")
		how := Recursion{Exactness: tables.Superset}
		opt := Options{Name: b.Name, Dialect: b.Dialect, Recursion: how}
		g, err := Compile(context.Background(), b.Source(), opt)
		if err != nil {
			t.Fatal(err)
		}
		return g
	})
}

// If a depth requires too many states, the rule has no table, and its reason names the limit.
func TestDepthLimit(t *testing.T) {
	limits := DefaultLimits().ForApproximation(Recursion{Exactness: tables.Subset})
	limits.Automata.NFAStates, limits.Automata.Transitions = 100_000, limits.Automata.Transitions/10
	g, err := Compile(t.Context(), syntax.NewSource("test", `v = "(" [v] ")" / "[" [v] "]"`), Options{
		Name: "test", Recursion: Recursion{Exactness: tables.Subset, Depth: 1000}, Limits: limits,
	})
	if r := g.Rule("v"); err != nil || r.Table != "" || !strings.Contains(r.Reason(), "limit") {
		t.Errorf("%v: a table of %d bytes, %s", err, len(r.Table), r.Reason())
	}
}

// For comments as standards define them, each level adds the same number of states.
func TestDepthGrows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, rule  string
		depth0, eachLevel int
	}{
		{"RFC 9110", `comment = "(" *( ctext / quoted-pair / comment ) ")"
ctext = HTAB / SP / %x21-27 / %x2A-5B / %x5D-7E
quoted-pair = "\" ( HTAB / SP / VCHAR )`, "comment", 4, 2},
		{"RFC 5322", `mailbox = [CFWS] atom [CFWS] "@" [CFWS] atom [CFWS]
atom = 1*ALPHA
CFWS = (1*([FWS] comment) [FWS]) / FWS
FWS = ([*WSP CRLF] 1*WSP)
comment = "(" *([FWS] ccontent) [FWS] ")"
ccontent = ctext / quoted-pair / comment
ctext = %d33-39 / %d42-91 / %d93-126
quoted-pair = "\" (VCHAR / WSP)`, "mailbox", 18, 20},
		{"RFC 3261", `comment = LPAREN *(ctext / comment) RPAREN
LPAREN = SWS "("
RPAREN = ")" SWS
SWS = [[*WSP CRLF] 1*WSP]
ctext = %x21-27 / %x2A-5B / %x5D-7E / SWS`, "comment", 11, 3},
	} {
		for depth := range 9 {
			r := compileRecursive(t, tt.text, Recursion{Exactness: tables.Subset, Depth: depth}).Rule(tt.rule)
			if want := tt.depth0 + depth*tt.eachLevel; r.Table.States() != want || r.Table.Recursive() {
				t.Errorf("%s: depth %d has %d states, want %d", tt.name, depth, r.Table.States(), want)
			}
		}
	}
}

// The superset and the exact table accept random members of any depth. By default every second
// grammar and rule is checked.
func TestSupersetSampled(t *testing.T) {
	t.Parallel()
	deepest := 0
	check := func(g *Grammar, exact, over *Rule, n int) {
		x := newGenerator(g, rand.New(rand.NewPCG(1, uint64(n))))
		for i := range n {
			s := x.member(exact, i%60)
			deepest = max(deepest, strings.Count(s, "(("))
			if !over.Table.Valid(s) || exact.Table != "" && !exact.Table.Valid(s) {
				t.Fatalf("%s: %q is no member: superset %v, exact %v",
					exact.Name, s, over.Table.Valid(s), exact.Table.Valid(s))
			}
		}
	}
	for i, tt := range nestings {
		if !testkit.OneIn(2, i) {
			continue
		}
		g := compileRecursive(t, tt.text, Recursion{})
		over := compileRecursive(t, tt.text, Recursion{Exactness: tables.Superset})
		check(g, g.Rules[0], over.Rules[0], testkit.Fewest(60_000))
	}
	g, over := bundled(t, "xri30"), supersetOfXRI(t)
	for i, r := range g.Rules {
		if (r.Kind == SelfEmbedding || r.Kind == Depends) && testkit.OneIn(2, i) {
			check(g, r, over.Rules[i], testkit.Fewest(20_000))
		}
	}
	if deepest < 10 {
		t.Errorf("the deepest member has %d", deepest)
	}
}

// TestSubset checks rules whose tables count: the members up to a given depth equal those of a
// table compiled to that depth.
func TestSubset(t *testing.T) {
	t.Parallel()
	for _, tt := range nestings {
		g := compileRecursive(t, tt.text, Recursion{})
		for depth := range 3 {
			stacked := compileRecursive(t, tt.text, Recursion{Exactness: tables.Subset, Depth: depth})
			for i, r := range g.Rules {
				if r.made().Calls == nil {
					continue
				}
				d, err := g.automata.Subset(r.names, depth, g.automata.Meter)
				if err != nil {
					t.Fatal(err)
				}
				if other := stacked.Rules[i].made().DFA; other != nil {
					if s, ok := automaton.Equal(d, other); !ok {
						t.Errorf("%s: %s differs in %q at depth %d", tt.name, r.Name, s, depth)
					}
				}
			}
		}
	}
}

// Tables of different depths have different hashes, even if they count.
func TestHashesOfDepths(t *testing.T) {
	for _, tt := range nestings {
		known := map[[32]byte]string{}
		exact := compileRecursive(t, tt.text, Recursion{})
		for _, depth := range []int{0, 1, 5, 1_000_000, -1} {
			how := Recursion{Exactness: tables.Subset, Depth: depth}
			if depth < 0 {
				how = Recursion{}
			}
			if exact.Rules[0].Table == "" && (depth < 0 || depth > 10) {
				continue
			}
			r := compileRecursive(t, tt.text, how).Rules[0]
			if other, ok := known[r.Table.Hash()]; ok {
				t.Errorf("%s: the hash of %s is that of %s", tt.name, how, other)
			}
			known[r.Table.Hash()] = how.String()
		}
		if len(known) < 3 {
			t.Errorf("%s: %d tables", tt.name, len(known))
		}
	}
}

// A rule of another grammar is called just as in its own grammar.
func TestDepthOfImport(t *testing.T) {
	mail := Import{
		Source:  syntax.NewSource("mail.abnf", "comment = \"(\" *( \"m\" / comment ) \")\"\n"),
		Options: Options{Name: "mail"},
	}
	const text = "a = \"a\" comment / \"[\" *a \"]\"\nb = \"b\" comment\n"
	for _, tt := range []struct {
		how      Recursion
		rule     string
		yes, not []string
	}{
		{Recursion{Exactness: tables.Subset, Depth: 0}, "b", nil, []string{"b()", "b"}},
		{Recursion{Exactness: tables.Subset, Depth: 1}, "b", []string{"b()", "b(mm)"}, []string{"b(())", "b(m"}},
		{Recursion{Exactness: tables.Subset, Depth: 2}, "b", []string{"b()", "b(()m)"}, []string{"b((()))"}},
		{Recursion{Exactness: tables.Subset, Depth: 1}, "a", []string{"a()", "[]", "[[]]"}, []string{"[a()]", "a(())"}},
		{Recursion{Exactness: tables.Subset, Depth: 2}, "a", []string{"[a()a()]", "a(())", "[[[]]]"},
			[]string{"[[a()]]", "[a(())]"}},
		{Recursion{Exactness: tables.Superset}, "b", []string{"b((()))", "b((m)"}, []string{"b", "b)"}},
		{Recursion{Exactness: tables.Superset}, "a", []string{"[[a(())]a()]", "[[a(()]"}, []string{"b()", "[a()"[1:] + "["}},
	} {
		opt := Options{Recursion: tt.how, Imports: []Import{mail}}
		g := compileFine(t, text, opt)
		r := g.Rule(tt.rule)
		checkMembers(t, fmt.Sprintf("%s: %s", tt.how, tt.rule), r.Table, tt.yes, tt.not)
		if e, depth := r.Table.Exactness(); (Recursion{Exactness: e, Depth: depth}) != tt.how {
			t.Errorf("%s is %s(%d)", tt.rule, e, depth)
		}
		if tt.how.Exactness == tables.Superset {
			if err := g.ProveSuperset(t.Context(), r); err != nil {
				t.Error(err)
			}
		}
	}
}

// Readings with several depths stop at the table's depth, both on random strings and on one that
// requires such a reading.
func TestCountedDepths(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 4))
	for _, tt := range nestings {
		g := compileRecursive(t, tt.text, Recursion{})
		counted := countedTo(t, g, g.Rules[0], 5)
		if counted == nil {
			continue
		}
		texts := []string{"=(((?))(())))"}
		for range testkit.Few(4000) {
			s := make([]byte, 6+r.IntN(10))
			for i := range s {
				s[i] = tt.letters[r.IntN(len(tt.letters))]
			}
			s[0] = tt.letters[0]
			texts = append(texts, string(s))
		}
		for _, s := range texts {
			for depth, table := range counted {
				if table == "" {
					continue
				}
				want := newRecognizer(g, g.calledRules(g.Rules[0])...).accepts(g.Rules[0], s, depth)
				if table.Valid(s) != want || table.ValidBytes([]byte(s)) != want || (table.Check(s) == nil) != want {
					t.Fatalf("%s: %q is %v, counted to depth %d", tt.name, s, !want, depth)
				}
				c := tables.NewChecker(table)
				for i := range len(s) {
					c.WriteString(s[i : i+1])
				}
				if (c.Close() == nil) != want {
					t.Fatalf("%s: %q in pieces is %v, counted to depth %d", tt.name, s, !want, depth)
				}
			}
		}
	}
}

// Tables with many states stop at their depth too.
func TestCountedDepthsWide(t *testing.T) {
	t.Parallel()
	random, draws := rand.New(rand.NewPCG(33, 7)), rand.New(rand.NewPCG(33, 6))
	opt := Options{Limits: DefaultLimits()}
	for _, sizes := range [][3]int{{0, 200, 0}, {0, 0, 200}, {0, 60, 300}} {
		w := newTwinned(t, wide(random, sizes[0], sizes[1], sizes[2]), opt)
		counted := countedTo(t, w.g, w.g.Rules[0], 3)
		members := make([]int, len(counted))
		for depth, table := range counted {
			d, err := w.g.automata.Subset(w.g.Rules[0].names, depth, w.g.automata.Meter)
			if err != nil {
				t.Fatal(err)
			}
			for range testkit.Few(4000) {
				s, ok := w.d.Draw(draws, 0)
				if !ok {
					continue
				}
				if d.Accepts(s) {
					members[depth]++
				}
				if table != "" && table.Valid(s) != d.Accepts(s) {
					t.Fatalf("%v: %q is %v, counted to depth %d", sizes, s, !d.Accepts(s), depth)
				}
			}
		}
		if !slices.IsSorted(members) || members[0] == members[2] {
			t.Errorf("%v: members %v", sizes, members)
		}
	}
}

// The reported sizes of a superset and a subset are those of their automata before minimization.
func TestSizesOfApproximations(t *testing.T) {
	t.Parallel()
	for _, how := range []Recursion{{Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 1}} {
		r := compileRecursive(t, nestings[0].text, how).Rule("S")
		if r.Sizes.NFA < r.made().DFA.NumStates() || r.Sizes.DFA < r.made().DFA.NumStates() || r.Sizes.NFA <= r.Sizes.DFA/2 {
			t.Errorf("%s has %+v, and %d states", how, r.Sizes, r.made().DFA.NumStates())
		}
	}
}

// The limits for subsets are four times those for an exact document, and those for supersets twice.
func TestForApproximation(t *testing.T) {
	one := DefaultLimits()
	for exactness, times := range map[tables.Exactness]int64{tables.Subset: 4, tables.Superset: 2} {
		how := Recursion{Exactness: exactness}
		more := one.ForApproximation(how)
		if more.Automata.Steps != times*one.Automata.Steps || more.Automata.Transitions != times*one.Automata.Transitions ||
			more.Automata.Bytes != one.Automata.Bytes || more.Tuning != one.Tuning {
			t.Errorf("%+v are not %d times %+v", more, times, one)
		}
		if got := (Limits{}).orDefault(how); got != more {
			t.Errorf("the default for %s is %+v", exactness, got)
		}
	}
	if got := (Limits{}).orDefault(Recursion{}); got != one {
		t.Errorf("the default is %+v", got)
	}
}
