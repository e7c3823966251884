package regex

import (
	"errors"
	"fmt"

	"github.com/irilex/iri/build/internal/classes"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// A reader converts syntax trees to nodes.
type reader struct {
	*factory
	names   *names.Grammar
	classes *classes.Classes
	rules   map[*names.Rule]*node // definitions read so far
}

// read returns the node for e, with references replaced by the definitions of their rules.
func (f *factory) read(g *names.Grammar, c *classes.Classes, e syntax.Expr) (*node, error) {
	r := reader{f, g, c, map[*names.Rule]*node{}}
	n := r.expr(e)
	return n, f.err
}

func (r *reader) expr(e syntax.Expr) *node {
	if r.err != nil {
		return r.empty()
	}
	if r.names.Octets[e] {
		return r.fail(errors.New("cannot write a regular expression for octets, only for code points"))
	}
	if class := r.classes.Of(e); class != nil {
		return r.class(span.Runs(class))
	}
	switch e := e.(type) {
	case *syntax.RuleName:
		return r.rule(r.names.Referent(e.Name))
	case *syntax.Group:
		return r.expr(e.Item)
	case *syntax.Option:
		return r.repeat(r.expr(e.Item), 0, 1)
	case *syntax.Alternation:
		return r.alt(r.exprs(e.Items)...)
	case *syntax.Concatenation:
		return r.cat(r.exprs(e.Items)...)
	case *syntax.Repetition:
		return r.repetition(e)
	case *syntax.CharVal:
		return r.string([]rune(e.Text), e.Fold)
	case *syntax.NumVal:
		return r.string(e.Values, false)
	case *syntax.Difference:
		return r.fail(errors.New(
			"cannot write a regular expression for a difference unless both sides match single characters"))
	}
	return r.fail(fmt.Errorf("cannot write a regular expression for %T", e))
}

func (r *reader) fail(err error) *node {
	if r.err == nil {
		r.err = err
	}
	return r.empty()
}

func (r *reader) exprs(items []syntax.Expr) []*node {
	nodes := make([]*node, len(items))
	for i, item := range items {
		nodes[i] = r.expr(item)
	}
	return nodes
}

func (r *reader) rule(rule *names.Rule) *node {
	if rule.From != "" {
		return r.fail(fmt.Errorf("cannot write a regular expression for the imported rule %s", rule.From))
	}
	if r.rules[rule] == nil {
		r.rules[rule] = r.expr(rule.Expr)
	}
	return r.rules[rule]
}

// repetition does not read an item that is repeated zero times, because its rule may be undefined.
func (r *reader) repetition(e *syntax.Repetition) *node {
	switch e.Max {
	case 0:
		return r.empty()
	case syntax.Unbounded:
		return r.repeat(r.expr(e.Item), e.Min, unbounded)
	}
	return r.repeat(r.expr(e.Item), e.Min, e.Max)
}

// string returns the node for a sequence of characters. If fold is set, ASCII letters match in
// either case.
func (r *reader) string(runes []rune, fold bool) *node {
	items := make([]*node, len(runes))
	for i, c := range runes {
		items[i] = r.class(span.Runs(r.classes.Letter(c, fold)))
	}
	return r.cat(items...)
}
