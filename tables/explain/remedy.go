package explain

import (
	"errors"
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

// remedy proposes to take away n bytes at c.at, if they are in an authority or do not show, or
// to write their percent-encoding, or "/" for backslashes.
func (c *scene) remedy(why *Explanation, r rune, n int) {
	if c.pct() == "" || !c.whole || r == utf8.RuneError {
		return
	}
	end := c.at + n
	text := percentEncoded(c.s[c.at:end])
	private := unicode.Is(unicode.Co, r)
	switch {
	case r == '\\':
		if slashes := strings.ReplaceAll(c.s, `\`, "/"); !strings.Contains(c.s, "@") && c.rule.Valid(slashes) {
			why.Remedy, why.Repaired = `write "/" for each "\"`, slashes
		} else if c.inAuthorityAt() {
			why.Remedy = `write "/" where the host ends, or %5C in a user name`
		} else {
			c.mend(why, c.at, end, text, "write "+text)
		}
	case hidden(r) && !unicode.Is(unicode.Zs, r) || c.inAuthorityAt() && r < utf8.RuneSelf:
		if private && c.inAuthorityAt() {
			return
		}
		if c.mend(why, c.at, end, "", "take it away"); private && why.Repaired != "" {
			why.Remedy += ", or write " + text
		}
	case c.inAuthorityAt():
		c.mend(why, c.at, end, text, "write the host in ASCII, as xn--…")
	default:
		c.mend(why, c.at, end, text, "write "+text)
		if _, _, hasAuthority := c.authorityEnds(); r == ' ' && !hasAuthority && c.kind == absolute && why.Repaired != "" {
			why.Remedy += ", or take it away"
		}
	}
}

// bothBrackets proposes the percent-encodings of a pair of brackets.
func (c *scene) bothBrackets(why *Explanation) {
	inner, _, closed := strings.Cut(c.s[c.at+1:], "]")
	if closed && !strings.ContainsAny(inner, "/?#[") {
		c.mend(why, c.at, c.at+len(inner)+2, "%5B"+inner+"%5D", "write %5B and %5D")
	}
}
