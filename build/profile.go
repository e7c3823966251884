package build

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/tables"
)

// A profile is a rule that set algebra makes of other rules. A directive defines it:
//
//	; @profile NAME: RULE and not RULE
//
//	choice = all *( "or" all )
//	all    = part *( "and" [ "not" ] part )
//	part   = RULE / GRAMMAR "#" RULE / "(" choice ")"
//
// So "and" binds more tightly than "or". A profile has no strings that its rules do not have, because
// "not" stands after "and" alone. GRAMMAR is the name of an import or of a bundled grammar. The
// profile is a rule of the document in every way: other rules, sets and profiles may name it.
//
// A profile becomes differences of the syntax tree, so all stages know it:
//
//	A and not B  =  A - B        A and B  =  A - (OCTETS - B)        OCTETS = *%x00-FF
//
// Twin: TestProfilesAreSetAlgebra compares each with the rules that it is made of, string by string.

// The bounds of a profile: of rules in its text, and of parentheses in one another.
const (
	mostParts    = 100
	mostBrackets = 50
)

// A profileWord is a word of a directive, with its place in the document.
type profileWord struct {
	text string
	pos  syntax.Pos
}

// A profileReader reads the text of a directive @profile. After its first mistake, no words are left.
type profileReader struct {
	g            *Grammar
	words        []profileWord
	end          syntax.Pos // of the last word that was read
	parts, depth int
	not          bool // the place is below an odd number of "not"
	negated      []*syntax.RuleName
	failed       bool
}

// profileName is how the name of a profile is spelled.
var profileName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// profilesOf returns the directives @profile of a document, as many as count.
func profilesOf(document *syntax.Grammar) (all []syntax.Directive) {
	for _, d := range document.Directives {
		if d.Name == "profile" && len(all) < maxDirectives {
			all = append(all, d)
		}
	}
	return all
}

// nameOfProfile returns the name that a directive @profile defines.
func nameOfProfile(d syntax.Directive) string {
	name, _, _ := strings.Cut(d.Text, ":")
	return strings.TrimSpace(name)
}

// defineProfiles adds the profiles of the document to its rules.
func (g *Grammar) defineProfiles() {
	for _, d := range profilesOf(g.document) {
		end := int(d.Pos) + len("@profile")
		r := &profileReader{g: g, end: syntax.Pos(end), words: profileWords(g.Source.Text, end, d.Text)}
		r.define()
	}
}

// profileWords returns the words of a directive: names, parentheses and colons. The text of the directive
// begins after an offset of the source.
func profileWords(source string, at int, text string) (words []profileWord) {
	text = strings.NewReplacer("(", " ( ", ")", " ) ", ":", " : ").Replace(text)
	for _, word := range strings.Fields(text) {
		if i := strings.Index(source[at:], word); i >= 0 { // a repair may have changed the text
			at += i
		}
		words = append(words, profileWord{word, syntax.Pos(at)})
		at = min(at+len(word), len(source))
	}
	return words
}

// define adds the profile. If its name alone can be read, the rule that is added cannot be compiled.
func (r *profileReader) define() {
	name := r.next()
	old := r.g.referent(name.text)
	switch {
	case !profileName.MatchString(name.text) || isProfileWord(name.text) || r.peek() != ":":
		r.fail(name, `expected "NAME: RULE and not RULE"`)
		return
	case old != nil:
		r.fail(name, "there is a rule %s already; a profile needs a name of its own", old.Name)
		return
	}
	r.next()
	def := &syntax.Rule{Name: name.text, Expr: r.choice(), NamePos: name.pos}
	if len(r.words) > 0 {
		r.fail(r.words[0], `expected "and" or "or" instead of %q`, clip(r.words[0].text))
	}
	if def.End = r.end; r.failed {
		r.g.add(&Rule{Name: name.text, Defs: []*syntax.Rule{def}, unread: true})
		return
	}
	r.g.define(def, r.g.document.Dialect)
	r.g.profiles[r.g.referent(name.text)] = r.negated
}

func isProfileWord(s string) bool { return s == "and" || s == "or" || s == "not" }

// fail reports the first mistake.
func (r *profileReader) fail(at profileWord, format string, args ...any) {
	if !r.failed {
		r.g.report("bad-directive", at.pos, max(1, len(at.text)), "@profile: "+format, args...)
	}
	r.failed, r.words = true, nil
}

// peek returns the next word, "" at the end.
func (r *profileReader) peek() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.words[0].text
}

// next steps over a word and returns it. At the end, that is an empty word at the last byte.
func (r *profileReader) next() (w profileWord) {
	if len(r.words) == 0 {
		return profileWord{"", r.end - 1}
	}
	w, r.words = r.words[0], r.words[1:]
	r.end = w.pos + syntax.Pos(len(w.text))
	return w
}

