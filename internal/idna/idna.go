// Package idna converts host names to DNS names as defined by Unicode Technical Standard 46 (UTS
// 46), validates them as defined by IDNA 2008, and checks Normalization Form C. Its tables always
// come from Unicode version [UnicodeVersion], regardless of the Go release, because different
// versions may map a name to different domains.
//
// A label is the text between two dots of a name. In a DNS name, a non-ASCII label is written as
// "xn--" followed by its Punycode.
package idna

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DNS limits in octets (RFC 1035, section 2.3.4).
const (
	MaxLabel = 63
	maxName  = 253 // not counting the dot that denotes the root
)

const prefix = "xn--" // prefix of Punycode labels

const nonJoiner, joiner = '\u200C', '\u200D'

// ToASCII converts a host name to a DNS name using the ToASCII operation of UTS 46, section 4.2:
// non-transitional, with UseSTD3ASCIIRules, CheckHyphens, CheckBidi, CheckJoiners and
// VerifyDnsLength, except that the name may end in a dot, which denotes the root.
func ToASCII(name string) (string, error) {
	runes := normalize(mapped(name))
	if len(runes) > maxName+1 { // each rune takes at least one octet
		return "", longName()
	}
	labels := splitLabels(runes)
	hasRoot := len(labels) > 1 && len(labels[len(labels)-1]) == 0
	if hasRoot {
		labels = labels[:len(labels)-1]
	}
	for i := range labels {
		var err error
		if labels[i], err = unicodeLabel(labels[i]); err != nil {
			return "", err
		}
		if err := validate(labels[i]); err != nil {
			return "", err
		}
	}
	if err := validateDirections(labels); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, label := range labels {
		if i > 0 {
			b.WriteByte('.')
		}
		ascii := asciiLabel(label)
		if len(ascii) > MaxLabel {
			return "", longLabel()
		}
		b.WriteString(ascii)
	}
	if b.Len() > maxName {
		return "", longName()
	}
	if hasRoot {
		b.WriteByte('.')
	}
	return b.String(), nil
}

func longName() error { return errors.New("it has more than " + strconv.Itoa(maxName) + " octets") }

func longLabel() error {
	return errors.New("a label has more than " + strconv.Itoa(MaxLabel) + " octets")
}

// labelError returns an error whose text begins with the label.
func labelError(label []rune, text string) error {
	return errors.New("the label " + strconv.Quote(string(label)) + " " + text)
}

// quoted formats a code point with its character: "a" (U+0061).
func quoted(r rune) string { return strconv.Quote(string(r)) + " (" + codePoint(r) + ")" }

// codePoint formats a code point: U+200D.
func codePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(hex))) + hex
}

// mapped replaces and removes code points according to the UTS 46 mapping table. It keeps
// disallowed code points, which validate reports.
func mapped(s string) []rune {
	runes := make([]rune, 0, len(s))
	for _, r := range s {
		switch PropertiesOf(r).Status {
		case Mapped:
			for _, r := range MappingOf(r) {
				runes = append(runes, r)
			}
		case Ignored:
		default:
			runes = append(runes, r)
		}
	}
	return runes
}

// splitLabels splits a name at its dots.
func splitLabels(name []rune) (labels [][]rune) {
	for {
		dot := slices.Index(name, '.')
		if dot < 0 {
			return append(labels, name)
		}
		labels = append(labels, name[:dot])
		name = name[dot+1:]
	}
}

// unicodeLabel decodes a Punycode label, and returns any other label unchanged. It returns an error
// for an empty label, and for a label of more than MaxLabel code points, because each code point
// takes at least one octet in DNS.
func unicodeLabel(label []rune) ([]rune, error) {
	if len(label) == 0 {
		return nil, errors.New("a label is empty")
	}
	if len(label) > MaxLabel {
		return nil, longLabel()
	}
	s := string(label)
	code, ok := strings.CutPrefix(s, prefix)
	if !ok {
		return label, nil
	}
	var runes [MaxLabel]rune
	n := 0
	if len(s) == len(label) { // otherwise the label is not ASCII
		n, ok = DecodePunycode(code, &runes)
	}
	if n == 0 || !ok || !isNormal(runes[:n]) {
		return nil, labelError(label, "is not valid Punycode")
	}
	return runes[:n], nil
}

