package notation

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/build/syntax"
	"github.com/irilex/iri/build/syntax/abnf"
	"github.com/irilex/iri/build/syntax/internal/char"
	"github.com/irilex/iri/build/syntax/internal/printer"
)

// PrintAs writes g in the dialect d. If d is the dialect of g, PrintAs is [Print]. Otherwise d must
// be ABNF (RFC 5234, with the strings of RFC 7405), and the list contains a diagnostic for each
// construct that ABNF lacks or writes differently, at its position in the document of g:
//
//   - order-lost (warning): an ordered choice ("first match wins") is written as an unordered
//     choice, which matches more strings unless the alternatives are single code points. A greedy
//     Treetop repetition is written as an ordinary repetition; the warning is omitted unless the
//     text after it could be part of it.
//   - name-changed (note): "_", "." and blanks in a name become "-".
//   - overridden-rule (warning): in Treetop the later of two rules with the same name wins, which
//     ABNF cannot express. The earlier rule is replaced by a comment.
//   - difference-rewritten (note): a [Rewriter] replaces a difference of longer strings with an
//     equivalent expression. A comment before the rule mentions the replacement.
//   - Errors: difference (there is no Rewriter, or it failed), empty-class, name-collision (two
//     names are equal in ABNF), name-not-abnf, set-limit (over 1,048,576 ranges), octets-unclear
//     (ABNF writes a character as a number, but numbers in this document are octets), no-abnf. A
//     rule that contains such an error is replaced by a comment with the name of the rule and the
//     error code.
//
// Some constructs are replaced without a diagnostic. Classes and differences of single code points
// are written as ranges. The ranges of a negated class exclude surrogates. An exact string is
// written %s"...", without the prefix if it contains no letters, or as numbers if it contains a
// character that is not allowed in a quoted string. A? is written [ A ].
//
// PrintAs returns an error if writing to w fails, or if d is neither ABNF nor the dialect of g.
//
// Tested against: TestPrintAsABNFRandom in package build compares the languages of both documents.
func PrintAs(w io.Writer, g *syntax.Grammar, d syntax.Dialect) (*syntax.List, error) {
	return PrintAsWith(w, g, d, nil)
}

// A Rewriter returns an expression that contains no differences and matches the same strings as x,
// or nil if x matches no string. If it finds no such expression, the error explains why.
type Rewriter func(x *syntax.Difference) (syntax.Expr, error)

// PrintAsWith is like [PrintAs] but uses a Rewriter, which may be nil.
func PrintAsWith(w io.Writer, g *syntax.Grammar, d syntax.Dialect, rewrite Rewriter) (*syntax.List, error) {
	list := &syntax.List{Source: g.Source}
	switch {
	case d == g.Dialect:
		return list, Print(w, g)
	case d != syntax.ABNF:
		return list,
			fmt.Errorf("a grammar in the dialect %s can be printed in that dialect or as abnf, not as %s", g.Dialect, d)
	}
	t := translator{grammar: g, list: list, names: map[string]string{}, rewrite: rewrite}
	t.index()
	t.findFollowed()
	p := printer.New(w, syntax.ABNF, rowOf(syntax.ABNF).form)
	p.Directives(&syntax.Grammar{Directives: t.directives()})
	if len(g.Directives) > 0 {
		p.Out.WriteByte('\n')
	}
	for _, r := range g.Rules {
		if t.overridden(r) {
			p.Comment(r.Name + " is defined again below")
		} else if said, ok := t.rule(r); ok {
			if t.rewritten {
				p.Comment(r.Name + ": the document has a difference here; this matches the same strings")
			}
			p.Rule(said)
		} else {
			p.Comment(fmt.Sprintf("%s is omitted: %s", r.Name, t.broken))
		}
	}
	list.Sort()
	return list, p.Flush()
}

