package names

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// link finds the rules that r refers to and stores them in r.Refs. It stores names without a rule
// in r.Missing. It also adds the core rules and imported rules to which r refers.
func (g *resolver) link(r *Rule) {
	known := map[string]bool{} // names already among the references
	for x := range References(r.Expr) {
		switch x := x.(type) {
		case *syntax.ProseVal:
			r.Missing = append(r.Missing, g.enclose(x))
			g.report("prose", x.Start, len(x.Text)+2, "%s", g.unbound(x, r.Defs[0]))
		case *syntax.RuleName:
			name := g.Fold(x.Name)
			to := g.Referent(x.Name)
			if to == nil && r.Core { // the reference is not in the document
				if to = g.importRule(x.Name); to == nil {
					to = g.coreRule(x.Name)
				}
			} else if to == nil {
				to = g.takeIn(x)
			}
			switch {
			case to == nil && !known[name]:
				r.Missing = append(r.Missing, x.Name)
			case to != nil && !known[name]:
				r.Refs = append(r.Refs, to)
			}
			if r.Own() && (to == nil || to.From != "") {
				g.uses[name] = append(g.uses[name], use{r, x})
			}
			if to != nil && to.Own() && !strings.EqualFold(to.Name, x.Name) {
				g.report("name-collision", x.Start, len(x.Name),
					"%q is also spelled %q in this document; spell it one way, because they are one name", x.Name, to.Name)
			}
			known[name] = true
		}
	}
}

// proseName matches prose that looks like a rule name.
var proseName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// unbound returns a message with a remedy for prose in the definition def that does not name a
// known rule. Such prose cannot be compiled.
func (g *resolver) unbound(x *syntax.ProseVal, def *syntax.Rule) string {
	remedy := "is a prose description, which cannot be compiled; write a rule, or import one"
	if proseName.MatchString(x.Text) {
		remedy = "does not name a rule in this document; for a rule in another document, omit the angle brackets " +
			"and name that document with --import"
	}
	if g.Document.Dialect == syntax.W3C {
		remedy = "is a link to another document, which is not read; write a rule name instead"
		if name, there := linkName(x.Text, def); name != "" {
			remedy = fmt.Sprintf("is a link to another document, which is not read; name a GRAMMAR that defines the rule: "+
				"--import %s=GRAMMAR#%s", name, there)
		}
	}
	return g.enclose(x) + " " + remedy
}

// takeIn adds an imported rule or a core rule for x, a reference to a name that the document does
// not define. It returns the rule, or nil if there is none. A name of the form GRAMMAR#RULE gives
// both the grammar and the rule. Any other name refers to a rule of an import or, failing that, to
// a core rule. A list, "1#element", also needs a rule for the white space between its elements: the
// reader writes a reference to that rule at the offset of the "#". takeIn resolves this reference
// to the rule of RFC 9110 unless an import defines one.
func (g *resolver) takeIn(x *syntax.RuleName) *Rule {
	if strings.Contains(x.Name, "#") {
		return g.takeFrom(x.Name)
	}
	if r := g.importRule(x.Name); r != nil {
		return r
	}
	if strings.HasPrefix(g.Source.Text[x.Start:], "#") {
		b := g.bundled("rfc9110")
		if rule, ok := b.find(x.Name, b.How.Dialect.FoldName); ok {
			return g.take(b, x.Name, rule)
		}
	}
	if g.Document.Dialect.HasCore() {
		return g.coreRule(x.Name)
	}
	return nil
}