// asciiLabel returns the DNS form of a label.
func asciiLabel(label []rune) string {
	if slices.ContainsFunc(label, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return prefix + encodePunycode(label)
	}
	return string(label)
}

// validate checks the validity criteria of UTS 46, section 4.1, except the criteria about
// directions. Requires: the label is in Normalization Form C.
func validate(label []rune) error {
	first, last := label[0], label[len(label)-1]
	switch {
	case first == '-':
		return labelError(label, "begins with a hyphen")
	case last == '-':
		return labelError(label, "ends with a hyphen")
	case len(label) >= 4 && label[2] == '-' && label[3] == '-':
		return labelError(label, "has hyphens as its third and fourth characters")
	case PropertiesOf(first).IsMark:
		return labelError(label, "begins with a combining mark")
	}
	for i, r := range label {
		switch {
		case PropertiesOf(r).Status != Valid || r < utf8.RuneSelf && !isSTD3(r):
			return errors.New(quoted(r) + " is not allowed")
		case (r == joiner || r == nonJoiner) && !isJoinerInContext(label, i):
			return labelError(label, "contains "+codePoint(r)+" between letters that do not join")
		}
	}
	return nil
}

// isSTD3 reports whether a lower-case ASCII character is allowed in DNS names.
func isSTD3(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' }

// isJoinerInContext reports whether label[i], a joiner or a non-joiner, is allowed in its context
// (RFC 5892, appendices A.1 and A.2).
func isJoinerInContext(label []rune, i int) bool {
	const virama = 9
	if i > 0 && PropertiesOf(label[i-1]).Combining == virama {
		return true
	}
	before, after := i-1, i+1
	for before >= 0 && joiningOf(label[before]) == Transparent {
		before--
	}
	for after < len(label) && joiningOf(label[after]) == Transparent {
		after++
	}
	return label[i] == nonJoiner && before >= 0 && after < len(label) &&
		(joiningOf(label[before]) == LeftJoining || joiningOf(label[before]) == DualJoining) &&
		(joiningOf(label[after]) == RightJoining || joiningOf(label[after]) == DualJoining)
}

func joiningOf(r rune) Joining { return PropertiesOf(r).Joining }

// validateDirections returns an error if a label mixes writing directions. It checks all labels of
// a name, but only if the name contains a right-to-left character (RFC 5893, section 2).
func validateDirections(labels [][]rune) error {
	if !slices.ContainsFunc(labels, isBidirectional) {
		return nil
	}
	for _, label := range labels {
		if !hasOneDirection(label) {
			return directionError(label)
		}
	}
	return nil
}

// directionError returns the error for a label that hasOneDirection rejects.
func directionError(label []rune) error {
	if isBidirectional(label) {
		return labelError(label, "mixes writing directions")
	}
	return labelError(label, "must begin with a letter in a name with right-to-left letters")
}

func isBidirectional(label []rune) bool {
	return slices.ContainsFunc(label, func(r rune) bool {
		d := PropertiesOf(r).Direction
		return d == RightToLeft || d == ArabicNumber
	})
}

// hasOneDirection reports whether a label meets the six conditions of RFC 5893, section 2.
func hasOneDirection(label []rune) bool {
	var has [Neutral + 1]bool
	last := Neutral // the last direction other than NonspacingMark
	for _, r := range label {
		d := PropertiesOf(r).Direction
		has[d] = true
		if d != NonspacingMark {
			last = d
		}
	}
	switch PropertiesOf(label[0]).Direction { // condition 1
	case RightToLeft: // conditions 2, 3 and 4
		return !has[LeftToRight] && !(has[EuropeanNumber] && has[ArabicNumber]) &&
			(last == RightToLeft || last == EuropeanNumber || last == ArabicNumber)
	case LeftToRight: // conditions 5 and 6
		return !has[RightToLeft] && !has[ArabicNumber] && (last == LeftToRight || last == EuropeanNumber)
	}
	return false
}
