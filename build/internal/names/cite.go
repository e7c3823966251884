package names

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A document may name, in prose, one of its own rules or a rule of another document:
//
//	uri-host = <host, see [RFC3986], Section 3.2.2>
//
// In W3C's EBNF, a link serves the same purpose. This file replaces this kind of prose with
// references.

// citation matches prose that consists of a rule name and the document that defines the rule. It
// does not match prose with a further condition: "host, see [RFC3986] but without IPv6" describes a
// different language.
var citation = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*)(?:[,;]| ) *` +
	`\(?(?:(?:see|as|is|defined|specified|described|taken|imported|` +
	`from|in|by|of|` + section + `) +)*\[([A-Za-z0-9 -]+)\](?:,? \(?` + section + `)?\)?$`)

const section = `(?:[Ss]ection|[Aa]ppendix) [A-Z0-9][0-9.]*`

// cited maps citation tags that are not RFC numbers, such as [URI], to bundled grammars.
var cited = map[string]string{"URI": "rfc3986", "IRI": "rfc3987", "HTTP": "rfc9110"}

// InRFC9110 lists rules from RFCs that RFC 9110 replaced. They match the same strings in RFC 9110
// (TestRulesInRFC9110).
var InRFC9110 = map[string][]string{
	"rfc2616": {"token"},
	"rfc7230": {
		"OWS", "RWS", "BWS", "token", "tchar", "quoted-string", "qdtext", "obs-text", "quoted-pair", "field-name",
	},
}

// bind returns the definition def after replacing prose that names a rule with a reference to that
// rule: a rule of the document, a core rule, or a rule that cite or follow finds in another
// grammar. bind reports each replacement and leaves other prose unchanged. defined contains the
// folded names of the document's rules.
func (g *resolver) bind(def *syntax.Rule, defined map[string]bool) *syntax.Rule {
	live := map[syntax.Expr]bool{} // prose that is not repeated zero times; other prose needs no meaning
	for x := range References(def.Expr) {
		if _, ok := x.(*syntax.ProseVal); ok {
			live[x] = true
		}
	}
	if len(live) == 0 {
		return def
	}
	x := syntax.Map(def.Expr, func(x syntax.Expr) syntax.Expr {
		if !live[x] {
			return x
		}
		prose := x.(*syntax.ProseVal)
		name, size := prose.Text, len(prose.Text)+2
		if defined[g.Fold(name)] || g.Document.Dialect.HasCore() && IsCore(name) {
			g.report("bracketed-reference", prose.Start, size,
				"<%s> is read as the rule %[1]s; write a reference without angle brackets", name)
		} else if r := cmp.Or(g.cite(name), g.follow(name, def)); r != nil {
			name = r.Name
			g.report("prose-bound", prose.Start, size, "%s is read as the rule %s", g.enclose(prose), r.From)
		} else {
			return x
		}
		return &syntax.RuleName{Name: name, Start: prose.Start}
	})
	if x == def.Expr {
		return def
	}
	bound := *def
	bound.Expr = x
	return &bound
}

// enclose returns prose as it is written: in angle brackets or, for a link in W3C's EBNF, in square
// brackets.
func (g *resolver) enclose(x *syntax.ProseVal) string {
	if g.Document.Dialect == syntax.W3C {
		return "[" + x.Text + "]"
	}
	return "<" + x.Text + ">"
}

// cite returns the rule that prose such as "host, see [RFC3986]" names in another grammar, and adds
// the rule if it is new. The other grammar is an import for exactly this name or, failing that, the
// bundled grammar that the citation names. cite returns nil for other prose. The rule is named
// GRAMMAR#RULE here, because the document may define a rule with the plain name.
func (g *resolver) cite(prose string) *Rule {
	m := citation.FindStringSubmatch(prose)
	if m == nil {
		return nil
	}
	tag := strings.ReplaceAll(m[2], " ", "")
	grammar := cmp.Or(cited[tag], strings.ToLower(tag))
	if slices.Contains(InRFC9110[grammar], m[1]) {
		grammar = "rfc9110"
	}
	b := g.bundled(grammar)
	for _, i := range append(slices.Clip(g.opt.Imports), b) {
		if i == nil || i != b && i.Name == "" {
			continue
		}
		if rule, ok := i.find(m[1], g.Fold); ok {
			return g.takeOnce(i, rule)
		}
	}
	return nil
}

// productionLink matches the end of a link to a production in a W3C recommendation.
var productionLink = regexp.MustCompile(`#NT-([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*$`)

// linkName returns the name under which an import is bound to a W3C EBNF link in the definition
// def, and the name of the production in the other document. If the link is the complete
// definition, the import is bound to the name of def. Otherwise both names are the name in the
// link, or "" if the link contains none.
func linkName(link string, def *syntax.Rule) (name, there string) {
	if m := productionLink.FindStringSubmatch(link); m != nil {
		name, there = m[1], m[1]
	}
	if _, whole := def.Expr.(*syntax.ProseVal); whole {
		name, there = def.Name, cmp.Or(there, def.Name)
	}
	return name, there
}

// follow returns the rule that an import binds to a link. It returns nil if there is no such
// import, or if the document's notation has no links.
func (g *resolver) follow(link string, def *syntax.Rule) *Rule {
	name, _ := linkName(link, def)
	for _, i := range g.opt.Imports {
		if rule, ok := i.find(name, g.Fold); ok && i.Name != "" && g.Document.Dialect == syntax.W3C {
			return g.takeOnce(i, rule)
		}
	}
	return nil
}
