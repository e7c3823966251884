package mend

import "strings"

// Breaks are the characters that browsers drop: a tab, and those that end a line (WHATWG URL,
// section 4.4).
const Breaks = "\t\n\r"

// IsBreak reports whether r is one of [Breaks].
func IsBreak(r rune) bool { return strings.ContainsRune(Breaks, r) }

// Unbroken returns s without its breaks.
func Unbroken(s string) string {
	if !strings.ContainsAny(s, Breaks) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, IsBreak), "")
}

// Head returns the prefix of s that mending must not change, because it decides which host is
// visited: the scheme and the authority with their delimiters. An authority ends where RFC 3986,
// section 3.2, ends it, in any string. Where RFC 3986 finds no authority, browsers may still read
// one after the slashes (WHATWG URL, section 4.4): after a scheme that is special to them, in a
// reference whose base may have such a scheme, and where they read a "\" as one more slash.
func Head(s string) string {
	n := schemeLength(s)
	host := len(s) - len(strings.TrimLeft(s[n:], "/"))
	switch slashes := host - n; {
	case slashes == len("//"), isSpecial(s[:n]), n == 0 && slashes > len("//"), strings.HasPrefix(s[host:], `\`):
		if end := strings.IndexAny(s[host:], "/?#"); end >= 0 {
			return s[:host+end]
		}
		return s
	case slashes > len("//"):
		return s[:n+len("//")]
	}
	return s[:n]
}

// schemeLength returns the length of the scheme at the beginning of s (RFC 3986, section 3.1), with
// the colon after it, and 0 without one.
func schemeLength(s string) int {
	for i, c := range []byte(s) {
		switch lower := c | 0x20; {
		case 'a' <= lower && lower <= 'z':
		case i > 0 && c == ':':
			return i + 1
		case i == 0 || !strings.ContainsRune("0123456789+-.", rune(c)):
			return 0
		}
	}
	return 0
}

// isSpecial reports whether browsers read an authority after a scheme and any number of slashes.
func isSpecial(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http:", "https:", "ws:", "wss:", "ftp:":
		return true
	}
	return false
}
