package build

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/shared"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
)

// explosions are rules modeled on rules in published documents whose automata explode. The prefix
// "x-" keeps their names distinct from those of the surrounding document.
var explosions = map[string]string{
	// IMAP, body-type-basic: a literal may contain the space that ends it, and many literals follow
	// one another.
	"literals in a row": `x-boom = 12(x-string " ") x-string " " x-string " (" x-string " " x-string *(" " x-string " ` +
		`" x-string) ") " x-note " " x-note " " x-string " " 1*DIGIT
x-note = x-string / "NIL"
x-string = DQUOTE *(%x20-21 / %x23-7E) DQUOTE / "{" 1*DIGIT "}" CRLF *%x01-7F`,

	// MEGACO, streamDescriptor: nested lists, with white space and comments on both sides of every
	// delimiter.
	"lists in lists": `x-boom = "S" x-eq 1*5DIGIT x-open x-item *(x-comma x-item) x-close
x-item = x-local / x-remote / x-control
x-local = "L" x-open *%x01-7C x-close
x-remote = "R" x-open *%x01-7C x-close
x-control = "C" x-open x-par *(x-comma x-par) x-close
x-par = 1*64(ALPHA / DIGIT / "/") x-eq (1*64(ALPHA / DIGIT) / DQUOTE *%x01-7C DQUOTE)
x-eq = x-lwsp "=" x-lwsp
x-open = x-lwsp "{" x-lwsp
x-close = x-lwsp "}" x-lwsp
x-comma = x-lwsp "," x-lwsp
x-lwsp = *(" " / %x09 / %x0D.0A / ";" *(" " / %x21-7E) %x0D.0A)`,

	// An inherent explosion: the automaton must remember the last 31 letters.
	"a letter from the end": `x-boom = *("a" / "b") "a" 30("a" / "b")`,

	// A large rule that does not explode: its minimal automaton exceeds the limits.
	"a large count": `x-boom = 70000("a" / "b")`,
}

// compileTight compiles text within the given number of steps.
func compileTight(t *testing.T, src *syntax.Source, d syntax.Dialect, steps int64) *Grammar {
	t.Helper()
	limits := DefaultLimits()
	limits.Automata.Steps = steps
	g, _ := compileSource(t.Context(), src, Options{Name: "test", Dialect: d, Limits: limits})
	if g.automata.Meter.Steps() > (maxWholes+1)*steps { // one for comparisons
		t.Errorf("%s: %d steps, the limit is %d", src.Name, g.automata.Meter.Steps(), steps)
	}
	return g
}

// outcomes returns the language hash of each rule, or "-" for a rule without a table.
func outcomes(g *Grammar) map[string]string {
	all := map[string]string{}
	for _, r := range g.Rules {
		switch {
		case r.Core || strings.HasPrefix(r.Name, "x-"):
		case r.Table != "":
			all[r.Name] = fmt.Sprintf("%x", r.Table.Hash())
		default:
			all[r.Name] = "-"
		}
	}
	return all
}

// TestExplosions checks that an explosion at the start or end of a document does not affect the
// other rules. All explosions are added to the first document. In CI each is also added to one
// other document, and with -full-budget to every document.
func TestExplosions(t *testing.T) {
	testkit.SkipSlow(t)
	documents := []*syntax.Source{
		syntax.NewSource("date", "date-fullyear = 4DIGIT\n"),
		bundledGrammar(t, "rfc3986").Source(), bundledGrammar(t, "rfc3987").Source(),
	}
	for _, file := range shared.Glob(t, "grammars/*.abnf") {
		documents = append(documents, sourceOf(t, file))
	}
	names := slices.Sorted(maps.Keys(explosions))
	const steps = 150_000_000 // below the default, at which "literals in a row" would compile
	for i, d := range documents {
		tried := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			j, _ := slices.BinarySearch(names, name)
			return !(*fullBudget || i == 0 || testkit.OneIn(100, 1) && (i*len(names)+j)%58 == 0)
		})
		if dialect, _ := notation.Detect(d.Text); dialect != syntax.ABNF || len(tried) == 0 {
			continue
		}
		want := outcomes(compileTight(t, d, syntax.ABNF, steps))
		for j, name := range tried {
			boom := explosions[name] + "\n"
			for k, text := range []string{boom + d.Text, strings.TrimRight(d.Text, "\r\n") + "\n" + boom} {
				if !testkit.OneIn(4, i+3*j+k) && !*fullBudget {
					continue
				}
				g := compileTight(t, syntax.NewSource(d.Name, text), syntax.ABNF, steps)
				r := g.Rule("x-boom")
				var limit *automaton.LimitError
				if r == nil || !errors.As(r.Err, &limit) {
					t.Errorf("%s: %s: it does not explode", d.Name, name)
					continue
				}
				got := outcomes(g)
				for rule, language := range want {
					if got[rule] != language {
						t.Errorf("%s, %s (%d): %s is %s, and without the explosion %s: %v", d.Name, name, k, rule, got[rule], language,
							g.Rule(rule).Err)
					}
				}
			}
		}
	}
}

