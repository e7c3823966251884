package emit

import (
	"errors"
	"fmt"
	"go/format"
	"slices"

	"github.com/irilex/iri/build"
	"github.com/irilex/iri/tables"
	"github.com/irilex/iri/tables/machine"
)

// uses lists the rules that package iri uses, with their names in that package.
var uses = []struct{ name, grammar, rule, doc string }{
	{"ruleIRI", "rfc3987", "IRI", ""},
	{"ruleReference", "rfc3987", "IRI-reference", ""},
	{"ruleURI", "rfc3986", "URI", ", the ASCII members of ruleIRI"},
	{"ruleURIReference", "rfc3986", "URI-reference", ", the ASCII members of ruleReference"},
	{"ruleAuthority", "rfc3987", "iauthority", `, split at "@", ":" and "[" "]"`},
	{"ruleScheme", "rfc3987", "scheme", ""},
	{"ruleUserinfo", "rfc3987", "iuserinfo", ""},
	{"ruleHost", "rfc3987", "ihost", ""},
	{"rulePort", "rfc3987", "port", ""},
	{"rulePath", "rfc3987", "ipath", ""},
	{"ruleSegment", "rfc3987", "isegment", ""},
	{"ruleQuery", "rfc3987", "iquery", ""},
	{"ruleFragment", "rfc3987", "ifragment", ""},
	{"ruleUcschar", "rfc3987", "ucschar", ""},
	{"rulePrivate", "rfc3987", "iprivate", ""},
	{"ruleHasBidi", "profiles", "has-bidi", ""},
	{"ruleBidiControl", "profiles", "bidi-control", ""},
	{"ruleOriginForm", "profiles", "origin-form", ""},
	{"ruleAuthorityForm", "profiles", "authority-form", ""},
}

// usedSets lists the sets that package iri uses, with prefixes for the rule numbers. All of them
// are from rfc3987.
var usedSets = []struct{ name, set, prefix, doc string }{
	{"hostKinds", "IhostAlternatives", "host",
		"\n// A host that neither begins with \"[\" nor ends with a digit is an ireg-name."},
	{"pathKinds", "PathKinds", "path", ""},
}

// emitUses generates dfa_gen.go, which names the rules that package iri uses and numbers their
// components. The tables themselves are in the grammar packages.
func emitUses(compiled map[string]*build.Grammar) ([]byte, error) {
	e, rfc3987 := &emitter{}, compiled["rfc3987"]
	if err := proveAuthority(rfc3987); err != nil {
		return nil, fmt.Errorf("authority of rfc3987: %w", err)
	}
	for _, n := range narrowed {
		if err := proveNarrow(compiled["rfc3986"].Rule(n.narrow), rfc3987.Rule(n.wide)); err != nil {
			return nil, fmt.Errorf("%s of rfc3986 and %s of rfc3987: %w", n.narrow, n.wide, err)
		}
	}
	e.header(command, rfc3987, compiled["rfc3986"], compiled["profiles"])
	const path = build.Module + "/tables"
	e.printf("package iri\n\nimport (\n%q\n%q\n%q\n%q\n)\n\n", path, path+"/profiles", path+"/rfc3986", path+"/rfc3987")
	e.requireLayout()
	e.printf("// The rules that this package uses, with their language hashes.\nconst (\n")
	for _, u := range uses {
		table := compiled[u.grammar].Rule(u.rule).Table
		e.printf("%s tables.Rule = %s.%s // %.8x%s\n", u.name, u.grammar, identifier(u.rule), table.Hash(), u.doc)
	}
	e.printf(")\n\n")
	if err := e.usedSets(rfc3987); err != nil {
		return nil, err
	}
	e.layout(rfc3987.Rule("IRI").Table)
	e.layout(rfc3987.Rule("iauthority").Table)
	return format.Source(e.Bytes())
}

// proveAuthority proves what the comments on ruleAuthority and hostKinds claim. The accessors in
// package iri search for the delimiters instead of walking a table.
func proveAuthority(g *build.Grammar) error {
	set, err := g.Alternatives("ihost")
	if err != nil {
		return err
	}
	hosts, err := machine.OfSet(set)
	if err != nil {
		return err
	}
	authority, err := machine.Of(g.Rule("iauthority").Table)
	if err != nil {
		return err
	}
	return errors.Join(authority.VerifyAuthority(), hosts.VerifyHost())
}

// narrowed lists the rfc3986 rules that have no components of their own. Package iri splits their
// members into the components of an rfc3987 rule.
var narrowed = []struct{ narrow, wide string }{
	{"URI", "IRI"},
	{"URI-reference", "IRI-reference"},
}

// proveNarrow proves what the comments on ruleURI and ruleURIReference claim: the members of narrow
// are the ASCII members of wide. It also proves that the region kernel of narrow splits its members
// into the components of wide.
func proveNarrow(narrow, wide *build.Rule) error {
	switch witness, equal, err := build.EqualInASCII(narrow, wide); {
	case err != nil:
		return err
	case !equal:
		return fmt.Errorf("%q is a member of only one rule, or is not ASCII", witness)
	}
	n, err := machine.Of(narrow.Table)
	if err != nil {
		return err
	}
	w, err := machine.Of(wide.Table)
	if err != nil {
		return err
	}
	return w.VerifyNarrow(n)
}

// usedSets writes the sets that package iri uses and their rule numbers.
func (e *emitter) usedSets(g *build.Grammar) error {
	sets, err := emittedSets(g, Options{}, newGoNames(""))
	if err != nil {
		return err
	}
	for _, u := range usedSets {
		i := slices.IndexFunc(sets, func(s emittedSet) bool { return s.id == u.set })
		if i < 0 {
			return fmt.Errorf("rfc3987 does not declare the set %s", u.set)
		}
		e.printf("// %s classifies a %s; the constants are the rule numbers.%s\nconst (\n",
			u.name, u.prefix, u.doc)
		e.printf("%s tables.Set = rfc3987.%s // %.8x\n\n", u.name, u.set, sets[i].table.Hash())
		for n, rule := range sets[i].table.Rules() {
			e.printf("%s%s = %d\n", u.prefix, identifier(rule), n)
		}
		e.printf(")\n\n")
	}
	return nil
}

// layout writes the numbers of a rule's components.
func (e *emitter) layout(rule tables.Rule) {
	e.printf("// The components of %s.\nconst (\n", rule.Name())
	for i, p := range rule.Components() {
		e.printf("%sComponent = %d\n", p.Name, i)
	}
	e.printf(")\n\n")
}
