package build

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/irilex/iri/build/syntax"
)

// A document may use names that another document defines. Such a rule is compiled in a grammar of
// its own, from the other document, and its automaton is copied. [Options].Imports lists the
// documents in which names are looked for. Prose may also name a rule and the document of a
// bundled grammar:
//
//	uri-host = <host, see [RFC3986], Section 3.2.2>
//
// Such prose stands for that rule, and needs no import.

// find returns the import's own spelling of the rule to which name refers, a name in the importing
// document. The function fold folds names as the importing document does. ok is false if there is
// no such rule or if there are several, and if the import is for another name only.
func (i *imported) find(name string, fold func(string) string) (rule string, ok bool) {
	if i.Name != "" && fold(i.Name) != fold(name) {
		return "", false
	}
	if found := i.candidates(name, fold); len(found) == 1 {
		return found[0], true
	}
	return "", false
}

// candidates returns the names of the import's rules to which name, a name in the importing
// document, may refer. There are several if the importing document folds names and the import does
// not: A and a for the name A.
func (i *imported) candidates(name string, fold func(string) string) (rules []string) {
	if i.document == nil {
		i.read(fold)
	}
	if i.Name != "" && i.Rule != "" {
		name = i.Rule
	} else if rules = i.alike[fold(name)]; len(rules) > 1 {
		return rules
	}
	if rule, ok := i.named[i.document.Dialect.FoldName(name)]; ok {
		return []string{rule}
	}
	return rules
}

// read reads the import's document, and stores the names of its rules. The function fold folds
// names as the importing document does.
func (i *imported) read(fold func(string) string) {
	how := syntax.ReadOptions{Dialect: i.Options.Dialect, Repair: i.Options.Repair, Limits: i.limits}
	i.document, _ = syntax.ReadWith(i.Source, how)
	i.named, i.alike = map[string]string{}, map[string][]string{}
	add := func(name string) {
		own := i.document.Dialect.FoldName(name)
		if _, known := i.named[own]; !known {
			i.named[own] = name
			i.alike[fold(name)] = append(i.alike[fold(name)], name)
		}
	}
	for _, h := range i.document.Holders() {
		add(h.Name)
	}
	for _, d := range profilesOf(i.document) {
		name, _ := Profile(d)
		add(name)
	}
}

// importRule adds a rule named name to the grammar, if an import of [Options].Imports has it, and
// returns the rule. Otherwise it returns nil. A core rule needs an import for its very name.
func (g *Grammar) importRule(name string) *Rule {
	core := g.document.Dialect.HasCore() && isCore(name) // such a name needs an import for this very name
	for _, i := range g.imports {
		if core && i.Name == "" {
			continue
		}
		if rule, ok := i.find(name, g.document.Dialect.FoldName); ok {
			return g.take(i, name, rule)
		}
	}
	return nil
}

// take adds to the grammar, under the name name, the rule of the import i that is named rule
// there. The new rule has no automaton until compileImports fills it.
func (g *Grammar) take(i *imported, name, rule string) *Rule {
	r := g.add(&Rule{Name: name, From: i.Options.Name + "#" + rule})
	i.rules[r] = rule
	return r
}

// takeFrom adds a rule for a name of the form GRAMMAR#RULE, and returns it. GRAMMAR is the name of
// an import or of a bundled grammar. takeFrom returns nil if there is no such rule.
func (g *Grammar) takeFrom(name string) *Rule {
	grammar, rule, _ := strings.Cut(name, "#")
	from := slices.Clone(g.imports)
	if b, ok := FindBundled(grammar); ok {
		from = append(from, g.bundled(b))
	}
	for _, i := range from {
		if i.Options.Name != grammar || i.Name != "" {
			continue
		}
		if found, ok := i.find(rule, g.document.Dialect.FoldName); ok {
			return g.take(i, name, found)
		}
	}
	return nil
}