// TestNeighbours checks that a rule that needs a tenth of the limits is compiled even if explosions
// before and after it use up everything they get. What the rule needs includes what the rules it
// refers to need.
func TestNeighbours(t *testing.T) {
	boom := func(i int) string { return fmt.Sprintf(`x-%d = *("a" / "b") "a" 30("a" / "b")`, i) }
	literals := func(i int) string { return fmt.Sprintf(`x-%d = 9%d("q" *%%x20-7E ":" / 1*DIGIT "{" *%%x1-7F)`, i, i) }
	for i, tt := range []struct {
		text       string
		neighbours int
		neighbour  func(i int) string
	}{
		{"a = 900\"x\"", 1, boom},
		{"a = *(\"x\" / \"y\") \"x\" 6(\"x\" / \"y\")", 12, boom},
		{"a = b \":\" c\nb = 40(%x100-10FFFF)\nc = *5b", 30, boom},
		{"a = \"(\" *(a / b) \")\"\nb = 60(ALPHA / DIGIT)", 30, literals},
		{"a = b / \"x\"\nb = 200\"y\" [a]", 12, literals},
		{"a = 400\"x\"\n; @profile b: a and not c\nc = 200*\"x\"", 12, boom},
	} {
		if !testkit.OneIn(2, i) {
			continue
		}
		rules := []string{"a", "b"}[:1+strings.Count(tt.text, "@profile")]
		limits := DefaultLimits()
		alone, _ := compileSource(t.Context(), syntax.NewSource("test", tt.text), Options{Limits: limits, Rules: rules})
		want := outcomes(alone)
		limits.Automata.Steps = floorPart * alone.automata.Meter.Steps()
		limits.Automata.Transitions = floorPart * alone.automata.Meter.Transitions()
		crowd := lines(tt.neighbours, tt.neighbour)
		for _, text := range []string{crowd + tt.text, tt.text + "\n" + crowd} {
			g, _ := compileSource(t.Context(), syntax.NewSource("test", text), Options{Limits: limits})
			if r := g.Rule("x-1"); r != nil && overLimit(r.Err) == nil {
				t.Errorf("%s: the neighbours do not explode: %v", tt.text, r.Err)
			}
			for name, language := range outcomes(g) {
				if language == "-" || language != want[name] {
					t.Errorf("%s, %d neighbours: %s is %s, not %s: %v", tt.text, tt.neighbours, name, language, want[name],
						g.Rule(name).Err)
				}
			}
		}
	}
}

// TestLimitPlaces checks that exceeding a limit is reported as a warning at the rule that exceeded
// it, even in a cycle or in a rule that was not requested, and that the errors of dependent rules
// name that rule.
func TestLimitPlaces(t *testing.T) {
	const boom = `*("x" / "y") "x" 30("x" / "y")`
	for _, tt := range []struct{ text, place, rules, dependents string }{
		{"a = " + boom, "1:1", "a", ""},
		{"c = b \"z\"\nb = a\na = " + boom, "3:1", "a", "c, b"},
		{"a = \"(\" b \")\" / \"x\"\nb = \"[\" a \"]\" / " + boom + "\nc = a", "2:1", "b", "a, c"},
		{"a = b \"z\" / \"y\"\nb = c / \"p\" a\nc = \"[\" " + boom + " \"]\"\nd = \"z\"", "3:1", "c", "a, b"},
		{"c = a b\na = " + boom + "\nb = 1000(1000\"x\")", "2:1 3:1", "a b", "c"},
		{"a = b\nb = \"x\" / " + boom + "\nb =/ \"y\"", "2:1", "b", "a"},
		{"; @profile p: a and not b\na = " + boom + "\nb = \"x\"", "2:1", "a", "p"},
	} {
		g, list := compileSource(t.Context(), syntax.NewSource("test", tt.text), Options{Limits: fewSubsets()})
		if err := list.Err(); err != nil {
			t.Errorf("%s: %v", tt.text, err)
		}
		var places, rules []string
		dependents := ""
		for _, d := range list.Items {
			if d.Code != "limit" {
				continue
			}
			at := list.Source.Position(d.Pos)
			places = append(places, fmt.Sprintf("%d:%d", at.Line, at.Column))
			text, _ := strings.CutPrefix(d.Message, "rule ")
			name, text, _ := strings.Cut(text, ":")
			rules = append(rules, name)
			if _, after, ok := strings.Cut(text, "there is no table for it, nor for "); ok {
				dependents, _, _ = strings.Cut(after, ";")
			}
			if tt.text[d.Pos:int(d.Pos)+d.Len] != name || d.Severity != syntax.Warning {
				t.Errorf("%s: %v", tt.text, d)
			}
		}
		if strings.Join(places, " ") != tt.place || strings.Join(rules, " ") != tt.rules || dependents != tt.dependents {
			t.Errorf("%s: %v, %v, %q", tt.text, places, rules, dependents)
		}
		for _, name := range strings.FieldsFunc(tt.dependents, func(c rune) bool { return c == ',' || c == ' ' }) {
			if why := g.Rule(name).Reason(); !strings.Contains(why, "rule "+rules[0]+": ") {
				t.Errorf("%s: %s: %s", tt.text, name, why)
			}
		}
	}
}

