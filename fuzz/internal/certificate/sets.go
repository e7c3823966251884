package certificate

import (
	"fmt"
	"strings"
)

// A Member is a rule or an alternative in a set.
type Member struct {
	Name string
	Term Term
}

// Set returns the members of the set that a directive defines,
//
//	@set NAME: RULE …
//	@alternatives RULE: RULE …
//	@alternatives RULE
//
// and the name before the colon. The members of @set are the rules listed. In @alternatives the
// first rule refers to the rules after the colon, directly or through others. The member for a
// listed rule is the first rule, restricted so that all other listed rules match no string except
// within the listed rule itself. Without a list, the members are the items of the first choice in
// the rule, each within the expression around the choice. The last item of an option is the empty
// string.
func (l *Lowering) Set(d Directive) (name string, members []Member, err error) {
	name, list, listed := strings.Cut(d.Text, ":")
	name = strings.TrimSpace(name)
	rule := l.Grammar.Rule(name)
	names := strings.Fields(list)
	if d.Name == "alternatives" && rule == nil {
		return name, nil, fmt.Errorf("@alternatives %s: there is no such rule", d.Text)
	}
	if d.Name == "alternatives" && !listed {
		for _, it := range choose(rule.Expr) {
			a, err := l.Expr(it.expr, rule.Octets)
			if err != nil {
				return name, nil, err
			}
			members = append(members, Member{it.name, a})
		}
		return name, members, nil
	}
	for _, member := range names {
		var a Term
		if d.Name == "set" {
			a, err = l.named(member)
		} else {
			a, err = l.alternative(rule, member, names)
		}
		if err != nil {
			return name, nil, err
		}
		members = append(members, Member{member, a})
	}
	return name, members, nil
}

func (l *Lowering) named(name string) (Term, error) {
	if r := l.Grammar.Rule(name); r != nil {
		return l.Rule(r)
	}
	return None, fmt.Errorf("there is no rule %q", name)
}

// alternative returns the term of a rule in which the listed rules other than one match no string.
func (l *Lowering) alternative(rule *Rule, one string, listed []string) (Term, error) {
	within := &Lowering{Grammar: l.Grammar, Terms: l.Terms, rules: map[*Rule]Term{}, failed: map[*Rule]error{}}
	for _, name := range listed {
		a, err := l.named(name)
		if err != nil {
			return None, err
		}
		if name != one {
			a = None
		}
		within.rules[l.Grammar.Rule(name)] = a
	}
	return within.Rule(rule)
}

// An item is an alternative of a choice within the expression around the choice.
type item struct {
	name string
	expr *Expr
}

// choose returns the items of the first choice outside repetitions.
func choose(e *Expr) (items []item) {
	switch {
	case e.Op == Choice:
		for _, kid := range e.Kids {
			items = append(items, item{kid.Name, kid})
		}
	case e.Op == Repeat && e.Min == 0 && e.Max == 1:
		if items = choose(e.Kids[0]); items == nil {
			items = []item{{e.Kids[0].Name, e.Kids[0]}}
		}
		items = append(items, item{`""`, &Expr{Op: Sequence}})
	case e.Op == Sequence:
		for i, kid := range e.Kids {
			for _, it := range choose(kid) {
				whole := append(append([]*Expr{}, e.Kids[:i]...), it.expr)
				whole = append(whole, e.Kids[i+1:]...)
				items = append(items, item{it.name, &Expr{Op: Sequence, Kids: whole}})
			}
			if items != nil {
				break
			}
		}
	}
	return items
}