// compileImports compiles the rules of other grammars to which the document refers, and copies
// their automata to the rules that take added. It calls the function compile with each other
// document. If the document is itself an import, it compiles only rules needed by the rules asked
// for.
func (g *Grammar) compileImports(opt Options, compile func(*syntax.Source, Options) *Grammar) {
	for _, i := range slices.Concat(g.imports, g.cites) {
		var rules []string
		for r, rule := range i.rules {
			if opt.links == nil || g.isAsked(r) {
				rules = append(rules, rule)
			}
		}
		g.links.provide(i, slices.Compact(slices.Sorted(slices.Values(rules))), func(rules []string) *Grammar {
			how := i.Options
			how.Rules, how.Imports, how.Limits, how.links, how.Dump = rules, opt.Imports, g.limits, g.links, nil
			how.Semantics, how.Recursion, how.Places = opt.Semantics, g.recursion, false
			return compile(i.Source, how)
		})
		for r, rule := range i.rules {
			if there := g.links.done[i.link(rule)]; there != nil {
				r.fill(there)
			} else {
				r.root = g.links.missing(i.link(rule), r.From)
				r.broken = r.root
			}
		}
	}
}

// The bounds of links.size, the bytes of all documents compiled for imports. A document counts at
// least minLinked bytes, so that maxLinked also bounds the number of compilations. The imports of
// the test data need at most 393,216 bytes.
const (
	maxLinked = 16 << 20
	minLinked = 64 << 10
)

func (i *imported) link(rule string) link {
	return link{i.Source, fmt.Sprint(i.Options.Name, i.Options.Dialect, i.Options.Repair, i.Options.Octets), rule}
}

// missing returns an error that says why k, the rule of an import, is not compiled: its document
// has no such rule, the limit maxLinked, or a reference to itself by way of other documents. rule
// is its name in the message.
func (l *links) missing(k link, rule string) error {
	if _, compiled := l.done[k]; compiled {
		return fmt.Errorf("the rule %s is not found: its document does not define it", rule)
	}
	if l.size > maxLinked {
		return fmt.Errorf("the rule %s is not compiled: documents that import each other are over the limit of %d bytes",
			rule, maxLinked)
	}
	return fmt.Errorf("the rule %s refers to itself by way of other documents", rule)
}

// provide compiles rules of the import i by a call of compile, and stores the results in l.done.
// It leaves out a rule with a result in l.done, and a rule in l.alone. It compiles a rule in
// l.together by a call of its own. Over the limit maxLinked it compiles no rule.
func (l *links) provide(i *imported, rules []string, compile func(rules []string) *Grammar) {
	var group []string
	for _, rule := range rules {
		switch k := i.link(rule); {
		case l.done[k] != nil || l.alone[k]:
		case l.together[k]:
			if l.fits(i) {
				l.alone[k] = true
				l.done[k] = compile([]string{rule}).referent(rule)
				delete(l.alone, k)
			}
		default:
			l.together[k] = true
			group = append(group, rule)
		}
	}
	if len(group) == 0 || !l.fits(i) {
		return
	}
	there := compile(group)
	for _, rule := range group {
		l.done[i.link(rule)] = there.referent(rule)
	}
}

// fits adds the bytes of the import's document to l.size, and reports whether the sum is within
// maxLinked.
func (l *links) fits(i *imported) bool {
	l.size += max(len(i.Source.Text), minLinked)
	return l.size <= maxLinked
}

// fill copies to r the automaton and the properties of there, the same rule compiled in its own
// grammar. If there has no automaton, fill stores the reason in r.broken.
func (r *Rule) fill(there *Rule) {
	if there.automaton() == nil {
		r.broken = fmt.Errorf("the rule %s has no table: %w", r.From, there.reason())
		r.root = r.broken
		if n := slices.IndexFunc(there.refs, func(to *Rule) bool { return to.root != nil }); n >= 0 {
			r.root = there.refs[n].root
			r.broken = fmt.Errorf("%w; %w", r.broken, r.root)
		}
		return
	}
	r.dfa, r.class, r.units, r.marked = there.dfa, there.class, there.units, there.marked
	r.open, r.calls = there.open, there.calls
	r.exactness, r.encoding = there.exactness, there.encoding
	r.marks, r.words = there.marks, there.words
}

