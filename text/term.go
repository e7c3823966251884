package text

import (
	"unicode"
	"unicode/utf8"
)

// A term is a value of the Unicode property Link_Term (UTS #58, property data).
type term uint8

const (
	termHard    term = iota // ends an IRI
	termSoft                // part of an IRI if a later character is part of it
	termOpen                // an opening bracket that needs a closing partner
	termClose               // ends an IRI unless it matches an opening bracket
	termInclude             // part of an IRI
)

// linkTerm returns the Link_Term of a character, derived from other properties as in UTS #58. It
// uses package unicode, so support for new characters depends on the Go version. Tested against:
// TestLinkTerm.
func linkTerm(r rune) term {
	switch {
	case r < 0x80:
		return asciiTerm(byte(r))
	case unicode.Is(unicode.Deprecated, r):
		return termHard
	case unicode.In(r, unicode.L, unicode.M, unicode.N):
		return termInclude
	case unicode.Is(unicode.White_Space, r):
		return termHard
	case isTerminal(r), isQuotation(r):
		return termSoft
	case isPaired(r) && unicode.Is(unicode.Ps, r):
		return termOpen
	case isPaired(r) && unicode.Is(unicode.Pe, r):
		return termClose
	case unicode.In(r, unicode.P, unicode.S, unicode.Cf):
		return termInclude
	}
	return termHard // unassigned, private use, a control or a surrogate
}

// termInText is linkTerm with the differences that [Finder] documents. The text before precedes r.
func termInText(before string, r rune) term {
	if r < 0x80 {
		return asciiTerm(byte(r))
	}
	t := linkTerm(r)
	switch {
	case r == '…', t == termInclude && isInvisible(r) && !(isJoiner(r) && endsWithMark(before)):
		return termSoft
	case r == '“', r == '”', r == '«', r == '»', r == '＂':
		return termHard
	case isWide(r) && (t == termSoft || t == termInclude && unicode.In(r, unicode.Ps, unicode.Pe)):
		return termHard
	}
	return t
}

// isWide reports whether a character is in a block of wide punctuation.
func isWide(r rune) bool {
	return r >= 0x3000 && (r < 0x3040 || 0xFE10 <= r && r < 0xFE70 || 0xFF00 <= r && r < 0xFFF0)
}

// isInvisible reports whether a character that an IRI may contain is the Braille blank, or has the
// property Default_Ignorable_Code_Point and is not a variation selector (those style emoji). Tested
// against: TestFindLeavesOutInvisible.
func isInvisible(r rune) bool {
	switch r {
	case 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2800, 0x3164, 0xFEFF, 0xFFA0:
		return true
	}
	return r >= 0x200B && (r <= 0x200F || 0x202A <= r && r <= 0x202E || 0x2060 <= r && r <= 0x206F ||
		0x1BCA0 <= r && r <= 0x1BCA3 || 0x1D173 <= r && r <= 0x1D17A)
}

// isJoiner reports whether a character is a joiner. In the scripts of India, words can end with a
// virama and a joiner.
func isJoiner(r rune) bool { return r == 0x200C || r == 0x200D }

// endsWithMark reports whether s ends with a combining mark, such as a virama.
func endsWithMark(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.Is(unicode.M, r)
}

// asciiTerm returns the Link_Term of an ASCII character.
func asciiTerm(c byte) term {
	switch c {
	case '!', '"', '\'', ',', '.', ':', ';', '?':
		return termSoft
	case '(', '<', '[', '{':
		return termOpen
	case ')', '>', ']', '}':
		return termClose
	}
	if c <= ' ' || c == 0x7F {
		return termHard
	}
	return termInclude
}

// isTerminal reports whether a character has the property Terminal_Punctuation. The characters in
// the switch gained or lost it after Unicode 15.0, the version of package unicode in Go 1.26.
func isTerminal(r rune) bool {
	switch r {
	case 0x2024, 0x2CF9, 0x2CFA, 0x2CFB, 0xFE12, 0xFE15, 0xFE16:
		return true
	case 0x0836:
		return false
	}
	return unicode.Is(unicode.Terminal_Punctuation, r)
}

// isQuotation reports whether the Line_Break property of a character is Quotation (QU). Package
// unicode lacks this property; the ranges are the quotation marks outside the categories Pi and Pf.
func isQuotation(r rune) bool {
	return unicode.In(r, unicode.Pi, unicode.Pf) ||
		0x275B <= r && r <= 0x2760 || 0x2E00 <= r && r <= 0x2E0D || 0x1F676 <= r && r <= 0x1F678
}

// isPaired reports whether a character of category Ps or Pe has a Bidi_Paired_Bracket_Type. Low
// quotation marks, ornate parentheses and presentation forms do not have one.
func isPaired(r rune) bool {
	switch r {
	case 0x201A, 0x201E, 0x2E42, 0x301D, 0x301E, 0x301F:
		return false
	}
	return r < 0xFD3E || r > 0xFE48
}

// openerOf returns the Link_Bracket of a closing bracket, that is, its opening bracket (UTS #58,
// property data).
func openerOf(r rune) rune {
	switch r {
	case '>', ']', '}', 0xFF3D, 0xFF5D:
		return r - 2
	case 0x298E:
		return 0x298F
	case 0x2990:
		return 0x298D
	}
	return r - 1
}

// isHostRune reports whether host names may contain the given non-ASCII character. The allowed
// punctuation characters are full stops (UTS #46, section 2.3) and the characters that IDNA allows
// (RFC 5892, section 2.6); the allowed format characters are the joiners.
func isHostRune(r rune) bool {
	switch r {
	case 0x00B7, 0x05F3, 0x05F4, 0x0F0B, 0x30FB, 0x200C, 0x200D:
		return true
	}
	return isWideStop(r) || r >= 0x80 && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S)
}

// isWideStop reports whether a character separates labels as a full stop does.
func isWideStop(r rune) bool { return r == 0x3002 || r == 0xFF0E || r == 0xFF61 }

// closers holds the marks that close an opening delimiter.
type closers [2]rune

// closersOf returns the closers of a quotation mark or angle bracket. Some quotation marks have two
// closers, because usage differs between languages.
func closersOf(opening rune) closers {
	switch opening {
	case '"', '\'', '`', '’', '”', '״', '׳', '＂', '＇':
		return closers{opening}
	case '<':
		return closers{'>'}
	case '‘':
		return closers{'’'}
	case '‚':
		return closers{'‘', '’'}
	case '“':
		return closers{'”'}
	case '„':
		return closers{'“', '”'}
	case '‹':
		return closers{'›'}
	case '›':
		return closers{'‹'}
	case '«':
		return closers{'»'}
	case '»':
		return closers{'«'}
	}
	return closers{}
}

func (c closers) has(r rune) bool { return r == c[0] || r == c[1] }
