package fuzz

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
	"github.com/irilex/iri/internal/sampler"
	"github.com/irilex/iri/internal/testkit"
	"github.com/irilex/iri/tables/machine"
)

// small holds limits with which compiling a fuzzer's document takes a fraction of a second.
var small = build.Limits{
	Syntax: syntax.Limits{Source: 1 << 16, Nesting: 20, Repetition: 100, Rules: 200},
	Automata: automaton.Limits{NFAStates: 2000, Subsets: 600, DFAStates: 300, Transitions: 200_000, Steps: 50_000_000,
		Bytes: 4 << 20},
	Copies: 1000,

	Tuning: 5_000_000,
}

// tiny holds limits for targets that compile often.
var tiny = func() build.Limits {
	l := small
	l.Automata.Subsets, l.Automata.DFAStates = 100, 40
	return l
}()

// TestSmallLimits checks that the limits are not too small: they must admit most rules generated
// from the seeds of FuzzCompileRule, including shift rows, and most rules of the documents.
func TestSmallLimits(t *testing.T) {
	notRaced(t)
	random := rand.New(rand.NewPCG(5, 6))
	rules, compiled, shifted := 0, 0, 0
	for range testkit.Few(40) {
		w := grammarWriter{choices: randomChoices(random)}
		g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", w.grammar()),
			build.Options{Name: "fuzz", Limits: small, Places: true})
		for _, r := range g.Rules[:rulesOfGrammar] {
			if rules++; r.Table != "" {
				compiled++
				if r.Sizes.Front > 0 {
					shifted++
				}
			}
		}
	}
	t.Logf("%d of %d rules are compiled, %d with shift rows", compiled, rules, shifted)
	if compiled < rules*3/4 || shifted < compiled/6 {
		t.Errorf("only %d of %d rules are compiled, %d with shift rows", compiled, rules, shifted)
	}
}

// FuzzCompile checks that any text is compiled or rejected within the limits, and that every rule
// has either a correct table or a reason.
func FuzzCompile(f *testing.F) {
	notRaced(f)
	addDocuments(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []syntax.Dialect{syntax.ABNF, syntax.RFC822} {
			g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", text),
				build.Options{Name: "fuzz", Dialect: d, Limits: small, Places: true})
			checkDiagnostics(t, g.Diagnostics)
			for _, r := range g.Rules {
				checkCompiled(t, g, r)
				checkExpression(t, g, r)
			}
		}
	})
}

func checkCompiled(t *testing.T, g *build.Grammar, r *build.Rule) {
	limits := small.Automata
	if r.Sizes.NFA > limits.NFAStates || r.Sizes.DFA > limits.Subsets {
		t.Errorf("rule %q has %+v states, over the limits", r.Name, r.Sizes)
	}
	if r.Table == "" {
		checkReason(t, r)
		return
	}
	if r.Refusal() != nil || r.Err != nil || r.Table.Recursive() != (len(g.Called(r)) > 0) {
		t.Errorf("rule %q has a table, is %s and has the error %v", r.Name, r.Kind, r.Err)
	}
	if r.Table.States() >= limits.DFAStates {
		t.Errorf("rule %q has %d states, over the limit", r.Name, r.Table.States())
	}
	if err := machine.Verify(r.Table); err != nil {
		t.Errorf("the table of rule %q: %v", r.Name, err)
	}
}

// checkReason checks that a rule without a table has a reason. The reason is recursion or an error.
// Core rules and rules of another grammar need no reason, because they get tables only on request.
func checkReason(t *testing.T, r *build.Rule) {
	var limit *automaton.LimitError
	switch {
	case r.Refusal() == nil && r.Err == nil && !r.Core && r.From == "":
		t.Errorf("rule %q has neither a table nor a reason", r.Name)
	case r.Kind == build.Depends && len(r.Cycle()) > 0, r.Kind != build.Regular && r.Kind != build.Depends &&
		len(r.Cycle()) == 0:
		t.Errorf("rule %q is %s with a cycle of %d rules", r.Name, r.Kind, len(r.Cycle()))
	case errors.As(r.Err, &limit) && limit.Reached <= limit.Max:
		t.Errorf("rule %q is over a limit that it is not over: %v", r.Name, limit)
	}
}

