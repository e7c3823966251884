package names

import "github.com/irilex/iri/build/syntax"

// With Options.Wanted only the named rules, and the rules they refer to, count. Errors in other
// rules are left out of the diagnostics, and counted.

// Counts reports whether r counts: a name of Options.Wanted is that of r, or of a rule that refers
// to r. Without names in Options.Wanted each rule counts.
func (g *Grammar) Counts(r *Rule) bool { return g.wanted == nil || g.wanted[r] }

// Narrow removes from list the diagnostics in rules that do not count, and the errors outside of
// all rules. It keeps errors that concern the whole document, and returns how many errors it
// removed.
func (g *Grammar) Narrow(list *syntax.List) (errors int) {
	if g.wanted == nil {
		return 0
	}
	holders := g.Document.Holders()
	return list.Filter(func(d syntax.Diagnostic) bool {
		if r := g.profileAt(d.Pos); r != nil {
			return g.wanted[r]
		}
		i := syntax.HolderOf(holders, d)
		if i < 0 {
			return d.Whole() || d.Severity < syntax.Error
		}
		for _, h := range holders[i:] { // a block of foreign text may belong to several
			if h.Start > holders[i].Start && h.Start >= d.Pos+syntax.Pos(d.Len) {
				break
			}
			if g.wanted[g.Referent(h.Name)] {
				return true
			}
		}
		return false
	})
}

// profileAt returns the profile whose directive contains the position pos, or nil.
func (g *Grammar) profileAt(pos syntax.Pos) *Rule {
	for r := range g.Profiles {
		if r.Pos() <= pos && pos < r.Defs[0].End {
			return r
		}
	}
	return nil
}
