package build

import (
	"context"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/notation"
)

// Bounds on the expression that replaces a difference; rewrite fails beyond them. maxRanges is
// roughly the maximum number of code point ranges: PITarget, a rule of XML 1.0, takes 104.
// maxNesting is the maximum nesting depth of operators: the rule Ignore has 10 levels. The readers
// of package syntax accept brackets nested up to 250 levels deep.
const (
	maxRanges  = 4096
	maxNesting = 100
)

// Rewriter returns a function for [notation.PrintAsWith] that rewrites a difference in the document
// as an expression without differences. The function converts the minimal automaton of the
// difference to an expression, which is possible because regular languages are closed under
// difference. The first call compiles the document.
//
// Tested against: TestPrintDifferences compiles the rewritten document again.
func Rewriter(ctx context.Context, document *syntax.Grammar, opt Options) notation.Rewriter {
	var g *Grammar
	return func(x *syntax.Difference) (syntax.Expr, error) {
		if g == nil {
			opt.Limits = opt.Limits.orDefault(opt.Recursion)
			g = compile(ctx, document, &syntax.List{Source: document.Source}, opt)
		}
		return rewrite(g.automata, x)
	}
}

// rewrite returns an expression without differences that matches the same strings as x, or nil if x
// matches no string. It fails if a rule in x has no automaton, or if the expression would exceed
// the bounds.
func rewrite(a *automata.Automata, x *syntax.Difference) (syntax.Expr, error) {
	d, release, err := a.Subtract(x)
	if err != nil {
		return nil, err
	}
	defer release()
	e, err := automaton.Express(d, maxRanges, maxNesting, a.Meter)
	if e == nil || err != nil {
		return nil, err
	}
	return expr(e, x.Pos()), nil
}

// expr converts e to an expression of the syntax tree. All its parts get the position pos.
func expr(e *automaton.Expression, pos syntax.Pos) syntax.Expr {
	switch e.Op {
	case automaton.OpEmpty:
		return &syntax.CharVal{Start: pos}
	case automaton.OpClass:
		class := &syntax.Class{Start: pos}
		for lo, hi := range automaton.Runs(e.Class) {
			class.Ranges = append(class.Ranges, syntax.ClassRange{Lo: lo, Hi: hi})
		}
		if r := class.Ranges[0]; len(class.Ranges) == 1 && r.Lo == r.Hi {
			return &syntax.CharVal{Text: string(r.Lo), Start: pos}
		}
		return class
	}
	var items []syntax.Expr
	for _, item := range e.Items {
		items = append(items, expr(item, pos))
	}
	switch e.Op {
	case automaton.OpCat:
		if items = joined(items); len(items) == 1 {
			return items[0]
		}
		return &syntax.Concatenation{Items: items}
	case automaton.OpAlt:
		return &syntax.Alternation{Items: items}
	case automaton.OpOption:
		return &syntax.Option{Item: items[0], Start: pos}
	case automaton.OpPlus:
		return &syntax.Repetition{Min: 1, Max: syntax.Unbounded, Item: items[0], Start: pos}
	}
	return &syntax.Repetition{Max: syntax.Unbounded, Item: items[0], Start: pos}
}

// joined merges adjacent strings in items.
func joined(items []syntax.Expr) []syntax.Expr {
	out := items[:1]
	for _, x := range items[1:] {
		last, before := out[len(out)-1].(*syntax.CharVal)
		if next, is := x.(*syntax.CharVal); before && is {
			last.Text += next.Text
			continue
		}
		out = append(out, x)
	}
	return out
}
