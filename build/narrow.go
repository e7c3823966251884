package build

import "github.com/irilex/iri/build/syntax"

// With [Options].Rules only the named rules, and the rules they refer to, count. Errors in other
// rules are left out of the diagnostics, and counted in Grammar.Elsewhere.

// reachedBy returns the rules with these names, and the rules they refer to, directly or through
// others. Without names it returns nil.
func (g *Grammar) reachedBy(names []string) map[*Rule]bool {
	if len(names) == 0 {
		return nil
	}
	return setOf(g.order(names))
}

// isAsked reports whether r counts: a name of [Options].Rules is that of r, or of a rule that
// refers to r. Without names in [Options].Rules each rule counts.
func (g *Grammar) isAsked(r *Rule) bool { return g.asked == nil || g.asked[r] }

// narrow removes the diagnostics in rules that do not count, and the errors outside of all rules.
// It keeps errors that concern the whole document, and counts removed errors in g.Elsewhere.
func (g *Grammar) narrow() {
	if g.asked == nil {
		return
	}
	holders := g.document.Holders()
	g.Elsewhere += g.Diagnostics.Filter(func(d syntax.Diagnostic) bool {
		if r := g.profileAt(d.Pos); r != nil {
			return g.asked[r]
		}
		i := syntax.HolderOf(holders, d)
		if i < 0 {
			return d.Whole() || d.Severity < syntax.Error
		}
		for _, h := range holders[i:] { // a block of foreign text may belong to several
			if h.Start > holders[i].Start && h.Start >= d.Pos+syntax.Pos(d.Len) {
				break
			}
			if g.asked[g.referent(h.Name)] {
				return true
			}
		}
		return false
	})
}

// profileAt returns the profile whose directive contains the position pos, or nil.
func (g *Grammar) profileAt(pos syntax.Pos) *Rule {
	for r := range g.profiles {
		if r.pos() <= pos && pos < r.Defs[0].End {
			return r
		}
	}
	return nil
}