// A translator turns syntax trees in any dialect into ABNF trees.
type translator struct {
	greed
	grammar *syntax.Grammar
	list    *syntax.List
	names   map[string]string // maps each ABNF name, in lowercase, to the name in the document
	octets  bool              // whether a directive declares that numbers are octets, at least in some rules
	rewrite Rewriter          // may be nil

	broken    syntax.Code // the code of the first error in the current rule, or ""
	rewritten bool        // whether a difference in the current rule has been rewritten
}

// index fills the maps from names to rules. It claims the ABNF names of all rules, so that a
// reference to a different name cannot claim them.
func (t *translator) index() {
	t.rules, t.sets, t.later = map[string][]*syntax.Rule{}, map[string]*codeSet{}, t.grammar.Dialect.LaterWins()
	t.last = map[string]*syntax.Rule{}
	t.octets = slices.ContainsFunc(t.grammar.Directives, func(d syntax.Directive) bool { return d.Name == "octets" })
	for _, r := range t.grammar.Rules {
		key := foldName(r.Name)
		t.last[r.Name] = r
		if t.rules[key] = append(t.rules[key], r); abnfName.MatchString(nameABNF(r.Name)) {
			t.claim(r.Name, r.NamePos)
		}
	}
}

func nameABNF(name string) string {
	return strings.NewReplacer("_", "-", ".", "-", " ", "-").Replace(name)
}

// claim returns the first name that claimed the ABNF form of name. If no other name has, claim
// records name and, if its ABNF form differs, adds a note.
func (t *translator) claim(name string, pos syntax.Pos) (first string) {
	said := nameABNF(name)
	key := strings.ToLower(said)
	if first, known := t.names[key]; known {
		return first
	}
	t.names[key] = name
	if said != name {
		t.report("name-changed", pos, len(name), "%s is renamed to %s in ABNF", char.Clip(name), char.Clip(said))
	}
	return name
}

func (t *translator) report(code syntax.Code, pos syntax.Pos, size int, format string, args ...any) {
	d := syntax.NewDiagnostic(code, pos, size, format, args...)
	t.list.Add(d)
	if d.Severity == syntax.Error && t.broken == "" {
		t.broken = code
	}
}

// directives returns the directives of the document, with the text of each joined into one line.
func (t *translator) directives() []syntax.Directive {
	out := slices.Clone(t.grammar.Directives)
	for i := range out {
		out[i].Text = strings.Join(strings.Fields(out[i].Text), " ")
	}
	return out
}

// overridden reports whether a later rule replaces r, as in Treetop, and adds a warning if so.
func (t *translator) overridden(r *syntax.Rule) bool {
	if !t.later || t.last[r.Name] == r {
		return false
	}
	t.report("overridden-rule", r.NamePos, len(r.Name),
		"%s is defined again below; the later definition is used", char.Clip(r.Name))
	return true
}

// rule translates a rule into ABNF. ok is false if the rule contains an error.
func (t *translator) rule(r *syntax.Rule) (said *syntax.Rule, ok bool) {
	t.broken, t.rewritten = "", false
	said = &syntax.Rule{Name: t.name(r.Name, r.NamePos), Incremental: r.Incremental}
	if rowOf(t.grammar.Dialect).form.Ordered {
		t.repetitions(r, func(x syntax.Expr) {
			t.report("order-lost", x.Pos(), 0,
				"this repetition is greedy; in ABNF it may match less, so the ABNF rule may match more strings")
		})
	}
	said.Expr = t.expr(r.Expr)
	return said, t.broken == ""
}

// name returns the ABNF form of the name at pos. It reports an error if the name has no ABNF form
// or shares its form with another name.
func (t *translator) name(name string, pos syntax.Pos) string {
	fold := t.grammar.Dialect.FoldName
	said := nameABNF(name)
	if !abnfName.MatchString(said) {
		t.report("name-not-abnf", pos, len(name), `an ABNF name begins with a letter and contains letters, digits and "-"`)
	} else if first := t.claim(name, pos); fold(first) != fold(name) {
		t.report("name-collision", pos, len(name), "%s and %s are the same name in ABNF: %s", char.Clip(first),
			char.Clip(name), char.Clip(said))
	}
	return said
}

