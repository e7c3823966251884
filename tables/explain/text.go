package explain

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// This file has the mistakes of a text as a whole: it has more characters than the intended
// identifier, or fewer.

// empty explains a text without characters.
func (c *scene) empty() (why Explanation, ok bool) {
	if !c.whole || c.s != "" {
		return why, false
	}
	noun := c.noun()
	if noun == "" {
		noun = "the text"
	}
	return c.say("empty-line", 0, 0, noun+" cannot be empty"), true
}

// around are the pairs of delimiters often written around an identifier.
var around = map[rune]struct {
	last rune
	name string
}{
	'"': {'"', "quotation marks"}, '\'': {'\'', "quotation marks"}, '`': {'`', "backticks"},
	'“': {'”', "quotation marks"}, '„': {'“', "quotation marks"}, '‘': {'’', "quotation marks"},
	'«': {'»', "quotation marks"}, '<': {'>', "angle brackets"}, '(': {')', "parentheses"},
	'[': {']', "square brackets"}, '{': {'}', "braces"},
}

// delimitersAround explains a text between two delimiters, with blanks around them or not.
func (c *scene) delimitersAround() (why Explanation, ok bool) {
	if !c.whole {
		return why, false
	}
	from, to := c.trimmed(c.s)
	first, n := utf8.DecodeRuneInString(c.s[from:to])
	last, m := utf8.DecodeLastRuneInString(c.s[from:to])
	pair, known := around[first]
	if !known || to-from < n+m || c.at > from {
		return why, false
	}
	why = c.say("delimiters-around", from, from+n, pair.name+" around "+c.it())
	if pair.last == last {
		if to-from < len(c.s) {
			why = c.say("delimiters-around", 0, from+n, "blanks and "+pair.name+" around "+c.it())
		}
		inner := c.s[from+n : to-m]
		quotes := c.kind == reference && !strings.ContainsRune("([{", first)
		if quotes || c.begins(inner) && c.certain(inner) {
			c.replace(&why, inner, "take them away")
		}
		return why, quotes || why.Repaired != ""
	}
	inner, _, closed := strings.Cut(c.s[from+n:to], string(pair.last))
	switch {
	case closed && c.rule.Valid(inner) && c.certain(inner):
		why.Remedy, why.Repaired = "write "+short(inner)+" alone", inner
	case c.rule.Valid(c.s[from+n:to]) && c.certain(c.s[from+n:to]):
		name, _ := named(c.s[from:])
		why.Message = name + " before " + c.it()
		why.Remedy, why.Repaired = "take it away", c.s[from+n:to]
	}
	return why, why.Repaired != ""
}

// certain reports whether text between delimiters is certainly meant without them. A text without a
// scheme may be part of a relative reference that contains the delimiters.
func (c *scene) certain(text string) bool {
	_, _, has := cutScheme(text)
	return has || c.kind != reference
}

// begins reports whether a text is a member, or has its first mistake after its scheme.
func (c *scene) begins(text string) bool {
	e, bad := errors.AsType[*tables.SyntaxError](c.rule.Check(text))
	scheme, _, has := cutScheme(text)
	return !bad || (c.kind == absolute || c.kind == reference) && has && e.Offset > len(scheme)
}

// delimiterAfter explains a closing delimiter at the end of a text that would be a member without
// it.
func (c *scene) delimiterAfter() (why Explanation, ok bool) {
	last, n := utf8.DecodeLastRuneInString(c.s)
	before := c.s[:len(c.s)-n]
	if !c.whole || c.at != len(before) || !c.rule.Valid(before) {
		return why, false
	}
	for _, pair := range around {
		if pair.last == last {
			name, _ := named(c.s[c.at:])
			why = c.say("delimiters-around", c.at, len(c.s), name+" after "+c.it())
			if c.remedy(&why, last, n); why.Repaired != "" && why.Repaired != before {
				why.Remedy += ", or take it away"
			} else {
				why.Remedy, why.Repaired = "take it away", before
			}
			return why, true
		}
	}
	return why, false
}

