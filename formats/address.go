package formats

import (
	"math"
	"strings"

	"github.com/irilex/iri/internal/chars"
	rules "github.com/irilex/iri/tables/formats"
)

// IPv4 reports whether s is an IPv4 address in dotted-decimal form without leading zeros (RFC 3986,
// section 3.2.2; JSON Schema cites RFC 2673, section 3.2), such as "192.0.2.1". The table suffices.
func IPv4(s string) bool { return rules.Ipv4.Valid(s) }

// IPv6 reports whether s is an IPv6 address of RFC 4291, section 2.2, such as "2001:db8::1" or
// "::ffff:192.0.2.1". Brackets and zones are not accepted. The table suffices.
func IPv6(s string) bool { return rules.Ipv6.Valid(s) }

// MAC reports whether s is a 48-bit or 64-bit MAC address (EUI-48, EUI-64) of IEEE Std 802, clause
// 8, such as "00-00-5E-00-53-01", "00:00:5e:00:53:01" or "0000.5e00.5301". The table suffices.
// Unlike [net.ParseMAC], MAC accepts neither digits without separators nor the 20-octet addresses
// of InfiniBand, which IEEE 802 does not define.
func MAC(s string) bool { return rules.MAC.Valid(s) }

// CIDR reports whether s is an IPv4 prefix of RFC 4632, section 3.1, or an IPv6 prefix of RFC 4291,
// section 2.3, such as "192.0.2.0/24" or "2001:db8::/32". The table does not check that all bits
// after the prefix are zero. CIDR does, and rejects "192.0.2.1/24", which is a host address with a
// prefix length.
func CIDR(s string) bool { return rules.CIDR.Valid(s) && zeroHostBits(s) == nil }

// zeroHostBits checks that all bits after the prefix are zero. Requires: s matches cidr.
func zeroHostBits(s string) *Error {
	address, length, _ := strings.Cut(s, "/")
	bits := number(length)
	var text []byte // the network
	if strings.IndexByte(address, ':') < 0 {
		v := chars.ParseIPv4(address)
		network := v &^ (math.MaxUint32 >> bits)
		if v == network {
			return nil
		}
		text = chars.AppendIPv4(nil, network)
	} else {
		groups := chars.ParseIPv6Address(address)
		network := groups
		for i := range network {
			network[i] &^= math.MaxUint16 >> min(max(bits-16*i, 0), 16)
		}
		if groups == network {
			return nil
		}
		brackets := network.AppendRFC5952(nil)
		text = brackets[1 : len(brackets)-1]
	}
	return &Error{Length: len(address), Message: "bits after the first " + length + " are not zero; the network is " +
		string(text) + "/" + length}
}
