package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// Numbers in a grammar are code points, and text is UTF-8, except as octets.go describes. The
// remarks of this file tell the author of a grammar about numbers with a doubtful meaning. They
// change no language.

// maxPlaces is the largest number of remarks of one kind that are reported.
const maxPlaces = 20

// A remark is a message about a position of the document.
type remark struct {
	pos  syntax.Pos
	text string
}

// remarkCodePoints reports numbers that may be meant as octets, and surrogates. For octets it
// reports the first number of each rule, and skips rules whose encoding a directive or option
// chose. In a document with a number over FF, code points are meant. There it reports octets only
// in a rule named OCTET, and references to the core rule OCTET.
func (g *Grammar) remarkCodePoints() {
	var l codePointLint
	for _, r := range g.Rules {
		if r.Own() {
			l.rule(g, r)
		}
	}
	if l.wide {
		l.ranges = nil
	}
	g.remark("octets", append(oneOf(l.names, "document"), l.ranges...))
	g.remark("surrogates-only", l.surrogates)
	g.remark("surrogates", oneOf(l.without, "document"))
}

// A codePointLint collects the remarks on the numbers of a document.
type codePointLint struct {
	names      []remark // on references to the core rule OCTET, and on ranges in a rule named so
	ranges     []remark // on ranges of octets, one for each rule
	surrogates []remark // on numbers and ranges that consist of surrogates, and match no string
	without    []remark // on ranges and classes with surrogates among others
	wide       bool     // whether a number is over FF
}

// rule collects the remarks on the numbers and classes in the definition of r.
func (l *codePointLint) rule(g *Grammar, r *Rule) {
	var ranges []remark
	add := func(list *[]remark, e syntax.Expr, text string) {
		if text != "" {
			*list = append(*list, remark{e.Pos(), text})
		}
	}
	for e := range atoms(r.expr) {
		if _, ok := largest(e); ok && (r.encoding == octets || g.octets[e]) {
			continue
		}
		switch e := e.(type) {
		case *syntax.RuleName:
			add(&l.names, e, g.octetName(e))
		case *syntax.NumRange:
			l.wide = l.wide || e.Hi > 0xFF
			add(&ranges, e, octetRange(r, e))
			only, without := surrogateRange(e)
			add(&l.surrogates, e, only)
			add(&l.without, e, without)
		case *syntax.Class:
			l.wide = l.wide || slices.ContainsFunc(e.Ranges, func(r syntax.ClassRange) bool { return r.Hi > 0xFF })
			add(&l.without, e, surrogateClass(e))
		case *syntax.NumVal:
			l.wide = l.wide || slices.Max(e.Values) > 0xFF
			add(&l.surrogates, e, surrogateValue(e))
		}
	}
	if strings.EqualFold(r.Name, "octet") {
		l.names = append(l.names, oneOf(ranges, "rule")...)
	} else {
		l.ranges = append(l.ranges, oneOf(ranges, "rule")...)
	}
}

// remark reports remarks with the code, in the order of the document. Of more than maxPlaces
// remarks it reports the first maxPlaces, and the last of these has the number of the others.
func (g *Grammar) remark(code syntax.Code, all []remark) {
	slices.SortFunc(all, func(a, b remark) int { return cmp.Compare(a.pos, b.pos) })
	for i, x := range all[:min(len(all), maxPlaces)] {
		if more := len(all) - maxPlaces; i == maxPlaces-1 && more > 0 {
			x.text += fmt.Sprintf(" (and so in %d more places)", more)
		}
		g.report(code, x.pos, tokenLen(g.Source.Text[x.pos:]), "%s", x.text)
	}
}

// twoBytes returns the end of a message about numbers from 80 on in a rule: they are two bytes
// each, and how to choose an encoding.
func twoBytes(rule string) string {
	return fmt.Sprintf("are two bytes each in UTF-8; "+
		"for octets use --octets=%[1]s or \"; @octets %[1]s\", for code points \"; @code-points %[1]s\"", rule)
}

const allOctets = " is read as the code points U+0000 to U+00FF, of which those from U+0080 on "

// octetName returns a message about e if e is a reference to the core rule OCTET without a choice
// of encoding. Otherwise it returns "".
func (g *Grammar) octetName(e *syntax.RuleName) string {
	if to := g.referent(e.Name); to != nil && to.Core && to.Name == "OCTET" && to.encoding == unsaid {
		return to.Name + allOctets + twoBytes(to.Name)
	}
	return ""
}

