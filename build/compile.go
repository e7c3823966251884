// Package build is the compile-time half: it turns the text of a grammar into tables and
// tables into Go. Nothing of it is linked into a program that only uses tables.
//
//	text ── read ──> rules ── resolve ──> graph ── recursion ──> order
//	     ── lower ──> NFA ── determinize, minimize, number ──> DFA
//	     ── label ──> components and expectations ── tune ──> places and regions
//	     ── pack ──> table ── emit ──> Go
//
// [Compile] is this line, a call a stage, and package emit has its end. Of a compiled [Grammar]
// there are more things to have: tables of several rules ([Grammar.Set]) or of what a rule
// chooses between ([Grammar.Alternatives]), a regular expression ([Grammar.Regexp]), and the members
// of a rule, counted, ranked and drawn at random ([Grammar.Members]).
// [Compare] says how two rules differ, and [Grammar.Derive] names the rules above a place of a
// string. [BundledGrammars] are those that ship with the module,
// and package emit writes the packages with their tables.
//
// What a document has to say beyond its notation stands in directives, which are comments:
//
//	; @components RULE …: COMPONENT[=RULE,…] …   what members of the rules fall into
//	; @alternatives RULE[: RULE …]               a set of the alternatives of a rule is to ship
//	; @set NAME: RULE …                          a set of rules is to ship
//	; @profile NAME: RULE and not RULE …         a rule made of others by set algebra
//	; @octets [RULE …]                           numbers are octets, in the document or the rules
//	; @code-points [RULE …]                      numbers are code points, and that is meant
package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
)

// Compile makes the tables of a document. The grammar is never nil: it has the rules that could be
// compiled, and in Diagnostics all that is wrong or odd. The error is nil if the document has no
// errors; else it is that list, a [*syntax.List]. Without errors in the list, the error names a rule of
// [Options].Rules that the document lacks. Recursion is no error of a document, even where no table reads it, so
// [Grammar.Table] says of each rule whether it has a table, and why not. Compile stops early, with
// rules missing, if ctx is done.
func Compile(ctx context.Context, src *syntax.Source, opt Options) (*Grammar, error) {
	g, list := compileSource(ctx, src, opt)
	if err := list.Err(); err != nil {
		return g, err
	}
	for _, name := range opt.Rules {
		if _, err := g.Find(name); err != nil {
			return g, err
		}
	}
	return g, nil
}

// Compile compiles the document. An error in a bundled grammar is a bug. A recursive rule
// is no error.
func (b Bundled) Compile(ctx context.Context) (*Grammar, error) {
	g, err := Compile(ctx, b.Source(), Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits()})
	if err != nil {
		return nil, fmt.Errorf("the bundled grammar %s: %w", b.Name, err)
	}
	return g, nil
}

// compileSource is Compile with the list of the diagnostics.
func compileSource(ctx context.Context, src *syntax.Source, opt Options) (*Grammar, *syntax.List) {
	opt.Limits = opt.Limits.orDefault(opt.Recursion)
	how := syntax.ReadOptions{Dialect: opt.Dialect, Repair: opt.Repair, Limits: opt.Limits.Syntax}
	document, list := syntax.ReadWith(src, how)
	return compile(ctx, document, list, opt), list
}

// compile makes the tables of a document that is read.
func compile(ctx context.Context, document *syntax.Grammar, list *syntax.List, opt Options) *Grammar {
	opt.dump("read", "", func(w io.Writer) error { return syntax.Dump(w, document) })

	g := resolve(document, list, opt)
	g.compileImports(opt, func(src *syntax.Source, how Options) *Grammar {
		there, _ := compileSource(ctx, src, how)
		return there
	})
	g.reportUses()
	g.readDirectives()
	g.chooseOctets(opt.Octets)
	g.checkOrder(opt)
	g.lint()
	g.measureWith(ctx, opt.Limits)
	opt.dump("resolve", "", g.dumpResolved)

	analyse(g)
	g.classify()
	opt.dump("recursion", "", g.dumpRecursion)

	g.compileRules(ctx, g.order(opt.Rules), opt)
	g.compareRules(ctx)
	if opt.Lint {
		if g.Semantics == Unordered {
			g.lintChoices()
		}
		g.lintRepeats()
		g.lintEndless()
	}
	g.narrow()
	list.Sort()
	return g
}

// lint reports rules that are legal and perhaps not meant: unused ones, odd code points, repeated
// alternatives. A later stage, compareRules, compares their languages.
func (g *Grammar) lint() {
	g.reportUnused()
	g.remarkCodePoints()
	g.remarkDuplicates()
}

// maxRuleName is the longest name that a table has room for.
const maxRuleName = 1<<16 - 1

// compileRules compiles the rules, each of which stands after those it refers to.
func (g *Grammar) compileRules(ctx context.Context, rules []*Rule, opt Options) {
	b := newBudget(g.meter, g.limits.Automata, rules)
	var done error // that of the context
	try := func(circle []*Rule) error {
		if done == nil && context.Cause(ctx) != nil { // to be said once
			done = context.Cause(ctx)
			g.fail(circle[0], circle[0].failed("start", done))
		}
		if done != nil || !compilable(circle) {
			return nil
		}
		err := compileCircle(g, circle, opt)
		if err != nil && atAllotment(err) == nil {
			g.failAll(circle, err)
			return nil
		}
		return err
	}
	for b.round(try) {
	}
	for _, c := range b.pending {
		if c.stopped != nil {
			g.failAll(c.rules, c.stopped)
		} else {
			compilable(c.rules) // no, since one refers to a rule that was stopped
		}
	}
	g.meter.Allot(b.whole[0], b.whole[1]) // for comparisons and sets
}

