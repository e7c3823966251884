package explain

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// An Explanation is why a string is no member of a rule.
type Explanation struct {
	Code    string // of the kind of mistake, such as "port": stable, see [Codes]
	Part    string // the part with the mistake: "port", "IPv6 address"; "" if it has no name
	Message string // the mistake, in words
	Remedy  string // how to mend it, in words; "" if there is no certain way

	Offset int // of the part at fault in bytes
	Length int // of the part at fault in bytes; 0 at the end of the string
	Column int // of the part at fault in code points, from 1; a byte that is not UTF-8 counts as one

	// Repaired is the string with the change that Remedy proposes. It is a member, or its first
	// mistake is after the change. It is "" without such a change.
	Repaired string

	// Accepting is the name of a wider rule of the same grammar that accepts the string as it is, or "".
	Accepting string

	// Stop is the error of the rule: where its automaton stops, and what it expects there.
	Stop *tables.SyntaxError
}

// String returns the message, and after a semicolon the remedy.
func (e *Explanation) String() string {
	if e.Remedy == "" {
		return e.Message
	}
	return e.Message + "; " + e.Remedy
}

// An Explainer explains strings that are no members of one rule. It may not be used by two goroutines
// at once.
type Explainer struct {
	rule   tables.Rule
	lookup func(name string) (rule tables.Rule, ok bool)
	kind   kind

	states     []tables.State // of the rule, all that are alive; nil before they are needed
	foreigners map[rune]bool  // whether a code point is in no member, as far as it was asked
	octets     *bool          // whether members have bytes that are not UTF-8; nil before it is needed
}

// New returns an explainer for a rule. The function finds the other rules of its grammar by their
// names, in any case; it may be nil.
func New(rule tables.Rule, lookup func(name string) (rule tables.Rule, ok bool)) *Explainer {
	if lookup == nil {
		lookup = func(string) (tables.Rule, bool) { return "", false }
	}
	x := &Explainer{rule: rule, lookup: lookup, foreigners: map[rune]bool{}}
	x.kind = x.kindOf(rule.Name())
	return x
}

// MostBytes is the length of the longest string that [Explainer.Explain] looks at as a whole. Of a longer
// one it explains the character at the place, as [Explainer.ExplainError] does: no copy is made of it.
const MostBytes = 16 << 10

// Explain returns why s is no member; ok is false if s is a member. It takes time linear in len(s).
// The explanation may refer to the bytes of s.
func (x *Explainer) Explain(s string) (why Explanation, ok bool) {
	e, ok := errors.AsType[*tables.SyntaxError](x.rule.Check(s))
	if !ok {
		return Explanation{}, false
	}
	if len(s) > MostBytes {
		const near = 64
		return x.ExplainError(e, s[max(0, e.Offset-near):e.Offset], s[e.Offset:min(len(s), e.Offset+near)]), true
	}
	c := &scene{Explainer: x, stop: e, s: s, at: e.Offset, whole: true}
	return c.explain(), true
}

// ExplainError explains a string that is too long to be held in memory. It has the error of its rule,
// and the text around the place: before ends at the offset of the error, and after begins there.
func (x *Explainer) ExplainError(e *tables.SyntaxError, before, after string) Explanation {
	c := &scene{Explainer: x, stop: e, s: before + after, from: e.Offset - len(before), at: len(before)}
	return c.explain()
}

// A scene is a string that is no member, or the text around the place where it is none.
type scene struct {
	*Explainer
	stop  *tables.SyntaxError
	s     string // the string, or a part of it
	from  int    // the offset of s in the string
	at    int    // the offset in s where the automaton stops
	whole bool   // whether s is the string
}

// explain goes through the mistakes. The first that applies is the one to mend first; the last one
// explains every string.
func (c *scene) explain() Explanation {
	if c.stop.Undecided() {
		_, n := named(c.s[c.at:])
		return c.say("undecided", c.at, c.at+n, "too many readings of the text at once, so whether it is valid is not known")
	}
	for _, cause := range []func(*scene) (Explanation, bool){
		(*scene).empty, (*scene).octet, (*scene).markdownLink, (*scene).delimitersAround, (*scene).blankAround,
		(*scene).notUTF8, (*scene).windowsPath, (*scene).noScheme, (*scene).badScheme,
		(*scene).badEscape, (*scene).address, (*scene).placeholder, (*scene).delimiterAfter,
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

// find returns the first rule of the grammar that has one of these names, or "".
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