// fewSubsets returns limits that an explosion soon reaches.
func fewSubsets() Limits {
	limits := DefaultLimits()
	limits.Automata.Subsets = 5_000
	return limits
}

// TestLimitOfImport checks that an imported rule that exceeds a limit is reported as a warning at
// its name.
func TestLimitOfImport(t *testing.T) {
	there := syntax.NewSource("there", `b = *("x" / "y") "x" 30("x" / "y")`)
	opt := Options{Limits: fewSubsets(), Imports: []Import{{Source: there, Options: Options{Name: "there"}}}}
	g, list := compileSource(t.Context(), syntax.NewSource("test", "a = \"z\" b\nc = \"y\""), opt)
	got, why := codes(list), g.Rule("a").Reason()
	if got != "1:1 unused-rule note, 1:9 limit warning" || g.Rule("a").Table != "" || g.Rule("c").Table == "" ||
		!strings.Contains(why, "5001 subset states exceed the limit of 5000") {
		t.Errorf("%s; a: %s", got, why)
	}
}

// TestOrderOfRules checks that the order of rules changes neither the compiled rules nor their
// tables, even if the budget is much too small for all of them.
func TestOrderOfRules(t *testing.T) {
	testkit.SkipSlow(t)
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"rfc3986", "rfc3987"} {
		b, _ := FindBundled(name)
		for _, steps := range []int64{30_000, 300_000, 1_500_000, 3_000_000, 20_000_000} {
			limits := DefaultLimits()
			limits.Automata.Steps = steps
			var want map[string]string
			none := 0
			for try := range 1 + testkit.Few(5) {
				document, list := notation.Read(b.Source(), b.Dialect)
				if try > 0 {
					random.Shuffle(len(document.Rules), func(i, j int) {
						document.Rules[i], document.Rules[j] = document.Rules[j], document.Rules[i]
					})
				}
				g := compile(t.Context(), document, list, Options{Name: name, Limits: limits})
				got := outcomes(g)
				if try == 0 {
					want = got
					for _, language := range want {
						if language == "-" {
							none++
						}
					}
				}
				for rule, language := range want {
					if got[rule] != language {
						t.Errorf("%s, %d steps: in another order %s is %s, not %s: %v", name, steps, rule, got[rule], language,
							g.Rule(rule).Err)
					}
				}
			}
			t.Logf("%s, %d steps: %d of %d rules have no table", name, steps, none, len(want))
			if some := none > 0 && none < len(want); steps == 300_000 && !some {
				t.Errorf("%s, %d steps: there is nothing to see", name, steps)
			}
		}
	}
}

