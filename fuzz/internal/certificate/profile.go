package certificate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A profile directive defines a rule by combining others:
//
//	@profile NAME: RULE and not RULE
//
//	choice = all *( "or" all )
//	all    = part *( "and" [ "not" ] part )
//	part   = RULE / GRAMMAR "#" RULE / "(" choice ")"

// profile defines the rule that a directive describes.
func (g *Grammar) profile(d Directive) error {
	name, text, ok := strings.Cut(d.Text, ":")
	name = strings.TrimSpace(name)
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	if !ok || name == "" || strings.Contains(name, " ") || g.Rule(name) != nil {
		return fmt.Errorf("@profile %s: no new name", d.Text)
	}
	e, rest := profileChoice(words)
	if e == nil || len(rest) > 0 {
		return fmt.Errorf("@profile %s: not an expression of rules", d.Text)
	}
	g.add(&Rule{Name: name, Expr: e})
	return nil
}

// Each of the following functions reads an expression at the beginning of words, and returns the
// expression and the remaining words. The expression is nil if there is an error.

func profileChoice(words []string) (*Expr, []string) {
	e, words := profileAll(words)
	for e != nil && len(words) > 0 && words[0] == "or" {
		var more *Expr
		if more, words = profileAll(words[1:]); more == nil {
			return nil, words
		}
		e = &Expr{Op: Choice, Kids: []*Expr{e, more}}
	}
	return e, words
}

func profileAll(words []string) (*Expr, []string) {
	e, words := profilePart(words)
	for e != nil && len(words) > 0 && words[0] == "and" {
		words = words[1:]
		op := Both
		if len(words) > 0 && words[0] == "not" {
			op, words = Without, words[1:]
		}
		var more *Expr
		if more, words = profilePart(words); more == nil {
			return nil, words
		}
		e = &Expr{Op: op, Kids: []*Expr{e, more}}
	}
	return e, words
}

func profilePart(words []string) (*Expr, []string) {
	switch {
	case len(words) == 0 || slices.Contains([]string{"and", "or", "not", ")"}, words[0]):
		return nil, words
	case words[0] != "(":
		return &Expr{Op: Name, Name: words[0]}, words[1:]
	}
	e, words := profileChoice(words[1:])
	if len(words) == 0 || words[0] != ")" {
		return nil, words
	}
	return e, words[1:]
}

// citation matches prose that names a rule in another RFC.
var citation = regexp.MustCompile(`^(\S+), see \[RFC(\d+)\], Section \S+$`)

// takeOthers adds the rules of other grammars that expressions name (GRAMMAR#RULE) or prose cites,
// and all rules that they refer to. others maps names to grammars.
func (g *Grammar) takeOthers(others map[string]*Grammar) {
	for i := 0; i < len(g.Rules); i++ {
		r := g.Rules[i]
		r.Expr = g.cite(r.Expr, others)
		for _, name := range names(r.Expr, nil) {
			grammar, rule, _ := strings.Cut(name, "#")
			if other := others[grammar]; other != nil && other.Rule(rule) != nil && g.Rule(name) == nil {
				there := other.Rule(rule)
				g.add(&Rule{Name: name, Expr: prefixed(there.Expr, grammar+"#"), Octets: there.Octets, Core: true})
			}
		}
	}
}

// cite replaces prose that cites a rule of another grammar with the name of that rule.
func (g *Grammar) cite(e *Expr, others map[string]*Grammar) *Expr {
	if m := citation.FindStringSubmatch(e.Name); e.Op == Prose && m != nil && others["rfc"+m[2]] != nil {
		return &Expr{Op: Name, Name: "rfc" + m[2] + "#" + m[1]}
	}
	return over(e, func(kid *Expr) *Expr { return g.cite(kid, others) })
}

// prefixed returns a copy of an expression in which each rule name has a prefix.
func prefixed(e *Expr, prefix string) *Expr {
	if e.Op == Name {
		return &Expr{Op: Name, Name: prefix + e.Name}
	}
	return over(e, func(kid *Expr) *Expr { return prefixed(kid, prefix) })
}

// over returns a copy of an expression in which f has been applied to the operands.
func over(e *Expr, f func(*Expr) *Expr) *Expr {
	twin := *e
	twin.Kids = nil
	for _, kid := range e.Kids {
		twin.Kids = append(twin.Kids, f(kid))
	}
	return &twin
}
