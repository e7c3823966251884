package syntax

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// PrintAs writes g in the dialect d: in its own as [Print] does, or as ABNF (RFC 5234, with the
// strings of RFC 7405). The list says what becomes of what ABNF has no form for, each with its
// place in the document of g:
//
//   - ordered-choice (warning): "first match wins" is written as a plain choice, and so matches
//     more, unless the alternatives are single code points.
//   - name-changed (note): "_" and "." in a name become "-".
//   - overridden-rule (warning): of two rules of one name the later counts in Treetop, where ABNF
//     has no such thing; the earlier is left out, with a comment in its place.
//   - A class, and a difference of single code points, is written as the ranges that it comes to,
//     surrogates left out of what a negated class leaves. Exact strings are written %s"...", or
//     as plain ones when there is no letter in them, and as numbers when they hold what no
//     quoted string can. A? is [ A ].
//   - difference-rewritten (note): a [Rewriter] takes the place of any other difference by an
//     expression, and a comment before the rule says so.
//   - Errors: difference (without a Rewriter, or one that fails), empty-class, name-collision (two
//     names that ABNF takes for one), name-not-abnf, set-limit (over 1,048,576 ranges),
//     octets-unclear (what is no number in the document and would be one in ABNF, in a document
//     whose numbers are octets), no-abnf. In place of a rule that has one stands a comment with
//     its name and the code of the error.
//
// The error is that of w, or of a dialect that is neither ABNF nor that of g.
func PrintAs(w io.Writer, g *Grammar, d Dialect) (*List, error) { return PrintAsWith(w, g, d, nil) }

// A Rewriter returns an expression without differences that matches the same strings as x, nil
// when there are none. The error says why there is no such expression.
type Rewriter func(x *Difference) (Expr, error)

// PrintAsWith is [PrintAs] with a Rewriter.
func PrintAsWith(w io.Writer, g *Grammar, d Dialect, rewrite Rewriter) (*List, error) {
	list := &List{Source: g.Source}
	switch {
	case d == g.Dialect:
		return list, Print(w, g)
	case d != ABNF:
		return list, fmt.Errorf("a grammar in the dialect %s can be printed in that dialect or as abnf, not as %s", g.Dialect, d)
	}
	t := translator{grammar: g, list: list, sets: map[string]*codeSet{}, names: map[string]string{}, rewrite: rewrite}
	t.index()
	p := printer{out: bufio.NewWriter(w), form: formOf(ABNF)}
	p.grammar(&Grammar{Directives: t.directives(), Dialect: ABNF})
	if len(g.Directives) > 0 {
		p.out.WriteByte('\n')
	}
	for _, r := range g.Rules {
		if t.overridden(r) {
			fmt.Fprintf(p.out, "; %s is defined again below\n", r.Name)
		} else if said, ok := t.rule(r); ok {
			if t.rewritten {
				fmt.Fprintf(p.out, "; %s: the document has a difference here; this matches the same strings\n", r.Name)
			}
			p.rule(said)
		} else {
			fmt.Fprintf(p.out, "; %s is not written: %s\n", r.Name, t.broken)
		}
	}
	list.Sort()
	if err := p.out.Flush(); err != nil {
		return list, err
	}
	return list, p.err
}

// A translator turns trees of any dialect into trees of ABNF.
type translator struct {
	grammar *Grammar
	list    *List
	rules   map[string][]*Rule  // by folded name
	last    map[string]*Rule    // the last of each name
	sets    map[string]*codeSet // of rules, by folded name; nil while it is looked for and where there is none
	names   map[string]string   // the name that each name of ABNF was made from
	runs    int                 // ranges in all sets so far
	octets  bool                // a directive says that numbers are octets, in some rules at least
	rewrite Rewriter            // nil when there is none

	broken    Code // the code of the first error of the rule at hand, "" if it is written
	rewritten bool // it has a difference that was rewritten
}

// foldName returns what all spellings of a name have in common in a grammar: case does not
// count (RFC 5234, section 2.1), and package build takes "_" for "-". It is FoldName of
// package tables, which this package does not know.
func foldName(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "-")) }

