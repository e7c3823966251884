package explain

import (
	"slices"

	"github.com/irilex/iri/internal/mend"
	"github.com/irilex/iri/tables"
)

// This file runs the search for a mistake.
//
// Idea. Each kind of mistake has a method of text, which returns an explanation or false. first
// calls them in a fixed order, from mistakes of the whole text to those of one character. The first
// explanation wins, unless it begins after the error of the rule. Only delimiters around the text
// may begin there.
//
// Order. A file refers only to files before it: words, kind, grammar, explanation; text, which has
// the place of the error and the parts around it; expected, remedy; the mistakes in character,
// encoding, placeholder, whole, scheme, address, authority; and this one.
//
// Requires and returns. The error of the rule's automaton; every string outside the rule has an
// explanation.
//
// Cost. Linear in the length of the string; MaxBytes bounds the copies.
//
// Tested against: TestExplanationsAreTrue checks each explanation against the grammar.

// An Explainer explains strings refused by one rule. Two goroutines must not use it at once.
type Explainer struct{ grammar *grammar }

// New returns an explainer for a rule. lookup finds the other rules of its grammar by their names,
// in any case; it may be nil.
func New(rule tables.Rule, lookup func(name string) (rule tables.Rule, ok bool)) *Explainer {
	if lookup == nil {
		lookup = func(string) (tables.Rule, bool) { return "", false }
	}
	g := &grammar{rule: rule, lookup: lookup, foreigners: map[rune]bool{}}
	g.kind = g.kindOf(rule.Name())
	return &Explainer{g}
}

// MaxBytes is the length of the longest string read as a whole by [Explainer.Explain]. For a
// longer one Explain copies no text: it explains the character at the error, as
// [Explainer.ExplainError] does.
const MaxBytes = 16 << 10

// Explain returns the reason why s is not a member; ok is false if s is a member. It takes time
// linear in len(s). The explanation may refer to the bytes of s.
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

// ExplainError explains a string too long for memory. It takes the error of the rule, and the text
// around the error: before ends at the offset of the error, and after begins there.
func (x *Explainer) ExplainError(e *tables.SyntaxError, before, after string) Explanation {
	t := &text{grammar: x.grammar, stop: e, s: before + after, from: e.Offset - len(before), at: len(before)}
	return t.explain()
}

// ExplainPlaceholder is [Explainer.Explain] for a string with a placeholder: it explains the first
// one, although another mistake may come before it. ok is false if s has no placeholder or is a
// member.
func (x *Explainer) ExplainPlaceholder(s string) (why Explanation, ok bool) {
	from, to, ok := mend.Placeholder(s)
	e := x.grammar.check(s)
	if !ok || e == nil {
		return why, false
	}
	t := &text{grammar: x.grammar, stop: e, s: s, at: e.Offset, whole: len(s) <= MaxBytes}
	return t.explainPlaceholder(from, to)
}

// explain returns the explanation of the first mistake. A repair may change the authority for some
// mistakes, such as an IPv6 address without brackets, but not for those that text.Fix mends.
func (t *text) explain() Explanation {
	why := t.first()
	if slices.Contains(mended, why.Code) && why.Repaired != "" && t.head(why.Repaired) != t.head(t.s) {
		why.Repaired = ""
	}
	return why
}

// mended are the codes of the mistakes that text.Fix mends after the authority.
var mended = []string{
	"control", "illegal-character", "misplaced-character", "noncharacter", "not-utf8", "percent", "private-use",
	"second-fragment", "space",
}

// first tries the mistakes in order. The first one found is the one to mend first; the last one
// explains every string.
func (t *text) first() Explanation {
	if t.stop.Undecided() {
		_, n := named(t.s[t.at:])
		const message = "too many readings of the text at once, so whether it is valid is not known"
		return t.mistake("undecided", t.at, t.at+n, message)
	}
	for _, cause := range []func(*text) (Explanation, bool){
		(*text).empty, (*text).octet, (*text).markdownLink, (*text).delimitersAround, (*text).blankAround,
		(*text).notUTF8, (*text).windowsPath, (*text).placeholder, (*text).noScheme, (*text).badScheme,
		(*text).badEscape, (*text).address, (*text).delimiterAfter, (*text).delimiterOfPart,
		(*text).foreignCharacter, (*text).authority, (*text).colonInFirstSegment, (*text).misplacedCharacter,
	} {
		why, ok := cause(t)
		if late := why.Offset-t.from > t.at; ok && (!late || why.Code == "delimiters-around") {
			return why // a later mistake is not the first one
		}
	}
	return t.unexpected()
}
