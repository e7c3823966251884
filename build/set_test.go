package build

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

func TestDirectiveErrors(t *testing.T) {
	const rules = "\nr = a / b\na = \"a\"\nb = c\nc = \"c\"\nn = \"(\" n \")\" / c\n"
	for _, tt := range []struct{ name, text, want string }{
		{"set", "; @set S: a b" + rules, ""},
		{"set of one, in any spelling", "; @set S: A" + rules, ""},
		{"set of a rule that is not compiled", "; @set S: n" + rules, ""}, // fails only when the set is used
		{"set without colon", "; @set S a b" + rules, `1:3 error bad-directive: @set: expected "NAME: RULE …"`},
		{"set without name", "; @set : a b" + rules, `1:3 error bad-directive: @set: expected "NAME: RULE …"`},
		{"nothing", "; @set" + rules, `1:3 error bad-directive: @set: expected "NAME: RULE …"`},
		{"set without rules", "; @set S: " + rules, `1:3 error bad-directive: @set: a rule name is missing`},
		{"unknown rule", "; @set S: a x" + rules, `1:3 error bad-directive: @set: there is no rule "x"`},
		{"comma", "; @set S: a, b" + rules, `1:3 error bad-directive: @set: there is no rule "a,"`},
		{"a rule twice", "; @set S: a b A" + rules, `1:3 error bad-directive: @set: A is listed twice`},
		{"two sets of a name", "; @set S: a\n; @set S: b" + rules, `2:3 error bad-directive: @set: the set S already exists`},
		{"another name", "; @sets S: a" + rules,
			`1:3 note unknown-directive: @sets is not a directive; ` +
				`the directives are @components, @alternatives, @set, @profile, ` +
				`@words, @octets and @code-points`},

		{"alternatives", "; @alternatives r" + rules, ""},
		{"alternatives by name", "; @alternatives r: b a" + rules, ""},
		{"deeper", "; @alternatives r: c a" + rules, ""},
		{"of nothing", "; @alternatives" + rules, `1:3 error bad-directive: @alternatives: there is no rule ""`},
		{"of no rule", "; @alternatives x" + rules, `1:3 error bad-directive: @alternatives: there is no rule "x"`},
		{"of two rules", "; @alternatives r b" + rules, `1:3 error bad-directive: @alternatives: there is no rule "r b"`},
		{"no names", "; @alternatives r:" + rules, `1:3 error bad-directive: @alternatives: a rule name is missing`},
		{"unknown name", "; @alternatives r: a x" + rules, `1:3 error bad-directive: @alternatives: there is no rule "x"`},
		{"a name twice", "; @alternatives r: a b a" + rules, `1:3 error bad-directive: @alternatives: a is listed twice`},
		{"out of reach", "; @alternatives b: c a" + rules,
			`1:3 error bad-directive: @alternatives: b does not refer to a, directly or indirectly`},
		{"itself", "; @alternatives r: r" + rules,
			`1:3 error bad-directive: @alternatives: r does not refer to r, directly or indirectly`},
		{"itself, recursive", "; @alternatives n: n c" + rules, ""},
		{"twice", "; @alternatives r\n; @alternatives R: a" + rules,
			`2:3 error bad-directive: @alternatives: r already has alternatives`},

		{"over the limit", strings.Repeat("; @alternatives r\n", 1) +
			lines(99, func(i int) string { return "; @set S" + strings.Repeat("x", i) + ": a" }) +
			"; @set T: a\n; @unknown" + rules,
			`101:3 error bad-directive: @set: the document exceeds the limit of 100 directives`},
	} {
		g, list := compileABNF(tt.text)
		all, found := diagnostics(list), ""
		for line := range strings.Lines(all) {
			if strings.Contains(line, " @") {
				found += strings.TrimSuffix(line, "\n")
			}
		}
		if found != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, found, tt.want)
		}
		if errs := list.Err() != nil; errs != strings.Contains(tt.want, " error ") {
			t.Errorf("%s: %v", tt.name, list.Err())
		}
		if r := g.Rule("r"); r.Table == "" || !r.Table.Valid("c") {
			t.Errorf("%s: the rules are not compiled", tt.name)
		}
	}
}

