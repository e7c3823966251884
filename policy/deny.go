package policy

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// hostBreach checks a host against DenyHosts, NoAddresses and PublicAddresses. hasHost is false if
// there is no authority.
func (p *Policy) hostBreach(r iri.Reference, host string, hasHost bool) breach {
	c := &p.config
	isName := host != "" && host[0] != '[' && !rfc3987.IPv4address.Valid(host)
	switch {
	case host == "":
		isSpecial := chars.IsOneOf(r.Scheme(), "http", "https", "ws", "wss", "ftp")
		if isSpecial || hasHost && (c.PublicAddresses || !r.HasScheme()) {
			return breachOf(componentMissing, iri.Host)
		}
		if !hasHost {
			return 0
		}
	case !isName:
		return p.addressBreach(host)
	case chars.EndsInNumber(host, true) && (c.NoAddresses || c.PublicAddresses ||
		slices.ContainsFunc(p.denied, netip.Addr.Is4)):
		return breachOf(numericName, iri.Host)
	}
	if at, _ := c.firstUnclear(host); at >= 0 {
		return breachOf(hostUnclear, iri.Host)
	}
	if c.PublicAddresses && isOnList(host, "localhost", ".localhost") {
		return breachOf(addressNotPublic, iri.Host)
	}
	if isOnList(host, c.DenyHosts...) {
		return breachOf(hostDenied, iri.Host)
	}
	return 0
}

// addressBreach is hostBreach for an IPv4 address or an IP literal.
func (p *Policy) addressBreach(host string) breach {
	a, ok := addressOf(host) // ok is false for IPvFuture
	switch {
	case p.config.NoAddresses:
		return breachOf(addressNotAllowed, iri.Host)
	case p.config.PublicAddresses && !IsPublic(a):
		return breachOf(addressNotPublic, iri.Host)
	case ok && slices.Contains(p.denied, a.Unmap()), !ok && chars.IsOneOf(host, p.config.DenyHosts...):
		return breachOf(hostDenied, iri.Host)
	}
	return 0
}

// isOnList reports whether a name matches an entry of a list. The name is decoded, lowercased and
// stripped of one trailing dot; it must equal the entry, or end with the entry if the entry begins
// with a dot. Entries are lowercase ASCII without a trailing dot.
//
// Cost: at most one walk over the name for each entry that is no longer than the name. Tested
// against: deniedSlowly.
func isOnList(host string, list ...string) bool {
	isPlain := strings.IndexByte(host, '%') < 0 && chars.IsASCII(host)
	n, endsInDot := len(host), strings.HasSuffix(host, ".") // n is the number of decoded characters
	if !isPlain {
		n = 0
		for rest := host; rest != ""; n++ {
			r, size := chars.DecodedRune(rest)
			endsInDot, rest = r == '.', rest[size:]
		}
	}
	if endsInDot {
		n--
	}
	for _, entry := range list {
		before := n - len(entry) // number of characters before the entry
		isSuffix := entry != "" && entry[0] == '.'
		switch {
		case before < 0, before == 0 && isSuffix, before > 0 && !isSuffix:
		case isPlain && chars.EqualFold(host[before:n], entry), !isPlain && matchesAfter(host, before, entry):
			return true
		}
	}
	return false
}

// matchesAfter reports whether text follows the given number of characters in a decoded name.
func matchesAfter(host string, before int, text string) bool {
	for range before {
		_, size := chars.DecodedRune(host)
		host = host[size:]
	}
	for i := range len(text) {
		r, size := chars.DecodedRune(host)
		if r != rune(text[i]) {
			return false
		}
		host = host[size:]
	}
	return true
}

// firstUnclear returns the offset and size of the first part of a percent-decoded name that could
// make a program see a different name. The offset is -1 if there is no such part. The parts in
// question are certain characters; a leading dot, which some programs drop; or a label that begins
// with "xn--" and ends in "-", which some programs decode to ASCII or to nothing. If an entry of
// DenyHosts may be the DNS name of a non-ASCII host, every non-ASCII character counts as such a
// part.
func (c *Config) firstUnclear(host string) (at, size int) {
	strict := slices.ContainsFunc(c.DenyHosts, func(entry string) bool { return strings.Contains(entry, "xn--") })
	const encoded = "xn--"
	label, matched, last := 0, 0, '.' // start of the label, length of its match with encoded, last character
	for at < len(host) {
		r, n := chars.DecodedRune(host[at:])
		switch {
		case r >= 0x80 && (strict || mayBecomeASCII(r)), r < 0x80 && isForbidden(byte(r)), r == '.' && at == 0:
			return at, n
		case r == '.' && matched == len(encoded) && last == '-':
			return label, at - label
		case r == '.':
			label, matched = at+n, 0
		case matched < len(encoded) && r == rune(encoded[matched]):
			matched++
		case matched < len(encoded):
			matched = len(encoded) + 1 // the label does not match
		}
		last = r
		at += n
	}
	if matched == len(encoded) && last == '-' {
		return label, at - label
	}
	return -1, 0
}

