package syntax

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// PrintAs writes g in the dialect d. In the dialect of g it does so as [Print] does. Otherwise d
// must be ABNF (RFC 5234, with the strings of RFC 7405). The list then has a diagnostic for each
// construct that ABNF does not have or writes differently, at its position in the document of g:
//
//   - order-lost (warning): "first match wins" is written as a plain choice, and so matches
//     more, unless the alternatives are single code points. A repetition of Treetop takes as much
//     as it can, and is written as a plain repetition. The warning is left out where no text may
//     follow that could be part of it.
//   - name-changed (note): "_" and "." in a name become "-".
//   - overridden-rule (warning): in Treetop the later of two rules with one name counts, and
//     ABNF has no such rule. The earlier one is left out, with a comment in its place.
//   - difference-rewritten (note): a [Rewriter] replaces a difference of longer strings by an
//     expression. A comment before the rule says so.
//   - Errors: difference (without a Rewriter, or if it fails), empty-class, name-collision (two
//     names equal in ABNF), name-not-abnf, set-limit (over 1,048,576 ranges), octets-unclear (a
//     character that ABNF writes as a number, in a document whose numbers are octets), no-abnf.
//     In place of a rule with such an error there is a comment with its name and the code of the
//     error.
//
// Some constructs are replaced without a diagnostic. A class, and a difference of single code
// points, is written as its ranges. The ranges of a negated class leave out surrogates. An exact
// string is written %s"...", or without the prefix if it has no letters. It is written as numbers
// if it has a character that no quoted string can hold. A? is written [ A ].
//
// The error is that of w, or reports a dialect other than ABNF and the dialect of g.
//
// Twin: TestPrintAsABNFRandom of package build compares the languages of both documents.
func PrintAs(w io.Writer, g *Grammar, d Dialect) (*List, error) { return PrintAsWith(w, g, d, nil) }

// A Rewriter returns an expression without differences that matches the same strings as x. It
// returns nil if x matches no string. The error says why no such expression was found.
type Rewriter func(x *Difference) (Expr, error)

// PrintAsWith is [PrintAs] with a Rewriter. rewrite may be nil.
func PrintAsWith(w io.Writer, g *Grammar, d Dialect, rewrite Rewriter) (*List, error) {
	list := &List{Source: g.Source}
	switch {
	case d == g.Dialect:
		return list, Print(w, g)
	case d != ABNF:
		return list,
			fmt.Errorf("a grammar in the dialect %s can be printed in that dialect or as abnf, not as %s", g.Dialect, d)
	}
	t := translator{grammar: g, list: list, names: map[string]string{}, rewrite: rewrite}
	t.index()
	t.findFollowed()
	p := newPrinter(w, ABNF, rowOf(ABNF).form)
	p.directives(&Grammar{Directives: t.directives()})
	if len(g.Directives) > 0 {
		p.out.WriteByte('\n')
	}
	for _, r := range g.Rules {
		if t.overridden(r) {
			p.comment(r.Name + " is defined again below")
		} else if said, ok := t.rule(r); ok {
			if t.rewritten {
				p.comment(r.Name + ": the document has a difference here; this matches the same strings")
			}
			p.rule(said)
		} else {
			p.comment(fmt.Sprintf("%s is not written: %s", r.Name, t.broken))
		}
	}
	list.Sort()
	return list, p.flush()
}

// A translator turns the trees of a document in any dialect into trees of ABNF.
type translator struct {
	greed
	grammar *Grammar
	list    *List
	names   map[string]string // for each name in ABNF, in lower case, the name in the document
	octets  bool              // whether a directive says that numbers are octets, at least in some rules
	rewrite Rewriter          // may be nil

	broken    Code // the code of the first error in the current rule; "" without an error
	rewritten bool // whether a difference in the current rule is rewritten
}

// index fills the maps of rules by their names. It claims the ABNF names of the rules, so that a
// reference to another name cannot take one.
func (t *translator) index() {
	t.rules, t.sets, t.later = map[string][]*Rule{}, map[string]*codeSet{}, t.grammar.Dialect.LaterWins()
	t.last = map[string]*Rule{}
	t.octets = slices.ContainsFunc(t.grammar.Directives, func(d Directive) bool { return d.Name == "octets" })
	for _, r := range t.grammar.Rules {
		key := foldName(r.Name)
		t.last[r.Name] = r
		if t.rules[key] = append(t.rules[key], r); isABNFName(nameABNF(r.Name)) {
			t.claim(r.Name, r.NamePos)
		}
	}
}

func nameABNF(name string) string { return strings.NewReplacer("_", "-", ".", "-").Replace(name) }

