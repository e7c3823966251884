package explain

import (
	"slices"

	"github.com/irilex/iri/internal/mend"
	"github.com/irilex/iri/tables"
)

// This file finds the problem.
//
// Idea. Each kind of problem is detected by a method of text, which returns an explanation or
// false. first calls these methods in a fixed order, from problems with the entire text to problems
// with a single character. The first explanation wins, unless the problem begins after the rule's
// error. Only delimiters around the text may begin after it.
//
// Order. Each file refers only to files that precede it: words, kind, grammar, explanation; text,
// which locates the error and the parts around it; expected, remedy; the kinds of problems:
// character, encoding, placeholder, whole, scheme, address, authority, calendar, format; and
// explain.
//
// Requires and returns. The input is the error of the rule's automaton; every rejected string gets
// an explanation.
//
// Cost. Linear in the length of the string; MaxBytes bounds the copies.
//
// Tested against: TestExplanationsAreTrue, which checks each explanation against the grammar.

// An Explainer explains strings that one rule rejects. It is not safe for concurrent use.
type Explainer struct{ grammar *grammar }

// New returns an explainer for a rule. lookup finds the other rules of the grammar by name,
// ignoring case; it may be nil.
func New(rule tables.Rule, lookup func(name string) (rule tables.Rule, ok bool)) *Explainer {
	if lookup == nil {
		lookup = func(string) (tables.Rule, bool) { return "", false }
	}
	g := &grammar{rule: rule, lookup: lookup, foreigners: map[rune]bool{}}
	g.kind = g.kindOf(rule.Name())
	return &Explainer{g}
}

// MaxBytes is the maximum length of a string that [Explainer.Explain] reads entirely. For a longer
// string Explain copies no text: it explains the character at the error, as
// [Explainer.ExplainError] does.
const MaxBytes = 16 << 10

// Explain explains why s does not match the rule; ok is false if s matches. It takes time linear in
// len(s). The explanation may alias s.
func (x *Explainer) Explain(s string) (why Explanation, ok bool) {
	e := x.grammar.check(s)
	if e == nil {
		return Explanation{}, false
	}
	if len(s) > MaxBytes {
		const near = 64
		return x.ExplainError(e, s[max(0, e.Offset-near):e.Offset], s[e.Offset:min(len(s), e.Offset+near)]), true
	}
	t := &text{grammar: x.grammar, stop: e, s: s, at: e.Offset, whole: true}
	return t.explain(), true
}

// ExplainError explains a string that is too long to hold in memory. Pass the rule's error and the
// text on both sides of the error: before ends at e.Offset, and after begins there.
func (x *Explainer) ExplainError(e *tables.SyntaxError, before, after string) Explanation {
	t := &text{grammar: x.grammar, stop: e, s: before + after, from: e.Offset - len(before), at: len(before)}
	return t.explain()
}

// ExplainPlaceholder is like [Explainer.Explain], but explains the first placeholder in s even if
// another problem precedes it. ok is false if s contains no placeholder or matches the rule.
func (x *Explainer) ExplainPlaceholder(s string) (why Explanation, ok bool) {
	from, to, ok := mend.Placeholder(s)
	e := x.grammar.check(s)
	if !ok || e == nil {
		return why, false
	}
	t := &text{grammar: x.grammar, stop: e, s: s, at: e.Offset, whole: len(s) <= MaxBytes}
	return t.explainPlaceholder(from, to)
}

// explain explains the first problem. If text.Fix corrects this kind of problem, the repair must
// not change the authority; otherwise, as for an IPv6 address without brackets, it may.
func (t *text) explain() Explanation {
	why := t.first()
	if slices.Contains(mended, why.Code) && why.Repaired != "" && t.head(why.Repaired) != t.head(t.s) {
		why.Repaired = ""
	}
	return why
}

// mended lists the codes of problems that text.Fix corrects after the authority.
var mended = []string{
	"control", "illegal-character", "misplaced-character", "noncharacter", "not-utf8", "percent", "private-use",
	"second-fragment", "space",
}

// first tries the kinds of problems in order. The first problem found should be corrected first.
// The last method explains every string.
func (t *text) first() Explanation {
	if t.stop.Undecided() {
		_, n := named(t.s[t.at:])
		const message = "the text can be parsed in too many ways to tell whether it is valid"
		return t.mistake("undecided", t.at, t.at+n, message)
	}
	for _, cause := range []func(*text) (Explanation, bool){
		(*text).empty, (*text).octet, (*text).markdownLink, (*text).delimitersAround, (*text).blankAround,
		(*text).notUTF8, (*text).format, (*text).windowsPath, (*text).placeholder, (*text).noScheme, (*text).badScheme,
		(*text).badEscape, (*text).address, (*text).delimiterAfter, (*text).delimiterOfPart,
		(*text).foreignCharacter, (*text).authority, (*text).colonInFirstSegment, (*text).misplacedCharacter,
	} {
		why, ok := cause(t)
		if late := why.Offset-t.from > t.at; ok && (!late || why.Code == "delimiters-around") {
			return why // a problem after the error is not the first problem
		}
	}
	return t.unexpected()
}