var abnfName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

// expr translates an expression into ABNF. It reports constructs that ABNF does not have.
func (t *translator) expr(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Alternation:
		return t.alternation(x)
	case *syntax.Concatenation:
		items := make([]syntax.Expr, len(x.Items))
		for i, item := range x.Items {
			items[i] = t.expr(item)
		}
		return &syntax.Concatenation{Items: items}
	case *syntax.Repetition:
		return t.repetition(x)
	case *syntax.Group:
		return &syntax.Group{Item: t.expr(x.Item), Start: x.Start}
	case *syntax.Option:
		return &syntax.Option{Item: t.expr(x.Item), Start: x.Start}
	case *syntax.RuleName:
		return &syntax.RuleName{Name: t.name(x.Name, x.Start), Start: x.Start}
	case *syntax.CharVal:
		if t.octets && strings.ContainsFunc(x.Text, char.IsBeyondASCII) {
			t.unclear(x.Start, "a non-ASCII string")
		}
		return charValABNF(x)
	case *syntax.Class, *syntax.Difference:
		return t.set(x)
	case *syntax.Predicate:
		t.report("no-abnf", x.Start, 1, "ABNF cannot express a predicate")
	case *syntax.ProseVal:
		if _, missing := printer.Format(x, rowOf(syntax.ABNF).form); missing != "" {
			t.report("no-abnf", x.Start, 1, "ABNF cannot express %s", missing)
		}
	}
	return x
}

// unclear reports a construct that is not translated because ABNF could only write it as numbers.
// If the document declares octets, the numbers might be read as bytes; only package build decides
// in which rules numbers are bytes.
func (t *translator) unclear(pos syntax.Pos, what string) {
	t.report("octets-unclear", pos, 0,
		"%s cannot be converted: it needs numbers, which are octets in this document", what)
}

// alternation translates the items of x. If an item becomes an alternation itself, its items are
// merged into the result.
func (t *translator) alternation(x *syntax.Alternation) syntax.Expr {
	if x.Ordered && !t.disjoint(x) {
		t.report("order-lost", x.Pos(), 0,
			"the first alternative that matches wins here; in ABNF any may match, so the ABNF rule may match more strings")
	}
	var items []syntax.Expr
	for _, item := range x.Items {
		said := t.expr(item)
		if alt, ok := said.(*syntax.Alternation); ok {
			items = append(items, alt.Items...)
		} else {
			items = append(items, said)
		}
	}
	return &syntax.Alternation{Items: items}
}

// disjoint reports whether every alternative matches exactly one code point. Their order then does
// not matter, because the rest of the string is the same after each alternative.
func (t *translator) disjoint(x *syntax.Alternation) bool {
	for _, item := range x.Items {
		if _, ok := t.codeSet(item); !ok {
			return false
		}
	}
	return true
}

// repetition translates A? from W3C's EBNF or Treetop into an option, and any other repetition into
// a repetition.
func (t *translator) repetition(x *syntax.Repetition) syntax.Expr {
	item := t.expr(x.Item)
	if x.Min != 0 || x.Max != 1 || !rowOf(t.grammar.Dialect).form.Postfix {
		return &syntax.Repetition{Min: x.Min, Max: x.Max, Item: item, Start: x.Start}
	}
	if group, ok := item.(*syntax.Group); ok {
		item = group.Item
	}
	return &syntax.Option{Item: item, Start: x.Start}
}

