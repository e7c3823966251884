package explain

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/mend"
)

// This file proposes remedies. It proposes a changed string only after checking that string.

// mend adds a remedy that replaces s[from:to] with text, if the replacement helps.
func (t *text) mend(why *Explanation, from, to int, text, remedy string) {
	if !t.whole {
		return
	}
	if repaired := t.s[:from] + text + t.s[to:]; t.helps(repaired, from, from+len(text)) {
		why.Remedy, why.Repaired = remedy, repaired
	}
}

// helps reports whether a changed string matches the rule or has its first error after the change,
// which is repaired[from:to].
func (t *text) helps(repaired string, from, to int) bool {
	e := t.check(repaired)
	return e == nil || e.Offset >= to && e.Offset > from
}

// offer adds a remedy to write text instead, if text matches the rule.
func (t *text) offer(why *Explanation, text string) {
	if t.rule.Valid(text) {
		why.Remedy, why.Repaired = "write "+short(text), text
	}
}

// cut adds a remedy to remove s[from:to], if the remaining text matches the rule.
func (t *text) cut(why *Explanation, from, to int) {
	if text := t.s[:from] + t.s[to:]; t.rule.Valid(text) {
		why.Repaired, why.Remedy = text, "remove it"
		if to-from > 1 && to-from < 40 && strings.IndexFunc(t.s[from:to], hidden) < 0 {
			why.Remedy = "remove " + quoted(t.s[from:to])
		}
	}
}

// replace adds a remedy to write only a part of the string, if that part matches the rule or its
// first error is not at its beginning.
func (t *text) replace(why *Explanation, part, remedy string) {
	if t.helps(part, 0, 0) {
		why.Remedy, why.Repaired = remedy, part
	}
}

// remedy proposes to remove n bytes at t.at if they lie in an authority or are a tab or line break;
// otherwise it proposes to percent-encode them. After the authority, text.Fix makes the same
// repair.
func (t *text) remedy(why *Explanation, r rune, n int) {
	if t.pct() == "" || !t.whole || r == utf8.RuneError {
		return
	}
	end, inAuthority := t.at+n, t.inAuthorityAt()
	text := percentEncoded(t.s[t.at:end])
	blank := unicode.Is(unicode.Zs, r)
	switch {
	case r == '\\' && inAuthority:
		why.Remedy = `write "/" where the host ends, or %5C in a user name`
	case r == '\\' && t.at < len(t.head(t.s)):
		why.Remedy = `write "/", as browsers do, or %5C`
	case r == '|' && drive(t.s[:t.at]) != "" && (end == len(t.s) || t.s[end] == '/'):
		why.Remedy = "write " + quoted(drive(t.s[:t.at]))
		if mend.Drive(t.s[:t.at], t.s[end:]) {
			t.mend(why, t.at, end, ":", why.Remedy)
		}
	case r == '|' && mend.Drive(t.s[:t.at], t.s[end:]):
		t.mend(why, t.at, end, ":", `write ":"`)
	case inAuthority && unicode.Is(unicode.Co, r):
	case inAuthority && (r < utf8.RuneSelf || hidden(r) && !blank):
		t.mend(why, t.at, end, "", "remove it")
	case inAuthority:
		t.mend(why, t.at, end, text, "write the host in ASCII, as xn--…")
	case mend.IsBreak(r) && t.head(mend.Unbroken(t.s)) != t.head(t.s):
		why.Remedy = "remove it, as browsers do, or write " + text
	case mend.IsBreak(r): // including any breaks that follow, such as the LF of a CRLF
		t.mend(why, t.at, len(t.s)-len(strings.TrimLeft(t.s[t.at:], mend.Breaks)), "", "remove it")
	case n > utf8.RuneLen(r): // a terminal control sequence
		why.Remedy = "remove it"
	default:
		t.mend(why, t.at, end, text, "write "+text)
		_, _, hasAuthority := t.authorityEnds()
		if why.Repaired != "" && (hidden(r) && !blank || r == ' ' && !hasAuthority && t.kind == absolute) {
			why.Remedy += ", or remove it"
		}
	}
}

// drive returns the beginning of a file IRI that ends in a drive letter and a colon (RFC 8089,
// appendix E.2), or "" if s does not end in a drive letter.
func drive(s string) string {
	scheme, rest, _ := strings.Cut(s, ":")
	letter := strings.TrimLeft(rest, "/")
	if !strings.EqualFold(scheme, "file") || len(rest)-len(letter) > len("///") || len(letter) != 1 ||
		!('a' <= letter[0]|0x20 && letter[0]|0x20 <= 'z') {
		return ""
	}
	return scheme + ":///" + letter + ":"
}

// hidden reports whether a character is invisible.
func hidden(r rune) bool { return r != ' ' && !strconv.IsPrint(r) }

// bothBrackets proposes to percent-encode a pair of brackets.
func (t *text) bothBrackets(why *Explanation) {
	inner, _, closed := strings.Cut(t.s[t.at+1:], "]")
	if closed && !strings.ContainsAny(inner, "/?#[") {
		t.mend(why, t.at, t.at+len(inner)+2, "%5B"+inner+"%5D", "write %5B and %5D")
	}
}