// citation matches prose that consists of a rule's name and the document that defines it. It does
// not match prose with a further condition: "host, see [RFC3986] but without IPv6" is another
// language.
var citation = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*)(?:[,;]| ) *` +
	`\(?(?:(?:see|as|is|defined|specified|described|taken|imported|` +
	`from|in|by|of|` + section + `) +)*\[([A-Za-z0-9 -]+)\](?:,? \(?` + section + `)?\)?$`)

const section = `(?:[Ss]ection|[Aa]ppendix) [A-Z0-9][0-9.]*`

// cited are the bundled grammars for citations by a tag other than the number of an RFC, as [URI].
var cited = map[string]string{"URI": "rfc3986", "IRI": "rfc3987", "HTTP": "rfc9110"}

// inRFC9110 lists rules of RFCs that RFC 9110 has replaced. They match the same strings there and
// in RFC 9110 (TestRulesInRFC9110).
var inRFC9110 = map[string][]string{
	"rfc2616": {"token"},
	"rfc7230": {
		"OWS", "RWS", "BWS", "token", "tchar", "quoted-string", "qdtext", "obs-text", "quoted-pair", "field-name",
	},
}

// bind returns the definition def with a reference in place of each prose that names a rule. The
// rule is one of the document, a core rule, or one that cite finds in another grammar. bind
// reports each replacement, and leaves other prose as it is. defined has the folded names of the
// document's rules.
func (g *Grammar) bind(def *syntax.Rule, defined map[string]bool) *syntax.Rule {
	live := map[syntax.Expr]bool{} // without prose repeated zero times, which needs no meaning
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

// enclose returns prose as it is written: between angle brackets, or in W3C's EBNF, where it is a
// link, between square ones.
func (g *Grammar) enclose(x *syntax.ProseVal) string {
	if g.document.Dialect == syntax.W3C {
		return "[" + x.Text + "]"
	}
	return "<" + x.Text + ">"
}

// cite returns the rule that prose such as "host, see [RFC3986]" names in another grammar, and
// adds it to the grammar if it is new. The other grammar is the bundled one that the citation
// names, or an import that lists the name. cite returns nil for other prose. The rule is named
// GRAMMAR#RULE here, because the document may have a rule with the plain name.
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
			return g.takeOnce(i, rule)
		}
	}
	return nil
}

// takeOnce adds the rule of the import i to the grammar as GRAMMAR#RULE, and returns it. If the
// grammar has it already, takeOnce returns that.
func (g *Grammar) takeOnce(i *imported, rule string) *Rule {
	name := i.Options.Name + "#" + rule
	if r := g.referent(name); r != nil {
		return r
	}
	return g.take(i, name, rule)
}

// productionLink matches the end of a link to a production in a recommendation of W3C.
var productionLink = regexp.MustCompile(`#NT-([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*$`)

// linkName returns the name that binds an import to a link of W3C's EBNF in the definition def, and
// the name of the production in the other document. If the link is the whole definition, the import
// has the name of def. Otherwise both names are the one in the link, or "" if the link has none.
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
// import, or if the dialect has no links.
func (g *Grammar) follow(link string, def *syntax.Rule) *Rule {
	name, _ := linkName(link, def)
	for _, i := range g.imports {
		if rule, ok := i.find(name, g.document.Dialect.FoldName); ok && i.Name != "" && g.document.Dialect == syntax.W3C {
			return g.takeOnce(i, rule)
		}
	}
	return nil
}

// offer returns a bundled grammar that has a rule for name, an undefined name of an ABNF document,
// for a message. ok is false if there is no such grammar.
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

// bundled returns the bundled grammar b as an import of the document, the same one at each call.
func (g *Grammar) bundled(b Bundled) *imported {
	for _, i := range g.cites {
		if i.Options.Name == b.Name {
			return i
		}
	}
	i := g.newImported(b.Import())
	g.cites = append(g.cites, i)
	return i
}

func (g *Grammar) newImported(i Import) *imported {
	return &imported{Import: i, limits: g.limits.Syntax, rules: map[*Rule]string{}}
}

// Import returns the import of all rules of a bundled grammar.
func (b Bundled) Import() Import {
	return Import{Source: b.Source(), Options: Options{Name: b.Name, Dialect: b.Dialect}}
}
