package chars

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/profiles"
)

// DecodedRune returns the first character of a host, percent-decoded and, if it is ASCII, in lower
// case. The size is the number of its bytes in the host. Octets outside of UTF-8 are U+FFFD, one by
// one.
func DecodedRune(s string) (r rune, size int) {
	var octets [utf8.UTFMax]byte
	var ends [utf8.UTFMax]int
	n := 0
	for i := 0; n < utf8.UTFMax && i < len(s); n++ {
		width := PctWidth(s[i:])
		octets[n] = s[i]
		if width == PctLength {
			octets[n] = Octet(s[i:])
		}
		i += width
		ends[n] = i
		if octets[0] < utf8.RuneSelf {
			return rune(Lower(octets[0])), i
		}
	}
	r, width := utf8.DecodeRune(octets[:n])
	return r, ends[width-1]
}

// DecodedHost returns a host, decoded.
func DecodedHost(host string) string {
	var b strings.Builder
	for host != "" {
		r, size := DecodedRune(host)
		b.WriteRune(r)
		host = host[size:]
	}
	return b.String()
}

// EndsInNumber reports whether browsers take a host for an IPv4 address, or refuse it because its
// last label looks like a number of one. The compiler has found the last characters of such
// numbers; most hosts end with another letter. A percent-encoding ends with a hex digit, a possible
// end of a number, too.
//
// The rule takes a character beyond ASCII for a digit if browsers may map it to one. If mapped is
// false, the host must have no such character, and characters beyond ASCII are no part of a number.
func EndsInNumber(host string, mapped bool) bool {
	last := len(host) - 1
	switch {
	case last < 0 || host[last] < utf8.RuneSelf && !NumberLast().Has(host[last]):
		return false
	case strings.IndexByte(host, '%') < 0 && (mapped || IsASCII(host)):
		return profiles.EndsInNumber.Valid(host)
	}
	state := profiles.EndsInNumber.Start()
	var buffer [utf8.UTFMax]byte
	for host != "" {
		r, size := DecodedRune(host)
		if r >= utf8.RuneSelf && !mapped {
			r = '-' // is part of no number
		}
		state = profiles.EndsInNumber.Advance(state, buffer[:utf8.EncodeRune(buffer[:], r)])
		host = host[size:]
	}
	return profiles.EndsInNumber.Accepting(state)
}
