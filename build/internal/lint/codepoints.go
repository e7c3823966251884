package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/build/internal/names"
	"github.com/irilex/iri/build/internal/span"
	"github.com/irilex/iri/build/syntax"
)

// CodePoints reports surrogates, and numbers that may have been meant as octets. Numbers in a
// grammar are code points, and text is UTF-8, except in octet rules. CodePoints reports the first
// octet of each rule, and skips rules whose encoding is chosen by a directive or option. In a
// document that contains a number over FF, numbers are meant as code points. Then CodePoints
// reports octets only in a rule named OCTET, as well as references to the core rule OCTET.
func CodePoints(g *names.Grammar, list *syntax.List) {
	var l codePointLint
	for _, r := range g.Rules {
		if r.Own() {
			l.rule(g, r)
		}
	}
	if l.wide {
		l.ranges = nil
	}
	report(g, list, "octets", append(oneOf(l.names, "document"), l.ranges...))
	report(g, list, "surrogates-only", l.surrogates)
	report(g, list, "surrogates", oneOf(l.without, "document"))
}

// A codePointLint collects the remarks on the numbers in a document.
type codePointLint struct {
	names      []remark // on references to the core rule OCTET, and on ranges in a rule of this name
	ranges     []remark // on ranges of octets, one for each rule
	surrogates []remark // on numbers and ranges that consist of surrogates and match no string
	without    []remark // on ranges and classes that include surrogates
	wide       bool     // whether a number exceeds FF
}

// rule collects the remarks on the numbers and classes in the definition of r.
func (l *codePointLint) rule(g *names.Grammar, r *names.Rule) {
	var ranges []remark
	add := func(list *[]remark, e syntax.Expr, text string) {
		if text != "" {
			*list = append(*list, remark{e.Pos(), text})
		}
	}
	for e := range names.Atoms(r.Expr) {
		if _, ok := names.Largest(e); ok && (r.Encoding == names.Octets || g.Octets[e]) {
			continue
		}
		switch e := e.(type) {
		case *syntax.RuleName:
			add(&l.names, e, octetName(g, e))
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

// twoBytes returns the end of a message about numbers above 7F in a rule: it explains that each
// takes two bytes and how to choose an encoding.
func twoBytes(rule string) string {
	return fmt.Sprintf("take two bytes each in UTF-8; "+
		"for octets use --octets=%[1]s or \"; @octets %[1]s\", for code points \"; @code-points %[1]s\"", rule)
}

const allOctets = " is read as the code points U+0000 to U+00FF; U+0080 to U+00FF "

// octetName returns a message about e if e is a reference to the core rule OCTET and no encoding is
// chosen, and "" otherwise.
func octetName(g *names.Grammar, e *syntax.RuleName) string {
	if to := g.Referent(e.Name); to != nil && to.Core && to.Name == "OCTET" && to.Encoding == names.Unspecified {
		return to.Name + allOctets + twoBytes(to.Name)
	}
	return ""
}

// octetRange returns a message about the range e in r if it contains all octets, 00-FF, or only
// octets above 7F, such as obs-text in HTTP. It returns "" for any other range, or if an encoding
// is chosen.
func octetRange(r *names.Rule, e *syntax.NumRange) string {
	switch {
	case r.Encoding != names.Unspecified:
	case e.Lo == 0 && e.Hi == names.MaxOctet:
		return "%x00-FF" + allOctets + twoBytes(r.Name)
	case e.Lo >= 0x80 && e.Hi <= names.MaxOctet:
		return fmt.Sprintf("%%x%X-%X is read as the code points U+%04X to U+%04X, which %s",
			e.Lo, e.Hi, e.Lo, e.Hi, twoBytes(r.Name))
	}
	return ""
}

// surrogateRange returns a message about the range e: as the first result if e consists entirely of
// surrogates, and as the second if e merely includes some. The other result is "". For any other
// range, both results are "".
func surrogateRange(e *syntax.NumRange) (only, without string) {
	switch {
	case e.Hi < span.FirstSurrogate || e.Lo > span.LastSurrogate:
		return "", ""
	case e.Lo >= span.FirstSurrogate && e.Hi <= span.LastSurrogate:
		return fmt.Sprintf("%%x%X-%X matches no string: surrogates have no UTF-8 encoding", e.Lo, e.Hi), ""
	}
	return "", fmt.Sprintf("surrogates in %%x%X-%X are ignored: they have no UTF-8 encoding", e.Lo, e.Hi)
}

// surrogateClass returns a message about e if e lists surrogates, and "" otherwise. It ignores
// negated classes, which never match surrogates.
func surrogateClass(e *syntax.Class) string {
	if e.Negated {
		return ""
	}
	for _, r := range e.Ranges {
		if r.Hi >= span.FirstSurrogate && r.Lo <= span.LastSurrogate {
			return "surrogates in the class are ignored: they have no UTF-8 encoding"
		}
	}
	return ""
}

// surrogateValue returns a message about e, a sequence of numbers, if one of them is a surrogate,
// and "" otherwise.
func surrogateValue(e *syntax.NumVal) string {
	for _, c := range e.Values {
		if span.FirstSurrogate <= c && c <= span.LastSurrogate {
			return fmt.Sprintf("%%x%X matches no string: surrogates have no UTF-8 encoding", c)
		}
	}
	return ""
}
