package differences

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// Says is a parser's answer for a string: one of the constants below or the result of [Host].
type Says string

// Answers without a host.
const (
	Rejected Says = "!"
	NoHost   Says = "-" // accepted, without a host
	Accepted Says = "+" // accepted, by a parser that does not return hosts
	NotAsked Says = "?" // not passed to the parser: not UTF-8, or contains a NUL
	Panics   Says = "^"
)

// Host returns the answer for a parser that accepts a string and finds the given host in it.
func Host(host string) Says { return Says("=" + escape(host)) }

// Accepts reports whether the parser accepts the string.
func (s Says) Accepts() bool {
	return s == NoHost || s == Accepted || strings.HasPrefix(string(s), "=")
}

// host returns the host of an answer in a comparable form: without brackets, in lower case, in
// Punycode (RFC 3492, without any mapping), and with IPv6 addresses in RFC 5952 form. For NoHost it
// returns "", the same as for an empty host. For all other answers without a host, ok is false.
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

// escape returns s in printable ASCII, escaping other characters and backslashes as in Go.
func escape(s string) string {
	quoted := strconv.QuoteToASCII(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}

// unescape is the inverse of escape.
func unescape(s string) (string, error) {
	return strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
}