// claim returns the first name for which claim was called among those with the same form in ABNF
// as name. If name is itself the first, claim stores it, and adds a note if its form differs.
func (t *translator) claim(name string, pos Pos) (first string) {
	said := nameABNF(name)
	key := strings.ToLower(said)
	if first, known := t.names[key]; known {
		return first
	}
	t.names[key] = name
	if said != name {
		t.report("name-changed", pos, len(name), "%s is called %s in ABNF", clip(name), clip(said))
	}
	return name
}

func (t *translator) report(code Code, pos Pos, size int, format string, args ...any) {
	d := NewDiagnostic(code, pos, size, format, args...)
	t.list.Add(d)
	if d.Severity == Error && t.broken == "" {
		t.broken = code
	}
}

// directives returns the directives of the document, each with its text on one line.
func (t *translator) directives() []Directive {
	out := slices.Clone(t.grammar.Directives)
	for i := range out {
		out[i].Text = strings.Join(strings.Fields(out[i].Text), " ")
	}
	return out
}

// overridden reports whether a later rule replaces r, as in Treetop. If one does, it adds a
// warning.
func (t *translator) overridden(r *Rule) bool {
	if !t.later || t.last[r.Name] == r {
		return false
	}
	t.report("overridden-rule", r.NamePos, len(r.Name),
		"%s is defined again below; the later definition is used", clip(r.Name))
	return true
}

// rule translates a rule into ABNF. ok is false if the rule has an error.
func (t *translator) rule(r *Rule) (said *Rule, ok bool) {
	t.broken, t.rewritten = "", false
	said = &Rule{Name: t.name(r.Name, r.NamePos), Incremental: r.Incremental}
	if rowOf(t.grammar.Dialect).form.Ordered {
		t.repetitions(r, func(x Expr) {
			t.report("order-lost", x.Pos(), 0,
				"here a repetition takes as much as it can; in ABNF it may take less, so ABNF may match more strings")
		})
	}
	said.Expr = t.expr(r.Expr)
	return said, t.broken == ""
}

// name returns the ABNF form of a name, which stands at pos. It reports a name without such a
// form, and a name whose form is that of another.
func (t *translator) name(name string, pos Pos) string {
	said := nameABNF(name)
	if !isABNFName(said) {
		t.report("name-not-abnf", pos, len(name), `a name in ABNF begins with a letter and holds letters, digits and "-"`)
	} else if first := t.claim(name, pos); !t.sameName(first, name) {
		t.report("name-collision", pos, len(name), "%s and %s are one name in ABNF: %s", clip(first), clip(name), clip(said))
	}
	return said
}

// sameName reports whether a and b name the same rule in the dialect of the document.
func (t *translator) sameName(a, b string) bool {
	fold := t.grammar.Dialect.FoldName
	return fold(a) == fold(b)
}

func isABNFName(s string) bool {
	if s == "" || !isAlpha(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !isAlpha(s[i]) && !isDigit(s[i]) && s[i] != '-' {
			return false
		}
	}
	return true
}

// expr translates an expression into ABNF. It reports a construct that ABNF does not have.
func (t *translator) expr(x Expr) Expr {
	switch x := x.(type) {
	case *Alternation:
		return t.alternation(x)
	case *Concatenation:
		items := make([]Expr, len(x.Items))
		for i, item := range x.Items {
			items[i] = t.expr(item)
		}
		return &Concatenation{items}
	case *Repetition:
		return t.repetition(x)
	case *Group:
		return &Group{t.expr(x.Item), x.Start}
	case *Option:
		return &Option{t.expr(x.Item), x.Start}
	case *RuleName:
		return &RuleName{t.name(x.Name, x.Start), x.Start}
	case *CharVal:
		if t.octets && strings.ContainsFunc(x.Text, isBeyondASCII) {
			t.unclear(x.Start, "a string beyond ASCII")
		}
		return charValABNF(x)
	case *Class, *Difference:
		return t.set(x)
	case *Predicate:
		t.report("no-abnf", x.Start, 1, "a predicate is not written: ABNF has no form for it")
	case *ProseVal:
		if _, missing := formatExpr(x, rowOf(ABNF).form); missing != "" {
			t.report("no-abnf", x.Start, 1, "%s is not written: ABNF has no form for it", missing)
		}
	}
	return x
}

// unclear reports a construct that ABNF could only write as numbers, and that is not translated.
// In a document with octets the numbers might be read as bytes. Only package build decides in
// which rules numbers are bytes.
func (t *translator) unclear(pos Pos, what string) {
	t.report("octets-unclear", pos, 0, "%s is not written: it takes numbers, which are octets in this document", what)
}

// alternation translates the items of x. If an item becomes an alternation itself, its items join
// the others.
func (t *translator) alternation(x *Alternation) Expr {
	if x.Ordered && !t.disjoint(x) {
		t.report("order-lost", x.Pos(), 0,
			"here the first alternative that matches wins; in ABNF any may match, so ABNF may match more strings")
	}
	var items []Expr
	for _, item := range x.Items {
		said := t.expr(item)
		if alt, ok := said.(*Alternation); ok {
			items = append(items, alt.Items...)
		} else {
			items = append(items, said)
		}
	}
	return &Alternation{Items: items}
}