// In the largest document that the syntax allows, consisting only of explosions, a small rule is
// still compiled.
func TestSmallRuleAmongExplosions(t *testing.T) {
	// With the small rule and DIGIT there are 9,999 rules. With fewer rules, fewer steps are allowed.
	n, steps := testkit.Fewest(9_997), int64(testkit.Fewest(int(DefaultLimits().Automata.Steps)))
	boom := func(i int) string { return fmt.Sprintf(`r%d = *("a"/"b") "a" 30("a"/"b")`, i) }
	for i, text := range []string{
		lines(n, boom) + "date-fullyear = 4DIGIT\n",
		"date-fullyear = 4DIGIT\n" + lines(n, boom),
		lines(n/2, boom) + "date-fullyear = 4DIGIT\n" + lines(n/2, func(i int) string { return boom(n/2 + i) }),
	} {
		if !testkit.Sparse(3, i) {
			continue
		}
		g := compileTight(t, syntax.NewSource("test", text), syntax.ABNF, steps)
		if r := g.Rule("date-fullyear"); r.Table == "" || !r.Table.Valid("2024") {
			t.Errorf("no table: %v", r.Err)
		}
		if r := g.Rule("r7"); r.Table != "" ||
			!strings.Contains(r.Err.Error(), fmt.Sprintf("its share of build.Limits.Automata.Steps (%d)", steps)) {
			t.Errorf("%v", r.Err)
		}
	}
}

