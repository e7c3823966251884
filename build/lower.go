package build

import (
	"cmp"
	"fmt"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// compilable reports whether r can be lowered. The definition of r must be read and not broken.
// Each rule it refers to must have an automaton, or be in its circle. If r cannot be lowered,
// compilable stores the reason in r.shut if it is recursion, else in r.Err.
func (r *Rule) compilable() bool {
	if r.broken != nil {
		r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: r.broken}
		return false
	}
	missing := append([]string(nil), r.missing...)
	if r.unread {
		missing = append(missing, "its definition, which could not be read")
	}
	var over *CompileError
	for _, to := range r.refs {
		switch {
		case to.automaton() != nil || to.in(r.scc):
		case to.shut != nil && to.Err == nil:
			r.shut = fmt.Errorf("it depends on %s, which has no table", to.Name)
		case overLimit(to.Err) != nil:
			over = cmp.Or(over, overLimit(to.Err))
		default:
			missing = append(missing, to.Name)
		}
	}
	switch {
	case len(missing) > 0:
		r.Err = &CompileError{Rule: r.Name, Stage: "resolve", Err: &UnresolvedError{missing}}
	case over != nil:
		r.Err = r.depends(over)
	}
	return len(missing) == 0 && over == nil && r.shut == nil
}

// depends returns the error of r for the error of a rule that met a limit and to which r refers,
// directly or through others.
func (r *Rule) depends(over *CompileError) error {
	return r.failed("resolve", fmt.Errorf("it depends on %w", over))
}

// lower makes the NFA of r. The rules r refers to must be compiled, and their minimal automata are
// embedded. circle is nil, or has the rules of r's circle, lowered together with r. If err is nil,
// the caller must call release to give the memory of the NFA back.
func lower(g *Grammar, r *Rule, circle []*Rule) (nfa *automaton.NFA, release func(), err error) {
	l := newLowerer(g)
	if circle == nil {
		return l.lower(r.expr)
	}
	l.shells = map[*Rule]automaton.Fragment{}
	if l.yields, err = yields(g, circle); err != nil {
		return nil, nil, err
	}
	for _, member := range circle {
		l.shells[member] = l.b.Shell()
	}
	for _, member := range circle {
		l.b.Fill(l.shells[member], l.expr(member.expr))
	}
	return l.finish(l.shells[r])
}

// A lowerer lowers syntax: it turns expressions into fragments, which are parts of an NFA. Its
// builder keeps the first error. After an error the fragments are empty.
//
// Twins: TestLower, TestLowerExtended and TestLowerRandom compare the tables with a matcher on the
// syntax tree.
type lowerer struct {
	g      *Grammar
	b      *automaton.Builder
	copies int64 // product of the repetitions around the current expression
	below  bool  // whether the expression stands below an odd number of right sides of differences

	shells  map[*Rule]automaton.Fragment // for a circle: by rule, a fragment to which references lead; else nil
	yields  *yielding                    // for a circle: finds the expressions with a member; else nil
	marking *marking                     // for components: chooses marks for edges, see components.go; else nil
	filter  *filter                      // for a named alternative: changes references, see alternatives.go; else nil
	refers  map[syntax.Expr]bool         // results of inspects: whether an expression has references
}

// newLowerer returns a lowerer with a new builder.
func newLowerer(g *Grammar) *lowerer {
	return &lowerer{g: g, b: automaton.NewBuilder(g.meter), copies: 1, refers: map[syntax.Expr]bool{}}
}

// lower returns the NFA of e. The caller must call release, if err is nil, to give its memory
// back.
func (l *lowerer) lower(e syntax.Expr) (nfa *automaton.NFA, release func(), err error) {
	return l.finish(l.expr(e))
}

// finish returns the NFA made of the fragment f, with the function that releases its memory. After
// an error of the builder it releases the memory itself, and release is nil.
func (l *lowerer) finish(f automaton.Fragment) (nfa *automaton.NFA, release func(), err error) {
	if nfa, err = l.b.NFA(f); err != nil {
		l.b.Release()
		return nil, nil, err
	}
	return nfa, l.b.Release, nil
}

// expr returns the fragment of an expression.
func (l *lowerer) expr(e syntax.Expr) automaton.Fragment {
	if l.failed() {
		return automaton.Fragment{}
	}
	if ref, ok := e.(*syntax.RuleName); ok {
		return l.reference(ref)
	}
	if l.g.octets[e] {
		return l.octets(e)
	}
	if class := l.g.class(e); class != nil && !l.inspects(e) {
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
		return l.charVal(e)
	case *syntax.NumVal:
		return l.numVal(e)
	case *syntax.Difference:
		return l.difference(e)
	}
	l.b.Fail(fmt.Errorf("cannot lower %T", e))
	return automaton.Fragment{}
}

