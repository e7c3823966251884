package formats

import rules "github.com/irilex/iri/tables/formats"

// ISBN10 reports whether s is an ISBN of ten digits (ISO 2108:1992), such as "0-306-40615-2". The
// table verifies the check digit, which may be "X", and accepts single hyphens and spaces between
// any digits. ISBN10 also checks that a number with separators consists of four groups, the last of
// which is the check digit, and that the separators are all hyphens or all spaces. The lengths of
// the other groups, which a registry determines, are not checked.
func ISBN10(s string) bool { return rules.ISBN10.Valid(s) && isbn10Groups(s) == nil }

// ISBN13 reports whether s is an ISBN of 13 digits (ISO 2108), such as "978-0-306-40615-7" or
// "9780306406157". It is like [ISBN10], but the check digit is never "X", and there are five
// groups, the first of which is 978 or 979.
func ISBN13(s string) bool { return rules.ISBN13.Valid(s) && isbn13Groups(s) == nil }

// ISSN reports whether s is an ISSN of ISO 3297, such as "0317-8471". The table verifies the check
// digit, which may be "X".
func ISSN(s string) bool { return rules.ISSN.Valid(s) }

// ORCID reports whether s is an ORCID iD in its short form of 16 characters in four groups, such as
// "0000-0002-1694-233X". The table verifies the check digit (ISO 7064, MOD 11-2). The full form, a
// URL that begins with "https://orcid.org/", is not accepted: remove the prefix first.
func ORCID(s string) bool { return rules.ORCID.Valid(s) }

// isbn10Groups checks the groups of a ten-digit ISBN.
func isbn10Groups(s string) *Error {
	return isbnGroups(s, 4, "four groups are expected, as in 0-306-40615-2")
}

// isbn13Groups checks the groups of a 13-digit ISBN.
func isbn13Groups(s string) *Error {
	if err := isbnGroups(s, 5, "five groups are expected, as in 978-0-306-40615-7"); err != nil {
		return err
	}
	if len(s) > 13 && '0' <= s[3] && s[3] <= '9' {
		return &Error{Offset: 3, Message: "a separator is expected after " + s[:3]}
	}
	return nil
}

// isbnGroups checks that all separators are the same, that there are n groups, and that the last
// group is the check digit. An ISBN may have no separators at all. If there are more or fewer than
// n groups, the error contains message.
func isbnGroups(s string, n int, message string) *Error {
	groups, separator := 1, byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case c != '-' && c != ' ':
			continue
		case separator != 0 && c != separator:
			return &Error{Offset: i, Length: 1, Message: "use hyphens or spaces between groups, not both"}
		default:
			groups, separator = groups+1, c
		}
	}
	switch {
	case groups == 1:
		return nil
	case groups != n:
		return &Error{Length: len(s), Message: message}
	case s[len(s)-2] != separator:
		return &Error{Offset: len(s) - 1, Message: "a separator is expected before the check digit"}
	}
	return nil
}
