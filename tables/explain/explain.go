package explain

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// This file runs the search for a mistake.
//
// Idea. Each kind of mistake has a method of scene, which returns an explanation or false. first
// calls them in a fixed order, from mistakes of the whole text to those of one character. The first
// explanation wins, unless it begins after the error of the rule. Only delimiters around the text
// may begin there.
//
// Requires and returns. The error of the rule's automaton; every string outside the rule has an
// explanation.
//
// Cost. Linear in the length of the string; MostBytes bounds the copies.
//
// Twin: TestExplanationsAreTrue checks each explanation against the grammar.

// An Explanation is the reason why a string is not a member of a rule.
type Explanation struct {
	Code    string // of the kind of mistake, such as "port": stable, see [Codes]
	Part    string // the part with the mistake: "port", "IPv6 address"; "" if it has no name
	Message string // the mistake, in words
	Remedy  string // how to mend it, in words, the best way first; "" if there is no certain way

	Offset int // offset in bytes of the part at fault
	Length int // length in bytes of the part at fault; 0 at the end of the string
	Column int // column in code points of the part at fault, from 1; a byte outside UTF-8 counts as one

	// Repaired is the string after the first change that Remedy names: a member, or a string whose
	// first mistake is after the change. It is "" if there is no such change, or if programs that read
	// "\" as "/" or drop tabs and line ends would find a different host in it.
	Repaired string

	// Accepting is the name of a wider rule of the same grammar that accepts the unchanged string,
	// or "".
	Accepting string

	// Stop is the error of the rule: the offset where its automaton stops, and the characters
	// expected there.
	Stop *tables.SyntaxError
}

// String returns the message, and after a semicolon the remedy.
func (e *Explanation) String() string {
	if e.Remedy == "" {
		return e.Message
	}
	return e.Message + "; " + e.Remedy
}

// An Explainer explains strings refused by one rule. Two goroutines must not use it at once.
type Explainer struct {
	rule   tables.Rule
	lookup func(name string) (rule tables.Rule, ok bool)
	kind   kind

	states     []tables.State // of the rule, all on the way to a member; nil before their first use
	foreigners map[rune]bool  // whether a code point is in no member: a cache
	octets     *bool          // whether members have bytes outside UTF-8; nil before its first use
}

// New returns an explainer for a rule. lookup finds the other rules of its grammar by their names,
// in any case; it may be nil.
func New(rule tables.Rule, lookup func(name string) (rule tables.Rule, ok bool)) *Explainer {
	if lookup == nil {
		lookup = func(string) (tables.Rule, bool) { return "", false }
	}
	x := &Explainer{rule: rule, lookup: lookup, foreigners: map[rune]bool{}}
	x.kind = x.kindOf(rule.Name())
	return x
}

// MostBytes is the length of the longest string read as a whole by [Explainer.Explain]. For a
// longer one Explain copies no text: it explains the character at the error, as
// [Explainer.ExplainError] does.
const MostBytes = 16 << 10

// Explain returns the reason why s is not a member; ok is false if s is a member. It takes time
// linear in len(s). The explanation may refer to the bytes of s.
func (x *Explainer) Explain(s string) (why Explanation, ok bool) {
	e := x.refusal(s)
	if e == nil {
		return Explanation{}, false
	}
	if len(s) > MostBytes {
		const near = 64
		return x.ExplainError(e, s[max(0, e.Offset-near):e.Offset], s[e.Offset:min(len(s), e.Offset+near)]), true
	}
	c := &scene{Explainer: x, stop: e, s: s, at: e.Offset, whole: true}
	return c.explain(), true
}

// refusal returns the error of the rule for s, or nil for a member.
func (x *Explainer) refusal(s string) *tables.SyntaxError {
	e, _ := errors.AsType[*tables.SyntaxError](x.rule.Check(s))
	return e
}

// ExplainError explains a string too long for memory. It takes the error of the rule, and the text
// around the error: before ends at the offset of the error, and after begins there.
func (x *Explainer) ExplainError(e *tables.SyntaxError, before, after string) Explanation {
	c := &scene{Explainer: x, stop: e, s: before + after, from: e.Offset - len(before), at: len(before)}
	return c.explain()
}

// A scene is a refused string, or the text around the offset where the automaton stops.
type scene struct {
	*Explainer
	stop  *tables.SyntaxError
	s     string // the string, or a part of it
	from  int    // the offset of s in the string
	at    int    // the offset in s where the automaton stops
	whole bool   // whether s is the string
}

// explain returns the explanation of the first mistake. A repair may change the authority for some
// mistakes, such as an IPv6 address without brackets, but not for those that iri.Fix mends.
func (c *scene) explain() Explanation {
	why := c.first()
	if slices.Contains(mended, why.Code) && why.Repaired != "" && c.head(why.Repaired) != c.head(c.s) {
		why.Repaired = ""
	}
	return why
}

// mended are the codes of the mistakes that iri.Fix mends after the authority.
var mended = []string{
	"control", "illegal-character", "misplaced-character", "noncharacter", "not-utf8", "percent", "private-use",
	"second-fragment", "space",
}

// first tries the mistakes in order. The first one found is the one to mend first; the last one
// explains every string.
func (c *scene) first() Explanation {
	if c.stop.Undecided() {
		_, n := named(c.s[c.at:])
		return c.say("undecided", c.at, c.at+n, "too many readings of the text at once, so whether it is valid is not known")
	}
	for _, cause := range []func(*scene) (Explanation, bool){
		(*scene).empty, (*scene).octet, (*scene).markdownLink, (*scene).delimitersAround, (*scene).blankAround,
		(*scene).notUTF8, (*scene).windowsPath, (*scene).placeholder, (*scene).noScheme, (*scene).badScheme,
		(*scene).badEscape, (*scene).address, (*scene).delimiterAfter,
		(*scene).delimiterOfPart, (*scene).foreignCharacter, (*scene).authority,
		(*scene).colonInFirstSegment, (*scene).misplacedCharacter,
	} {
		why, ok := cause(c)
		if late := why.Offset-c.from > c.at; ok && (!late || why.Code == "delimiters-around") {
			return why // a later mistake is not the first one
		}
	}
	return c.unexpected()
}

// say returns an explanation of the part of s between two offsets.
func (c *scene) say(code string, from, to int, message string) Explanation {
	column := c.stop.Column
	if from < c.at {
		column -= utf8.RuneCountInString(c.s[from:c.at])
	} else {
		column += utf8.RuneCountInString(c.s[c.at:from])
	}
	return Explanation{
		Code: code, Message: message, Part: c.part(from), Stop: c.stop,
		Offset: c.from + from, Length: to - from, Column: column,
	}
}

// find returns the first rule of the grammar with one of these names, or "".
func (x *Explainer) find(names ...string) tables.Rule {
	for _, name := range names {
		if r, ok := x.lookup(name); ok {
			return r
		}
	}
	return ""
}

// quoted returns text in quotation marks, long text without its middle.
func quoted(text string) string {
	const most = 40 // bytes
	if len(text) > most {
		head, tail := text[:most/2], text[len(text)-most/4:]
		text = strings.ToValidUTF8(head, "") + "…" + strings.ToValidUTF8(tail, "")
	}
	return `"` + text + `"`
}
