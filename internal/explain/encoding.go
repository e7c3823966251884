package explain

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/mend"
)

// This file explains invalid UTF-8 and percent-encodings.

// notUTF8 explains invalid UTF-8: an invalid byte or a truncated character.
func (t *text) notUTF8() (why Explanation, ok bool) {
	rest := t.s[t.at:]
	r, n := utf8.DecodeRuneInString(rest)
	if rest == "" || r != utf8.RuneError || n != 1 || t.ofOctets() {
		return why, false
	}
	length, message := 1, "the character that begins with "+theByte(rest[0])+" is incomplete"
	switch b := rest[0]; {
	case b < 0xC0:
		message = theByte(b) + " cannot begin a UTF-8 character"
	case b < 0xC2 || b > 0xF4:
		message = theByte(b) + " never occurs in UTF-8"
		for length < len(rest) && !utf8.RuneStart(rest[length]) { // other decoders read these bytes too
			length++
		}
	case b == 0xED && len(rest) > 2 && rest[1] >= 0xA0 && continues(rest[1:3]):
		surrogate := rune(b&0xF)<<12 | rune(rest[1]&0x3F)<<6 | rune(rest[2]&0x3F)
		length, message = 3, codePoint(surrogate)+" is a surrogate, not a character"
	case b == 0xF4 && len(rest) > 3 && rest[1] >= 0x90 && continues(rest[1:4]):
		number := rune(b&7)<<18 | rune(rest[1]&0x3F)<<12 | rune(rest[2]&0x3F)<<6 | rune(rest[3]&0x3F)
		length, message = 4, codePoint(number)+" is beyond U+10FFFF, the last code point"
	case !utf8.FullRuneInString(rest):
		length, message = len(rest), "the text ends inside a character, after "+hexBytes(rest)
	}
	why = t.mistake("not-utf8", t.at, t.at+length, message)
	text, letters := latin1(t.s)
	letters = letters && t.whole && t.rule.Valid(text)
	const convert = "convert the text to UTF-8 if it is ISO 8859-1"
	encoded, or := percentEncoded(rest[:length]), "remove it"
	if letters {
		or = convert
	}
	switch {
	case t.pct() != "" && !t.inAuthorityAt():
		t.mend(&why, t.at, t.at+length, encoded, "write "+short(encoded)+", or "+or)
	case letters:
		why.Remedy, why.Repaired = convert, text
	default:
		t.mend(&why, t.at, t.at+length, "", "remove it")
	}
	return why, true
}

// octet explains a byte above 0x7F for a rule of octets, whose matching strings need not be UTF-8.
func (t *text) octet() (why Explanation, ok bool) {
	rest := t.s[t.at:]
	if rest == "" || rest[0] < utf8.RuneSelf || !t.ofOctets() {
		return why, false
	}
	return t.mistake("unexpected", t.at, t.at+1, t.here(theByte(rest[0]))), true
}

// latin1 decodes s as ISO 8859-1 and reports whether all characters above U+007F are letters.
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

// badEscape explains a "%" that is not followed by two hex digits.
func (t *text) badEscape() (why Explanation, ok bool) {
	pct := t.pct()
	i := strings.LastIndexByte(t.s[max(0, t.at-2):t.at], '%')
	if pct == "" || pct == t.rule || i < 0 {
		return why, false
	}
	i += max(0, t.at-2)
	if strings.ContainsAny(t.s[t.at:min(len(t.s), t.at+1)], mend.Breaks) && pct.Prefix(mend.Unbroken(t.s[i:])) > 0 {
		return why, false // browsers read this as a percent-encoding
	}
	if q := pct.AdvanceString(pct.Start(), t.s[i:t.at]); q.Dead() || pct.Accepting(q) {
		return why, false
	}
	switch digits := t.at - i - 1; {
	case strings.HasPrefix(t.s[i:], "%%"):
		why = t.mistake("percent", i, i+1, `"%" must be followed by two hex digits, not by "%"`)
	case digits == 0:
		why = t.mistake("percent", i, i+1, `"%" must be followed by two hex digits`)
	case digits == 1:
		why = t.mistake("percent", i, t.at, `"%" must be followed by two hex digits, not one`)
	}
	if text, ok := fromScript(t.s[i:]); ok {
		const length = len("%u0000")
		why = t.mistake("percent", i, i+length, quoted(t.s[i:i+length])+" is a JavaScript escape")
		if t.inAuthorityAt() {
			t.mend(&why, i, i+length, text, "write "+text)
		} else {
			t.mend(&why, i, i+1, "%25", `write %25 for "%", or `+text+" for the character")
		}
		return why, true
	}
	if from, to, ok := t.authorityEnds(); ok && from <= i && i < to && !strings.Contains(t.s[i:to], "@") {
		why.Length = 1
		t.cut(&why, i, i+1)
		return why, true
	}
	t.mend(&why, i, i+1, "%25", `write %25 for "%"`)
	return why, true
}

// fromScript converts the escape %uHHHH at the beginning of s to a percent-encoding (ECMAScript,
// section B.2.1.1).
func fromScript(s string) (text string, ok bool) {
	if len(s) < len("%u0000") || s[:2] != "%u" || !isHex(s[2:6]) {
		return "", false
	}
	r, err := strconv.ParseUint(s[2:6], 16, 16)
	return percentEncoded(string(rune(r))), err == nil && utf8.ValidRune(rune(r))
}

// hexBytes formats bytes in hexadecimal: "0xE4 0xBE".
func hexBytes(s string) string {
	words := make([]string, len(s))
	for i := range len(s) {
		words[i] = "0x" + hex(uint32(s[i]), 2)
	}
	return strings.Join(words, " ")
}

// continues reports whether all bytes are UTF-8 continuation bytes.
func continues(text string) bool {
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			return false
		}
	}
	return true
}
