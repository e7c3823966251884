// Package build is the compiler of grammars: it turns the text of a grammar into tables and tables
// into Go. A program that only uses tables does not link package build.
//
//	text ── read ──> rules ── resolve ──> graph ── recursion ──> order
//	     ── lower ──> NFA ── determinize, minimize, number ──> DFA
//	     ── label ──> components and expectations ── tune ──> places and regions
//	     ── pack ──> table ── emit ──> Go
//
// Words:
//
//   - member: a string matched by a rule.
//   - lower: turn an expression of the syntax tree into states and edges of an NFA (lower.go).
//   - reference: the name of a rule in the definition of another, or in its own.
//   - own rule: a rule defined by the document. Core rules (RFC 5234) and rules of other grammars
//     are not its own.
//   - circle: a strongly connected component, rules that refer to one another.
//   - in the middle: a rule refers to itself in the middle if text may stand on both sides of the
//     reference, as in a = "(" a ")" / "x".
//   - called rule, calls: a rule of a circle, and the references to it, counted by a counter
//     (calls.go).
//   - token: a byte outside of UTF-8 that stands in an automaton for such a reference. In package
//     syntax a token is a piece of a document instead.
//   - inside: the automaton of the called rule, over bytes and tokens.
//   - by order: the reading of PEG. The first alternative to match counts, and no later one is
//     tried (Options.Semantics).
//   - mark, slot: a mark is the number of a component on an edge of an NFA. A slot is the one or
//     two components of a state (components.go).
//   - span, unit: a span is a range of numbers (span.go). A unit is one code point, or one byte of
//     a rule of octets (follow.go).
//   - profile: a rule made of other rules by set algebra, by a directive @profile (profile.go).
//   - set: several rules in one table that names the rules matching a string (set.go).
//   - place: a bit offset for a state in the shift rows of a table (package tables/machine).
//   - training strings: the strings by which package tune chooses the states with places.
//   - words: the texts of a table for the bytes expected after a state, as "a digit" (expect.go).
//   - slip: a mistake of typing in a name, by which a message finds similar names (slips.go).
//   - limit: a bound of [Limits], or of the meter for steps and bytes. Unexported functions return
//     an error at a limit, and after the context is canceled. Their comments name only other
//     errors.
//   - twin: the slow and obvious version in the tests, with which a fast one is compared.
//
// [Compile] follows this diagram with a call for each stage; package emit writes the Go. A
// compiled [Grammar] also provides tables of several rules ([Grammar.Set]) or of the
// alternatives of a rule ([Grammar.Alternatives]), a regular expression ([Grammar.Regexp]),
// and the members of a rule, counted, ranked and drawn at random ([Grammar.Members]).
// [Compare] compares two rules, and [Grammar.Derive] names the rules above a byte of a
// string. [BundledGrammars] ship with the module, and package emit writes the packages with
// their tables.
//
// A document extends its notation by directives in comments:
//
//	; @components RULE …: COMPONENT[=RULE,…] …   the components of the rules' members
//	; @alternatives RULE[: RULE …]               a set of the alternatives of a rule is to ship
//	; @set NAME: RULE …                          a set of rules is to ship
//	; @profile NAME: RULE and not RULE …         a rule made of others by set algebra
//	; @octets [RULE …]                           numbers are octets, in the document or the rules
//	; @code-points [RULE …]                      numbers are code points, and that is meant
package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
)

// Compile makes the tables of a document. The grammar is never nil. It has the tables of the rules
// that could be compiled, and all errors and remarks in Diagnostics. If the document has errors,
// Compile returns the list of diagnostics, a [*syntax.List], as its error. Otherwise the error
// names a rule of [Options].Rules that is missing in the document, or is nil. Recursion that no
// table reads is not an error, nor is a rule over the [Limits]. [Grammar.Table] returns the table
// of a rule, or the reason why there is none. When ctx is done Compile stops early, and the
// remaining rules have no tables.
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

