package iri

import (
	"math/bits"
	"unicode/utf8"
)

// Escape returns s as text for a component of an IRI: it percent-encodes the bytes of all characters
// that may not stand there (RFC 3987, section 2.2), and every "%". So Unescape(Escape(s, c)) is s, and
// the result is a member of the component's rule. It allocates nothing when it changes nothing.
//
//   - [Segment] has no "/", [Path] keeps it.
//   - [QueryField] is for keys and values: it keeps no "&", "=", "+" and ";", as they have a meaning
//     between pairs. [Query] keeps them, and "?" and "/".
//   - [Host] is for names, and [Authority] is the same: ":", "@" and the brackets of an IP literal
//     are percent-encoded.
//   - No percent-encoding may stand in [Scheme] and [Port]. There Escape keeps letters, digits, "-",
//     ".", "_" and "~", and "+" in a scheme. The result has no delimiter, but is invalid if it has a "%".
//
// Of several components, joined by "|", Escape keeps the characters that all of them may have. Bytes
// that are not UTF-8 are percent-encoded, too. A space becomes "%20", never "+".
func Escape(s string, c Component) string { return escape(s, keptIn(c)) }

// EscapeURI is [Escape] for a component of a URI (RFC 3986): it percent-encodes all characters outside
// of ASCII, too.
func EscapeURI(s string, c Component) string { return escape(s, keptIn(c).onlyASCII()) }

// AppendEscape appends Escape(s, c) to dst.
func AppendEscape(dst []byte, s string, c Component) []byte { return keptIn(c).appendTo(dst, s) }

// AppendEscapeURI appends EscapeURI(s, c) to dst.
func AppendEscapeURI(dst []byte, s string, c Component) []byte {
	return keptIn(c).onlyASCII().appendTo(dst, s)
}

func escape(s string, k kept) string {
	if k.prefix(s) == len(s) {
		return s
	}
	var buffer [128]byte // on the stack: most results have one allocation
	return string(k.appendTo(buffer[:0], s))
}

// kept are the characters of a component that stand for themselves.
type kept struct {
	ascii            characterSet
	ucschar, private bool // those of the rules ucschar and iprivate
}

// keptIn returns the characters that all of the components keep: few if c is no component.
func keptIn(c Component) kept {
	unreserved := characterSet{unreservedLow, unreservedHigh}
	segment := characterSet{segmentLow, segmentHigh}
	query := characterSet{queryLow, queryHigh}
	const texts = Authority | Userinfo | Host | Path | Segment | Query | QueryField | Fragment
	k := kept{characterSet{^uint64(0), ^uint64(0)}, c&^texts == 0, c&^(Query|QueryField) == 0}
	if c == 0 {
		k = kept{ascii: unreserved}
	}
	for rest := c; rest != 0; rest &= rest - 1 {
		next := unreserved
		switch Component(1) << bits.TrailingZeros16(uint16(rest)) {
		case Scheme:
			next = unreserved.with("+")
		case Userinfo:
			next = characterSet{userinfoLow, userinfoHigh}
		case Authority, Host:
			next = characterSet{regNameLow, regNameHigh}
		case Path:
			next = segment.with("/")
		case Segment:
			next = segment
		case Query:
			next = query
		case QueryField:
			next = query.without("&=+;")
		case Fragment:
			next = characterSet{fragmentLow, fragmentHigh}
		}
		k.ascii.low &= next.low
		k.ascii.high &= next.high
	}
	return k
}

func (k kept) onlyASCII() kept { return kept{ascii: k.ascii} }

// prefix returns the length of the longest prefix of s that has kept characters alone.
func (k kept) prefix(s string) int {
	for i := 0; i < len(s); {
		if k.ascii.has(s[i]) {
			i++
			continue
		}
		size := k.foreign(s[i:])
		if size == 0 {
			return i
		}
		i += size
	}
	return len(s)
}

// foreign returns the size of the first character of s if it is not ASCII and is kept, otherwise 0.
func (k kept) foreign(s string) int {
	if s[0] < utf8.RuneSelf || !k.ucschar {
		return 0
	}
	_, size := utf8.DecodeRuneInString(s)
	if ruleUcschar.Valid(s[:size]) || k.private && rulePrivate.Valid(s[:size]) {
		return size
	}
	return 0
}

// appendTo appends s to dst, with the percent-encodings of all bytes that are not kept.
func (k kept) appendTo(dst []byte, s string) []byte {
	for {
		n := k.prefix(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return dst
		}
		_, size := utf8.DecodeRuneInString(s[n:])
		dst = appendPct(dst, s[n:n+size])
		s = s[n+size:]
	}
}

// appendPct appends the percent-encodings of all bytes of s, in upper case (RFC 3986, section 2.1).
func appendPct(dst []byte, s string) []byte {
	const digits = "0123456789ABCDEF"
	for i := range len(s) {
		dst = append(dst, '%', digits[s[i]>>4], digits[s[i]&15])
	}
	return dst
}