// compilable reports whether all rules can be lowered, see [Rule.compilable].
func compilable(rules []*Rule) bool {
	var bad *Rule
	for _, r := range rules {
		if !r.compilable() && (bad == nil || bad.Err == nil) {
			bad = r
		}
	}
	for _, r := range rules { // for those that refer to them
		switch {
		case bad == nil || r.Err != nil || r.shut != nil:
		case bad.Err != nil:
			r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: &UnresolvedError{[]string{bad.Name}}}
		default:
			r.shut = fmt.Errorf("it depends on %s, which has no table", bad.Name)
		}
	}
	return bad == nil
}

// failAll is fail for rules that are compiled together. One of them is reported.
func (g *Grammar) failAll(rules []*Rule, err error) {
	g.fail(rules[0], err)
	for _, r := range rules[1:] {
		why := fmt.Errorf("it refers to itself by way of %w", rules[0].Err)
		r.Err = &CompileError{Rule: r.Name, Stage: "recursion", Err: why}
	}
}

// compileCircle takes rules that refer to one another, or one rule, whose references are compiled, from
// their syntax trees to their tables. The rules have their automata and their tables afterwards, or a
// reason or an error and nothing.
func compileCircle(g *Grammar, rules []*Rule, opt Options) error {
	before := g.meter.Steps()
	defer func() {
		for _, r := range rules {
			r.Sizes.Steps = (g.meter.Steps() - before) / int64(len(rules))
		}
	}()
	var err error
	if g.Semantics == PEG && rules[0].recursive() {
		shut(rules, errRecursive)
	} else {
		err = g.openCircle(rules, opt)
	}
	for _, r := range rules {
		if err == nil && r.shut == nil {
			err = compileRule(g, r, opt)
		}
	}
	if err != nil {
		for _, r := range rules {
			r.forget(g)
		}
		g.links.called = slices.DeleteFunc(g.links.called, func(c *calls) bool { return slices.Contains(rules, c.rule) })
	}
	if refused, ok := errors.AsType[*refusal](err); ok {
		for _, r := range rules {
			r.shut = refused
		}
		return nil
	}
	return err
}

// compileRule takes one rule from its syntax tree, or from its automaton with calls, to its table.
func compileRule(g *Grammar, r *Rule, opt Options) error {
	if r.From != "" { // it is compiled in its own grammar
		return nil
	}
	if err := g.meter.Work(ruleSteps); err != nil {
		return r.failed("start", err)
	}
	if err := g.checkProfile(r); err != nil {
		return err
	}
	if r.open == nil {
		var circle []*Rule
		if r.Kind == Linear {
			circle = r.scc
		}
		var dfa *automaton.DFA
		var err error
		if g.ordered(r) {
			dfa, err = makeOrdered(g, r, opt)
		} else {
			dfa, err = makeDFA(g, r, circle, opt)
		}
		if err != nil {
			return err
		}
		if r.calls == nil {
			r.dfa = dfa
		} else {
			r.open = dfa
		}
	}
	var err error
	if r.open != nil {
		if r.dfa, r.Sizes, err = g.approximate(r); err != nil {
			return err
		}
	}
	if r.exactness, err = g.exactness(r); err != nil {
		return err
	}
	if !r.Core || g.wants(opt, r) {
		if err := makeTable(g, r, opt); err != nil {
			r.forget(g)
			return err
		}
	}
	g.warnEmpty(r)
	return nil
}

// forget gives back the memory of what a rule has.
func (r *Rule) forget(g *Grammar) {
	for _, d := range []*automaton.DFA{r.dfa, r.open} {
		if d != nil && r.From == "" {
			d.Release(g.meter)
		}
	}
	if r.marked != nil && r.From == "" {
		r.marked.Release(g.meter)
	}
	r.dfa, r.marked, r.open, r.calls, r.Table = nil, nil, nil, nil, ""
}

// wants reports whether a rule is asked for by name.
func (g *Grammar) wants(opt Options, r *Rule) bool {
	return slices.ContainsFunc(opt.Rules, func(name string) bool { return g.Rule(name) == r })
}

// makeTable makes the table of a rule that has its automaton.
func makeTable(g *Grammar, r *Rule, opt Options) error {
	if len(r.Name) > maxRuleName {
		return r.failed("pack", fmt.Errorf("the name has %d bytes, at most %d fit into a table", len(r.Name), maxRuleName))
	}
	d := r.dfa
	if r.counts() {
		var err error
		if d, err = g.join(r); err != nil {
			return r.failed("recursion", err)
		}
		defer d.Release(g.meter)
	}
	labels, err := label(g, r, d)
	if err != nil {
		return r.failed("label", err)
	}
	if err = g.meter.Work(packSteps * int64(d.NumStates()*d.NumClasses())); err != nil {
		return r.failed("pack", err)
	}
	g.warnUnlabelled(r, labels)
	if r.words = g.vocabulary; labels.components != nil {
		r.marks = &labels.marks
	}
	m := pack(g, r, d, labels)
	if !m.Calls {
		r.Sizes.Front, r.Sizes.Rest = tune.Places(m, func() []string { return g.training(r) }, g.tuning)
		tune.Regions(m, g.tuning)
	}
	opt.dump("tune", r.Name, func(w io.Writer) error { return tune.Dump(w, m) })

	opt.dump("pack", r.Name, m.Dump)
	if r.Table, err = m.Encode(); err != nil {
		return r.failed("pack", err)
	}
	return nil
}

// measureWith makes the meters of a document.
func (g *Grammar) measureWith(ctx context.Context, limits Limits) {
	tuning := limits.Automata
	tuning.Steps = limits.Tuning
	g.limits, g.meter = limits, automaton.NewMeter(ctx, limits.Automata)
	g.tuning = &tune.Budget{Meter: automaton.NewMeter(ctx, tuning)}
}
