package formats

import (
	"strconv"
	"strings"

	rules "github.com/irilex/iri/tables/formats"
)

// Email reports whether s is a Mailbox of RFC 5321, section 4.1.2, such as
// "joe.bloggs@example.com", `"joe bloggs"@example.com` or "joe@[IPv6:2001:db8::1]". The table
// checks the characters of the local part, and address literals including their numbers. Three more
// rules are checked:
//
//   - The local part has at most 64 octets (section 4.5.3.1.1).
//   - The mailbox has at most 254 octets, because a path has 256 (section 4.5.3.1.3).
//   - A domain satisfies [Hostname].
func Email(s string) bool { return rules.Email.Valid(s) && mailbox(s) == nil }

// IDNEmail reports whether s is a Mailbox of RFC 6531, section 3.3, such as "δοκιμή@example.com".
// Its local part may contain any non-ASCII character. The limits of [Email] apply to UTF-8 octets.
// The domain is also checked as in [IDNHostname], but only "." ends a label.
func IDNEmail(s string) bool { return rules.IDNEmail.Valid(s) && mailbox(s) == nil }

// mailbox checks what the tables of email and idn-email do not. Requires: s matches one of them.
func mailbox(s string) *Error {
	const maxLocal, maxMailbox = 64, 254
	at := localLength(s)
	switch {
	case at > maxLocal:
		return &Error{Length: at, Message: "the local part has " + strconv.Itoa(at) + " octets; the maximum is 64"}
	case len(s) > maxMailbox:
		return &Error{Length: len(s), Message: "the address has " + strconv.Itoa(len(s)) + " octets; the maximum is 254"}
	}
	domain := s[at+1:]
	if domain[0] == '[' {
		return nil
	}
	if isDottedDecimal(domain) {
		message := "four numbers are not a domain"
		if rules.Ipv4.Valid(domain) {
			message = "an IPv4 address must be in brackets: [" + domain + "]"
		}
		return &Error{Offset: at + 1, Length: len(domain), Message: message}
	}
	err := hostName(domain)
	if err != nil {
		err.Offset += at + 1
	}
	return err
}

// localLength returns the length of the local part, which may be a quoted string.
func localLength(s string) int {
	if s[0] != '"' {
		return strings.IndexByte(s, '@')
	}
	i := 1
	for ; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}
