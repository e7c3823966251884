package automata

import (
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// A lowerer lowers syntax: it turns expressions into fragments of an NFA. Its builder keeps the
// first error. After an error the fragments are empty.
//
// Tested against: TestLower, TestLowerExtended and TestLowerRandom compare the tables with a
// matcher on the syntax tree.
type lowerer struct {
	scope
	b      *automaton.Builder
	copies int64 // product of the repetition counts around the current expression
	below  bool  // whether the expression is below an odd number of right sides of differences

	shells map[*names.Rule]automaton.Fragment // for a cycle: by rule, the fragment to which references lead; else nil
	yields *yielding                          // for a cycle: finds the expressions that have a member; else nil
	marker Marker                             // for components: chooses marks for edges; else nil
	filter *filter                            // for a named alternative: changes references; else nil
	refers map[syntax.Expr]bool               // results of inspects: whether an expression contains references
}

// newLowerer returns a lowerer with a new builder.
func newLowerer(s scope) *lowerer {
	return &lowerer{scope: s, b: automaton.NewBuilder(s.Meter), copies: 1, refers: map[syntax.Expr]bool{}}
}

// dfa builds the minimal automaton of r from its syntax tree, and stores the intermediate sizes in
// made. cycle contains the rules that are lowered together with r because they refer to one
// another. It is nil if r is lowered separately.
func (s scope) dfa(r *names.Rule, cycle []*names.Rule, made *Rule) (*automaton.DFA, error) {
	nfa, release, err := s.lower(r, cycle)
	if err != nil {
		return nil, failed(r, "lower", err)
	}
	defer release()
	made.NFAStates = nfa.NumStates()
	s.dump("lower", r, nfa.Dump)

	subsets, err := automaton.Determinize(nfa, s.Meter)
	if err != nil {
		return nil, failed(r, "determinize", err)
	}
	made.DFAStates = subsets.NumStates()
	s.dump("determinize", r, subsets.Dump)

	dfa, err := automaton.Minimize(subsets, s.Meter)
	if err != nil {
		return nil, failed(r, "minimize", err)
	}
	s.dump("minimize", r, dfa.Dump)
	return dfa, nil
}

// lower builds the NFA of r. The rules to which r refers must be compiled, because their minimal
// automata are embedded. cycle is nil, or contains the rules of r's cycle, which are lowered
// together with r. If err is nil, the caller must call release to free the memory of the NFA.
func (s scope) lower(r *names.Rule, cycle []*names.Rule) (nfa *automaton.NFA, release func(), err error) {
	l := newLowerer(s)
	if cycle == nil {
		return l.finish(l.expr(s.Definition(r)))
	}
	l.shells = map[*names.Rule]automaton.Fragment{}
	if l.yields, err = yields(s, cycle); err != nil {
		return nil, nil, err
	}
	for _, member := range cycle {
		l.shells[member] = l.b.Shell()
	}
	for _, member := range cycle {
		l.b.Fill(l.shells[member], l.expr(s.Definition(member)))
	}
	return l.finish(l.shells[r])
}

// finish returns the NFA built from the fragment f, and the function that releases its memory. If
// the builder failed, finish releases the memory itself and release is nil.
func (l *lowerer) finish(f automaton.Fragment) (nfa *automaton.NFA, release func(), err error) {
	if nfa, err = l.b.NFA(f); err != nil {
		l.b.Release()
		return nil, nil, err
	}
	return nfa, l.b.Release, nil
}

// expr returns the fragment of an expression.
func (l *lowerer) expr(e syntax.Expr) automaton.Fragment {
	if l.b.Err() != nil {
		return automaton.Fragment{}
	}
	if ref, ok := e.(*syntax.RuleName); ok {
		return l.reference(ref)
	}
	if l.Names.Octets[e] {
		return l.octets(e)
	}
	if class := l.Classes.Of(e); class != nil && !l.inspects(e) {
		return l.b.Class(class)
	}
	switch e := e.(type) {
	case *syntax.Alternation:
		return l.alternation(e.Items)
	case *syntax.Concatenation:
		return l.concatenation(e.Items)
	case *syntax.Repetition:
		return l.repetition(e)
	case *syntax.Group:
		return l.expr(e.Item)
	case *syntax.Option:
		return l.b.Opt(l.expr(e.Item))
	case *syntax.CharVal:
		return l.runes([]rune(e.Text), e.Fold)
	case *syntax.NumVal:
		return l.runes(e.Values, false)
	case *syntax.Difference:
		return l.difference(e)
	}
	l.b.Fail(fmt.Errorf("cannot lower %T", e))
	return automaton.Fragment{}
}

// inspects reports whether e must be lowered down to its references because a marker or a filter
// may change them. Otherwise e may be lowered in one step, as a class.
func (l *lowerer) inspects(e syntax.Expr) bool {
	if l.marker == nil && l.filter == nil {
		return false
	}
	refers, known := l.refers[e]
	if !known {
		for range names.References(e) {
			refers = true
			break
		}
		l.refers[e] = refers // stored because a repetition calls inspects again
	}
	return refers
}

func (l *lowerer) alternation(items []syntax.Expr) automaton.Fragment {
	fs := make([]automaton.Fragment, len(items))
	for i, item := range items {
		fs[i] = l.expr(item)
	}
	return l.b.Alt(fs...)
}

// concatenation lowers the items one after another. If some item has no member, the concatenation
// matches no string and no item is lowered. Lowering them would be wrong: a reference to a rule of
// the cycle among the items would add an edge from the end of that rule, although no member leads
// there.
func (l *lowerer) concatenation(items []syntax.Expr) automaton.Fragment {
	if l.yields != nil {
		all := l.yields.all(items)
		if err := l.yields.work(); err != nil {
			l.b.Fail(err)
		}
		if !all {
			return l.b.Alt()
		}
	}
	f := l.item(items, 0)
	for i := 1; i < len(items); i++ {
		f = l.b.Cat(f, l.item(items, i))
	}
	return f
}

// item lowers items[i] of a concatenation. In a rule with components, it first sets the mark of
// items[i] if that item is a delimiter, which depends on the adjacent items.
func (l *lowerer) item(items []syntax.Expr, i int) automaton.Fragment {
	if l.marker != nil {
		defer l.b.SetMark(l.b.SetMark(l.marker.Look(items, i)))
	}
	return l.expr(items[i])
}

// repetition lowers Min copies of the item, followed by a loop or by optional copies up to Max. It
// fails if an element would be copied more than Options.Copies times.
func (l *lowerer) repetition(e *syntax.Repetition) automaton.Fragment {
	outside := l.copies
	defer func() { l.copies = outside }()
	if l.copies *= int64(max(e.Min, e.Max, 1)); l.copies > int64(l.Copies) {
		l.b.Fail(&automaton.LimitError{
			Limit: "copies of a repeated element", Max: int64(l.Copies), Reached: l.copies,
		})
	}
	var f automaton.Fragment
	switch {
	case e.Max == syntax.Unbounded:
		f = l.b.Star(l.expr(e.Item))
	case e.Max == e.Min:
		f = l.b.Empty()
	default:
		var fs []automaton.Fragment
		for i := e.Min; i < e.Max && l.b.Err() == nil; i++ {
			fs = append(fs, l.expr(e.Item))
		}
		f = l.b.Prefixes(fs...)
	}
	for i := 0; i < e.Min && l.b.Err() == nil; i++ {
		f = l.b.Cat(l.expr(e.Item), f)
	}
	return f
}

// reference lowers a reference. A reference to a rule of the cycle becomes a visit to a shell. A
// reference to a called rule becomes a token, which is optional if the rule derives the empty
// string. In a rule with components, reference sets the mark, and a filter may lower the reference.
// Otherwise reference embeds the automaton of the rule.
func (l *lowerer) reference(e *syntax.RuleName) automaton.Fragment {
	to := l.Names.Referent(e.Name)
	if shell, ok := l.shells[to]; ok {
		return l.b.Visit(shell)
	}
	made := l.Of(to)
	if made.isCalled(to) {
		f := l.b.Bytes(made.Calls.Token, made.Calls.Token)
		if made.Calls.Optional {
			return l.b.Opt(f)
		}
		return f
	}
	if l.marker != nil {
		if mark, ok := l.marker.Enter(to); ok {
			defer l.b.SetMark(l.b.SetMark(mark))
		} else if l.marker.Reaches(to) && !l.Graph.Recursive(to) {
			return l.expr(to.Expr)
		}
	}
	if l.filter != nil {
		if f, ok := l.filter.reference(l, to); ok {
			return f
		}
	}
	if made.Any() == nil {
		l.b.Fail(fmt.Errorf("it refers to itself through %s", to.Name))
		return automaton.Fragment{}
	}
	return l.b.Embed(made.Any())
}

// runes lowers a sequence of characters. If fold is set, ASCII letters match in either case (RFC
// 5234, section 2.3). Other letters match only themselves.
func (l *lowerer) runes(runes []rune, fold bool) automaton.Fragment {
	f := l.b.Empty()
	for _, char := range runes {
		if l.b.Err() != nil {
			break
		}
		f = l.b.Cat(f, l.b.Class(l.Classes.Letter(char, fold)))
	}
	return f
}

// octets lowers e, a number, range or class that matches bytes (see Octets in package names).
func (l *lowerer) octets(e syntax.Expr) automaton.Fragment {
	if value, ok := e.(*syntax.NumVal); ok {
		f := l.b.Empty()
		for _, b := range value.Values {
			f = l.b.Cat(f, l.b.Bytes(byte(b), byte(b)))
		}
		return f
	}
	var fs []automaton.Fragment
	for _, s := range classes.ByteRanges(e) {
		fs = append(fs, l.b.Bytes(byte(s.Lo), byte(s.Hi)))
	}
	return l.b.Alt(fs...)
}

// A Marker chooses marks for the edges of an NFA while a rule with components is lowered.
type Marker interface {
	// Look is called before items[i], an item of a concatenation, is lowered. It returns the mark
	// of the item if the item is a delimiter, and 0 otherwise.
	Look(items []syntax.Expr, i int) automaton.Mark

	// Enter is called before a reference to r is lowered. If r belongs to a component, it returns
	// the mark of the component and true.
	Enter(r *names.Rule) (automaton.Mark, bool)

	// Reaches reports whether r refers, directly or indirectly, to a rule that belongs to a component.
	Reaches(r *names.Rule) bool
}
