// Package build is the compile-time half: it turns the text of a grammar into tables and
// tables into Go. Nothing of it is linked into a program that only uses tables.
//
//	text ── read ──> rules ── resolve ──> graph ── recursion ──> order
//	     ── lower ──> NFA ── determinize, minimize, number ──> DFA
//	     ── label ──> components and expectations ── tune ──> places and regions
//	     ── pack ──> table ── emit ──> Go
//
// [Compile] is this line, a call a stage, and [Grammar.Emit] its end. Of a compiled [Grammar]
// there are more things to have: tables of several rules ([Grammar.Set]) or of what a rule
// chooses between ([Grammar.Alternatives]), and a regular expression ([Grammar.Regexp]).
// [Compare] says how two rules differ. [BundledGrammars] are those that ship with the module,
// and [Generate] writes the packages with their tables.
//
// What a document has to say beyond its notation stands in directives, which are comments:
//
//	; @components RULE …: COMPONENT[=RULE,…] …   what members of the rules fall into
//	; @alternatives RULE[: RULE …]               a set of the alternatives of a rule is to ship
//	; @set NAME: RULE …                          a set of rules is to ship
//	; @octets [RULE …]                           numbers are octets, in the document or the rules
//	; @code-points [RULE …]                      numbers are code points, and that is meant
package build

import (
	"context"
	"fmt"
	"io"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/tune"
	"github.com/irilex/iri/build/syntax"
)

// Options say how to compile a document.
type Options struct {
	Name    string         // of the grammar, as tables and messages call it
	Dialect syntax.Dialect // that the document is written in
	Repair  bool           // see syntax.ReadOptions
	Rules   []string       // the rules that are wanted, with those they refer to; all when empty
	Octets  []string       // the rules whose numbers are octets, or [WholeDocument]; the document may name others
	Limits  Limits

	// Dump, when set, is called after each stage with the name of the stage and of the
	// rule ("" for the whole document), and a function that writes what the stage made
	// in a stable form for people.
	Dump func(stage, rule string, write func(io.Writer) error)
}

// Compile makes the tables of a document. It returns what could be compiled, however
// little that is, and everything that is wrong with the rest: a rule without a table has
// a reason in Rule.Err or is recursive. It stops early, with rules missing, only when
// ctx is done.
func Compile(ctx context.Context, src *syntax.Source, opt Options) (*Grammar, *syntax.List) {
	opt.Limits = opt.Limits.orDefault()
	how := syntax.ReadOptions{Dialect: opt.Dialect, Repair: opt.Repair, Limits: opt.Limits.Syntax}
	document, list := syntax.ReadWith(src, how)
	return compile(ctx, document, list, opt), list
}

// compile makes the tables of a document that is read.
func compile(ctx context.Context, document *syntax.Grammar, list *syntax.List, opt Options) *Grammar {
	opt.dump("read", "", func(w io.Writer) error { return syntax.Dump(w, document) })

	g := resolve(document, opt, list)
	g.measureWith(ctx, opt.Limits)
	opt.dump("resolve", "", g.dumpResolved)

	analyse(g)
	g.classify()
	opt.dump("recursion", "", g.dumpRecursion)

	for _, r := range g.order(opt.Rules) {
		if err := context.Cause(ctx); err != nil {
			g.fail(r, "start", err)
			break
		}
		compileRule(g, r, opt)
	}
	g.compareRules(ctx)
	list.Sort()
	return g
}

// What a rule costs besides what is counted elsewhere: some ten microseconds however small it is,
// and some for each transition of its table, which is written, hashed and summed.
const (
	ruleSteps = 1000
	packSteps = 8
)

// maxRuleName is the longest name that a table has room for.
const maxRuleName = 1<<16 - 1

// compileRule takes one rule, whose references are compiled, from its syntax tree to its table.
func compileRule(g *Grammar, r *Rule, opt Options) {
	if !r.compilable() {
		return
	}
	if err := g.meter.Work(ruleSteps); err != nil {
		g.fail(r, "start", err)
		return
	}
	nfa, release, err := lower(g, r)
	if err != nil {
		g.fail(r, "lower", err)
		return
	}
	defer release()
	r.Sizes.NFA = nfa.NumStates()
	opt.dump("lower", r.Name, nfa.Dump)

	subsets, err := automaton.Determinize(nfa, g.meter)
	if err != nil {
		g.fail(r, "determinize", err)
		return
	}
	r.Sizes.DFA = subsets.NumStates()
	opt.dump("determinize", r.Name, subsets.Dump)

	if r.dfa, err = automaton.Minimize(subsets, g.meter); err != nil {
		g.fail(r, "minimize", err)
		return
	}
	opt.dump("minimize", r.Name, r.dfa.Dump)
	g.warnEmpty(r)
	r.exactness = g.exactness(r)
	if r.Core && !opt.wants(r.Name) {
		return
	}

	if len(r.Name) > maxRuleName {
		g.fail(r, "pack", fmt.Errorf("the name has %d bytes, at most %d fit into a table", len(r.Name), maxRuleName))
		return
	}
	labels, err := label(g, r)
	if err != nil {
		g.fail(r, "label", err)
		return
	}
	if err = g.meter.Work(packSteps * int64(r.dfa.NumStates()*r.dfa.NumClasses())); err != nil {
		g.fail(r, "pack", err)
		return
	}
	m := newMachine(r.dfa, labels)
	m.Grammar, m.Name, m.Exactness = g.Name, r.Name, r.exactness

	tune.Places(m, func() []string { return g.training(r) }, g.tuning)
	tune.Regions(m, r.dfa, g.tuning)
	opt.dump("tune", r.Name, func(w io.Writer) error { return tune.Dump(w, m) })

	opt.dump("pack", r.Name, m.Dump)
	if r.Table, err = m.Encode(); err != nil {
		g.fail(r, "pack", err)
	}
}

// training returns the strings that the places of a rule are chosen for.
func (g *Grammar) training(r *Rule) []string { return tune.Training(r.Name, r.dfa, g.tuning) }

func (o *Options) dump(stage, rule string, write func(io.Writer) error) {
	if o.Dump != nil {
		o.Dump(stage, rule, write)
	}
}

// wants reports whether a rule is asked for by name.
func (o *Options) wants(name string) bool {
	for _, want := range o.Rules {
		if fold(want) == fold(name) {
			return true
		}
	}
	return false
}