// checkExpression checks that a rule has an expression if and only if it has a table, and that Go
// compiles an expression of reasonable length. Rules with octets or with references to another
// grammar, and profiles, may have one without the other.
func checkExpression(t *testing.T, g *build.Grammar, r *build.Rule) {
	expr, err := g.Regexp(t.Context(), r.Name, build.RE2)
	var limit *automaton.LimitError
	octets := err != nil && r.Table != "" && strings.Contains(g.Source.Text, "@octets")
	if r.Kind != build.Regular {
		if err == nil {
			t.Errorf("rule %q is %s and has an expression", r.Name, r.Kind)
		}
		return
	}
	foreign := r.From != "" || err != nil && strings.Contains(err.Error(), "the imported rule")
	profile := err != nil && strings.Contains(err.Error(), "a regular expression for a difference")
	if (err == nil) != (r.Table != "") && !r.Core && !errors.As(err, &limit) && !octets && !foreign && !profile {
		t.Errorf("rule %q has a table: %t; an expression: %v", r.Name, r.Table != "", err)
	}
	if err == nil && len(expr) < 4000 {
		if _, err := regexp.Compile(expr); err != nil {
			t.Errorf("rule %q: %v", r.Name, err)
		}
	}
}

// FuzzCompileRule generates a valid grammar from its input. The tables must agree with the regular
// expressions, which share no code with the automata.
func FuzzCompileRule(f *testing.F) {
	notRaced(f)
	for _, input := range []string{
		"", "\x01\x02\x03\x04\x05\x06\x07\x08", "(a|b)*abb", "The quick brown fox jumps over the lazy dog",
		"\x00\x01\x00\x02\x04\x01\x03\x00\x05\x06", strings.Repeat("\x07\x03\x0b", 20),
		strings.Repeat("\x02\x05\x09\x01", 20),
	} {
		f.Add([]byte(input))
	}
	addChoices(f, testkit.Few(30), 5)
	f.Fuzz(func(t *testing.T, input []byte) {
		w := grammarWriter{choices: input}
		text := w.grammar()
		g := compileValid(t, text)
		for _, r := range g.Rules {
			if r.Table != "" {
				checkRule(t, g, r, text)
			}
		}
	})
}

// addChoices adds seeds for a grammarWriter: one without choices, and n with random ones.
func addChoices(f *testing.F, n int, seed uint64) {
	f.Add([]byte{})
	random := rand.New(rand.NewPCG(seed, seed+1))
	for range n {
		f.Add(randomChoices(random))
	}
}

// compileValid compiles a grammar that must have no errors, and checks its rules.
func compileValid(t *testing.T, text string) *build.Grammar {
	g, _ := build.Compile(context.Background(), syntax.NewSource("fuzz", text),
		build.Options{Name: "fuzz", Limits: small, Places: true})
	for _, d := range g.Diagnostics.Items {
		if d.Severity == syntax.Error {
			t.Fatalf("%s\n%s", g.Diagnostics.Format(d), text)
		}
	}
	for _, r := range g.Rules {
		checkCompiled(t, g, r)
	}
	return g
}

func randomChoices(r *rand.Rand) []byte {
	b := make([]byte, 120)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return b
}

