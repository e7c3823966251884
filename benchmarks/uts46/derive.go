package main

import (
	"strings"
	"unicode"

	unicode17 "github.com/irilex/iri/internal/idna"
)

// This file derives the property of RFC 5892 from the Unicode Character Database.

// Code points that RFC 5892 lists (section 2.6; no code point is in its section 2.7). U+19DA, which
// was PVALID until Unicode 6.0, is not among them (RFC 6452).
const (
	exceptionallyValid      = "\u00DF\u03C2\u06FD\u06FE\u0F0B\u3007"
	exceptionallyDisallowed = "\u0640\u07FA\u302E\u302F\u3031\u3032\u3033\u3034\u3035\u303B"
	inContext               = "\u00B7\u0375\u05F3\u05F4\u30FB" + // CONTEXTO, with the Arabic digits
		"\u200C\u200D" // CONTEXTJ
)

// oldHangulJamo contains the code points whose Hangul_Syllable_Type is L, V or T (section 2.9).
var oldHangulJamo = &unicode.RangeTable{R16: []unicode.Range16{
	{0x1100, 0x11FF, 1}, {0xA960, 0xA97C, 1}, {0xD7B0, 0xD7C6, 1}, {0xD7CB, 0xD7FB, 1},
}}

// ignorableBlocks contains Combining Diacritical Marks for Symbols, Musical Symbols, and Ancient
// Greek Musical Notation (section 2.4).
var ignorableBlocks = &unicode.RangeTable{
	R16: []unicode.Range16{{0x20D0, 0x20FF, 1}},
	R32: []unicode.Range32{{0x1D100, 0x1D1FF, 1}, {0x1D200, 0x1D24F, 1}},
}

// isPermitted reports whether a code point is PVALID, CONTEXTJ or CONTEXTO (RFC 5892, section 3).
// Its property is then not DISALLOWED, and not UNASSIGNED, because a letter is assigned.
func isPermitted(r rune) bool {
	s := string(r)
	switch {
	case strings.Contains(exceptionallyValid+inContext, s):
		return true
	case strings.Contains(exceptionallyDisallowed, s), !isStable(r),
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.White_Space,
			unicode.Noncharacter_Code_Point, ignorableBlocks, oldHangulJamo):
		return false
	}
	return r == '-' || unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lo, unicode.Nd, unicode.Lm, unicode.Mn, unicode.Mc)
}

// isStable reports whether case folding and NFKC leave a code point as it is (section 2.2). UTS 46
// derives its mappings from the same operation. Package golang.org/x/text/cases folds Cherokee
// letters differently from the Unicode Character Database.
func isStable(r rune) bool {
	status, _ := statusOf(r)
	return status == unicode17.Valid
}

// classOf returns the class of a code point in the tables.
func classOf(r rune) unicode17.Class {
	switch {
	case !isPermitted(r):
		return unicode17.NotPermitted
	case unicode.Is(unicode.Greek, r):
		return unicode17.Greek
	case unicode.Is(unicode.Hebrew, r):
		return unicode17.Hebrew
	case unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han):
		return unicode17.KanaOrHan
	}
	return unicode17.Permitted
}
