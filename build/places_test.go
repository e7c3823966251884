package build

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/internal/twins"
	"github.com/irilex/iri/tables/machine"
)

// A placed is a shipped machine with its training strings.
type placed struct {
	name     string
	machine  *machine.Machine
	training []string
}

// placedMachines returns a bundled grammar and the machines of all its rules and sets.
func placedMachines(t *testing.T, name string) (g *Grammar, all []placed) {
	t.Helper()
	g, sets := withSets(t, name)
	t.Logf("%s: %d steps of searching, %d for tuning in all", g.Name, g.tuning.Searched, g.tuning.Steps())
	if left := g.tuning.Left(); left < tune.SearchShare*tune.SearchBudget*tune.SearchSteps(30) {
		t.Errorf("%s: %d steps are left for tuning: the last searches had too few", g.Name, left)
	}
	untired(t, g)
	for _, r := range compiled(g) {
		all = append(all, placed{r.Name, machineOf(t, r), trainingOf(r)})
	}
	for _, s := range sets {
		m, err := machine.OfSet(s.table)
		if err != nil {
			t.Fatal(err)
		}
		var training []string
		if s.rule != nil {
			training = trainingOf(s.rule)
		} else {
			for _, name := range s.table.Rules() {
				training = append(training, trainingOf(rule(t, g, name))...)
			}
		}
		all = append(all, placed{s.name + " (set)", &m.Machine, training})
	}
	return g, all
}

// unplaced returns a copy of a machine without places.
func unplaced(m *machine.Machine) *machine.Machine {
	bare := *m
	bare.Front, bare.Rest = nil, nil
	return &bare
}

// inOrder returns places sorted by their offsets, as in a table.
func inOrder(p *machine.Places) (list []machine.Place) {
	if p == nil {
		return nil
	}
	list = append(list, p.States...)
	list = append(list, machine.Place{At: p.Dead}, machine.Place{At: p.Spill})
	slices.SortStableFunc(list, func(a, b machine.Place) int { return cmp.Compare(a.At, b.At) })
	return list
}

// placesOf returns the states with places; for a front, without the start before the first byte.
func placesOf(p *machine.Places, front bool) (states []uint16) {
	if p == nil {
		return nil
	}
	for i, s := range p.States {
		if i > 0 || !front {
			states = append(states, s.State)
		}
	}
	return states
}

// The search places every shipped machine again, with the same states in the same places. The test
// covers only some of the grammars; see [looksAt].
func TestPlacesAgain(t *testing.T) {
	testkit.SkipSlow(t)
	for _, name := range bundledNames {
		if !looksAt(name) {
			continue
		}
		g, all := placedMachines(t, name)
		for _, p := range all {
			m := unplaced(p.machine)
			tune.Places(m, func() []string { return p.training }, g.tuning)
			if !slices.Equal(inOrder(m.Front), inOrder(p.machine.Front)) ||
				!slices.Equal(inOrder(m.Rest), inOrder(p.machine.Rest)) {
				t.Errorf("%s %s: %v and %v, then %v and %v", name, p.name, p.machine.Front, p.machine.Rest, m.Front, m.Rest)
			}
		}
	}
}

// The most important rules have at least these numbers of states with places, and keep at least
// these numbers of blocks per 1,000 inside.
func TestPlacesOfMainRules(t *testing.T) {
	testkit.SkipSlow(t)
	for _, tt := range []struct {
		grammar, rule string
		front, rest   int
		within        [2]int
	}{
		{"rfc3987", "IRI", 10, 12, [2]int{988, 935}},
		{"rfc3987", "IRI-reference", 10, 12, [2]int{970, 939}},
		{"rfc3987", "iauthority", 10, 11, [2]int{996, 988}},
		{"rfc3986", "URI", 11, 0, [2]int{994, 0}},
		{"rfc8259", "string", 12, 14, [2]int{1000, 993}},
	} {
		if !looksAt(tt.grammar) {
			continue
		}
		g := asShipped(t, tt.grammar)
		r := rule(t, g, tt.rule)
		front, rest := r.Sizes.Front, r.Sizes.Rest
		if front < tt.front || rest < tt.rest {
			t.Errorf("%s: %d and %d states have places, not %d and %d", tt.rule, front, rest, tt.front, tt.rest)
		}
		m := machineOf(t, r)
		for i, set := range []*machine.Places{m.Front, m.Rest} {
			in, all := twins.Staying(m, placesOf(set, i == 0), twins.SlowBlocks(m, i == 0, trainingOf(r)))
			if 1000*in < tt.within[i]*all {
				t.Errorf("%s: %d of %d blocks stay within set %d, at least %d in 1000 did", tt.rule, in, all, i, tt.within[i])
			}
		}
	}
}

