package build

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// DeriveAll returns the rules above each byte of a member of r, as [Grammar.Derive] does for one place. It
// returns nil where Derive returns nil.
//
// Idea. The tree of the derivation has a part for each stretch of the string. DeriveAll goes through those
// with bytes.
//
// Cost. That of Derive, and the bytes for each level of the tree. Twin: TestDeriveAll.
func (g *Grammar) DeriveAll(r *Rule, s string) [][]*Rule {
	d := g.derivation(r, s)
	if d == nil {
		return nil
	}
	defer d.release()
	d.all = make([][]*Rule, len(s))
	if d.enter(r, stretch{0, len(s)}); d.err != nil {
		return nil
	}
	return d.all
}

// note says that the rules of the path are above a stretch, and perhaps others below them.
func (d *derivation) note(t stretch) {
	if t.from == t.to {
		return
	}
	path := slices.Clone(d.path)
	for i := t.from; i < t.to; i++ {
		d.all[i] = path
	}
}

// chooseAll looks into each of the parts of items, and leaves the path as it is.
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