// Compile compiles the bundled grammar with its own limits, and makes its tables fast. An error in it, or a rule over the
// limits, is a bug of this module, unless ctx is done. A recursive rule is not an error.
func (b Bundled) Compile(ctx context.Context) (*Grammar, error) {
	g, err := Compile(ctx, b.Source(), Options{Name: b.Name, Dialect: b.Dialect, Limits: b.Limits(), Places: true})
	for _, r := range g.Rules {
		err = cmp.Or(err, r.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("the bundled grammar %s: %w", b.Name, err)
	}
	return g, nil
}

// compileSource is Compile without a check of [Options].Rules. It also returns the list of
// diagnostics.
func compileSource(ctx context.Context, src *syntax.Source, opt Options) (*Grammar, *syntax.List) {
	opt.Limits = opt.Limits.orDefault(opt.Recursion)
	how := syntax.ReadOptions{Dialect: opt.Dialect, Repair: opt.Repair, Limits: opt.Limits.Syntax}
	document, list := syntax.ReadWith(src, how)
	return compile(ctx, document, list, opt), list
}

// compile makes the tables of a document from its syntax tree. It adds its diagnostics to list.
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
	g.measureWith(ctx, opt)
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

// lint adds remarks on legal constructs with a doubtful meaning: unused rules, odd code points,
// repeated alternatives. It needs no automata. compareRules adds those about the languages of
// rules.
func (g *Grammar) lint() {
	g.reportUnused()
	g.remarkCodePoints()
	g.remarkDuplicates()
}

// maxRuleName is the longest name that a table has room for.
const maxRuleName = 1<<16 - 1

// compileRules compiles rules. A rule must come after those it refers to, but for the rules of a
// circle, which stand together. A [budget] divides the limits among the rules. For a rule that
// cannot be compiled it records the reason in the rule.
func (g *Grammar) compileRules(ctx context.Context, rules []*Rule, opt Options) {
	b := newBudget(g.meter, g.limits.Automata, rules)
	var done error // the error of the context
	try := func(circle []*Rule) error {
		if done == nil && context.Cause(ctx) != nil { // report it once
			done = context.Cause(ctx)
			g.fail(circle[0], circle[0].failed("start", done))
		}
		if done != nil || !compilable(circle) {
			return nil
		}
		err := compileCircle(g, circle, opt)
		if limit, _ := atAllotment(err); err != nil && limit == nil {
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
			compilable(c.rules) // stores the reason: a rule to which it refers was stopped
		}
	}
	g.reportLimits()
	g.meter.Allot(b.whole[0], b.whole[1]) // for comparisons and sets
}

// compilable reports whether all of rules, a circle or a single rule, can be lowered, see
// [Rule.compilable]. If one of them cannot, compilable records it as the reason in all others: in
// Err, or in shut if its reason is recursion.
func compilable(rules []*Rule) bool {
	var bad *Rule
	for _, r := range rules {
		if !r.compilable() && (bad == nil || bad.Err == nil) {
			bad = r
		}
	}
	for _, r := range rules { // the rules other than bad get a reason with the name of bad
		switch {
		case bad == nil || r.Err != nil || r.shut != nil:
		case overLimit(bad.Err) != nil:
			r.Err = r.depends(overLimit(bad.Err))
		case bad.Err != nil:
			r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: &UnresolvedError{[]string{bad.Name}}}
		default:
			r.shut = fmt.Errorf("it depends on %s, which has no table", bad.Name)
		}
	}
	return bad == nil
}

// failAll stores err as the reason why a circle has no tables, as fail does for one rule. It
// reports only the rule that err names, or else rules[0]. The errors of the other rules wrap err.
func (g *Grammar) failAll(rules []*Rule, err error) {
	bad := rules[0]
	if c, ok := errors.AsType[*CompileError](err); !ok {
		err = bad.failed("recursion", err)
	} else if i := slices.IndexFunc(rules, func(r *Rule) bool { return r.Name == c.Rule }); i >= 0 {
		bad = rules[i]
	}
	g.fail(bad, err)
	for _, r := range rules {
		if r != bad {
			r.Err = r.failed("recursion", fmt.Errorf("it refers to itself by way of %w", bad.Err))
		}
	}
}

// compileCircle compiles a circle, or a single rule, from syntax trees to tables. The rules it
// refers to must be compiled. Afterwards each rule has an automaton and a table, or the reason why
// recursion prevents them in Rule.shut. After an error no rule of the circle has a table.
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

// compileRule makes the automaton and the table of r. If openCircle has made r.open, it starts
// from this automaton, else from the syntax tree. A core rule gets a table only if opt names it.
func compileRule(g *Grammar, r *Rule, opt Options) error {
	if r.From != "" { // the grammar of its own document compiles it
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

// forget drops the automata and the table of r. It releases the memory of the automata, unless
// they belong to another grammar.
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

// wants reports whether a name in opt.Rules is that of r.
func (g *Grammar) wants(opt Options, r *Rule) bool {
	return slices.ContainsFunc(opt.Rules, func(name string) bool { return g.Rule(name) == r })
}

// makeTable makes the table of a rule from its automaton: it labels the states, chooses places
// and regions, and packs all into a table. Its error is a [CompileError] with the stage.
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
	if g.tuning != nil && !m.Calls {
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

// measureWith stores the limits of a document, and makes the meters that count its costs.
func (g *Grammar) measureWith(ctx context.Context, opt Options) {
	g.limits, g.meter = opt.Limits, automaton.NewMeter(ctx, opt.Limits.Automata)
	if opt.Places {
		tuning := opt.Limits.Automata
		tuning.Steps = opt.Limits.Tuning
		g.tuning = &tune.Budget{Meter: automaton.NewMeter(ctx, tuning)}
	}
}