// A grammar with the default budget gets places for nearly as many states as a shipped one,
// always the same states, and correct tables.
func TestPlacesOfOtherGrammars(t *testing.T) {
	testkit.SkipSlow(t)
	for _, name := range []string{"rfc3987", "ntriples", "rfc8259"} {
		if !looksAt(name) {
			continue
		}
		g, again := compileBundled(t, name, DefaultLimits()), compileBundled(t, name, DefaultLimits())
		t.Logf("%s: %d steps of searches, %d K for tuning in all", name, g.tuning.Searched, g.tuning.Steps()/1000)
		if g.tuning.Searched == 0 || g.tuning.Steps() > DefaultLimits().Tuning {
			t.Errorf("%s: %d steps of searches, %d in all", name, g.tuning.Searched, g.tuning.Steps())
		}
		ships := asShipped(t, name)
		for _, r := range compiled(g) {
			if r.Table != again.Rule(r.Name).Table {
				t.Errorf("%s: two tables", r.Name)
			}
			if err := machine.Verify(r.Table); err != nil {
				t.Errorf("%s: %v", r.Name, err)
			}
			front, rest := r.Sizes.Front, r.Sizes.Rest
			f, s := ships.Rule(r.Name).Sizes.Front, ships.Rule(r.Name).Sizes.Rest
			if front < f-3 || rest < s-3 { // as DefaultLimits promises
				t.Errorf("%s: %d and %d states have places, of %d and %d", r.Name, front, rest, f, s)
			}
		}
	}
}

// sameVerdicts reports an error if two grammars give different verdicts on a string, or end in
// different states.
func sameVerdicts(t *testing.T, g, other *Grammar, n int) (tested int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 4))
	for _, r := range compiled(g) {
		twin := other.Rule(r.Name)
		if r.Table.Hash() != twin.Table.Hash() {
			t.Errorf("%s: two automata", r.Name)
		}
		for _, s := range append(members(r.made().DFA, n), "") {
			for range 3 {
				if r.Table.Valid(s) != r.made().DFA.Accepts(s) || twin.Table.Valid(s) != r.made().DFA.Accepts(s) {
					t.Fatalf("%s: %q is %v and %v, not %v", r.Name, s, r.Table.Valid(s), twin.Table.Valid(s), r.made().DFA.Accepts(s))
				}
				if a, b := r.Table.AdvanceString(r.Table.Start(), s), twin.Table.AdvanceString(twin.Table.Start(), s); a != b {
					t.Fatalf("%s: %q leads to %v and %v", r.Name, s, a, b)
				}
				tested++
				if b := []byte(s); len(b) > 0 {
					b[rng.IntN(len(b))] = byte(rng.Uint32())
					s = string(b)
				}
			}
		}
	}
	return tested
}

// With a small tuning budget few rules have places, and with almost none, no rule does. The
// verdicts are the same.
func TestPlacesWithLittle(t *testing.T) {
	testkit.SkipSlow(t)
	for name, budgets := range map[string][]int64{
		"rfc3987": {1, 1_000_000, 5_000_000, 20_000_000},
		"rfc8259": {1, 1_000_000, 5_000_000}, // enough for all
	} {
		if !looksAt(name) {
			continue
		}
		ships, before := asShipped(t, name), -1
		for _, tuning := range budgets {
			limits := DefaultLimits()
			limits.Tuning = tuning
			g, placed := compileBundled(t, name, limits), 0
			for _, r := range compiled(g) {
				if r.Sizes.Front > 0 {
					placed++
				}
			}
			t.Logf("%s, %d steps: %d rules have places, %d steps of searches", name, tuning, placed, g.tuning.Searched)
			if over := g.tuning.Steps() - tuning; over > 500_000 || placed <= before || tuning == 1 && placed > 0 {
				t.Errorf("%s, %d steps: %d rules have places, %d steps over", name, tuning, placed, over)
			}
			before = placed
			if n := sameVerdicts(t, g, ships, testkit.Few(200)); n < testkit.Few(5000) {
				t.Errorf("%s: %d strings", name, n)
			}
		}
	}
}

// Without Options.Places, neither tables nor sets have places or regions.
func TestUnasked(t *testing.T) {
	b := bundledGrammar(t, "rfc3986")
	g, err := Compile(t.Context(), b.Source(), Options{Name: b.Name, Limits: b.Limits()})
	if err != nil {
		t.Fatal(err)
	}
	set, err := g.Set("Set", "URI", "relative-ref")
	if err != nil {
		t.Fatal(err)
	}
	of, err := machine.OfSet(set)
	if err != nil {
		t.Fatal(err)
	}
	all := []*machine.Machine{&of.Machine}
	for _, r := range compiled(g) {
		all = append(all, machineOf(t, r))
	}
	for _, m := range all {
		if m.Front != nil || m.Rest != nil || m.Regions != nil {
			t.Errorf("%s has places or regions", m.Name)
		}
	}
}

