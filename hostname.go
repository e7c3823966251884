package iri

import (
	"strings"
	"unicode/utf8"
)

// Hostname returns the host without the brackets of an IP literal, as [net/url.URL.Hostname] does;
// but it does not decode. Without an authority it is "".
func (p parsed) Hostname() string {
	host := p.Host()
	if host != "" && host[0] == '[' { // then the grammar has a "]" at the end
		return host[1 : len(host)-1]
	}
	return host
}

// decodedRune returns the first character of a host, percent-decoded and, if it is ASCII, in lower
// case. The size is the number of its bytes in the host. Octets outside of UTF-8 are U+FFFD, one by
// one.
func decodedRune(s string) (r rune, size int) {
	var octets [utf8.UTFMax]byte
	var ends [utf8.UTFMax]int
	n := 0
	for i := 0; n < utf8.UTFMax && i < len(s); n++ {
		width := pctWidth(s[i:])
		octets[n] = s[i]
		if width == pctLength {
			octets[n] = octet(s[i:])
		}
		i += width
		ends[n] = i
		if octets[0] < utf8.RuneSelf {
			return rune(lowerCase(octets[0])), i
		}
	}
	r, width := utf8.DecodeRune(octets[:n])
	return r, ends[width-1]
}

// decodedHost returns a host, decoded.
func decodedHost(host string) string {
	var b strings.Builder
	for host != "" {
		r, size := decodedRune(host)
		b.WriteRune(r)
		host = host[size:]
	}
	return b.String()
}

// endsInNumber reports whether browsers take a host for an IPv4 address, or refuse it because its
// last label looks like a number of one. The compiler has found the last characters of such
// numbers; most hosts end with another letter. A percent-encoding ends with a hex digit, a possible
// end of a number, too.
//
// The rule takes a character beyond ASCII for a digit if browsers may map it to one. If mapped is
// false, the host must have no such character, and characters beyond ASCII are no part of a number.
func endsInNumber(host string, mapped bool) bool {
	last := len(host) - 1
	switch {
	case last < 0 || host[last] < utf8.RuneSelf && !(characterSet{numberLastLow, numberLastHigh}).has(host[last]):
		return false
	case strings.IndexByte(host, '%') < 0 && (mapped || isASCII(host)):
		return ruleEndsInNumber.Valid(host)
	}
	state := ruleEndsInNumber.Start()
	var buffer [utf8.UTFMax]byte
	for host != "" {
		r, size := decodedRune(host)
		if r >= utf8.RuneSelf && !mapped {
			r = '-' // is part of no number
		}
		state = ruleEndsInNumber.Advance(state, buffer[:utf8.EncodeRune(buffer[:], r)])
		host = host[size:]
	}
	return ruleEndsInNumber.Accepting(state)
}
