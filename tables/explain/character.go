package explain

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/tables"
)

// This file has the mistakes of one character.

// notUTF8 is a byte that is not UTF-8, or a character whose last bytes are missing.
func (c *scene) notUTF8() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	r, n := utf8.DecodeRuneInString(rest)
	if rest == "" || r != utf8.RuneError || n != 1 {
		return why, false
	}
	why = c.say("not-utf8", c.at, c.at+1, fmt.Sprintf("the byte 0x%02X is not UTF-8", rest[0]))
	if text, letters := latin1(c.s); c.whole && letters && c.rule.Valid(text) {
		why.Remedy, why.Repaired = "convert the text from ISO 8859-1 to UTF-8", text
		return why, true
	}
	if !utf8.FullRuneInString(rest) { // the text ends here
		why.Length, why.Message = len(rest), fmt.Sprintf("the last character is cut: a longer one begins with % X", rest)
	}
	return why, true
}

// latin1 returns the text that bytes are in ISO 8859-1, and whether those over 0x7F are letters there.
func latin1(s string) (text string, letters bool) {
	var b strings.Builder
	letters = true
	for i := range len(s) {
		r := rune(s[i])
		letters = letters && (r < utf8.RuneSelf || unicode.IsLetter(r))
		b.WriteRune(r)
	}
	return b.String(), letters
}

// badEscape is a "%" without two hex digits after it.
func (c *scene) badEscape() (why Explanation, ok bool) {
	pct := c.pct()
	i := strings.LastIndexByte(c.s[max(0, c.at-2):c.at], '%')
	if pct == "" || pct == c.rule || i < 0 {
		return why, false
	}
	i += max(0, c.at-2)
	if q := pct.AdvanceString(pct.Start(), c.s[i:c.at]); q.Dead() || pct.Accepting(q) {
		return why, false
	}
	end := c.at
	if end < len(c.s) {
		_, n := utf8.DecodeRuneInString(c.s[end:])
		end += n
	}
	why = c.say("percent", i, end, `"%" must have two hex digits after it`)
	c.mend(&why, i, i+1, "%25", `write %25 for "%"`)
	return why, true
}

// foreignCharacter is a character that no member of the rule has.
func (c *scene) foreignCharacter() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	r, n := utf8.DecodeRuneInString(rest)
	if rest == "" || !c.foreign(r) {
		return why, false
	}
	why = c.say("illegal-character", c.at, c.at+n, "")
	name, _ := named(rest)
	if noun := c.noun(); noun != "" {
		why.Message = name + " is not allowed in " + noun
	} else {
		why.Message = c.here(name)
	}
	switch {
	case r == '#' && c.kind == absolute:
		why.Code, why.Message = "fragment", "a fragment is not allowed in "+c.noun()
		if wider := c.find("IRI", "URI"); wider != "" && wider.Valid(c.s) {
			why.Accepting = wider.Name()
		}
		return why, true
	case r == ' ':
		why.Code = "space"
	case unicode.IsControl(r):
		why.Code = "control"
	case noncharacter(r):
		why.Code = "noncharacter"
		why.Message += ": it is a noncharacter of Unicode"
		return why, true
	case r == utf8.RuneError:
		why.Message += ": it stands for bytes that a program could not read"
		return why, true
	case r >= utf8.RuneSelf && c.foreign('é') && c.foreign('一'):
		why.Code = "not-ascii"
	}
	c.mendCharacter(&why, n)
	return why, true
}

// mendCharacter proposes the percent-encoding of the n bytes at the place, or "/" for a backslash
// that stands for one. In an authority the change must mend it as a whole; if an encoding does not,
// the text may do without the character.
func (c *scene) mendCharacter(why *Explanation, n int) {
	end := c.at + n
	if c.pct() == "" || !c.whole {
		return
	}
	slashes := strings.ReplaceAll(c.s, `\`, "/")
	if c.s[c.at] == '\\' && !strings.Contains(c.s, "@") && c.rule.Valid(slashes) {
		why.Remedy, why.Repaired = `write "/"`, slashes
		return
	}
	text := percentEncoded(c.s[c.at:end])
	c.mend(why, c.at, end, text, "write "+text)
	if _, to, ok := c.authorityEnds(); ok && c.at < to && why.Repaired != "" {
		if e, bad := errors.AsType[*tables.SyntaxError](c.rule.Check(why.Repaired)); bad && e.Offset <= to+len(text)-n {
			why.Remedy, why.Repaired = "", ""
		}
	}
	if without := c.s[:c.at] + c.s[end:]; why.Repaired == "" && c.part(c.at) == "authority" && c.rule.Valid(without) {
		why.Remedy, why.Repaired = "take it away", without
	}
}

// misplacedCharacter is a character that members have, but not there.
func (c *scene) misplacedCharacter() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	part := c.part(c.at)
	if rest == "" || c.kind == other || part == "" {
		return why, false
	}
	r, n := utf8.DecodeRuneInString(rest)
	name, _ := named(rest)
	why = c.say("misplaced-character", c.at, c.at+n, name+" is not allowed in the "+part)
	private := c.find("iprivate")
	switch {
	case private != "" && private.Valid(rest[:n]):
		why.Code, why.Message = "private-use", name+" (private use) is allowed in the query only"
	case r == '#' && part == "fragment":
		why.Code, why.Message = "second-fragment", `a second "#"`
	case part == "scheme":
		why.Code = "bad-scheme"
	}
	c.mendCharacter(&why, n)
	return why, true
}

// unexpected is every other mistake.
func (c *scene) unexpected() Explanation {
	rest := c.s[c.at:]
	if rest == "" {
		expected := c.expected()
		message := "the end comes too early"
		if part := c.part(c.at); part != "" && c.kind.hierarchical() {
			message += " in the " + part
		}
		if expected != "" {
			message += ", expected " + expected
		}
		return c.say("incomplete", c.at, c.at, message)
	}
	name, n := named(rest)
	return c.say("unexpected", c.at, c.at+n, c.here(name))
}

// here returns the message for a character that is not among the expected ones.
func (c *scene) here(name string) string {
	expected := c.expected()
	if c.stop.State().Dead() {
		return "the rule has no members"
	}
	if expected == "" || expected == "the end" {
		return "the text must end before " + name
	}
	return name + " is not allowed here, expected " + expected
}
