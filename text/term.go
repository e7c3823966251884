package text

import "unicode"

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
	case unicode.In(r, unicode.White_Space, unicode.Deprecated):
		return termHard
	case unicode.In(r, unicode.L, unicode.M, unicode.N):
		return termInclude
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

// termInText is linkTerm with the differences that [Finder] documents.
func termInText(r rune) term {
	t := linkTerm(r)
	switch {
	case r == '…':
		return termSoft
	case r == '“', r == '”', r == '«', r == '»':
		return termHard
	case t == termSoft && r >= 0x3000 && (r < 0x3040 || 0xFE10 <= r && r < 0xFE70 || 0xFF00 <= r && r < 0xFFF0):
		return termHard
	}
	return t
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

// isQuotation reports whether the property Line_Break of a character is Quotation (QU). Package
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

// isHostRune reports whether host names may contain a non-ASCII character. The allowed punctuation
// characters are full stops (UTS #46, section 2.3) and the characters that IDNA allows (RFC 5892,
// section 2.6); the allowed format characters are the joiners.
func isHostRune(r rune) bool {
	switch r {
	case 0x3002, 0xFF0E, 0xFF61:
		return true
	case 0x00B7, 0x05F3, 0x05F4, 0x0F0B, 0x30FB, 0x200C, 0x200D:
		return true
	}
	return r >= 0x80 && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S)
}
