package build

import (
	"context"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// compareRules reports facts that only the languages of compiled rules show: core rules defined
// differently from RFC 5234, and rules with different definitions for the same strings.
func (g *Grammar) compareRules(ctx context.Context) {
	if g.document.Dialect == syntax.ABNF || g.document.Dialect == syntax.AParse { // other dialects have no core rules
		g.compareCore(ctx)
	}
	g.compareOwn()
}

// compareCore reports each rule of the document that has the name of a core rule and another
// language than in RFC 5234. The message has a shortest string that only one of the two matches.
// The search visits at most as many pairs of states as the product of both automata has. That of
// the core rule is small.
func (g *Grammar) compareCore(ctx context.Context) {
	published := map[encoding]*Grammar{}
	for _, r := range g.Rules {
		if !r.Own() || r.dfa == nil || !isCore(r.Name) || r.Kind != Regular && r.empty() {
			continue
		}
		as := codePoints
		if r.encoding == octets {
			as = octets
		}
		if published[as] == nil {
			published[as] = compileCore(ctx, as)
		}
		core := published[as].Rule(r.Name)
		if core.dfa == nil { // ctx is done
			return
		}
		s, equal, err := automaton.EqualWithin(r.dfa, core.dfa, g.meter)
		switch {
		case equal:
		case err != nil:
			g.report("core-differs", r.pos(), len(r.Name),
				"%s is not compared with RFC 5234, appendix B.1: %v", r.Name, err)
		case r.dfa.Accepts(s):
			g.report("core-differs", r.pos(), len(r.Name),
				"%s differs from RFC 5234, appendix B.1: here it matches %q", r.Name, s)
		default:
			g.report("core-differs", r.pos(), len(r.Name),
				"%s differs from RFC 5234, appendix B.1: there it matches %q", r.Name, s)
		}
	}
}

// compareOwn reports each rule of the document that matches the same strings as an earlier one. It
// skips rules written in the same way as that one, rules that consist of a single reference, and
// rules with at most one member.
func (g *Grammar) compareOwn() {
	type written struct {
		rule *Rule
		text string // made for the first comparison
	}
	first := map[[32]byte]*written{}
	for _, r := range g.Rules {
		if !r.Own() || r.Table == "" || r.dfa == nil || isName(r.expr) || atMostOne(r.dfa) {
			continue
		}
		hash := r.Table.Hash()
		other := first[hash]
		if other == nil {
			first[hash] = &written{rule: r}
			continue
		}
		if other.text == "" {
			other.text = g.formatExpr(other.rule.expr)
		}
		if g.formatExpr(r.expr) == other.text {
			continue
		}
		if letter, folded, ok := g.eitherCase(r, other.rule); ok {
			g.report("case-insensitive", r.pos(), len(r.Name),
				`%s matches the same strings as %s, because "%c" matches %c too; `+
					`%%s"%[3]c" (RFC 7405) or %%x%02[3]X matches one case`,
				r.Name, other.rule.Name, letter, folded)
		} else {
			g.report("same-language", r.pos(), len(r.Name),
				"%s matches the same strings as %s", r.Name, other.rule.Name)
		}
	}
}

func isName(e syntax.Expr) bool {
	_, ok := ungroup(e).(*syntax.RuleName)
	return ok
}

// atMostOne reports whether d has at most one member.
func atMostOne(d *automaton.DFA) bool {
	for q := d.Start(); ; {
		next := automaton.Dead
		for r, to := range d.Moves(q) {
			if next != automaton.Dead || r.Lo != r.Hi || d.Accepting(q) {
				return false
			}
			next = to
		}
		if next == automaton.Dead {
			return true
		}
		q = next
	}
}