// charValABNF translates a string. If all its characters are allowed in a quoted string, it remains
// a string. Otherwise a string that is exact or contains no letters becomes numbers, and a
// case-insensitive string becomes a concatenation of strings and numbers, with a number for each
// character that is not allowed in a string.
func charValABNF(x *syntax.CharVal) syntax.Expr {
	switch {
	case abnf.Quotable(x.Text):
		return &syntax.CharVal{Text: x.Text, Fold: x.Fold || !hasLetter(x.Text), Start: x.Start}
	case !x.Fold || !hasLetter(x.Text):
		return &syntax.NumVal{Values: []rune(x.Text), Start: x.Start}
	}
	var items []syntax.Expr
	for _, part := range quotableParts.FindAllString(x.Text, -1) {
		if abnf.Quotable(part) {
			items = append(items, &syntax.CharVal{Text: part, Fold: true, Start: x.Start})
		} else {
			items = append(items, &syntax.NumVal{Values: []rune(part), Start: x.Start})
		}
	}
	return &syntax.Concatenation{Items: items}
}

// quotableParts matches text that is allowed in a quoted string, or any one character.
var quotableParts = regexp.MustCompile(`[ !#-~]+|(?s:.)`)

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && char.IsAlpha(byte(r)) })
}

const emptyClass = "this matches no string, not even the empty one, which ABNF cannot express"

// set translates a class, or a difference of code point sets, into ranges. For readability, the
// ranges of a class without "^" remain in document order.
func (t *translator) set(x syntax.Expr) syntax.Expr {
	ranges, ok := []syntax.ClassRange(nil), true
	if class, is := x.(*syntax.Class); is && !class.Negated {
		ranges = class.Ranges
	} else {
		if t.octets {
			t.unclear(x.Pos(), "the complement of a class")
		}
		ranges, ok = t.codeSet(x)
	}
	switch {
	case t.runs > maxRuns:
		t.report("set-limit", x.Pos(), 0, "the code point sets in this document exceed the limit of %d ranges", maxRuns)
		return x
	case !ok:
		return t.difference(x)
	case len(ranges) == 0:
		t.report("empty-class", x.Pos(), 0, emptyClass)
		return x
	}
	items := make([]syntax.Expr, len(ranges))
	for i, r := range ranges {
		items[i] = rangeABNF(r, x.Pos())
	}
	if len(items) == 1 {
		return items[0]
	}
	return &syntax.Alternation{Items: items}
}

// difference uses the Rewriter to translate a difference of longer strings. If the rule already
// contains an error, it does not call the Rewriter.
func (t *translator) difference(x syntax.Expr) syntax.Expr {
	d, is := x.(*syntax.Difference)
	switch {
	case t.broken != "": // the Rewriter does not know about earlier errors
		return x
	case !is || t.rewrite == nil:
		t.report("difference", x.Pos(), 0,
			"ABNF has no difference operator, and the sides of this difference are not single code points")
		return x
	}
	said, err := t.rewrite(d)
	switch {
	case err != nil:
		t.report("difference", x.Pos(), 0,
			"ABNF has no difference operator, and no equivalent was found for this difference: %v", err)
		return x
	case said == nil:
		t.report("empty-class", x.Pos(), 0, emptyClass)
		return x
	}
	t.rewritten = true
	t.report("difference-rewritten", x.Pos(), 0,
		"ABNF has no difference operator; an expression that matches the same strings replaces this difference")
	return t.expr(said)
}

// rangeABNF translates a range of code points. A range that contains only one visible character
// becomes a string, unless the character is a letter or a quote.
func rangeABNF(r syntax.ClassRange, pos syntax.Pos) syntax.Expr {
	switch {
	case r.Lo != r.Hi:
		return &syntax.NumRange{Lo: r.Lo, Hi: r.Hi, Start: pos}
	case ' ' < r.Lo && r.Lo <= '~' && r.Lo != '"' && !char.IsAlpha(byte(r.Lo)):
		return &syntax.CharVal{Text: string(r.Lo), Fold: true, Start: pos}
	}
	return &syntax.NumVal{Values: []rune{r.Lo}, Start: pos}
}
