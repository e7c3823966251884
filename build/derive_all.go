package build

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// DeriveAll returns the rules above each byte of a member of r, as [Grammar.Derive] does
// for one byte. It returns nil where Derive returns nil.
//
// Idea. The tree of the derivation has a part for each stretch of the string. DeriveAll
// visits the parts with bytes.
//
// Cost. The cost of Derive, and one step for each byte and level of the tree. Twin:
// TestDeriveAll.
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

// note records the rules of the path above a stretch. Later calls replace them by longer
// paths.
func (d *derivation) note(t stretch) {
	if t.from == t.to {
		return
	}
	path := slices.Clone(d.path)
	for i := t.from; i < t.to; i++ {
		d.all[i] = path
	}
}

// chooseAll is choose for DeriveAll: it descends into all parts of the stretch, not only into
// the one with a byte looked for. items[i] reads the part parts[i]. A part without bytes has
// no bytes to note. When the search has come back to an entered rule (d.turned), chooseAll
// skips the parts left, and the caller tries another alternative. It returns true: the parts
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
