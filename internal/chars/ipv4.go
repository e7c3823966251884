package chars

import (
	"strconv"
	"strings"
)

// ParseIPv4 returns the number of an IPv4 address as browsers read it, with octal, hexadecimal and
// fewer parts (WHATWG URL, section 3.5, "IPv4 parser"). Requires: the address is a member of the
// rule numeric-IPv4. An IPv4address of RFC 3986 is one. Tested against: ipv4Twin in
// TestIPv4Numbers.
func ParseIPv4(address string) uint32 {
	address = strings.TrimSuffix(address, ".")
	var n uint64
	for free := 32; ; {
		part, rest, more := strings.Cut(address, ".")
		if v := ipv4Part(part); !more {
			return uint32(n<<free | v)
		} else {
			n, free, address = n<<8|v, free-8, rest
		}
	}
}

// ipv4Part returns the number of a part: hexadecimal after "0x", octal after "0".
func ipv4Part(part string) uint64 {
	base := uint64(10)
	switch {
	case len(part) >= 2 && part[0] == '0' && Lower(part[1]) == 'x':
		base, part = 16, part[2:]
	case len(part) >= 2 && part[0] == '0':
		base = 8
	}
	return parseDigits(part, base)
}

// parseDigits returns the number of some digits, in either case. Requires: they are digits of the
// base. It links less than strconv.ParseUint, which makes errors.
func parseDigits(digits string, base uint64) (n uint64) {
	for i := range len(digits) {
		d := uint64(digits[i] - '0')
		if digits[i] >= 'A' {
			d = uint64(Lower(digits[i])-'a') + 10
		}
		n = n*base + d
	}
	return n
}

// AppendIPv4 appends an IPv4 address in dotted decimals.
func AppendIPv4(dst []byte, v uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(v>>shift&0xFF), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}
