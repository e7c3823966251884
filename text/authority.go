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
// authority, which contains none of the closers. The end is -1 if a forbidden character other than
// mark follows, or if "." or ":" follows and then more of an IRI.
func findAuthority(text string, at int, mark byte, closers closers) (host, end int) {
	host = at
	userinfo := chars.Userinfo()
	if closers.has('\'') {
		userinfo = userinfo.Without("'")
	}
	isOfThis := func(r rune) bool { return isOfUserinfo(r) && !closers.has(r) }
	if i := runEnd(text, at, userinfo, isOfThis); i < len(text) && text[i] == '@' {
		host = i + chars.UserinfoSuffix
	}
	name, hasStop := -1, false // the end of the host if the host is a name
	if strings.HasPrefix(text[host:], "[") {
		end = host + rfc3987.Ihost.Prefix(text[host:]) // equals host if there is no IP literal, because a host may be empty
	} else {
		end = runEnd(text, host, chars.Unreserved(), func(r rune) bool {
			hasStop = hasStop || isWideStop(r)
			return isHostRune(r) && !closers.has(r)
		})
		if hasStop {
			end = sentenceEnd(text, host, end)
		}
		name = end
	}
	if end < len(text) && text[end] == ':' {
		port := end + chars.PortPrefix
		port += rfc3987.Port.Prefix(text[port:])
		if port > end+chars.PortPrefix || port < len(text) && strings.IndexByte("/?#", text[port]) >= 0 {
			end = port
		}
	}
	rest := text[end:]
	for rest != "" && (rest[0] == ':' || rest[0] == '.') {
		rest = rest[1:]
	}
	isName := name == len(text)-len(rest) && !closers.has(firstRune(rest))
	if staysInside(rest, mark, isName) || len(rest) < len(text)-end && beginsTail(rest) {
		return host, -1
	}
	return host, end
}

// isOfUserinfo reports whether a userinfo may contain a non-ASCII character.
func isOfUserinfo(r rune) bool { return linkTerm(r) == termInclude }

// sentenceEnd returns the end of a host name that a wide full stop may end. Such a stop ends the
// name if only ASCII labels precede it, and if the next label contains a non-ASCII character or is
// the scheme of the next IRI.
func sentenceEnd(text string, host, end int) int {
	stop := end
	for i, r := range text[host:end] {
		switch {
		case r == '.':
			stop = end
		case isWideStop(r):
			stop = host + i
		case r >= utf8.RuneSelf:
			return stop
		}
	}
	if strings.HasPrefix(text[end:], "://") {
		return stop
	}
	return end
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
// A non-ASCII character extends only a host name, because no port contains one.
func staysInside(s string, mark byte, isName bool) bool {
	if s == "" {
		return false
	}
	if c := s[0]; c < utf8.RuneSelf {
		if c == '\\' {
			return !beginsEscape(s)
		}
		return c != mark && chars.Unreserved().Has(c) || strings.IndexByte("%@$&+=", c) >= 0
	}
	r, _ := utf8.DecodeRuneInString(s)
	return isName && isHostRune(r) && linkTerm(r) != termSoft
}

// beginsEscape reports whether s, which begins with a backslash, begins with an escape sequence
// such as \n, \" or \\n, and contains no "@" after it that may end a userinfo.
func beginsEscape(s string) bool {
	escape := strings.TrimLeft(s, `\`)
	if escape == "" || escape[0] != '"' && escape[0] != '\'' && escapeLength(`\`, escape) == 0 {
		return false
	}
	i := runEnd(escape, 0, chars.Userinfo(), isOfUserinfo)
	return i == len(escape) || escape[i] != '@'
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

// trimHost returns the end of an authority that ends an IRI, excluding trailing punctuation and
// invisible characters.
func trimHost(text string, host, end int) int {
	for end > host {
		r, size := utf8.DecodeLastRuneInString(text[host:end])
		isMark := strings.IndexByte("-_~", text[end-1]) >= 0 || isWideStop(r)
		if !isMark && termInText(text[host:end-size], r) != termSoft {
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
