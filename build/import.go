package build

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A document may use names that another document defines. Such a rule is compiled in its own grammar,
// by the reading of its own document, and the automaton is taken over. [Options].Imports say where
// names come from. Prose that names a rule of a bundled grammar and the document that it stands in,
//
//	uri-host = <host, see [RFC3986], Section 3.2.2>
//
// stands for that rule without being told.

// find returns the name that the grammar has for the rule that a name of another document stands for,
// whose dialect folds names by fold.
func (i *imported) find(name string, fold func(string) string) (rule string, ok bool) {
	if i.Name != "" && fold(i.Name) != fold(name) {
		return "", false
	}
	found := i.candidates(name, fold)
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

// candidates returns the names of the rules that a name of another document may stand for: several if that
// document folds names, and the grammar does not.
func (i *imported) candidates(name string, fold func(string) string) (rules []string) {
	if i.Name != "" && i.Rule != "" {
		name = i.Rule
	}
	if i.document == nil {
		how := syntax.ReadOptions{Dialect: i.Options.Dialect, Repair: i.Options.Repair}
		i.document, _ = syntax.ReadWith(i.Source, how)
	}
	own := i.document.Dialect.FoldName
	known := map[string]bool{}
	for _, h := range i.document.Holders() {
		same := own(h.Name) == own(name) || i.Rule == "" && fold(h.Name) == fold(name)
		if same && !known[own(h.Name)] {
			rules = append(rules, h.Name)
		}
		known[own(h.Name)] = true
	}
	return rules
}

// importRule takes in the rule that a name stands for by [Options].Imports, or returns nil.
func (g *Grammar) importRule(name string) *Rule {
	for _, i := range g.imports {
		if rule, ok := i.find(name, g.document.Dialect.FoldName); ok {
			return g.take(i, name, rule)
		}
	}
	return nil
}

// take adds a rule of another grammar under a name.
func (g *Grammar) take(i *imported, name, rule string) *Rule {
	r := g.add(&Rule{Name: name, From: i.Options.Name + "#" + rule})
	i.rules[r] = rule
	return r
}

// compileImports compiles the rules of other grammars that the document refers to, each with compile.
func (g *Grammar) compileImports(compile func(*syntax.Source, Options) *Grammar) {
	for n, i := range slices.Concat(g.imports, g.cites) {
		if len(i.rules) == 0 {
			continue
		}
		opt := Options{Name: i.Options.Name, Dialect: i.Options.Dialect, Repair: i.Options.Repair, Octets: i.Options.Octets}
		opt.Limits = g.limits
		opt.Limits.Tuning = 0
		for _, rule := range i.rules {
			opt.Rules = append(opt.Rules, rule)
		}
		for m, other := range g.imports {
			if m != n {
				opt.Imports = append(opt.Imports, other.Import)
			}
		}
		there := compile(i.Source, opt)
		for r, rule := range i.rules {
			r.fill(there.referent(rule))
		}
	}
}

// fill makes r what it is in its own grammar.
func (r *Rule) fill(there *Rule) {
	if there.dfa == nil {
		r.broken = fmt.Errorf("the rule %s has no table: %s", r.From, there.Reason())
		return
	}
	r.dfa, r.class, r.units = there.dfa, there.class, there.units
	r.exactness, r.encoding = there.exactness, there.encoding
}

// citation is prose that names a rule and the document that defines it.
var citation = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*)(?:,| as| from| in| \(| see)\s[^\[\]]*\[([A-Za-z0-9 -]+)\]`)

var aName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// cited are the bundled grammars of citations that do not name an RFC by its number.
var cited = map[string]string{"URI": "rfc3986", "IRI": "rfc3987", "HTTP": "rfc9110"}

// inRFC9110 are the rules of RFC 9110 that match the strings which the rules of these names match in an
// RFC that it has replaced.
var inRFC9110 = map[string][]string{
	"rfc2616": {"token"},
	"rfc7230": {
		"OWS", "RWS", "BWS", "token", "tchar", "quoted-string", "qdtext", "obs-text", "quoted-pair", "field-name",
	},
}

// bind returns the definition with the prose replaced that names a rule: one of those defined in the
// document, or one of another grammar.
func (g *Grammar) bind(def *syntax.Rule, defined map[string]bool) *syntax.Rule {
	live := map[syntax.Expr]bool{} // what is repeated zero times needs no meaning
	for x := range references(def.Expr) {
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
		if defined[g.document.Dialect.FoldName(name)] || g.document.Dialect.HasCore() && isCore(name) {
			g.report(syntax.Warning, "bracketed-reference", prose.Start, size,
				"<%s> is read as the rule %[1]s; a reference stands without angle brackets", name)
		} else if r := g.cite(name); r != nil {
			name = r.Name
			g.report(syntax.Note, "prose-bound", prose.Start, size, "<%s> is read as the rule %s", prose.Text, r.From)
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

// cite returns the rule of another grammar that prose names, or nil: one that an import is for, or one
// of a bundled grammar. Its name here is that of the grammar and its own, because the document may
// have a rule of its own name.
func (g *Grammar) cite(prose string) *Rule {
	m := citation.FindStringSubmatch(prose)
	if m == nil {
		return nil
	}
	from := g.imports
	tag := strings.ReplaceAll(m[2], " ", "")
	name := cmp.Or(cited[tag], strings.ToLower(tag))
	if slices.Contains(inRFC9110[name], m[1]) {
		name = "rfc9110"
	}
	if b, ok := FindBundled(name); ok {
		from = append(slices.Clip(from), g.bundled(b))
	}
	for _, i := range from {
		if rule, ok := i.find(m[1], g.document.Dialect.FoldName); ok && (i.Name != "" || !slices.Contains(g.imports, i)) {
			if r := g.referent(i.Options.Name + "#" + rule); r != nil {
				return r
			}
			return g.take(i, i.Options.Name+"#"+rule, rule)
		}
	}
	return nil
}

// offer returns a bundled grammar that defines an undefined name of an ABNF document.
func (g *Grammar) offer(name string) (Bundled, bool) {
	if g.document.Dialect == syntax.ABNF {
		for _, grammar := range []string{"rfc9110", "rfc3986", "rfc3987"} {
			b, _ := FindBundled(grammar)
			if _, ok := g.bundled(b).find(name, g.document.Dialect.FoldName); ok && g.Name != b.Name {
				return b, true
			}
		}
	}
	return Bundled{}, false
}

// bundled returns a bundled grammar as one that the document cites.
func (g *Grammar) bundled(b Bundled) *imported {
	for _, i := range g.cites {
		if i.Options.Name == b.Name {
			return i
		}
	}
	i := newImported(b.Import())
	g.cites = append(g.cites, i)
	return i
}

func newImported(i Import) *imported { return &imported{Import: i, rules: map[*Rule]string{}} }

// Import returns the import of all rules of a bundled grammar.
func (b Bundled) Import() Import {
	return Import{Source: b.Source(), Options: Options{Name: b.Name, Dialect: b.Dialect}}
}