// If there are many rules, only the first get places. The others have the same verdicts without
// them.
func TestManyPlaces(t *testing.T) {
	testkit.SkipSlow(t)
	rules := testkit.Few(2_000)
	text := lines(rules, func(i int) string {
		return fmt.Sprintf(`r%d = *("x" / "y" *"z" "a" / "b" (*"c" / "d" "e"))`, i)
	})
	limits := DefaultLimits()
	limits.Tuning = int64(rules) * 10_000
	opt := Options{Name: "test", Limits: limits, Places: true}
	g, list := compileSource(t.Context(), syntax.NewSource("test.abnf", text), opt)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	plain, _ := Compile(t.Context(), syntax.NewSource("test.abnf", text), Options{Name: "test", Limits: limits})
	placed, last := 0, 0
	for i, r := range compiled(g) {
		if machineOf(t, r).Front != nil {
			placed, last = placed+1, i
		}
	}
	if placed == 0 || placed == len(compiled(g)) || last != placed-1 {
		t.Errorf("%d rules of %d have places, the last of them is rule %d", placed, len(compiled(g)), last)
	}
	sameVerdicts(t, g, plain, 2)
}

// The default limits equal those quoted in the comments.
func TestDefaultLimits(t *testing.T) {
	automata := automaton.DefaultLimits()
	automata.Transitions, automata.Steps = 20_000_000, 250_000_000
	want := Limits{Syntax: syntax.DefaultLimits(), Automata: automata, Copies: 100_000, Tuning: 180_000_000}
	if got := DefaultLimits(); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	for _, b := range BundledGrammars() {
		if want.Tuning = 1_500_000_000; b.Limits() != want {
			t.Errorf("%s: %+v, not %+v", b.Name, b.Limits(), want)
		}
	}
}

// A small machine gets places for all of its states. A machine with too many transitions,
// or without long members, gets no places.
func TestPlacesOfOddMachines(t *testing.T) {
	testkit.SkipSlow(t)
	for _, tt := range []struct {
		text   string
		placed bool
		front  int
	}{
		{`a = *"x"`, true, 1},
		{`a = *("x" "y")`, true, 2},
		{`a = 1*"x"`, true, 2},
		{`a = 100"x"`, false, 0},
		{`a = *900"x"`, false, 0},
		{`a = 3(7400("x" / "y")) *"z"`, false, 0}, // three classes: 66,000 transitions
		{`a = *%x80-10FFFF`, true, 7},
	} {
		g, err := Compile(t.Context(), syntax.NewSource("test.abnf", tt.text+"\n"), Options{Name: "test", Places: true})
		if err != nil {
			t.Fatal(err)
		}
		front := g.Rule("a").Sizes.Front
		if (front > 0) != tt.placed || tt.placed && front < tt.front {
			t.Errorf("%s: %d states have places", tt.text, front)
		}
	}
}

// A set gets places just as rules do, from random members, and it then classifies strings as it
// does without them.
func TestPlacesOfSets(t *testing.T) {
	testkit.SkipSlow(t)
	for i, tt := range []struct {
		name  string
		rules []string
	}{
		{"rfc3986", []string{"URI", "relative-ref"}},
		{"ntriples", []string{"IRIREF", "STRING_LITERAL_QUOTE", "BLANK_NODE_LABEL", "LANGTAG"}},
	} {
		if !testkit.OneIn(2, i) {
			continue
		}
		g := untired(t, bundled(t, tt.name))
		set, err := g.Set("S", tt.rules...)
		if err != nil {
			t.Fatal(err)
		}
		m, err := machine.OfSet(set)
		if err != nil || m.Front == nil || len(m.Front.States) < tune.SideBySide-2 {
			t.Fatalf("%s: the set has no places, or few (%v)", tt.name, err)
		}
		again, err := g.Set("S", tt.rules...)
		if err != nil || again != set {
			t.Errorf("%s: two tables (%v)", tt.name, err)
		}
		g.tuning = &tune.Budget{Meter: automaton.NewMeter(t.Context(), automaton.Limits{})}
		bare, err := g.Set("S", tt.rules...)
		if m, _ := machine.OfSet(bare); err != nil || m.Front != nil || bare.Hash() != set.Hash() {
			t.Errorf("%s: without tuning it is another set, or has places (%v)", tt.name, err)
		}
		for i, name := range tt.rules {
			for _, s := range members(rule(t, g, name).made().DFA, testkit.Few(400)) {
				for _, s := range []string{s, s + "\x7f", s[:len(s)/2]} {
					want := -1
					for j := len(tt.rules) - 1; j >= 0; j-- {
						if rule(t, g, tt.rules[j]).made().DFA.Accepts(s) {
							want = j
						}
					}
					if got, plain := set.First(s), bare.First(s); got != want || plain != want {
						t.Fatalf("%s, %d: %q is of rule %d, without places %d, not %d", tt.name, i, s, got, plain, want)
					}
				}
			}
		}
	}
}