// inspects reports whether e must be lowered down to its references, because a marking or a filter
// may change them. Otherwise e may be lowered at once, as a class.
func (l *lowerer) inspects(e syntax.Expr) bool {
	if l.marking == nil && l.filter == nil {
		return false
	}
	refers, known := l.refers[e]
	if !known {
		for range references(e) {
			refers = true
			break
		}
		l.refers[e] = refers // stored, because a repetition asks again
	}
	return refers
}

func (l *lowerer) failed() bool {
	return l.b.Err() != nil
}

func (l *lowerer) alternation(items []syntax.Expr) automaton.Fragment {
	fs := make([]automaton.Fragment, len(items))
	for i, item := range items {
		fs[i] = l.expr(item)
	}
	return l.b.Alt(fs...)
}

// concatenation lowers the items one after the other. If some item has no member, the whole matches
// no string. In this case concatenation lowers no item, because a reference to a rule of the circle
// among the items would add an edge from the end of that rule, although no member leads there.
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

// item lowers items[i] of a concatenation. In a rule with components it first sets the mark of
// items[i], if this is a delimiter. The items beside it determine the mark.
func (l *lowerer) item(items []syntax.Expr, i int) automaton.Fragment {
	if l.marking != nil {
		defer l.b.SetMark(l.b.SetMark(l.marking.look(items, i)))
	}
	return l.expr(items[i])
}

// repetition lowers Min copies of the item and, after them, either a loop or optional copies up to
// Max. It fails if more than Limits.Copies copies of an element would be made.
func (l *lowerer) repetition(e *syntax.Repetition) automaton.Fragment {
	outside := l.copies
	defer func() { l.copies = outside }()
	if l.copies *= int64(max(e.Min, e.Max, 1)); l.copies > int64(l.g.limits.Copies) {
		l.b.Fail(&automaton.LimitError{
			Limit: "copies of a repeated element", Max: int64(l.g.limits.Copies), Reached: l.copies,
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
		for i := e.Min; i < e.Max && !l.failed(); i++ {
			fs = append(fs, l.expr(e.Item))
		}
		f = l.b.Prefixes(fs...)
	}
	for i := 0; i < e.Min && !l.failed(); i++ {
		f = l.b.Cat(l.expr(e.Item), f)
	}
	return f
}

// reference lowers a reference. It is a visit to a shell for a rule of the circle, and a token for
// a called rule. In a rule with components it sets the mark, and with a filter the filter may
// lower it. Otherwise it embeds the automaton of the rule.
func (l *lowerer) reference(e *syntax.RuleName) automaton.Fragment {
	to := l.g.referent(e.Name)
	if shell, ok := l.shells[to]; ok {
		return l.b.Visit(shell)
	}
	if to.calls != nil && to.calls.of(to) {
		return l.call(to.calls)
	}
	if l.marking != nil {
		if mark, ok := l.marking.enter(to); ok {
			defer l.b.SetMark(l.b.SetMark(mark))
		} else if l.marking.reaches[to] && !to.recursive() {
			return l.expr(to.expr)
		}
	}
	if l.filter != nil {
		if f, ok := l.filter.reference(l, to); ok {
			return f
		}
	}
	return l.b.Embed(to.automaton())
}

// charVal lowers a string, one code point after the other. If e.Fold is set, ASCII letters match
// either case, as RFC 5234, section 2.3, says. Other letters match only their own.
func (l *lowerer) charVal(e *syntax.CharVal) automaton.Fragment {
	f := l.b.Empty()
	for _, c := range e.Text {
		if l.failed() {
			break
		}
		f = l.b.Cat(f, l.b.Class(l.g.letter(c, e.Fold)))
	}
	return f
}

func (l *lowerer) numVal(e *syntax.NumVal) automaton.Fragment {
	f := l.b.Empty()
	for _, c := range e.Values {
		if l.failed() {
			break
		}
		f = l.b.Cat(f, l.b.Class(automaton.Range(c, c)))
	}
	return f
}

// octets lowers e, a number or class for which markOctets has noted that it matches bytes.
func (l *lowerer) octets(e syntax.Expr) automaton.Fragment {
	if value, ok := e.(*syntax.NumVal); ok {
		f := l.b.Empty()
		for _, b := range value.Values {
			f = l.b.Cat(f, l.b.Bytes(byte(b), byte(b)))
		}
		return f
	}
	var fs []automaton.Fragment
	for _, s := range byteRanges(e) {
		fs = append(fs, l.b.Bytes(byte(s.Lo), byte(s.Hi)))
	}
	return l.b.Alt(fs...)
}

// call lowers a reference to the called rule to its token. If the rule derives the empty string,
// the token may be left out.
func (l *lowerer) call(c *calls) automaton.Fragment {
	f := l.b.Bytes(c.token, c.token)
	if c.optional {
		return l.b.Opt(f)
	}
	return f
}