// isForbidden reports whether browsers reject an ASCII character in a host (WHATWG URL, section
// 3.2, "forbidden domain code point").
func isForbidden(c byte) bool {
	return c <= ' ' || c == 0x7F || strings.IndexByte(`#%/:<>?@[\]^|`, c) >= 0
}

// mayBecomeASCII reports whether some program may map a non-ASCII character to ASCII or drop it.
// This is true of compatibility characters, ignored characters, the four characters that IDNA2003
// maps and IDNA2008 keeps (RFC 5894, section 7.2), and entire blocks in which Unicode adds such
// characters.
//
// Idea: most scripts contain few such characters. A host with any other non-ASCII character remains
// non-ASCII, however browsers map it. Its DNS name therefore contains "xn--", but denied names do
// not.
//
// Rejected: the exact tables of package uts46, which add 85 KB to each program with a policy.
// Tested against: UTS 46 and NFKC, for all code points.
func mayBecomeASCII(r rune) bool {
	switch {
	case r < 0xC0: // ª, soft hyphen, ², ¼
		return true
	case r <= 0x2AF: // Latin; except ß, ĳ, ŀ, ŉ, ſ, ǆ to ǌ, ǳ
		return r == 0xDF || r >= 0x130 && r <= 0x133 || r == 0x13F || r == 0x140 || r == 0x149 || r == 0x17F ||
			r >= 0x1C4 && r <= 0x1CC || r >= 0x1F1 && r <= 0x1F3
	case r < 0x300: // modifier letters
		return true
	case r <= 0x1CFF: // marks, Greek to Vedic; except ignored ones, ς, and any with a blank or ";"
		return r == 0x34F || r == 0x37A || r == 0x37E || r == 0x384 || r == 0x385 || r == 0x3C2 || r == 0x61C ||
			r == 0x115F || r == 0x1160 || r == 0x17B4 || r == 0x17B5 || r == 0x1806 || r >= 0x180B && r <= 0x180F
	case r < 0x1DC0: // phonetic extensions
		return true
	case r <= 0x1FFF: // marks, Latin and Greek; except ẚ to ẞ, and any with a blank or "`"
		return r >= 0x1E9A && r <= 0x1E9E || r >= 0x1FBD && (r <= 0x1FC1 && r != 0x1FBE || r >= 0x1FCD && r <= 0x1FCF ||
			r >= 0x1FDD && r <= 0x1FDF || r >= 0x1FED && r <= 0x1FEF || r >= 0x1FFD)
	case r < 0x2C00: // punctuation, symbols, enclosed letters
		return true
	case r <= 0x2DFF: // Glagolitic to Ethiopic; except subscript j
		return r == 0x2C7C || r == 0x2C7D
	case r < 0x3005: // punctuation, radicals, the ideographic full stop
		return true
	case r <= 0x318E: // kana, bopomofo, Hangul; except voicing marks and the filler
		return r == 0x309B || r == 0x309C || r == 0x3164
	case r < 0x3400: // enclosed and squared letters
		return true
	case r <= 0xD7FF: // ideographs to Hangul; except modifier letters
		return r >= 0xA7F0 && r <= 0xA7F9
	case r < 0xF900: // surrogates, private use
		return true
	case r <= 0xFDFF: // ideographs, Hebrew, Arabic forms; except ﬀ to ﬆ, and any with a blank or "+"
		return r >= 0xFB00 && r <= 0xFB12 || r == 0xFB29 || r >= 0xFC5E && r <= 0xFC63 || r >= 0xFDCF
	case r >= 0xFF66 && r <= 0xFFDC: // halfwidth kana and Hangul
		return r == 0xFFA0
	case r < 0x10000: // punctuation forms, full-width letters, specials
		return true
	case r <= 0x1BFFF: // scripts; except a modifier letter block and the shorthand controls
		return r >= 0x10780 && r <= 0x107BF || r >= 0x1BC00 && r <= 0x1BCAF
	case r >= 0x1D800 && r <= 0x1EFFF, r >= 0x1F300 && r <= 0x1FAFF: // scripts and emoji
		return false
	}
	return r < 0x20000 || r >= 0x40000 // symbols, enclosed letters, tags; ideographs lie between
}
