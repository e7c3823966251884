package differences

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Says is the answer of a parser about a string, as text: one of the constants below, or the result
// of [Host].
type Says string

// The constants for answers without a host.
const (
	Rejected Says = "!"
	NoHost   Says = "-" // accepted, without a host
	Accepted Says = "+" // accepted, by a parser that returns no hosts
	NotAsked Says = "?" // not a string for the parser: it is not UTF-8, or has a NUL
	Panics   Says = "^"
)

// Host returns the answer of a parser that accepts a string and finds this host in it.
func Host(host string) Says { return Says("=" + escape(host)) }

// Accepts reports whether the parser accepts the string.
func (s Says) Accepts() bool {
	return s == NoHost || s == Accepted || strings.HasPrefix(string(s), "=")
}

// host returns the host of an answer in a form in which hosts can be compared: without brackets, in
// lower case, in Punycode (RFC 3492, without any mapping), and an IPv6 address in the form of RFC
// 5952. For NoHost it returns "", as for an empty host. ok is false for the other answers without a
// host.
func (s Says) host() (host string, ok bool) {
	if s == NoHost {
		return "", true
	}
	escaped, ok := strings.CutPrefix(string(s), "=")
	if !ok {
		return "", false
	}
	host, err := unescape(escaped)
	if err != nil {
		return "", false
	}
	if inner, ok := strings.CutPrefix(host, "["); ok && strings.HasSuffix(inner, "]") {
		host = strings.TrimSuffix(inner, "]")
	}
	if a, err := netip.ParseAddr(host); err == nil {
		return a.String(), true
	}
	host = lowerASCII(host)
	if ascii, err := idna.Punycode.ToASCII(host); err == nil && utf8.ValidString(host) {
		host = ascii
	}
	return host, true
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// escape returns s in printable ASCII, with the escapes of Go for other characters and backslashes.
func escape(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// unescape is the inverse of escape.
func unescape(s string) (string, error) {
	return strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
}
