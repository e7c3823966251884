package iri

import (
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// Escape returns s as text for a component of an IRI: it percent-encodes the bytes of all
// characters not allowed there (RFC 3987, section 2.2), and every "%". So Unescape(Escape(s, c)) is
// s if s is UTF-8, and the result is a member of the component's rule, except for [Scheme] and
// [Port]. Without a change there is no allocation.
//
//   - [Segment] has no "/", [Path] keeps it.
//   - [QueryField] is for keys and values: it keeps no "&", "=", "+" and ";", as they have a
//     meaning between pairs. [Query] keeps them, and "?" and "/".
//   - [Userinfo] keeps the ":" between a name and a password. Userinfo|Host, for a name, keeps no
//     ":".
//   - [Host] is for names, and [Authority] is the same: ":", "@" and the brackets of an IP literal
//     are percent-encoded.
//   - No percent-encoding may stand in [Scheme] and [Port]. There Escape keeps letters, digits,
//     "-", ".", "_" and "~", and "+" in a scheme. The result has no delimiter, but may be invalid:
//     Escape("abc", Port) is "abc".
//
// Of several components, joined by "|", Escape keeps the characters kept by all of them. Bytes
// outside of UTF-8 are percent-encoded, too. A space becomes "%20", never "+". Of the zero
// Component Escape keeps letters, digits, "-", ".", "_" and "~" of ASCII.
//
// The texts "." and ".." stay dot segments, because no percent-encoding changes this:
// [IRI.JoinPath] refuses them.
func Escape(s string, c Component) string { return escape(s, keptIn(c)) }

// EscapeURI is [Escape] for a component of a URI (RFC 3986): it percent-encodes all characters
// outside of ASCII, too.
func EscapeURI(s string, c Component) string { return escape(s, keptIn(c).onlyASCII()) }

// AppendEscape appends Escape(s, c) to dst.
func AppendEscape(dst []byte, s string, c Component) []byte { return keptIn(c).appendTo(dst, s) }

// AppendEscapeURI appends EscapeURI(s, c) to dst.
func AppendEscapeURI(dst []byte, s string, c Component) []byte {
	return keptIn(c).onlyASCII().appendTo(dst, s)
}

func escape(s string, k kept) string {
	n := k.prefix(s)
	if n == len(s) {
		return s
	}
	var buffer [128]byte // on the stack: most results have one allocation
	return string(k.appendTo(append(buffer[:0], s[:n]...), s[n:]))
}

// kept is the set of characters standing for themselves in a component.
type kept struct {
	ascii            chars.Set
	ucschar, private bool // those of the rules ucschar and iprivate
}

// keptIn returns the characters kept by all of the components; few if c is no component.
func keptIn(c Component) kept {
	one := c & -c
	k := keptInOne(one)
	for c ^= one; c != 0; c ^= one {
		one = c & -c
		k = k.and(keptInOne(one))
	}
	return k
}

// keptInOne returns the characters kept by a component.
func keptInOne(c Component) kept {
	switch c {
	case Scheme:
		return kept{ascii: chars.Unreserved().With("+")}
	case Userinfo:
		return kept{chars.Userinfo(), true, false}
	case Authority, Host:
		return kept{chars.RegName(), true, false}
	case Path:
		return kept{chars.Path(), true, false}
	case Segment:
		return kept{chars.Segment(), true, false}
	case Query:
		return kept{chars.Query(), true, true}
	case QueryField:
		return kept{chars.Query().Without("&=+;"), true, true}
	case Fragment:
		return kept{chars.Fragment(), true, false}
	}
	return kept{ascii: chars.Unreserved()} // of a port, too
}

// and returns the characters in both sets.
func (k kept) and(l kept) kept {
	ascii := chars.Set{Low: k.ascii.Low & l.ascii.Low, High: k.ascii.High & l.ascii.High}
	return kept{ascii, k.ucschar && l.ucschar, k.private && l.private}
}

func (k kept) onlyASCII() kept { return kept{ascii: k.ascii} }

// prefix returns the length of the longest prefix of s with kept characters alone.
func (k kept) prefix(s string) int {
	for i := 0; i < len(s); {
		if k.ascii.Has(s[i]) {
			i++
			continue
		}
		size, keep := k.foreign(s[i:])
		if !keep {
			return i
		}
		i += size
	}
	return len(s)
}

// appendTo appends s to dst, with the percent-encodings of all bytes not kept. Tested against:
// escapeByRule in TestEscapeOfEachCharacter.
func (k kept) appendTo(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		if k.ascii.Has(s[i]) {
			dst = append(dst, s[i])
			i++
			continue
		}
		size, keep := k.foreign(s[i:])
		if keep {
			dst = append(dst, s[i:i+size]...)
		} else {
			dst = chars.AppendPcts(dst, s[i:i+size])
		}
		i += size
	}
	return dst
}

// foreign returns the size of the first character of s, and whether it is kept. Requires: the
// character is not in the ASCII set. The size of a character not kept may be that of its first
// byte.
func (k kept) foreign(s string) (size int, keep bool) {
	if s[0] < utf8.RuneSelf || !k.ucschar {
		return 1, false
	}
	_, size = utf8.DecodeRuneInString(s)
	return size, ruleUcschar.Valid(s[:size]) || k.private && rulePrivate.Valid(s[:size])
}
