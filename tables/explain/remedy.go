package explain

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// This file has the remedies. It proposes a change of the string only after a check of the changed
// string.

// mend adds a remedy with text in place of the part of s between two offsets, if that helps.
func (c *scene) mend(why *Explanation, from, to int, text, remedy string) {
	if !c.whole {
		return
	}
	if repaired := c.s[:from] + text + c.s[to:]; c.helps(repaired, from, from+len(text)) {
		why.Remedy, why.Repaired = remedy, repaired
	}
}

// helps reports whether a changed string is a member, or has its first mistake after the change,
// which lies between two offsets of it.
func (c *scene) helps(repaired string, from, to int) bool {
	e, ok := errors.AsType[*tables.SyntaxError](c.rule.Check(repaired))
	return !ok || e.Offset >= to && e.Offset > from
}

// offer adds the remedy to write a text, if it is a member.
func (c *scene) offer(why *Explanation, text string) {
	if c.rule.Valid(text) {
		why.Remedy, why.Repaired = "write "+short(text), text
	}
}

// cut adds the remedy to take the part of s between two offsets away, if a member is left.
func (c *scene) cut(why *Explanation, from, to int) {
	if text := c.s[:from] + c.s[to:]; c.rule.Valid(text) {
		why.Repaired, why.Remedy = text, "take it away"
		if to-from > 1 && to-from < 40 && strings.IndexFunc(c.s[from:to], hidden) < 0 {
			why.Remedy = "take " + quoted(c.s[from:to]) + " away"
		}
	}
}

// replace adds a remedy to write a part of the text alone, if the part is a member or its mistake
// is not at its beginning.
func (c *scene) replace(why *Explanation, part, remedy string) {
	if c.helps(part, 0, 0) {
		why.Remedy, why.Repaired = remedy, part
	}
}

// remedy proposes to remove n bytes at c.at if they are in an authority or a break, and otherwise
// to percent-encode them. After the authority, the repair is the same as that of iri.Fix.
func (c *scene) remedy(why *Explanation, r rune, n int) {
	if c.pct() == "" || !c.whole || r == utf8.RuneError {
		return
	}
	end, inAuthority := c.at+n, c.inAuthorityAt()
	text := percentEncoded(c.s[c.at:end])
	blank := unicode.Is(unicode.Zs, r)
	switch {
	case r == '\\' && inAuthority:
		why.Remedy = `write "/" where the host ends, or %5C in a user name`
	case r == '\\' && c.at < len(c.head(c.s)):
		why.Remedy = `write "/", as browsers read it, or %5C`
	case inAuthority && unicode.Is(unicode.Co, r):
	case inAuthority && (r < utf8.RuneSelf || hidden(r) && !blank):
		c.mend(why, c.at, end, "", "take it away")
	case inAuthority:
		c.mend(why, c.at, end, text, "write the host in ASCII, as xn--…")
	case isBreak(r) && c.head(unbroken(c.s)) != c.head(c.s):
		why.Remedy = "take it away, as browsers do, or write " + text
	case isBreak(r): // with those after it, such as the LF of a CRLF
		c.mend(why, c.at, len(c.s)-len(strings.TrimLeft(c.s[c.at:], breaks)), "", "take it away")
	case n > utf8.RuneLen(r): // a command for terminals
		why.Remedy = "take it away"
	default:
		c.mend(why, c.at, end, text, "write "+text)
		_, _, hasAuthority := c.authorityEnds()
		if why.Repaired != "" && (hidden(r) && !blank || r == ' ' && !hasAuthority && c.kind == absolute) {
			why.Remedy += ", or take it away"
		}
	}
}

// breaks are the characters that browsers drop: a tab, and those that end a line.
const breaks = "\t\n\r"

func isBreak(r rune) bool { return strings.ContainsRune(breaks, r) }

// unbroken returns s without its breaks.
func unbroken(s string) string { return strings.Join(strings.FieldsFunc(s, isBreak), "") }

// head returns the prefix of s up to the end of the authority of a hierarchical identifier: the
// authority of RFC 3986, or what browsers take for one (WHATWG URL, section 4.4). It agrees with
// untouchable in package iri.
func (c *scene) head(s string) string {
	if !c.kind.hierarchical() {
		return ""
	}
	scheme, rest, _ := cutScheme(s)
	path := strings.TrimLeft(rest, "/")
	host, slashes := len(s)-len(path), len(rest)-len(path)
	special := slices.Contains([]string{"http", "https", "ws", "wss", "ftp"}, strings.ToLower(scheme))
	switch {
	case slashes == len("//"), special, scheme == "" && slashes > len("//"), strings.HasPrefix(path, `\`):
		if i := strings.IndexAny(path, "/?#"); i >= 0 {
			return s[:host+i]
		}
		return s
	case slashes > len("//"):
		return s[:host-slashes+len("//")]
	}
	return s[:host-slashes]
}

// bothBrackets proposes the percent-encodings of a pair of brackets.
func (c *scene) bothBrackets(why *Explanation) {
	inner, _, closed := strings.Cut(c.s[c.at+1:], "]")
	if closed && !strings.ContainsAny(inner, "/?#[") {
		c.mend(why, c.at, c.at+len(inner)+2, "%5B"+inner+"%5D", "write %5B and %5D")
	}
}
