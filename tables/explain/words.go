package explain

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// controls are the names of well-known control characters.
var controls = map[rune]string{
	0: "NUL", '\a': "BEL", '\b': "a backspace", '\t': "a tab", '\n': "a line feed", '\v': "a vertical tab",
	'\f': "a form feed", '\r': "a carriage return", 0x1B: "ESC", 0x7F: "DEL",
	0x85: "a next-line character",
}

// blanks are the names of characters that look like a space, or do not show.
var blanks = map[rune]string{
	0xA0: "a no-break space", 0xAD: "a soft hyphen", 0x200B: "a zero-width space", 0x2028: "a line separator",
	0x2029: "a paragraph separator", 0x3000: "an ideographic space", 0xFEFF: "a byte order mark",
	0xFFFD: "a replacement character",
}

// named returns the first character of s in words, and its number of bytes: `"<"`, "a space", "a
// tab (U+0009)", "the byte 0xFF".
func named(s string) (name string, size int) {
	c, size := utf8.DecodeRuneInString(s)
	switch word := controls[c] + blanks[c]; {
	case size == 0:
		return "the end", 0
	case c == utf8.RuneError && size == 1:
		return fmt.Sprintf("the byte 0x%02X", s[0]), 1
	case c == ' ':
		return "a space", 1
	case word != "":
		return fmt.Sprintf("%s (U+%04X)", word, c), size
	case !unicode.IsPrint(c):
		return fmt.Sprintf("U+%04X", c), size
	case c == '"':
		return `'"'`, 1
	case c < utf8.RuneSelf:
		return `"` + s[:1] + `"`, 1
	}
	return fmt.Sprintf(`"%c" (U+%04X)`, c, c), size
}

// noncharacter reports whether c is one of the 66 noncharacters (Unicode, 23.7).
func noncharacter(c rune) bool { return c&0xFFFE == 0xFFFE || 0xFDD0 <= c && c <= 0xFDEF }

// percentEncoded returns the percent-encoding of the bytes of s (RFC 3986, section 2.1).
func percentEncoded(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// mostExpected is the largest number of kinds of characters in a message.
const mostExpected = 6

// expected returns in words the characters expected where the automaton stopped: `a hex digit or
// ":"`. It has no names of rules. It is "" if only the end could stand there.
func (c *scene) expected() string {
	items := c.follow()
	if c.stop.AtEnd && !c.stop.Incomplete {
		items = append(items, "the end")
	}
	if n := len(items); n > mostExpected {
		items = append(items[:mostExpected-1], fmt.Sprintf("%d others", n-mostExpected+1))
	}
	return orList(items)
}

// follow returns the characters that may follow, in words.
func (c *scene) follow() (items []string) {
	if c.rule.Recursive() { // no single state says what may follow; the words may be names of rules
		all := c.stop.Expected()
		items = slices.DeleteFunc(slices.Clone(all), func(word string) bool { _, is := c.lookup(word); return is })
		if len(items) < len(all) {
			items = append(items, "others")
		}
		return items
	}
	q := c.stop.State()
	var ascii [utf8.RuneSelf]bool
	wide := false
	for b := range 256 {
		alive := !c.rule.AdvanceString(q, string([]byte{byte(b)})).Dead()
		if b < utf8.RuneSelf {
			ascii[b] = alive
		} else {
			wide = wide || alive
		}
	}
	items = c.singles(&ascii)
	take := func(word, set string) {
		for i := range len(set) {
			if !ascii[set[i]] {
				return
			}
		}
		for i := range len(set) {
			ascii[set[i]] = false
		}
		items = append(items, word)
	}
	if controls := ascii[:' ']; !slices.Contains(controls, false) {
		copy(controls, make([]bool, len(controls)))
		defer func() { items = append(items, "a control character") }()
	}
	const digits, lower, upper = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	take("a letter", lower+upper)
	take("a lower-case letter", lower)
	take("an upper-case letter", upper)
	take("a hex digit", digits+lower[:6]+upper[:6])
	take("a digit", digits)
	items = append(items, spelled(&ascii)...)
	switch {
	case wide && c.ofOctets():
		items = append(items, "a byte over 0x7F")
	case wide:
		items = append(items, "a character that is not ASCII")
	}
	return items
}

// singles returns the characters that the grammar names one by one, if they are few, and takes them
// out of a set.
func (c *scene) singles(set *[utf8.RuneSelf]bool) (items []string) {
	const few, closing = 3, `">)]}`
	words := slices.Clone(c.stop.Expected())
	words = slices.DeleteFunc(words, func(word string) bool {
		return len(word) != len(`"x"`) || word[0] != '"' || !set[word[1]]
	})
	if len(words) > few { // they are the rest of a class, but for closing delimiters
		words = slices.DeleteFunc(words, func(word string) bool { return !strings.Contains(closing, word[1:2]) })
	}
	for _, word := range words {
		name, _ := named(word[1:])
		items = append(items, name)
		ch := word[1]
		if set[ch] = false; 'a' <= ch|0x20 && ch|0x20 <= 'z' {
			set[ch^0x20] = false
		}
	}
	return items
}

// spelled returns the ASCII characters of a set, runs of four and more as ranges, a letter in both
// cases once.
func spelled(set *[utf8.RuneSelf]bool) (items []string) {
	for lo := 0; lo < len(set); lo++ {
		if !set[lo] {
			continue
		}
		hi := lo
		for hi+1 < len(set) && set[hi+1] && alphanumeric(hi+1) && alphanumeric(lo) {
			hi++
		}
		if hi-lo >= 3 {
			first, _ := named(string(rune(lo)))
			last, _ := named(string(rune(hi)))
			items = append(items, first+" to "+last)
			lo = hi
			continue
		}
		if 'A' <= lo && lo <= 'Z' && set[lo|0x20] {
			continue // its lower case stands for both
		}
		name, _ := named(string(rune(lo)))
		items = append(items, name)
	}
	return items
}

func alphanumeric(c int) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// orList joins words: "a", "a or b", "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
