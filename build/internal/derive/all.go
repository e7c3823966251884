package derive

import (
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// All returns, for each byte of s, the rules above it. Each list is that of [At] for the byte. It
// returns nil where At returns nil.
//
// Idea. The tree of the derivation has a part for each stretch of the string. All visits all parts
// except empty ones.
//
// Cost. The cost of At, and one step for each byte and level of the tree.
//
// Tested against: TestDeriveAll.
func All(a *automata.Automata, r *names.Rule, s string) [][]*names.Rule {
	d := newDerivation(a, r, s)
	if d == nil {
		return nil
	}
	defer d.release()
	d.all = make([][]*names.Rule, len(s))
	if d.enter(r, stretch{0, len(s)}); d.err != nil {
		return nil
	}
	return d.all
}

// note stores the path as the rules above each byte of the stretch t. The search calls note again
// with longer paths for the parts of t, and they replace this path.
func (d *derivation) note(t stretch) {
	if t.from == t.to {
		return
	}
	path := slices.Clone(d.path)
	for i := t.from; i < t.to; i++ {
		d.all[i] = path
	}
}

// chooseAll is choose for All. It descends into each part, not only into the one around an offset.
// It skips empty parts, because they have no bytes to note. After d.turned is set it skips the
// parts left, and the caller tries another alternative. It always returns true, because the parts
// hold the whole stretch.
func (d *derivation) chooseAll(items []syntax.Expr, parts []stretch) bool {
	depth := len(d.path)
	for i, t := range parts {
		if t.from < t.to && !d.turned {
			d.descend(items[i], t)
			d.path = d.path[:depth]
		}
	}
	return true
}
