package formats

import (
	"github.com/irilex/iri/internal/idna"
	rules "github.com/irilex/iri/tables/formats"
)

// Hostname reports whether s is a host name of RFC 1123, section 2.1, such as "www.example.com".
// The table accepts labels of 1 to 63 letters, digits and hyphens that neither begin nor end with a
// hyphen. It does not accept a final dot. Three more rules are checked:
//
//   - The name has at most 253 octets (RFC 1035, section 2.3.4).
//   - It does not consist of four numbers (RFC 1123, section 2.1), even if they exceed 255.
//   - Labels that begin with "xn--" are A-labels of IDNA 2008 with Unicode 17: they decode to
//     labels that [IDNHostname] accepts. The Bidi rule applies to the whole name.
//
// Other labels with hyphens as their third and fourth characters are accepted, such as "r3---sn-a".
func Hostname(s string) bool { return rules.Hostname.Valid(s) && hostName(s) == nil }

// IDNHostname reports whether s is a host name that may be internationalized (RFC 5890, section
// 2.3.2.3), such as "www.bücher.example". The table checks only the positions of hyphens and full
// stops, which include U+3002, U+FF0E and U+FF61 (RFC 5895, section 2). No other character is
// mapped. These rules are also checked:
//
//   - ASCII labels follow the rules of [Hostname].
//   - Other labels are U-labels (RFC 5891, section 4.2): they are in Normalization Form C, consist
//     of code points that RFC 5892, applied to Unicode 17, permits in their context, do not begin
//     with a combining mark, and do not have hyphens as their third and fourth characters. The
//     A-label of each has at most 63 octets.
//   - If any character is written from right to left, each label meets the Bidi rule (RFC 5893).
//   - The name has at most 253 octets with A-labels, and does not consist of four numbers.
func IDNHostname(s string) bool { return rules.IDNHostname.Valid(s) && hostName(s) == nil }

// hostName checks what the tables for host names do not. Requires: s consists of labels without a
// hyphen at either end, separated by full stops; ASCII labels contain letters, digits and hyphens
// only.
func hostName(s string) *Error {
	if isDottedDecimal(s) {
		return &Error{Length: len(s), Message: "four numbers are not a host name"}
	}
	if offset, length, err := idna.CheckName(s); err != nil {
		return &Error{Offset: offset, Length: length, Message: err.Error()}
	}
	return nil
}

// isDottedDecimal reports whether a name consists of four numbers.
func isDottedDecimal(name string) bool {
	stops := 0
	for _, r := range name {
		switch {
		case idna.IsFullStop(r):
			stops++
		case r < '0' || r > '9':
			return false
		}
	}
	return stops == 3
}
