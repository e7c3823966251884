package explain

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file has the mistakes of encodings: of UTF-8, and of percent-encodings.

// notUTF8 explains a byte outside UTF-8, or a character without its last bytes.
func (c *scene) notUTF8() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	r, n := utf8.DecodeRuneInString(rest)
	if rest == "" || r != utf8.RuneError || n != 1 || c.ofOctets() {
		return why, false
	}
	length, message := 1, fmt.Sprintf("after the byte 0x%02X the rest of a character is missing", rest[0])
	switch b := rest[0]; {
	case b < 0xC0:
		message = fmt.Sprintf("the byte 0x%02X does not begin a character of UTF-8", b)
	case b < 0xC2 || b > 0xF4:
		message = fmt.Sprintf("the byte 0x%02X does not occur in UTF-8", b)
		for length < len(rest) && !utf8.RuneStart(rest[length]) { // other decoders take these bytes with it
			length++
		}
	case b == 0xED && len(rest) > 2 && rest[1] >= 0xA0 && continues(rest[1:3]):
		surrogate := rune(b&0xF)<<12 | rune(rest[1]&0x3F)<<6 | rune(rest[2]&0x3F)
		length, message = 3, fmt.Sprintf("U+%04X is a surrogate, which is half of a character", surrogate)
	case b == 0xF4 && len(rest) > 3 && rest[1] >= 0x90 && continues(rest[1:4]):
		number := rune(b&7)<<18 | rune(rest[1]&0x3F)<<12 | rune(rest[2]&0x3F)<<6 | rune(rest[3]&0x3F)
		length, message = 4, fmt.Sprintf("U+%04X is over U+10FFFF, the last code point", number)
	case !utf8.FullRuneInString(rest):
		length, message = len(rest), fmt.Sprintf("the text ends inside a character, after %s", hexBytes(rest))
	}
	why = c.say("not-utf8", c.at, c.at+length, message)
	text, letters := latin1(c.s)
	letters = letters && c.whole && c.rule.Valid(text)
	const convert = "convert the text to UTF-8 if it is ISO 8859-1"
	encoded, or := percentEncoded(rest[:length]), "take it away"
	if letters {
		or = convert
	}
	switch {
	case c.pct() != "" && !c.inAuthorityAt():
		c.mend(&why, c.at, c.at+length, encoded, "write "+short(encoded)+", or "+or)
	case letters:
		why.Remedy, why.Repaired = convert, text
	default:
		c.mend(&why, c.at, c.at+length, "", "take it away")
	}
	return why, true
}

// octet explains a byte over 0x7F refused by a rule of octets. Its bytes need not be
// UTF-8.
func (c *scene) octet() (why Explanation, ok bool) {
	rest := c.s[c.at:]
	if rest == "" || rest[0] < utf8.RuneSelf || !c.ofOctets() {
		return why, false
	}
	return c.say("unexpected", c.at, c.at+1, c.here(fmt.Sprintf("the byte 0x%02X", rest[0]))), true
}

// latin1 returns the text of bytes in ISO 8859-1, and whether its characters over U+007F are
// letters.
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

// badEscape explains a "%" without two hex digits after it.
func (c *scene) badEscape() (why Explanation, ok bool) {
	pct := c.pct()
	i := strings.LastIndexByte(c.s[max(0, c.at-2):c.at], '%')
	if pct == "" || pct == c.rule || i < 0 {
		return why, false
	}
	i += max(0, c.at-2)
	if strings.ContainsAny(c.s[c.at:min(len(c.s), c.at+1)], breaks) && pct.Prefix(unbroken(c.s[i:])) > 0 {
		return why, false // browsers read a percent-encoding
	}
	if q := pct.AdvanceString(pct.Start(), c.s[i:c.at]); q.Dead() || pct.Accepting(q) {
		return why, false
	}
	switch digits := c.at - i - 1; {
	case strings.HasPrefix(c.s[i:], "%%"):
		why = c.say("percent", i, i+1, `"%" before another "%"`)
	case digits == 0:
		why = c.say("percent", i, i+1, `"%" must have two hex digits after it`)
	case digits == 1:
		why = c.say("percent", i, c.at, `"%" must have two hex digits after it, not one`)
	}
	if text, ok := fromScript(c.s[i:]); ok {
		const length = len("%u0000")
		why = c.say("percent", i, i+length, quoted(c.s[i:i+length])+" is an escape of JavaScript")
		if c.inAuthorityAt() {
			c.mend(&why, i, i+length, text, "write "+text)
		} else {
			c.mend(&why, i, i+1, "%25", `write %25 for "%", or `+text+" for the character")
		}
		return why, true
	}
	if from, to, ok := c.authorityEnds(); ok && from <= i && i < to && !strings.Contains(c.s[i:to], "@") {
		why.Length = 1
		c.cut(&why, i, i+1)
		return why, true
	}
	c.mend(&why, i, i+1, "%25", `write %25 for "%"`)
	return why, true
}

// fromScript returns the percent-encoding of the escape %uHHHH at the beginning of s (ECMAScript,
// B.2.1.1).
func fromScript(s string) (text string, ok bool) {
	var r rune
	if len(s) < len("%u0000") || !isHex(s[2:6]) {
		return "", false
	}
	n, _ := fmt.Sscanf(s[:len("%u0000")], "%%u%04x", &r)
	return percentEncoded(string(r)), n == 1 && utf8.ValidRune(r)
}

// hexBytes returns bytes in words: "0xE4 0xBE".
func hexBytes(s string) string {
	words := make([]string, len(s))
	for i := range len(s) {
		words[i] = fmt.Sprintf("0x%02X", s[i])
	}
	return strings.Join(words, " ")
}

// continues reports whether each byte of a text stands inside of a character.
func continues(text string) bool {
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			return false
		}
	}
	return true
}
