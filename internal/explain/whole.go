package explain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file explains texts that contain more than the intended identifier, or something else
// entirely.

// empty explains an empty text.
func (t *text) empty() (why Explanation, ok bool) {
	if !t.whole || t.s != "" {
		return why, false
	}
	noun := t.noun()
	if noun == "" {
		noun = "the text"
	}
	return t.mistake("empty-line", 0, 0, noun+" cannot be empty"), true
}

// around maps opening delimiters that are often written around identifiers to their closing
// delimiters.
var around = map[rune]struct {
	last rune
	name string
}{

	'"': {'"', "quotation marks"}, '\'': {'\'', "quotation marks"}, '`': {'`', "backticks"},
	'“': {'”', "quotation marks"}, '„': {'“', "quotation marks"}, '‘': {'’', "quotation marks"},
	'«': {'»', "quotation marks"}, '<': {'>', "angle brackets"}, '(': {')', "parentheses"},
	'[': {']', "square brackets"}, '{': {'}', "braces"},
}

// delimitersAround explains delimiters and blanks around the text.
func (t *text) delimitersAround() (why Explanation, ok bool) {
	if !t.whole {
		return why, false
	}
	from, to := t.trimmed(t.s)
	first, n := utf8.DecodeRuneInString(t.s[from:to])
	last, m := utf8.DecodeLastRuneInString(t.s[from:to])
	pair, known := around[first]
	if !known || to-from < n+m || t.at > from {
		return why, false
	}
	why = t.mistake("delimiters-around", from, from+n, pair.name+" around "+t.it())
	if pair.last == last {
		if to-from < len(t.s) {
			why = t.mistake("delimiters-around", 0, from+n, "blanks and "+pair.name+" around "+t.it())
		}
		inner := t.s[from+n : to-m]
		quotes := t.kind == reference && !strings.ContainsRune("([{", first)
		if quotes || t.begins(inner) && t.certain(inner) {
			t.replace(&why, inner, "remove them")
		}
		return why, quotes || why.Repaired != ""
	}
	inner, _, closed := strings.Cut(t.s[from+n:to], string(pair.last))
	switch {
	case closed && t.rule.Valid(inner) && t.certain(inner):
		why.Remedy, why.Repaired = "write only "+short(inner), inner
	case t.rule.Valid(t.s[from+n:to]) && t.certain(t.s[from+n:to]):
		name, _ := named(t.s[from:])
		why.Message = name + " before " + t.it()
		why.Remedy, why.Repaired = "remove it", t.s[from+n:to]
	}
	return why, why.Repaired != ""
}

// certain reports whether the delimiters around text are certainly not part of it. If text has no
// scheme, it may be part of a relative reference that contains the delimiters.
func (t *text) certain(text string) bool {
	_, _, has := cutScheme(text)
	return has || t.kind != reference
}

// begins reports whether text matches the rule or has its first error after the scheme.
func (t *text) begins(text string) bool {
	e := t.check(text)
	scheme, _, has := cutScheme(text)
	return e == nil || (t.kind == absolute || t.kind == reference) && has && e.Offset > len(scheme)
}

// delimiterAfter explains a closing delimiter at the end of an otherwise valid text.
func (t *text) delimiterAfter() (why Explanation, ok bool) {
	last, n := utf8.DecodeLastRuneInString(t.s)
	before := t.s[:len(t.s)-n]
	if !t.whole || t.at != len(before) || !t.rule.Valid(before) {
		return why, false
	}
	for _, pair := range around {
		if pair.last == last {
			name, _ := named(t.s[t.at:])
			why = t.mistake("delimiters-around", t.at, len(t.s), name+" after "+t.it())
			if t.remedy(&why, last, n); why.Repaired != "" && why.Repaired != before {
				why.Remedy += ", or remove it"
			} else {
				why.Remedy, why.Repaired = "remove it", before
			}
			return why, true
		}
	}
	return why, false
}

// blankAround explains blanks before or after the text.
func (t *text) blankAround() (why Explanation, ok bool) {
	if !t.whole {
		return why, false
	}
	from, to := t.trimmed(t.s)
	switch {
	case from == to && from > 0 && strings.TrimSpace(t.s) == "":
		return t.mistake("blank-around", 0, to, "the text contains only blanks"), true
	case from == to && from > 0:
		return t.mistake("blank-around", 0, to, "the text contains only blanks and control characters"), true
	case from > 0 && t.at < from:
		why = t.mistake("blank-around", 0, from, blank(t.s[:from])+" before "+t.it())
	case t.at >= to && to < len(t.s):
		why = t.mistake("blank-around", to, len(t.s), blank(t.s[to:])+" after "+t.it())
	default:
		return why, false
	}
	remedy := "remove it"
	if strings.HasPrefix(why.Message, "blanks") {
		remedy = "remove them"
	}
	t.replace(&why, t.s[from:to], remedy)
	return why, true
}

// blank returns the name of a single blank, or "blanks" for several.
func blank(s string) string {
	if name, n := named(s); n == len(s) {
		return name
	}
	return "blanks"
}

// trimmed returns the bounds of s without the surrounding blanks. It keeps non-ASCII blanks that a
// matching string may contain there.
func (t *text) trimmed(s string) (from, to int) {
	blank := func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u200B' || r == '\uFEFF'
	}
	from = len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool {
		return blank(r) && t.rule.AdvanceString(t.rule.Start(), string(r)).Dead()
	}))
	return from, max(from, len(strings.TrimRightFunc(s, func(r rune) bool {
		return blank(r) && (r < utf8.RuneSelf || t.foreign(r))
	})))
}

// markdownLink explains a Markdown link: [text](IRI).
func (t *text) markdownLink() (why Explanation, ok bool) {
	text, rest, isLink := strings.Cut(t.s, "](")
	if !t.whole || !isLink || !strings.HasPrefix(text, "[") || t.at > 0 {
		return why, false
	}
	inner, _, closed := strings.Cut(rest, ")")
	if !closed || !t.rule.Valid(inner) {
		return why, false
	}
	why = t.mistake("delimiters-around", 0, len(t.s), "a Markdown link around "+t.it())
	if why.Remedy = "write only " + short(inner); t.certain(inner) {
		why.Repaired = inner
	}
	return why, true
}

// windowsPath explains a Windows path, such as C:\Users or \\server\share.
func (t *text) windowsPath() (why Explanation, ok bool) {
	if !t.whole || !t.kind.hierarchical() {
		return why, false
	}
	scheme := "file:///"
	switch drive, _, ok := strings.Cut(t.s, `:\`); {
	case ok && len(drive) == 1 && alphanumeric(int(drive[0])):
	case t.kind == absolute && strings.HasPrefix(t.s, `\\`) && len(t.s) > 2 && alphanumeric(int(t.s[2])):
		scheme = "file:"
	default:
		return why, false
	}
	path := strings.ReplaceAll(t.s, `\`, "/")
	var b strings.Builder
	for i := 0; i < len(path); {
		_, n := utf8.DecodeRuneInString(path[i:])
		if r, _ := utf8.DecodeRuneInString(path[i:]); r == '%' || r == '#' || r == '?' || t.foreign(r) {
			b.WriteString(percentEncoded(path[i : i+n]))
		} else {
			b.WriteString(path[i : i+n])
		}
		i += n
	}
	why = t.mistake("windows-path", 0, len(t.s), "a Windows path is not "+t.noun())
	if repaired := scheme + b.String(); t.rule.Valid(repaired) {
		why.Remedy, why.Repaired = "write "+short(repaired), repaired
	}
	return why, true
}
