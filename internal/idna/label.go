package idna

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// CheckName checks a host name as defined by IDNA 2008 (RFC 5890 to RFC 5893): each label is an
// A-label, a U-label or an ASCII label, the labels meet the Bidi rule if any character is written
// from right to left, and the DNS name has at most 253 octets. It does not map characters, but
// labels may also end at the full stops of RFC 5895, section 2. The error concerns
// name[offset:offset+length]. Requires: no label is empty, and ASCII labels consist of letters,
// digits and hyphens, with no hyphen at either end.
//
// CheckName allocates only for errors, for A-labels with capital letters, and for text whose
// normalization is difficult.
func CheckName(name string) (offset, length int, err error) {
	var l decodedLabel
	octets, isBidi := -1, false // no dot precedes the first label
	for next := 0; next <= len(name); {
		from, to := next, 0
		to, next = labelEnd(name, from)
		if err := l.decode(name[from:to]); err != nil {
			return from, to - from, err
		}
		octets += 1 + l.octets
		isBidi = isBidi || l.isBidi
	}
	if octets > maxName {
		return 0, len(name), longName()
	}
	for next := 0; isBidi && next <= len(name); {
		from, to := next, 0
		to, next = labelEnd(name, from)
		if err := l.decode(name[from:to]); err == nil && !hasOneDirection(l.text()) {
			return from, to - from, directionError(l.text())
		}
	}
	return 0, 0, nil
}

// labelEnd returns the end offset of the label that begins at from, and the offset of the next
// label. For the last label, these are len(name) and len(name)+1.
func labelEnd(name string, from int) (to, next int) {
	for i, r := range name[from:] {
		if IsFullStop(r) {
			return from + i, from + i + utf8.RuneLen(r)
		}
	}
	return len(name), len(name) + 1
}

// IsFullStop reports whether r ends a label (RFC 5895, section 2).
func IsFullStop(r rune) bool { return r == '.' || r == '\u3002' || r == '\uFF0E' || r == '\uFF61' }

// A decodedLabel is the Unicode form of a label and the length of its DNS form.
type decodedLabel struct {
	runes     [MaxLabel]rune
	n, octets int
	isBidi    bool // whether a character is written from right to left or is an Arabic digit
}

func (l *decodedLabel) text() []rune { return l.runes[:l.n] }

// decode decodes a label. It returns an error if the label is invalid, but does not check the Bidi
// rule.
func (l *decodedLabel) decode(s string) error {
	isASCII := true
	l.n, l.isBidi = 0, false
	for _, r := range s {
		if l.n == MaxLabel { // each rune takes at least one octet
			return longLabel()
		}
		l.runes[l.n] = r
		l.n++
		isASCII = isASCII && r < utf8.RuneSelf
	}
	l.octets = l.n
	if isASCII && !hasPrefixFold(s) {
		return nil
	}
	if isASCII { // decoding is injective, so s is the A-label of the result
		n, ok := DecodePunycode(strings.ToLower(s[len(prefix):]), &l.runes)
		if !ok {
			return labelError([]rune(s), "is not valid Punycode")
		}
		l.n, l.isBidi = n, isBidirectional(l.runes[:n])
		return validateULabel(l.text())
	}
	l.isBidi = isBidirectional(l.text())
	if err := validateULabel(l.text()); err != nil {
		return err
	}
	var buffer [8 * MaxLabel]byte // a code point takes at most seven digits
	if l.octets = len(prefix) + len(appendPunycode(buffer[:0], l.text())); l.octets > MaxLabel {
		return labelError(l.text(), "has more than 63 octets as Punycode")
	}
	return nil
}

// hasPrefixFold reports whether a label begins with "xn--", in upper or lower case.
func hasPrefixFold(s string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// validateULabel checks a U-label (RFC 5891, section 4.2). The code points that IDNA 2008 permits
// are among those that UTS 46 considers valid.
func validateULabel(label []rune) error {
	if !isNormal(label) {
		return labelError(label, "is not in Normalization Form C")
	}
	for _, r := range label {
		if 'A' <= r && r <= 'Z' {
			return labelError(label, "is not ASCII and contains a capital letter; lowercase it")
		}
	}
	if err := validate(label); err != nil {
		return err
	}
	for i, r := range label {
		if r >= utf8.RuneSelf && PropertiesOf(r).Class == NotPermitted { // validate knows ASCII
			return errors.New(quoted(r) + " is not allowed")
		}
		if !isInContext(label, i) {
			return labelError(label, "contains "+quoted(r)+" in the wrong context")
		}
	}
	return nil
}

// isInContext reports whether label[i] meets its contextual rule (RFC 5892, appendices A.3 to A.9).
// The function validate checks the rules for joiners.
func isInContext(label []rune, i int) bool {
	before, after := rune(0), rune(0)
	if i > 0 {
		before = label[i-1]
	}
	if i+1 < len(label) {
		after = label[i+1]
	}
	switch r := label[i]; {
	case r == '\u00B7': // MIDDLE DOT, in Catalan
		return before == 'l' && after == 'l'
	case r == '\u0375': // GREEK LOWER NUMERAL SIGN (KERAIA)
		return PropertiesOf(after).Class == Greek
	case r == '\u05F3' || r == '\u05F4': // HEBREW PUNCTUATION GERESH, GERSHAYIM
		return PropertiesOf(before).Class == Hebrew
	case r == '\u30FB': // KATAKANA MIDDLE DOT
		return slices.ContainsFunc(label, func(r rune) bool { return PropertiesOf(r).Class == KanaOrHan })
	case '\u0660' <= r && r <= '\u0669': // ARABIC-INDIC DIGITS, not with the extended ones of A.9
		return !slices.ContainsFunc(label, func(r rune) bool { return '\u06F0' <= r && r <= '\u06F9' })
	}
	return true
}