// eat steps over the next word if it is the given one.
func (r *profileReader) eat(word string) bool {
	is := r.peek() == word
	if is {
		r.next()
	}
	return is
}

// choice = all *( "or" all )
func (r *profileReader) choice() syntax.Expr {
	items := []syntax.Expr{r.all()}
	for r.eat("or") {
		items = append(items, r.all())
	}
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Alternation{Items: items}
}

// all = part *( "and" [ "not" ] part )
func (r *profileReader) all() syntax.Expr {
	x := r.part()
	for r.eat("and") {
		pos, not := r.end, r.eat("not")
		r.not = r.not != not
		y := r.part()
		if r.not = r.not != not; !not {
			octet := &syntax.NumRange{Lo: 0, Hi: maxOctet, Start: pos}
			r.g.octets[octet] = true
			y = &syntax.Difference{Item: &syntax.Repetition{Max: syntax.Unbounded, Item: octet, Start: pos}, Except: y}
		}
		x = &syntax.Difference{Item: x, Except: y}
	}
	return x
}

// part = RULE / GRAMMAR "#" RULE / "(" choice ")"
func (r *profileReader) part() syntax.Expr {
	w := r.next()
	x := &syntax.RuleName{Name: w.text, Start: w.pos}
	switch {
	case w.text == "":
		r.fail(w, "the name of a rule is missing at the end")
	case w.text == "not":
		r.fail(w, `"not" stands after "and" alone, as in "RULE and not RULE"`)
	case w.text == ")" || w.text == ":" || isProfileWord(w.text):
		r.fail(w, "expected the name of a rule instead of %q", w.text)
	case w.text == "(":
		if r.depth++; r.depth > mostBrackets {
			r.fail(w, "there are parentheses more than %d deep, the limit", mostBrackets)
		}
		group := &syntax.Group{Item: r.choice(), Start: w.pos}
		if r.depth--; !r.eat(")") {
			r.fail(profileWord{"", r.end - 1}, `")" is missing`)
		}
		return group
	default:
		if r.parts++; r.parts > mostParts {
			r.fail(w, "the profile has more than %d rules, the limit", mostParts)
		}
		if r.not {
			r.negated = append(r.negated, x)
		}
	}
	return x
}

// takeFrom takes in the rule of a grammar that is named with it, GRAMMAR#RULE: of an import, or of a
// bundled grammar. It returns nil if there is none.
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

// checkProfile returns an error for a profile that excludes a rule whose table has too many strings: what
// it leaves would have too few, and other parts of it too many.
func (g *Grammar) checkProfile(r *Rule) error {
	for _, x := range g.profiles[r] {
		if to := g.referent(x.Name); to.exactness != tables.Exact {
			return r.failed("resolve", fmt.Errorf("the table of %s is a %s of its rule, so it cannot stand after \"not\"",
				to.Name, to.exactness))
		}
	}
	return nil
}

// inheritComponents gives a profile the components of the rule that it begins with.
//
// Idea. Each member of the profile is a member of that rule, so a state of the profile has the label of
// the states that the rule is in for the same bytes. Where these have different labels, because
// minimization joined them, the profile has no components.
//
// Cost: the pairs of states that members reach, times the classes of bytes.
func (l *labels) inheritComponents(g *Grammar, r *Rule) error {
	base := g.beginning(r)
	if base == nil || base.marks == nil {
		return nil
	}
	type pair struct{ own, base automaton.StateID }
	slotOf, known := make([]uint8, r.dfa.NumStates()), make([]bool, r.dfa.NumStates())
	seen := map[pair]bool{}
	for queue := []pair{{r.dfa.Start(), base.dfa.Start()}}; len(queue) > 0; queue = queue[1:] {
		if err := g.meter.Work(4 * 256); err != nil {
			return err
		}
		last := pair{}
		for b := range 256 {
			p := pair{r.dfa.Step(queue[0].own, byte(b)), base.dfa.Step(queue[0].base, byte(b))}
			if p.own == automaton.Dead || p == last {
				continue
			}
			last = p
			slot := base.marks.slotOf[p.base]
			if known[p.own] && slotOf[p.own] != slot {
				return fmt.Errorf("its states do not tell the components of %s", base.Name)
			}
			known[p.own], slotOf[p.own] = true, slot
			if !seen[p] {
				seen[p] = true
				queue = append(queue, p)
			}
		}
	}
	l.components, l.slots, l.slotOf = base.marks.components, base.marks.slots, slotOf
	return nil
}

// beginning returns the rule that each member of a profile is a member of, or nil.
func (g *Grammar) beginning(profile *Rule) *Rule {
	if _, ok := g.profiles[profile]; !ok {
		return nil
	}
	for x := profile.expr; ; {
		switch e := x.(type) {
		case *syntax.RuleName:
			return g.referent(e.Name)
		case *syntax.Group:
			x = e.Item
		case *syntax.Difference:
			x = e.Item
		default:
			return nil
		}
	}
}
