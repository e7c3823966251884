package chars

import (
	"strings"
	"unicode/utf8"

	"github.com/irilex/iri/tables/profiles"
)

// DecodedRune returns the first character of a host, percent-decoded and, if it is ASCII,
// lowercased. size is its length in the host. Each octet that is not valid UTF-8 is decoded to
// U+FFFD.
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

// DecodedHost decodes an entire host; see [DecodedRune].
func DecodedHost(host string) string {
	var b strings.Builder
	for host != "" {
		r, size := DecodedRune(host)
		b.WriteRune(r)
		host = host[size:]
	}
	return b.String()
}

// EndsInNumber reports whether browsers read a host as an IPv4 address, or reject it because its
// last label looks like part of an IPv4 address. NumberLast, which the compiler generates, contains
// the last characters of such hosts; most hosts end in another letter. The set includes the hex
// digits, so a host that ends in a percent-encoding is always examined.
//
// If mapped is true, a non-ASCII character counts as a digit if browsers may map it to a digit.
// Otherwise the host must not contain such characters, and no non-ASCII character counts as a
// digit.
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
			r = '-' // not part of a number
		}
		state = profiles.EndsInNumber.Advance(state, buffer[:utf8.EncodeRune(buffer[:], r)])
		host = host[size:]
	}
	return profiles.EndsInNumber.Accepting(state)
}
