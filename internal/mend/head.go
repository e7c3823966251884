package mend

import "strings"

// Breaks lists the characters that browsers drop: tab, LF and CR (WHATWG URL, section 4.4).
const Breaks = "\t\n\r"

// IsBreak reports whether r is in [Breaks].
func IsBreak(r rune) bool { return strings.ContainsRune(Breaks, r) }

// Unbroken returns s without [Breaks].
func Unbroken(s string) string {
	if !strings.ContainsAny(s, Breaks) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, IsBreak), "")
}

// Head returns the prefix of s that mending must not change because it determines the host: the
// scheme and the authority, including their delimiters. An authority ends as defined in RFC 3986,
// section 3.2, even if s is not valid. Where RFC 3986 finds no authority, browsers may still find
// one after the slashes (WHATWG URL, section 4.4): after a special scheme, in a reference whose
// base may have a special scheme, and where they read "\" as a slash.
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

// schemeLength returns the length of the scheme of s (RFC 3986, section 3.1) including the colon,
// or 0.
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

// isSpecial reports whether browsers read an authority after the scheme and any number of slashes.
func isSpecial(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http:", "https:", "ws:", "wss:", "ftp:":
		return true
	}
	return false
}
