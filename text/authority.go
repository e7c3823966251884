package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// hasEmptyLabel reports whether a label other than the last is empty.
func hasEmptyLabel(host string) bool {
	return strings.HasPrefix(host, ".") || strings.Contains(host, "..") && host[0] != '['
}

// findAuthority returns the start of the host in the authority text[at:], and the end of the
// authority. The end is -1 if a forbidden character follows, or if "." or ":" and more text of an
// IRI follow.
func findAuthority(text string, at int) (host, end int) {
	host = at
	isOfUserinfo := func(r rune) bool { return linkTerm(r) == termInclude }
	if i := runEnd(text, at, chars.Userinfo(), isOfUserinfo); i < len(text) && text[i] == '@' {
		host = i + chars.UserinfoSuffix
	}
	if strings.HasPrefix(text[host:], "[") {
		end = host + rfc3987.Ihost.Prefix(text[host:]) // equals host if there is no IP literal, because a host may be empty
	} else {
		end = runEnd(text, host, chars.Unreserved(), isHostRune)
	}
	if end < len(text) && text[end] == ':' {
		port := end + chars.PortPrefix
		port += rfc3987.Port.Prefix(text[port:])
		if port > end+chars.PortPrefix || port < len(text) && strings.IndexByte("/?#", text[port]) >= 0 {
			end = port
		}
	}
	rest := strings.TrimLeft(text[end:], ":.")
	if staysInside(rest) || len(rest) < len(text)-end && beginsTail(rest) {
		return host, -1
	}
	return host, end
}

// beginsTail reports whether text after an authority begins with a path, query or fragment. A
// question mark before white space or the end does not begin a query: it ends a sentence.
func beginsTail(s string) bool {
	if query, ok := strings.CutPrefix(s, "?"); ok {
		return query != "" && !unicode.IsSpace(firstRune(query))
	}
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "#")
}

// staysInside reports whether text after an authority would extend it, that is, whether it begins
// with a word character, or with a character that is special in an authority, here or in browsers.
func staysInside(s string) bool {
	if s == "" {
		return false
	}
	if c := s[0]; c < utf8.RuneSelf {
		return c != '.' && chars.Unreserved().Has(c) || strings.IndexByte(`%@\$&+=`, c) >= 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	return isHostRune(r) && linkTerm(r) != termSoft
}

// runEnd returns the end of a run of percent-encodings, ASCII characters in set, and non-ASCII
// characters that the grammar and accept both allow.
func runEnd(text string, i int, set chars.Set, accept func(rune) bool) int {
	for i < len(text) {
		switch c := text[i]; {
		case set.Has(c):
			i++
			continue
		case chars.HasPct(text[i:]):
			i += chars.PctLength
			continue
		case c < utf8.RuneSelf:
			return i
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !accept(r) || !rfc3987.Ucschar.Valid(text[i:i+size]) {
			return i
		}
		i += size
	}
	return i
}

// trimHost returns the end of an authority that ends an IRI, without trailing punctuation.
func trimHost(text string, host, end int) int {
	for end > host {
		r, size := utf8.DecodeLastRuneInString(text[host:end])
		if strings.IndexByte("-_~", text[end-1]) < 0 && linkTerm(r) != termSoft {
			break
		}
		end -= size
	}
	return end
}

// firstRune returns the first character of s.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
