package policy

import (
	"net/netip"

	"github.com/irilex/iri"
	"github.com/irilex/iri/internal/chars"
	"github.com/irilex/iri/tables/rfc3987"
)

// Addr parses the host of a reference as an IP address: IPv6 in brackets, or IPv4 in dotted-decimal
// notation (RFC 3986, section 3.2.2). For an IRI, call [iri.IRI.Reference] first. ok is false for a
// missing host, an IPvFuture address, and a name, including a name that programs interpret as an
// IPv4 address, such as "127.1".
func Addr(r iri.Reference) (a netip.Addr, ok bool) { return addressOf(r.Host()) }

// addressOf is Addr for a host.
func addressOf(host string) (a netip.Addr, ok bool) {
	switch {
	case rfc3987.IPv4address.Valid(host):
		v := chars.ParseIPv4(host)
		return netip.AddrFrom4([4]byte{byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v)}), true
	case len(host) > 2 && host[0] == '[' && rfc3987.IPv6address.Valid(host[1:len(host)-1]):
		var b [16]byte
		for i, group := range chars.ParseIPv6(host) {
			b[2*i], b[2*i+1] = byte(group>>8), byte(group)
		}
		return netip.AddrFrom16(b), true
	}
	return netip.Addr{}, false
}

// Host formats an IP address for the Host field of [iri.Parts]: "127.0.0.1", or "[::1]" for IPv6
// (RFC 5952). It returns "" for the zero Addr and for an address with a zone: RFC 3986 cannot
// express zones, and without its zone an address may identify a different machine.
func Host(a netip.Addr) string {
	switch {
	case !a.IsValid() || a.Zone() != "":
		return ""
	case a.Is4():
		return a.String()
	}
	return "[" + a.String() + "]"
}

// IsPublic reports whether an address belongs to the public internet, that is, whether it is
// unicast and globally reachable according to IANA's special-purpose address registries (RFC 6890).
// It treats an IPv4-mapped address as the IPv4 address. It returns false for other IPv6 addresses
// that embed IPv4 addresses (IPv4-compatible, IPv4-translated, NAT64, 6to4, Teredo, ISATAP), for
// other IPv6 addresses outside 2000::/3, for addresses with a zone, and for the zero Addr.
//
// Within 192.0.0.0/24 and 2001::/23, IsPublic is stricter than the registries: it also returns
// false for globally reachable anycast addresses and identifiers. Such addresses reach the nearest
// relay, possibly in the local network, or no machine at all. IsPublic does not recognize local
// uses of public addresses: 168.63.129.16 is a service inside Azure, and an operator may translate
// one of its own prefixes to IPv4 (RFC 6052).
func IsPublic(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	if a = a.Unmap(); a.Is4() { // ::ffff:0:0/96, RFC 4291
		b := a.As4()
		return isPublic4(uint32(number(b[:])))
	}
	b := a.As16()
	return isPublic6(number(b[:8]), number(b[8:]))
}

// number decodes at most eight bytes as a big-endian number.
func number(b []byte) (n uint64) {
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

// isPublic4 is IsPublic for an IPv4 address. Tested against: registries.
func isPublic4(v uint32) bool {
	within := func(a, b, c, d uint32, bits int) bool { return (v^(a<<24|b<<16|c<<8|d))>>(32-bits) == 0 }
	switch {
	case within(0, 0, 0, 0, 8), // "this network", RFC 791
		within(10, 0, 0, 0, 8),      // private use, RFC 1918
		within(100, 64, 0, 0, 10),   // shared address space of a provider's customers, RFC 6598
		within(127, 0, 0, 0, 8),     // loopback, RFC 1122
		within(169, 254, 0, 0, 16),  // link-local, RFC 3927
		within(172, 16, 0, 0, 12),   // private use, RFC 1918
		within(192, 0, 0, 0, 24),    // protocol assignments, RFC 6890, including anycast for PCP and TURN
		within(192, 0, 2, 0, 24),    // documentation, RFC 5737
		within(192, 88, 99, 0, 24),  // 6to4 relays, RFC 7526
		within(192, 168, 0, 0, 16),  // private use, RFC 1918
		within(198, 18, 0, 0, 15),   // benchmarking, RFC 2544
		within(198, 51, 100, 0, 24), // documentation, RFC 5737
		within(203, 0, 113, 0, 24),  // documentation, RFC 5737
		within(224, 0, 0, 0, 4),     // multicast, RFC 5771
		within(240, 0, 0, 0, 4):     // reserved, RFC 1112; limited broadcast, RFC 8190
		return false
	}
	return true
}

// isPublic6 is IsPublic for an IPv6 address, passed as two halves. Tested against: registries.
func isPublic6(network, machine uint64) bool {
	within := func(prefix uint64, bits int) bool { return (network^prefix)>>(64-bits) == 0 }
	switch {
	// The ranges outside 2000::/3 (RFC 4291 and IANA's registry of the IPv6 address space) include
	// ::/96 and loopback (RFC 4291), ::ffff:0:0:0/96 (RFC 2765), 64:ff9b::/96 (RFC 6052),
	// 64:ff9b:1::/48 (RFC 8215), 100::/64 (RFC 6666), 100:0:0:1::/64 (RFC 9780), 5f00::/16 (RFC 9602),
	// fc00::/7 (RFC 4193), fe80::/10 (RFC 4291), fec0::/10 (RFC 3879), and ff00::/8 (RFC 4291).
	case !within(0x2000<<48, 3),
		within(0x2001<<48, 23),      // protocol assignments, RFC 2928; Teredo, RFC 4380; ORCHID
		within(0x2001_0db8<<32, 32), // documentation, RFC 3849
		within(0x2002<<48, 16),      // 6to4, RFC 3056
		within(0x3fff<<48, 20),      // documentation, RFC 9637
		machine>>32 == 0x5efe,       // ISATAP, RFC 5214, section 6.1
		machine>>32 == 0x0200_5efe:  // ISATAP with a globally unique IPv4 address
		return false
	}
	return true
}
