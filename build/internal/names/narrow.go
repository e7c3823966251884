package names

import "github.com/irilex/iri/build/syntax"

// If [Options].Wanted names rules, only these rules and the rules they refer to count. Errors in
// other rules are not reported; only their number is kept.

// want determines which rules count.
func (g *resolver) want() {
	if len(g.opt.Wanted) == 0 {
		return
	}
	var rules []*Rule
	for _, name := range g.opt.Wanted {
		if r := g.Rule(name); r != nil {
			r.Referred = g.opt.Import
			rules = append(rules, r)
		}
	}
	g.wanted = reached(rules...)
	for _, r := range rules {
		g.wanted[r] = true
	}
}

// Counts reports whether errors in r are reported.
func (g *Grammar) Counts(r *Rule) bool { return g.wanted == nil || g.wanted[r] }

// Narrow removes from list the diagnostics in rules that do not count, and errors outside all
// rules. It keeps errors that concern the entire document, and returns the number of errors it
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
		for _, h := range holders[i:] { // a block of foreign text may belong to several holders
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

// profileAt returns the profile whose directive contains pos, or nil.
func (g *Grammar) profileAt(pos syntax.Pos) *Rule {
	for r := range g.Profiles {
		if r.Pos() <= pos && pos < r.Defs[0].End {
			return r
		}
	}
	return nil
}