// index finds the rules by their names, and notes at its definition what each is called.
func (t *translator) index() {
	t.rules, t.last = map[string][]*Rule{}, map[string]*Rule{}
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

// claim returns the name that was the first to be called in ABNF what name is called; the
// first time that is name, and a note says so when its spelling changes.
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

func (t *translator) directives() []Directive {
	out := slices.Clone(t.grammar.Directives)
	for i := range out {
		out[i].Text = strings.Join(strings.Fields(out[i].Text), " ")
	}
	return out
}

// overridden reports whether r is not what its name stands for, because of a later rule.
func (t *translator) overridden(r *Rule) bool {
	if !t.grammar.Dialect.LaterWins() || t.last[r.Name] == r {
		return false
	}
	t.report("overridden-rule", r.NamePos, len(r.Name), "%s is defined again below; the later definition is used", clip(r.Name))
	return true
}

// rule translates a rule; ok is false when it is not written.
func (t *translator) rule(r *Rule) (said *Rule, ok bool) {
	t.broken, t.rewritten = "", false
	said = &Rule{Name: t.name(r.Name, r.NamePos), Incremental: r.Incremental}
	said.Expr = t.expr(r.Expr)
	return said, t.broken == ""
}

// name translates a name that stands at pos.
func (t *translator) name(name string, pos Pos) string {
	said := nameABNF(name)
	if !isABNFName(said) {
		t.report("name-not-abnf", pos, len(name), `a name in ABNF begins with a letter and holds letters, digits and "-"`)
	} else if first := t.claim(name, pos); !t.sameName(first, name) {
		t.report("name-collision", pos, len(name), "%s and %s are one name in ABNF: %s", clip(first), clip(name), clip(said))
	}
	return said
}

// sameName reports whether the dialect of the document takes two names for one. Those of parser
// generators for languages with case are told apart by case, and by "_" and "-".
func (t *translator) sameName(a, b string) bool {
	switch t.grammar.Dialect {
	case Treetop, W3C:
		return a == b
	}
	return strings.EqualFold(a, b)
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
		f := formatter{form: formOf(ABNF)}
		if f.terminal(x); f.missing != "" {
			t.report("no-abnf", x.Start, 1, "%s is not written: ABNF has no form for it", f.missing)
		}
	}
	return x
}

// unclear reports what would be written as numbers, in a document that says octets: which of
// its rules that concerns is for package build to know.
func (t *translator) unclear(pos Pos, what string) {
	t.report("octets-unclear", pos, 0, "%s is not written: it takes numbers, which are octets in this document", what)
}

// alternation translates the items. What one of them becomes several alternatives of joins the others.
func (t *translator) alternation(x *Alternation) Expr {
	if x.Ordered && !t.disjoint(x) {
		t.report("order-lost", x.Pos(), 0, "here the first alternative that matches wins; in ABNF any may match, so ABNF may match more strings")
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

// disjoint reports whether order is of no account: each alternative matches one code point,
// so whichever matches, as much is left for what follows.
func (t *translator) disjoint(x *Alternation) bool {
	for _, item := range x.Items {
		if _, ok := t.codeSet(item); !ok {
			return false
		}
	}
	return true
}

// repetition translates A? as an option, where the notation has no other word for it.
func (t *translator) repetition(x *Repetition) Expr {
	item := t.expr(x.Item)
	if d := t.grammar.Dialect; x.Min != 0 || x.Max != 1 || d != W3C && d != Treetop {
		return &Repetition{x.Min, x.Max, item, x.Start}
	}
	if group, ok := item.(*Group); ok {
		item = group.Item
	}
	return &Option{item, x.Start}
}

// charValABNF translates a string. What is exact and has a character that no quoted string can
// hold is written by numbers as a whole; what folds case keeps its letters in quotes.
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

// set translates an expression that has to match single code points. A class keeps the order
// of its ranges, which says something to people.
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

// difference translates a difference that is not between single code points. The codes of its errors
// are those of set.
func (t *translator) difference(x Expr) Expr {
	d, is := x.(*Difference)
	switch {
	case t.broken != "": // which the Rewriter does not know
		return x
	case !is || t.rewrite == nil:
		t.report("difference", x.Pos(), 0, "this difference is not written: ABNF has no difference, and it is not between single code points")
		return x
	}
	said, err := t.rewrite(d)
	switch {
	case err != nil:
		t.report("difference", x.Pos(), 0, "this difference is not written: ABNF has no difference, and no other form is found: %v", err)
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

// rangeABNF writes a range: as a string when it is one visible character that is no letter.
func rangeABNF(r ClassRange, pos Pos) Expr {
	switch {
	case r.Lo != r.Hi:
		return &NumRange{r.Lo, r.Hi, pos}
	case ' ' < r.Lo && r.Lo <= '~' && r.Lo != '"' && !isAlpha(byte(r.Lo)):
		return &CharVal{string(r.Lo), true, pos}
	}
	return &NumVal{[]rune{r.Lo}, pos}
}