func TestSetErrors(t *testing.T) {
	g, _ := compileABNF("a = \"a\"\nn = \"(\" n \")\" / a\nm = lost\n")
	for _, tt := range []struct {
		rules []string
		want  string
	}{
		{[]string{"a", "A"}, ""}, // a rule may be in a set twice: the second occurrence never wins
		{nil, ""},
		{[]string{"a", "x"}, `the grammar test has no rule "x"`},
		{[]string{"n"}, "the set S: the table for the rule n counts calls to n, so it is not a finite automaton"},
		{[]string{"a", "m"}, "the set S: the rule m is not compiled"},
	} {
		set, err := g.Set("S", tt.rules...)
		if got := errorText(err); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.rules, got, tt.want)
		}
		if err == nil &&
			(machine.VerifySet(set) != nil || len(set.Rules()) != len(tt.rules) || set.Grammar() != "test" ||
				set.Name() != "S") {
			t.Errorf("%q: %v %q", tt.rules, machine.VerifySet(set), set.Rules())
		}
		if err != nil && set != "" {
			t.Errorf("%q: a set and an error", tt.rules)
		}
	}
	if _, err := g.Set(strings.Repeat("S", 1<<16), "a"); err == nil {
		t.Error("a name of 65536 bytes fits")
	}
	if _, err := g.compileSet("S", make([]member, machine.MaxRules+1),
		nil); errorText(err) != "the set S: 65535 rules exceed the limit of 65534" {
		t.Error(err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A set is a superset if any of its rules is.
func TestSetExactness(t *testing.T) {
	g, _, list := compileOrdered("a = *\"a\" \"a\"\nb = \"b\"\nr = a / b\n")
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		rules []string
		want  tables.Exactness
	}{
		{[]string{"a", "b"}, tables.Superset}, {[]string{"b", "a"}, tables.Superset}, {[]string{"b"}, tables.Exact},
		{nil, tables.Exact},
	} {
		set, err := g.Set("S", tt.rules...)
		if got, depth := set.Exactness(); err != nil || got != tt.want || depth != 0 {
			t.Errorf("%q: %v, %v, want %v", tt.rules, got, err, tt.want)
		}
	}
	set, err := g.Alternatives("r")
	if got, _ := set.Exactness(); err != nil || got != tables.Superset {
		t.Errorf("alternatives: %v, %v", got, err)
	}
}

// Whichever limit is reached, the error names it and all memory is released.
func TestSetsOverTheLimits(t *testing.T) {
	g := bundled(t, "rfc3987")
	made := map[string]func() (tables.Set, error){
		"set":                func() (tables.Set, error) { return g.Set("S", "IPv6address", "ireg-name", "scheme") },
		"alternatives":       func() (tables.Set, error) { return g.Alternatives("IRI-reference") },
		"named alternatives": func() (tables.Set, error) { return g.Alternatives("ihost") },
	}
	enough := automaton.DefaultLimits()
	met := map[string]int{}
	for name, make := range made {
		for _, limit := range []func(l *automaton.Limits, n int){
			func(l *automaton.Limits, n int) { l.NFAStates = n },
			func(l *automaton.Limits, n int) { l.Subsets = n },
			func(l *automaton.Limits, n int) { l.DFAStates = n },
			func(l *automaton.Limits, n int) { l.Transitions = int64(n) },
			func(l *automaton.Limits, n int) { l.Steps = int64(n) },
			func(l *automaton.Limits, n int) { l.Bytes = int64(n) },
		} {
			for n := 1; n < 1<<26; n = n*(36/testkit.Few(12)) + 1 { // in steps of a factor of three, or twelve
				limits := enough
				limit(&limits, n)
				g.automata.Meter = automaton.NewMeter(context.Background(), limits)
				set, err := make()
				var over *automaton.LimitError
				switch {
				case err == nil && machine.VerifySet(set) != nil, err != nil &&
					(set != "" || !errors.As(err, &over) || !strings.Contains(err.Error(), " exceed the limit of ")):
					t.Fatalf("%s: %q, %v", name, set.Name(), err)
				case err != nil:
					met[over.Limit]++
				}
				if held := g.automata.Meter.Bytes(); held != 0 {
					t.Fatalf("%s: %d bytes are not given back: %v", name, held, err)
				}
				if err == nil {
					break
				}
			}
		}
	}
	for _, limit := range []string{"NFA states", "subset states", "DFA states", "transitions", "steps", "bytes"} {
		if met[limit] < 3 {
			t.Errorf("the limit of %s was met %d times", limit, met[limit])
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, make := range made {
		g.automata.Meter = automaton.NewMeter(ctx, enough)
		if set, err := make(); !errors.Is(err, context.Canceled) || set != "" || g.automata.Meter.Bytes() != 0 {
			t.Errorf("%s: a set of %d bytes, %v, %d bytes held", name, len(set), err, g.automata.Meter.Bytes())
		}
	}
}

// The same inside a difference, which has intermediate automata.
func TestAlternativesInADifferenceOverTheLimits(t *testing.T) {
	const text = "r ::= x (A | B)* - C\nx ::= 'x'?\nA ::= 'a' | 'aa'\nB ::= [a-b] 'b'?\n" +
		"C ::= A A | B B\n/* @alternatives r: A B */\n"
	g, list := compileDialect(t, syntax.W3C, text)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for n := int64(1); ; n += 1 + n/8 {
		limits := automaton.DefaultLimits()
		limits.Bytes = n
		g.automata.Meter = automaton.NewMeter(context.Background(), limits)
		_, err := g.Alternatives("r")
		if held := g.automata.Meter.Bytes(); held != 0 {
			t.Fatalf("%d bytes are not given back: %v", held, err)
		}
		if err == nil {
			break
		}
		failed++
	}
	if failed < 20 {
		t.Errorf("%d limits were met", failed)
	}
}