// octetRange returns a message about the range e in r, if it has all octets, 00-FF, or octets from
// 80 on, as the obs-text of HTTP. For any other range, and after a choice of encoding, it returns
// "".
func octetRange(r *Rule, e *syntax.NumRange) string {
	switch {
	case r.encoding != unsaid:
	case e.Lo == 0 && e.Hi == maxOctet:
		return "%x00-FF" + allOctets + twoBytes(r.Name)
	case e.Lo >= 0x80 && e.Hi <= maxOctet:
		return fmt.Sprintf("%%x%X-%X is read as the code points U+%04X to U+%04X, which %s",
			e.Lo, e.Hi, e.Lo, e.Hi, twoBytes(r.Name))
	}
	return ""
}

// surrogateRange returns one of two messages about the range e, and "" for the other. The message
// only is for a range of surrogates alone, and the message without for a range with some
// surrogates. For any other range both are "".
func surrogateRange(e *syntax.NumRange) (only, without string) {
	switch {
	case e.Hi < span.FirstSurrogate || e.Lo > span.LastSurrogate:
		return "", ""
	case e.Lo >= span.FirstSurrogate && e.Hi <= span.LastSurrogate:
		return fmt.Sprintf("%%x%X-%X matches no string: surrogates have no UTF-8 form", e.Lo, e.Hi), ""
	}
	return "", fmt.Sprintf("%%x%X-%X is read without the surrogates in it, which have no UTF-8 form", e.Lo, e.Hi)
}

// surrogateClass returns a message about e if e lists surrogates, else "". A negated class is left
// out, because it matches no surrogate in any case.
func surrogateClass(e *syntax.Class) string {
	if e.Negated {
		return ""
	}
	for _, r := range e.Ranges {
		if r.Hi >= span.FirstSurrogate && r.Lo <= span.LastSurrogate {
			return "the class is read without the surrogates in it, which have no UTF-8 form"
		}
	}
	return ""
}

// surrogateValue returns a message about e, one or more numbers in a row, if one of them is a
// surrogate. Otherwise it returns "".
func surrogateValue(e *syntax.NumVal) string {
	for _, c := range e.Values {
		if span.FirstSurrogate <= c && c <= span.LastSurrogate {
			return fmt.Sprintf("%%x%X matches no string: surrogates have no UTF-8 form", c)
		}
	}
	return ""
}

// warnEmpty reports a compiled rule that matches no string, not even the empty one. A rule without
// recursion has one of three causes: all its strings contain surrogates, or are excepted, or no
// match is possible in the reading by order. If a rule it refers to matches no string, the message
// names that rule.
func (g *Grammar) warnEmpty(r *Rule) {
	if !r.empty() || r.Kind != Regular { // lintEndless reports recursion
		return
	}
	why := "surrogates have no UTF-8 form"
	if i := slices.IndexFunc(r.refs, (*Rule).empty); i >= 0 {
		why = r.refs[i].Name + " matches no string"
	} else if g.ordered(r) {
		why = "read by order (PEG), each way through it fails"
	} else if excepts(r.expr) {
		why = "the exception removes every string"
	}
	g.report("empty-language", r.pos(), len(r.Name), "the rule %s matches no string: %s", r.Name, why)
}

// excepts reports whether e contains a difference or a negated class, outside of optional
// elements.
func excepts(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Difference:
		return true
	case *syntax.Class:
		return e.Negated
	case *syntax.Option:
		return false
	case *syntax.Repetition: // an optional element matches at least the empty string
		return e.Min > 0 && excepts(e.Item)
	}
	return slices.ContainsFunc(syntax.Items(e), excepts)
}

// empty reports whether r has a finite automaton that accepts no string.
func (r *Rule) empty() bool { return r.dfa != nil && r.dfa.Start() == automaton.Dead }

// tokenLen returns the length of the number, name, string or class with which text begins, for the
// extent of a diagnostic.
func tokenLen(text string) int {
	const opening, closing = `["'`, `]"'`
	if i := strings.IndexByte(opening, text[0]); i >= 0 {
		if end := strings.IndexByte(text[1:], closing[i]); end >= 0 {
			return end + 2
		}
	}
	n := 1
	for n < len(text) && (text[n] == '-' || text[n] == '_' || text[n] == '.' ||
		'0' <= text[n] && text[n] <= '9' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	return n
}
