package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/irilex/iri/automaton"
	"github.com/irilex/iri/build/syntax"
)

// Numbers in a grammar are code points, and text is UTF-8, unless octets.go says otherwise.
// What follows tells the author of a grammar where that may not be what was meant. It
// changes no language.

// maxPlaces is how many places are reported for each kind of remark.
const maxPlaces = 20

// A remark is what there is to say about a place.
type remark struct {
	pos  syntax.Pos
	text string
}

// remarkCodePoints looks for numbers that were meant as octets, and for surrogates. Of the numbers of one rule
// it reports the first. Where a choice is made nothing is to be said about octets. A document with a number
// that is no octet counts code points all along, and knows it, unless it has a rule of its own called OCTET.
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

// A codePointLint is the remarks on numbers.
type codePointLint struct {
	names      []remark // references to OCTET
	ranges     []remark // of bytes, one for each rule
	surrogates []remark // numbers that are surrogates and nothing else
	without    []remark // those that are read without the surrogates
	wide       bool     // there is a number that is no octet
}

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

// remark reports the first of the remarks in the order of the document, and how many are left out.
func (g *Grammar) remark(code syntax.Code, all []remark) {
	slices.SortFunc(all, func(a, b remark) int { return cmp.Compare(a.pos, b.pos) })
	for i, x := range all[:min(len(all), maxPlaces)] {
		if more := len(all) - maxPlaces; i == maxPlaces-1 && more > 0 {
			x.text += fmt.Sprintf(" (and so in %d more places)", more)
		}
		g.report(code, x.pos, tokenLen(g.Source.Text[x.pos:]), "%s", x.text)
	}
}

// twoBytes says what the numbers of a rule from 80 on are, and how to choose.
func twoBytes(rule string) string {
	return fmt.Sprintf("are two bytes each in UTF-8; "+
		"for octets use --octets=%[1]s or \"; @octets %[1]s\", for code points \"; @code-points %[1]s\"", rule)
}

const allOctets = " is read as the code points U+0000 to U+00FF, of which those from U+0080 on "

// octetName says what the core rule OCTET is taken for; for any other it returns "".
func (g *Grammar) octetName(e *syntax.RuleName) string {
	if to := g.referent(e.Name); to != nil && to.Core && to.Name == "OCTET" && to.encoding == unsaid {
		return to.Name + allOctets + twoBytes(to.Name)
	}
	return ""
}

// octetRange says what a range of octets in r is taken for: one of all octets, or one of
// those from 80 on, which make up the longer sequences of UTF-8 and the obs-text of HTTP. For
// any other it returns "".
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

// surrogateRange says of a range that it has nothing but surrogates, or that it is read without those in it.
func surrogateRange(e *syntax.NumRange) (only, without string) {
	switch {
	case e.Hi < firstSurrogate || e.Lo > lastSurrogate:
		return "", ""
	case e.Lo >= firstSurrogate && e.Hi <= lastSurrogate:
		return fmt.Sprintf("%%x%X-%X matches no string: surrogates have no UTF-8 form", e.Lo, e.Hi), ""
	}
	return "", fmt.Sprintf("%%x%X-%X is read without the surrogates in it, which have no UTF-8 form", e.Lo, e.Hi)
}

// surrogateClass says what becomes of the surrogates that a class has in it. One that is
// negated never has any.
func surrogateClass(e *syntax.Class) string {
	if e.Negated {
		return ""
	}
	for _, r := range e.Ranges {
		if r.Hi >= firstSurrogate && r.Lo <= lastSurrogate {
			return "the class is read without the surrogates in it, which have no UTF-8 form"
		}
	}
	return ""
}

// surrogateValue says what a string with a surrogate matches, "" of one without.
func surrogateValue(e *syntax.NumVal) string {
	for _, c := range e.Values {
		if firstSurrogate <= c && c <= lastSurrogate {
			return fmt.Sprintf("%%x%X matches no string: surrogates have no UTF-8 form", c)
		}
	}
	return ""
}

// warnEmpty reports a compiled rule that matches no string, not even the empty one. Without
// recursion there are three reasons for that: all that it could match has surrogates in it, or
// is excepted, or the order of a parsing expression keeps it from matching. It may also be so for a rule
// that it refers to.
func (g *Grammar) warnEmpty(r *Rule) {
	if !r.empty() || r.Kind != Regular { // lintEndless looks at recursion
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

// excepts reports whether there is a difference or a negated class in e.
func excepts(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Difference:
		return true
	case *syntax.Class:
		return e.Negated
	case *syntax.Option: // is never empty
		return false
	}
	return slices.ContainsFunc(syntax.Items(e), excepts)
}

// empty reports whether a rule is compiled, and to an automaton without members.
func (r *Rule) empty() bool { return r.dfa != nil && r.dfa.Start() == automaton.Dead }