// it returns the text in words, with the definite article.
func (c *scene) it() string {
	if noun := c.noun(); noun != "" {
		_, name, _ := strings.Cut(noun, " ")
		return "the " + name
	}
	return "the text"
}

// blankAround explains a text with blanks before or after it.
func (c *scene) blankAround() (why Explanation, ok bool) {
	if !c.whole {
		return why, false
	}
	from, to := c.trimmed(c.s)
	switch {
	case from == to && from > 0 && strings.TrimSpace(c.s) == "":
		return c.say("blank-around", 0, to, "the text is only blanks"), true
	case from == to && from > 0:
		return c.say("blank-around", 0, to, "the text is only blanks and control characters"), true
	case from > 0 && c.at < from:
		why = c.say("blank-around", 0, from, blank(c.s[:from])+" before "+c.it())
	case c.at >= to && to < len(c.s):
		why = c.say("blank-around", to, len(c.s), blank(c.s[to:])+" after "+c.it())
	default:
		return why, false
	}
	remedy := "take it away"
	if strings.HasPrefix(why.Message, "blanks") {
		remedy = "take them away"
	}
	c.replace(&why, c.s[from:to], remedy)
	return why, true
}

// blank returns one blank in words, or the word for several.
func blank(s string) string {
	if name, n := named(s); n == len(s) {
		return name
	}
	return "blanks"
}

// trimmed returns the offsets of s without the blanks around it. Blanks beyond ASCII that a member
// may have there are kept.
func (c *scene) trimmed(s string) (from, to int) {
	blank := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' || r == '\uFEFF'
	}
	from = len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool {
		return blank(r) && c.rule.AdvanceString(c.rule.Start(), string(r)).Dead()
	}))
	return from, max(from, len(strings.TrimRightFunc(s, func(r rune) bool {
		return blank(r) && (r < utf8.RuneSelf || c.foreign(r))
	})))
}

// markdownLink explains a link of Markdown: [text](IRI).
func (c *scene) markdownLink() (why Explanation, ok bool) {
	text, rest, isLink := strings.Cut(c.s, "](")
	if !c.whole || !isLink || !strings.HasPrefix(text, "[") || c.at > 0 {
		return why, false
	}
	inner, _, closed := strings.Cut(rest, ")")
	if !closed || !c.rule.Valid(inner) {
		return why, false
	}
	why = c.say("delimiters-around", 0, len(c.s), "a Markdown link around "+c.it())
	if why.Remedy = "write " + short(inner) + " alone"; c.certain(inner) {
		why.Repaired = inner
	}
	return why, true
}

// windowsPath explains a path of a drive, C:\Users, or of a server, \\server\share.
func (c *scene) windowsPath() (why Explanation, ok bool) {
	if !c.whole || !c.kind.hierarchical() {
		return why, false
	}
	scheme := "file:///"
	switch drive, _, ok := strings.Cut(c.s, `:\`); {
	case ok && len(drive) == 1 && alphanumeric(int(drive[0])):
	case c.kind == absolute && strings.HasPrefix(c.s, `\\`) && len(c.s) > 2 && alphanumeric(int(c.s[2])):
		scheme = "file:"
	default:
		return why, false
	}
	path := strings.ReplaceAll(c.s, `\`, "/")
	var b strings.Builder
	for i := 0; i < len(path); {
		_, n := utf8.DecodeRuneInString(path[i:])
		if r, _ := utf8.DecodeRuneInString(path[i:]); r == '%' || r == '#' || r == '?' || c.foreign(r) {
			b.WriteString(percentEncoded(path[i : i+n]))
		} else {
			b.WriteString(path[i : i+n])
		}
		i += n
	}
	why = c.say("windows-path", 0, len(c.s), "a Windows path is not "+c.noun())
	if repaired := scheme + b.String(); c.rule.Valid(repaired) {
		why.Remedy, why.Repaired = "write "+short(repaired), repaired
	}
	return why, true
}

// short returns a text, shortened to the room in a message.
func short(s string) string {
	q := quoted(s)
	return q[1 : len(q)-1]
}
