package derive

import (
	"slices"

	"github.com/irilex/iri/build/internal/automata"
	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/syntax"
)

// All returns the rules above each byte of s, as [At] does for one byte. It returns nil where At
// returns nil.
//
// Idea. The derivation tree contains a part for each substring that a rule matches. All visits
// every nonempty part.
//
// Cost. The cost of At, plus one step per byte and tree level.
//
// Tested against: TestDeriveAll.
func All(a *automata.Automata, r *names.Rule, s string) [][]*names.Rule {
	d := newDerivation(a, r, s)
	if d == nil {
		return nil
	}
	defer d.release()
	d.all = make([][]*names.Rule, len(s))
	if d.enter(r, interval{0, len(s)}); d.err != nil {
		return nil
	}
	return d.all
}

// note stores the path as the rules above each byte in the interval t. The search then calls note
// with longer paths for the parts of t, which replace this path.
func (d *derivation) note(t interval) {
	if t.from == t.to {
		return
	}
	path := slices.Clone(d.path)
	for i := t.from; i < t.to; i++ {
		d.all[i] = path
	}
}

// chooseAll is the counterpart of choose for All. It descends into every part, not only into the
// part around an offset. It skips empty parts, because they have no bytes to note. When d.turned is
// set, it skips the remaining parts and the caller tries another alternative. It always returns
// true, because the parts match the complete interval.
func (d *derivation) chooseAll(items []syntax.Expr, parts []interval) bool {
	depth := len(d.path)
	for i, t := range parts {
		if t.from < t.to && !d.turned {
			d.descend(items[i], t)
			d.path = d.path[:depth]
		}
	}
	return true
}
