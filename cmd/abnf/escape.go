package main

import (
	"fmt"
	"unicode/utf8"
)

// escape appends s to dst in visible ASCII without blanks, in the form that lines.Unescape reads:
// \xHH for a blank, an invisible ASCII character or an invalid UTF-8 byte, \uHHHH or \U00HHHHHH for
// any other code point, and \\ for a backslash.
func escape(dst []byte, s string) []byte {
	for len(s) > 0 {
		c, size := utf8.DecodeRuneInString(s)
		switch {
		case c == '\\':
			dst = append(dst, `\\`...)
		case ' ' < c && c < 0x7F:
			dst = append(dst, byte(c))
		case c < utf8.RuneSelf || c == utf8.RuneError && size == 1:
			dst = fmt.Appendf(dst, `\x%02X`, s[0])
		case c <= 0xFFFF:
			dst = fmt.Appendf(dst, `\u%04X`, c)
		default:
			dst = fmt.Appendf(dst, `\U%08X`, c)
		}
		s = s[size:]
	}
	return dst
}
