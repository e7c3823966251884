package main

import (
	"slices"
	"strings"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/build/syntax"
)

// excerpt returns a document that contains the named rules of g, all rules they refer to, and the
// directives of these rules. The rules keep their order in g.
func excerpt(g *syntax.Grammar, names []string) *syntax.Grammar {
	defined := map[string][]*syntax.Rule{}
	for _, r := range g.Rules {
		name := g.Dialect.FoldName(r.Name)
		defined[name] = append(defined[name], r)
	}
	profiles := map[string][]string{}
	for _, d := range g.Directives {
		if name, rules := build.Profile(d); name != "" {
			profiles[g.Dialect.FoldName(name)] = rules
		}
	}
	in := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if name = g.Dialect.FoldName(name); in[name] {
			return
		}
		in[name] = true
		for _, r := range defined[name] {
			for _, to := range references(r.Expr) {
				add(to)
			}
		}
		for _, to := range profiles[name] {
			add(to)
		}
	}
	for _, name := range names {
		add(name)
	}
	has := func(name string) bool { return in[g.Dialect.FoldName(name)] }
	out := &syntax.Grammar{Source: g.Source, Dialect: g.Dialect}
	for _, r := range g.Rules {
		if has(r.Name) {
			out.Rules = append(out.Rules, r)
		}
	}
	for _, d := range g.Directives {
		if d, ok := narrowed(d, has); ok {
			out.Directives = append(out.Directives, d)
		}
	}
	return out
}

// references returns the rule names in an expression.
func references(e syntax.Expr) (names []string) {
	if name, ok := e.(*syntax.RuleName); ok {
		return []string{name.Name}
	}
	for _, item := range syntax.Items(e) {
		names = append(names, references(item)...)
	}
	return names
}

// narrowed restricts a directive to the rules of an excerpt. ok is false if the directive does not
// apply to any of them.
func narrowed(d syntax.Directive, has func(name string) bool) (_ syntax.Directive, ok bool) {
	keep := func(names []string) []string {
		return slices.DeleteFunc(names, func(name string) bool { return !has(name) })
	}
	rules, rest, colon := strings.Cut(d.Text, ":")
	switch d.Name {
	case "octets", "code-points":
		names := strings.Fields(d.Text)
		ok = len(names) == 0 // without names it applies to the whole document
		names = keep(names)
		d.Text = strings.Join(names, " ")
		return d, ok || len(names) > 0
	case "set":
		return d, !slices.ContainsFunc(strings.Fields(rest), func(name string) bool { return !has(name) })
	case "profile":
		return d, has(strings.TrimSpace(rules))
	case "alternatives": // the named rule refers to the alternatives, so they are included
		return d, has(strings.TrimSpace(rules))
	case "components":
		names := keep(strings.Fields(rules))
		var components []string
		for _, field := range strings.Fields(rest) {
			name, list, several := strings.Cut(field, "=")
			if !several {
				list = name
			}
			if parts := keep(strings.Split(list, ",")); several && len(parts) > 0 {
				components = append(components, name+"="+strings.Join(parts, ","))
			} else if len(parts) > 0 {
				components = append(components, name)
			}
		}
		d.Text = strings.Join(names, " ") + ": " + strings.Join(components, " ")
		return d, colon && len(names) > 0 && len(components) > 0
	}
	return d, true
}