// checkRule compares the table of a rule with its regular expression and with its position sets.
func checkRule(t *testing.T, g *build.Grammar, r *build.Rule, text string) {
	expr, err := g.Regexp(t.Context(), r.Name, build.RE2)
	if errors.As(err, new(*automaton.LimitError)) { // it or its proof may exceed a limit that the table does not
		return
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	rule := underTest(r.Table)
	check := func(s string) {
		if want := re.MatchString(s); r.Table.Valid(s) != want {
			t.Fatalf("%s of %q: valid is %t by the table, %t by the expression\n%s", r.Name, s, !want, want, text)
		}
		checkVerdict(t, rule, s)
	}
	for _, s := range shortStrings {
		check(s)
	}
	checkMembers(rule, check)
	checkPositions(t, rule, text, lettersOf(text))
}

// checkMembers calls check with members of a rule and with strings one edit away from them.
func checkMembers(rule ruleUnderTest, check func(s string)) {
	if rule.machine.Start == 0 {
		return // no members
	}
	drawer, random := sampler.New(rule.machine), rand.New(rand.NewPCG(7, 8))
	for range 50 {
		member := drawer.Draw(random, random.IntN(10), nil)
		check(string(member))
		check(string(edit(random, member)))
	}
}

// checkPositions compares the table of a rule with its position sets on all strings of up to six
// letters, on members, and on strings close to members.
func checkPositions(t *testing.T, rule ruleUnderTest, text string, letters []string) {
	g, _ := notation.Read(syntax.NewSource("fuzz", text), syntax.ABNF)
	positions, err := newDocument(g).recognizer(rule.Name())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	check := func(s string) {
		if want := positions.match(s); rule.Valid(s) != want {
			t.Fatalf("%s of %q: valid is %t by the table, %t by the position sets\n%s", rule.Name(), s, !want, want, text)
		}
	}
	const longest = 6
	var all func(s string, left int)
	all = func(s string, left int) {
		check(s)
		for i := 0; i < len(letters) && left > 0; i++ {
			all(s+letters[i], left-1)
		}
	}
	all("", longest)
	checkMembers(rule, check)
}

// alphabets are letters from different classes in grammarWriter's grammars.
var alphabets = [][]string{{"a", "1", "B"}, {"a", "\u00E9", "\U00010000"}, {"1", "b", "\uD7FF"}}

// lettersOf chooses one of the alphabets.
func lettersOf(text string) []string { return alphabets[len(text)%len(alphabets)] }

// FuzzCompileOctets is FuzzCompileRule for grammars with octet rules. Octet rules have no regular
// expressions, so their tables are compared only with position sets.
func FuzzCompileOctets(f *testing.F) {
	notRaced(f)
	addChoices(f, testkit.Few(30), 15)
	letters := []string{"a", "\xC3", "\xA9"}
	f.Fuzz(func(t *testing.T, input []byte) {
		w := grammarWriter{choices: input, octets: 2}
		text := w.grammar()
		for _, r := range compileValid(t, text).Rules {
			if r.Table != "" {
				checkPositions(t, underTest(r.Table), text, letters)
			}
		}
	})
}

// shortStrings are all strings of up to three symbols: five code points from different classes in
// grammarWriter's grammars, and the bytes of a surrogate. Go's regexp reads these bytes as three
// U+FFFD, and no such grammar contains U+FFFD.
var shortStrings = func() []string {
	all := []string{""}
	for shorter := 0; len(all) < 1+6+6*6+6*6*6; shorter++ {
		for _, c := range []string{"a", "B", "1", "\u00E9", "\U00010000", "\xED\xA0\x80"} {
			all = append(all, all[shorter]+c)
		}
	}
	return all
}()

// A grammarWriter generates a valid grammar from a fuzzer's bytes. A rule refers only to later
// rules, so no rule is recursive.
type grammarWriter struct {
	strings.Builder
	choices []byte
	rule    int // index of the rule being written
	octets  int // number of rules with octets, which come first
}

const rulesOfGrammar = 3

// pick returns a number below n, or 0 once the bytes have run out.
func (w *grammarWriter) pick(n int) int {
	if len(w.choices) == 0 {
		return 0
	}
	b := w.choices[0]
	w.choices = w.choices[1:]
	return int(b) % n
}

func (w *grammarWriter) grammar() string {
	for i := range w.octets {
		fmt.Fprintf(w, "; @octets r%d\n", i)
	}
	for w.rule = rulesOfGrammar - 1; w.rule >= 0; w.rule-- { // the last rule, made from the first bytes, comes first
		fmt.Fprintf(w, "r%d = ", w.rule)
		w.alternation(2)
		if w.pick(4) == 3 {
			fmt.Fprintf(w, "\nR%d =/ ", w.rule)
			w.alternation(1)
		}
		w.WriteString("\n")
	}
	return w.String()
}

func (w *grammarWriter) alternation(depth int) {
	w.concatenation(depth)
	for range w.pick(3) {
		w.WriteString(" / ")
		w.concatenation(depth)
	}
}

func (w *grammarWriter) concatenation(depth int) {
	w.repetition(depth)
	for range w.pick(3) {
		w.WriteString(" ")
		w.repetition(depth)
	}
}

func (w *grammarWriter) repetition(depth int) {
	w.WriteString([]string{"", "", "", "", "", "", "", "*", "1*", "*1", "2", "1*3", "2*", "0"}[w.pick(14)])
	w.element(depth)
}

func (w *grammarWriter) element(depth int) {
	switch kind := w.pick(6); {
	case kind == 1 && depth > 0:
		w.bracket("(", depth, ")")
	case kind == 2 && depth > 0:
		w.bracket("[", depth, "]")
	case kind >= 3 && w.rule+1 < rulesOfGrammar:
		fmt.Fprintf(w, "r%d", w.rule+1+w.pick(rulesOfGrammar-w.rule-1))
	case w.rule < w.octets:
		w.WriteString([]string{
			`"a"`, `%s"a"`, `"aA"`, `""`, "%xC3", "%xA9", "%xC3.A9", "%x80-BF", "%xC2-C3", "%x00-FF", "%x61-C3",
			"OCTET", "%xE2.82.AC",
		}[w.pick(13)])
	default:
		w.WriteString([]string{
			`"a"`, `%s"a"`, `"B"`, `""`, `"a1"`, "DIGIT", "ALPHA", "%xE9", "%x61.E9", "%xA0-D7FE", "%xA0-E000",
			"%xD800-DFFF", "%x10000-10FFFF", "%xD7FF-FFFC", "%x0-10FF", "%x10000",
		}[w.pick(16)])
	}
}

func (w *grammarWriter) bracket(open string, depth int, end string) {
	w.WriteString(open)
	w.alternation(depth - 1)
	w.WriteString(end)
}