// disjoint reports whether the order of the alternatives does not matter, because each matches
// exactly one code point. Then the rest of the string is the same after all of them.
func (t *translator) disjoint(x *Alternation) bool {
	for _, item := range x.Items {
		if _, ok := t.codeSet(item); !ok {
			return false
		}
	}
	return true
}

// repetition translates A? of W3C's EBNF or Treetop into an option. It translates any other
// repetition into a repetition.
func (t *translator) repetition(x *Repetition) Expr {
	item := t.expr(x.Item)
	if x.Min != 0 || x.Max != 1 || !rowOf(t.grammar.Dialect).form.Postfix {
		return &Repetition{x.Min, x.Max, item, x.Start}
	}
	if group, ok := item.(*Group); ok {
		item = group.Item
	}
	return &Option{item, x.Start}
}

// charValABNF translates a string. If a quoted string can hold all its characters, it stays a
// string. An exact string, or one without letters, otherwise becomes numbers as a whole. A string
// that folds case becomes a concatenation: strings, and a number for each character that no string
// can hold.
func charValABNF(x *CharVal) Expr {
	switch {
	case quotable(x.Text):
		return &CharVal{x.Text, x.Fold || !hasLetter(x.Text), x.Start}
	case !x.Fold || !hasLetter(x.Text):
		return &NumVal{[]rune(x.Text), x.Start}
	}
	var items []Expr
	for rest := x.Text; rest != ""; {
		n := 0
		for n < len(rest) && quotable(rest[n:n+1]) {
			n++
		}
		if n > 0 {
			items = append(items, &CharVal{rest[:n], true, x.Start})
		} else {
			var r rune
			r, n = utf8.DecodeRuneInString(rest)
			items = append(items, &NumVal{[]rune{r}, x.Start})
		}
		rest = rest[n:]
	}
	return &Concatenation{items}
}

func hasLetter(s string) bool {
	for i := 0; i < len(s); i++ {
		if isAlpha(s[i]) {
			return true
		}
	}
	return false
}

const emptyClass = "this matches no string, not even the empty one, and is not written: ABNF has no form for it"

// set translates a class, or a difference of sets of code points, into its ranges. The ranges of a
// class without "^" stay in the order of the document, for its readers.
func (t *translator) set(x Expr) Expr {
	ranges, ok := []ClassRange(nil), true
	if class, is := x.(*Class); is && !class.Negated {
		ranges = class.Ranges
	} else {
		if t.octets {
			t.unclear(x.Pos(), "the complement of a class")
		}
		ranges, ok = t.codeSet(x)
	}
	switch {
	case t.runs > maxRuns:
		t.report("set-limit", x.Pos(), 0, "the sets of code points in this document have more than %d ranges", maxRuns)
		return x
	case !ok:
		return t.difference(x)
	case len(ranges) == 0:
		t.report("empty-class", x.Pos(), 0, emptyClass)
		return x
	}
	items := make([]Expr, len(ranges))
	for i, r := range ranges {
		items[i] = rangeABNF(r, x.Pos())
	}
	if len(items) == 1 {
		return items[0]
	}
	return &Alternation{Items: items}
}

// difference translates a difference of longer strings with the Rewriter. After an error in the
// rule it does not call the Rewriter, which cannot see that error.
func (t *translator) difference(x Expr) Expr {
	d, is := x.(*Difference)
	switch {
	case t.broken != "": // the Rewriter cannot see earlier errors
		return x
	case !is || t.rewrite == nil:
		t.report("difference", x.Pos(), 0,
			"this difference is not written: ABNF has no difference, and it is not between single code points")
		return x
	}
	said, err := t.rewrite(d)
	switch {
	case err != nil:
		t.report("difference", x.Pos(), 0,
			"this difference is not written: ABNF has no difference, and no other form is found: %v", err)
		return x
	case said == nil:
		t.report("empty-class", x.Pos(), 0, emptyClass)
		return x
	}
	t.rewritten = true
	t.report("difference-rewritten", x.Pos(), 0,
		"ABNF has no difference; an expression that matches the same strings is written")
	return t.expr(said)
}

// rangeABNF translates a range of code points. A range of one visible character other than a
// letter or a quote becomes a string.
func rangeABNF(r ClassRange, pos Pos) Expr {
	switch {
	case r.Lo != r.Hi:
		return &NumRange{r.Lo, r.Hi, pos}
	case ' ' < r.Lo && r.Lo <= '~' && r.Lo != '"' && !isAlpha(byte(r.Lo)):
		return &CharVal{string(r.Lo), true, pos}
	}
	return &NumVal{[]rune{r.Lo}, pos}
}
