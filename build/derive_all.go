package build

import (
	"slices"

	"github.com/irilex/iri/build/syntax"
)

// DeriveAll returns, for each byte of s, the rules above it. Each list is that of [Grammar.Derive]
// for the byte. It returns nil where Derive returns nil.
//
// Idea. The tree of the derivation has a part for each stretch of the string. DeriveAll visits all
// parts except empty ones.
//
// Cost. The cost of Derive, and one step for each byte and level of the tree. Twin: TestDeriveAll.
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

// chooseAll is choose for DeriveAll. It descends into each part, not only into the one around an
// offset; items[i] reads the stretch parts[i]. It skips empty parts, because they have no bytes to
// note. After the search has come back to an entered rule (d.turned), chooseAll skips the parts
// left, and the caller tries another alternative. It always returns true, because the parts hold
// the whole stretch.
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
