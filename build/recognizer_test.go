package build

import (
	"fmt"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/internal/twins"
)

// A recognizer recognizes the members with a limited number of open references to certain rules. It
// uses a larger grammar with a copy of each rule for each number of references that may still be
// opened, and no automata. If references are counted, the definitions are those without references
// of rules to themselves at their ends, if the automata are built from these.
type recognizer struct {
	g      *Grammar
	called map[*Rule]bool         // the rules whose references are counted
	d      map[int]*twins.Descent // by the number of references
	index  map[*Rule]int
}

func newRecognizer(g *Grammar, called ...*Rule) *recognizer {
	x := &recognizer{g, map[*Rule]bool{}, map[int]*twins.Descent{}, map[*Rule]int{}}
	for _, r := range called {
		x.called[r] = true
	}
	for i, r := range g.Rules {
		x.index[r] = i
	}
	return x
}

// accepts reports whether s is a member of r with at most depth references to called rules open at
// a time.
func (x *recognizer) accepts(r *Rule, s string, depth int) bool {
	if x.d[depth] == nil {
		x.d[depth] = x.descent(depth)
	}
	x.d[depth].Set(s)
	return x.d[depth].Derives(depth*len(x.g.Rules) + x.index[r])
}

// descent returns the rules with no references left, then with one left, and so on.
func (x *recognizer) descent(depth int) *twins.Descent {
	var exprs []syntax.Expr
	for left := range depth + 1 {
		for _, r := range x.g.Rules {
			definition := r.Expr()
			if len(x.called) > 0 {
				definition = x.g.automata.Definition(r.names)
			}
			exprs = append(exprs, syntax.Map(definition, func(e syntax.Expr) syntax.Expr {
				if e, ok := e.(*syntax.RuleName); ok {
					return x.reference(x.g.referent(e.Name), left)
				}
				return e
			}))
		}
	}
	return twins.NewDescent(exprs, func(name string) (rule int) {
		fmt.Sscan(name, &rule)
		return rule
	})
}

// reference returns an expression for a reference to r when the given number of references may
// still be opened. A reference to a called rule uses one up, unless it matches the empty string.
func (x *recognizer) reference(r *Rule, left int) syntax.Expr {
	with := func(left int) syntax.Expr {
		return &syntax.RuleName{Name: fmt.Sprint(left*len(x.g.Rules) + x.index[r])}
	}
	if !x.called[r] {
		return with(left)
	}
	notEmpty := &syntax.Difference{Item: nothing, Except: with(left)}
	empty := &syntax.Difference{Item: nothing, Except: notEmpty}
	if left == 0 {
		return empty
	}
	return &syntax.Alternation{Items: []syntax.Expr{empty, with(left - 1)}}
}
