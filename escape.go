package iri

import (
	"unicode/utf8"

	"github.com/irilex/iri/internal/chars"
)

// Escape percent-encodes s for a component of an IRI: it encodes the bytes of every character not
// allowed there (RFC 3987, section 2.2), and every "%". If s is UTF-8, Unescape(Escape(s, c))
// returns s. The result is valid in the component, except in [Scheme] and [Port]. If nothing
// changes, Escape does not allocate.
//
//   - For [Segment] it encodes "/"; for [Path] it does not.
//   - [QueryField] is for keys and values: Escape encodes "&", "=", "+" and ";", which can separate
//     pairs or mean a space. For [Query] it does not encode them.
//   - For [Userinfo] it keeps the ":" between a name and a password. For a name, use Userinfo|Host,
//     which encodes ":".
//   - [Host] and [Authority] are for names: Escape encodes ":", "@" and the brackets of an IP
//     literal.
//   - [Scheme] and [Port] do not allow percent-encodings. Escape keeps letters, digits, "-", ".",
//     "_", "~" and, in a scheme, "+". The result contains no delimiter, but may be invalid:
//     Escape("abc", Port) is "abc".
//
// For components joined by "|", Escape keeps only the characters that it keeps for every component.
// It encodes invalid UTF-8 byte by byte, and a space as "%20", never "+". For the zero Component it
// keeps ASCII letters, digits, "-", ".", "_" and "~".
//
// Escape cannot turn "." and ".." into ordinary names: they are dot segments even if
// percent-encoded. [IRI.JoinPath] rejects them.
func Escape(s string, c Component) string { return escape(s, keptIn(c)) }

// EscapeURI is like [Escape], but for a component of a URI (RFC 3986): it also percent-encodes all
// non-ASCII characters.
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
	var buffer [128]byte // on the stack: most calls allocate only the result
	return string(k.appendTo(append(buffer[:0], s[:n]...), s[n:]))
}

// kept is the set of characters that a component keeps unencoded.
type kept struct {
	ascii            chars.Set
	ucschar, private bool // whether characters that match ucschar and iprivate are kept
}

// keptIn returns the characters that every component in c keeps, or the unreserved characters if c
// is 0.
func keptIn(c Component) kept {
	one := c & -c
	k := keptInOne(one)
	for c ^= one; c != 0; c ^= one {
		one = c & -c
		k = k.and(keptInOne(one))
	}
	return k
}

// keptInOne returns the characters that one component keeps.
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
	return kept{ascii: chars.Unreserved()} // also used for a port
}

// and returns the intersection of two sets.
func (k kept) and(l kept) kept {
	ascii := chars.Set{Low: k.ascii.Low & l.ascii.Low, High: k.ascii.High & l.ascii.High}
	return kept{ascii, k.ucschar && l.ucschar, k.private && l.private}
}

func (k kept) onlyASCII() kept { return kept{ascii: k.ascii} }

// prefix returns the length of the longest prefix of s that contains only kept characters.
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

// appendTo appends s to dst and percent-encodes the bytes of characters that are not in k. Tested
// against: escapeByRule in TestEscapeOfEachCharacter.
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

// foreign returns the size of the first character of s, and whether it is kept. The size may be 1
// for a character that is not kept. Requires: the character is not in k.ascii.
func (k kept) foreign(s string) (size int, keep bool) {
	if s[0] < utf8.RuneSelf || !k.ucschar {
		return 1, false
	}
	_, size = utf8.DecodeRuneInString(s)
	return size, ruleUcschar.Valid(s[:size]) || k.private && rulePrivate.Valid(s[:size])
}
