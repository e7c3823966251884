package formats

import rules "github.com/irilex/iri/tables/formats"

// UUID reports whether s is a UUID of RFC 9562, section 4, such as
// "f81d4fae-7dec-11d0-a765-00a0c91e6bf6". Any version and variant is accepted; "urn:uuid:" and
// braces are not. The table suffices.
func UUID(s string) bool { return rules.UUID.Valid(s) }

// ULID reports whether s is a ULID of github.com/ulid/spec, such as "01ARZ3NDEKTSV4RRFFQ69G5FAV",
// in upper or lower case. The first digit is at most 7. The table suffices.
func ULID(s string) bool { return rules.ULID.Valid(s) }

// SemVer reports whether s is a version of Semantic Versioning 2.0.0, such as "1.0.0-rc.1+build.5".
// "v1.0.0" is not a version. The table suffices.
func SemVer(s string) bool { return rules.Semver.Valid(s) }

// E164 reports whether s is "+" followed by an international telephone number of ITU-T E.164: 2 to
// 15 digits, the first of which is not 0, such as "+18165551212". Whether the country code exists
// is not checked. The table suffices.
func E164(s string) bool { return rules.E164.Valid(s) }

// HexColor reports whether s is a color of CSS Color 4, section 5.2: "#" followed by 3, 4, 6 or 8
// hexadecimal digits, such as "#c0ffee". The table suffices.
func HexColor(s string) bool { return rules.HexColor.Valid(s) }

// Base64 reports whether s is data encoded in base64 (RFC 4648, section 4) with padding and without
// line breaks, such as "Zm9vYg==". The bits that pad the last digit must be zero (section 3.5: they
// "MUST be set to zero by conforming encoders"), so "Zm9vYh==" is not accepted. The table suffices.
func Base64(s string) bool { return rules.Base64.Valid(s) }

// Base64URL reports whether s is data encoded in base64url (RFC 4648, section 5), such as "-_8=".
// The padding may be omitted, as in JSON Web Signatures (RFC 7515, section 2). Otherwise it is like
// [Base64]. The table suffices.
func Base64URL(s string) bool { return rules.Base64url.Valid(s) }

// DOI reports whether s is a DOI name of the DOI Handbook (ISO 26324), such as "10.1000/182". The
// suffix is any printable text without spaces: whether Unicode assigns its code points is not
// checked. "doi:10.1000/182" and "https://doi.org/10.1000/182" are not DOI names. The table
// suffices.
func DOI(s string) bool { return rules.DOI.Valid(s) }

// IBAN reports whether s is an IBAN of ISO 13616-1 in its electronic form, without spaces and in
// upper case, such as "GB82WEST12345698765432". The table accepts any check digits from 02 to 98;
// IBAN also verifies them (ISO 7064, MOD 97-10). The account number has at most 30 letters and
// digits. The length and structure that a country prescribes are not checked.
func IBAN(s string) bool { return rules.IBAN.Valid(s) && ibanCheckDigits(s) == nil }

// ibanCheckDigits checks the check digits of an IBAN. They are 98 minus the remainder, modulo 97,
// of the number that results from moving the first four characters to the end, replacing the check
// digits with 00, and replacing each letter with a number from 10 (A) to 35 (Z).
func ibanCheckDigits(s string) *Error {
	remainder := 0
	for i := range len(s) {
		at := (i + len("CC00")) % len(s)
		switch c := int(s[at]); {
		case at == 2 || at == 3:
			remainder = remainder * 10 % 97
		case c >= 'A':
			remainder = (remainder*100 + c - 'A' + 10) % 97
		default:
			remainder = (remainder*10 + c - '0') % 97
		}
	}
	want := 98 - remainder
	if number(s[2:4]) == want {
		return nil
	}
	digits := string([]byte{'0' + byte(want/10), '0' + byte(want%10)})
	return &Error{Offset: 2, Length: 2, Message: "the check digits are wrong: " + digits + " expected"}
}