// TestRefusals checks that a refusal names the rule, the stage, the count reached, the limit, and
// the field of Limits that sets it.
func TestRefusals(t *testing.T) {
	limits := DefaultLimits()
	limits.Automata.NFAStates, limits.Automata.Subsets, limits.Automata.Transitions = 250_000, 110_000, 1_000_000
	for i, tt := range []struct{ text, want string }{
		{`a = *("x" / "y") "x" 30("x" / "y")`,
			"rule a: determinize: 110001 subset states exceed the limit of 110000 (build.Limits.Automata.Subsets)"},
		{`a = 100000"x"`, "exceed the limit of 65535"},
		{`a = 99999("x" "y")`,
			"rule a: lower: 250001 NFA states exceed the limit of 250000 (build.Limits.Automata.NFAStates)"},
		{`a = 100(1001"x")`,
			"rule a: lower: 100100 copies of a repeated element exceed the limit of 100000 (build.Limits.Copies)"},
		{`a = 10000(%x0-10FFFF)`, "exceed the limit of 1000000 (build.Limits.Automata.Transitions)"},
		{"a = 10000(%x0-10FFFF)\nb = \"x\"",
			"its share of build.Limits.Automata.Transitions (1000000); there is no table for it"},
		{"a = 1*99999999 \"x\"", "test:1:7: the repetition count 99999999 exceeds the limit of 100000"},
	} {
		if !testkit.OneIn(2, i) {
			continue
		}
		_, list := compileSource(t.Context(), syntax.NewSource("test", tt.text), Options{Limits: limits})
		if err := complaint(list); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// Repetition counts are bounded by the size of the automaton, not by how they are written.
func TestLargeCounts(t *testing.T) {
	testkit.SkipSlow(t)
	for i, tt := range []struct {
		text   string
		states int
	}{
		{`a = 30000*60000("x" / "y")`, 60_001},
		{`a = 0*60000"x"`, 60_001},
		{`a = 60000"x"`, 60_001},
		{`a = 0*100000(*"x")`, 1},
		{`a = 60000*"x"`, 60_001},
		{`a = "*" 0*21846(base64) "*"` + "\n" + `base64 = ALPHA / DIGIT / "+" / "/" / "="`, 21_849},
		{`a = 100000("")`, 1},
	} {
		text, states := tt.text, tt.states
		if !testkit.OneIn(3, i) {
			continue
		}
		g := compileTight(t, syntax.NewSource("test", text), syntax.ABNF, DefaultLimits().Automata.Steps)
		r := g.Rule("a")
		if r.Table == "" || r.Table.States() != states {
			t.Errorf("%.40s: %d states, want %d (%v)", text, r.Table.States(), states, r.Err)
		}
		steps, transitions := g.Spent()
		t.Logf("%.40s: %d K steps, %d K transitions", text, steps/1000, transitions/1000)
	}
}

// A rule for which the limits leave nothing is not retried endlessly.
func TestTinyBudgets(t *testing.T) {
	for _, line := range []string{"r%d = r%d / \"x\"\n", "r%d = undefined%d\n", "r%d = \"a\" r%d \"b\"\n"} {
		var text strings.Builder
		for i := range 40 {
			fmt.Fprintf(&text, line, i, i+1)
		}
		source := syntax.NewSource("g.abnf", text.String()+"r40 = \"y\"\n")
		for most := range int64(100) {
			for k := range 2 {
				limits := DefaultLimits()
				if k == 0 {
					limits.Automata.Transitions = most
				} else {
					limits.Automata.Steps = most
				}
				g, list := compileSource(t.Context(), source, Options{Name: "g", Limits: limits})
				if len(compiled(g)) == len(g.Rules) || complaint(list) == nil {
					t.Errorf("%q, limit %d of %d: all rules are compiled", line, k, most)
				}
			}
		}
	}
}

// narrowDocuments returns small documents in several dialects, to be compiled within few steps.
func narrowDocuments() (all []struct {
	text string
	opt  Options
}) {
	add := func(text string, opt Options) {
		opt.Name, opt.Lint, opt.Limits = "narrow", true, DefaultLimits()
		all = append(all, struct {
			text string
			opt  Options
		}{text, opt})
	}
	for _, n := range nestings {
		for _, how := range []Recursion{{}, {Exactness: tables.Superset}, {Exactness: tables.Subset, Depth: 1}} {
			add(n.text, Options{Recursion: how})
		}
	}
	const parts = `u = s ":" p
s = 1*ALPHA
p = *( ALPHA / "/" )
v = s ":" 1*"/" / s "#"
w = u / v / %x61-63
`
	add("; @components u: s p\n; @alternatives w: u v\n"+parts, Options{})
	add(parts, Options{Semantics: PEG})
	add("a ::= [()x]*\nd ::= a - 'xx'\ne ::= a - (a - 'x')\nf ::= 'x' | '(' f 'x)' | 'xx'\n", Options{Dialect: syntax.W3C})
	add("grammar G\nrule a\n'x' b / 'xy'* / 'xyz'\nend\nrule b\n[a-z]+ 'y'? / 'a'\nend\nend\n",
		Options{Dialect: syntax.Treetop, Semantics: PEG})
	return all
}

// Whatever the step limit, a rule gets either the table it has without a limit or an error that
// reports too few steps.
func TestEveryBudget(t *testing.T) {
	t.Parallel()
	without, tries := 0, int64(testkit.Few(300))
	for _, d := range narrowDocuments() {
		full, list := compileSource(t.Context(), syntax.NewSource("narrow", d.text), d.opt)
		if err := list.Err(); err != nil && d.opt.Recursion != (Recursion{}) {
			t.Errorf("%s\n%v", d.text, err)
		}
		want, total := outcomes(full), full.automata.Meter.Steps()
		for try := range tries {
			opt := d.opt
			opt.Limits.Automata.Steps = 1 + 2*total*try/tries
			g, list := compileSource(t.Context(), syntax.NewSource("narrow", d.text), opt)
			err := complaint(list)
			missing := err != nil && strings.Contains(err.Error(), " steps exceed the limit of ")
			for rule, language := range outcomes(g) {
				if language == "-" && want[rule] != "-" {
					without++
				} else if language == want[rule] {
					continue
				}
				if language != "-" || !missing {
					t.Errorf("%s\n%s, %d steps: %s is %s, not %s: %v", d.text, d.opt.Recursion, opt.Limits.Automata.Steps, rule,
						language, want[rule], err)
				}
			}
		}
	}
	if without < int(tries) {
		t.Errorf("only %d rules have too few steps", without)
	}
}

// With any step limit, the alternatives of a rule, a set and the rules above each byte are the same
// as without a limit, or empty.
func TestEveryBudgetOfOperations(t *testing.T) {
	t.Parallel()
	given, refused := 0, 0
	for _, d := range narrowDocuments() {
		g, _ := compileSource(t.Context(), syntax.NewSource("narrow", d.text), d.opt)
		operations := func(r *Rule, steps int64) (results []any) {
			limits := g.limits.Automata
			if steps > 0 {
				limits.Steps = steps
			}
			alternatives, _ := measured(g, limits).Alternatives(r.Name)
			set, _ := measured(g, limits).Set("Set", r.Name)
			results = append(results, alternatives, set)
			for _, s := range []string{"(())", "x", "a:b", "(x)", "(m)", "xx)"} {
				results = append(results, measured(g, limits).DeriveAll(r, s))
			}
			return results
		}
		for _, r := range g.Rules {
			if r.Core {
				continue
			}
			want := operations(r, 0)
			for steps := int64(1); steps < 200_000; steps += 1 + steps/int64(testkit.Few(8)+1) {
				for i, got := range operations(r, steps) {
					switch none := reflect.ValueOf(got).IsZero(); {
					case none && !reflect.ValueOf(want[i]).IsZero():
						refused++
					case !reflect.DeepEqual(got, want[i]):
						t.Errorf("%s\n%s, %d steps: operation %d of %s has another result", d.text, d.opt.Recursion, steps, i, r.Name)
					case !none:
						given++
					}
				}
			}
		}
	}
	if min(given, refused) < 100 {
		t.Errorf("%d results, %d refused", given, refused)
	}
}
