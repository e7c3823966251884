package chars

import (
	"strconv"
	"strings"
)

// ParseIPv4 parses an IPv4 address as browsers do: its parts may be octal or hexadecimal, and there
// may be fewer than four parts (WHATWG URL, section 3.5, "IPv4 parser"). Requires: the address
// matches the rule numeric-IPv4, as every IPv4address of RFC 3986 does. Tested against: ipv4Twin in
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

// ipv4Part parses one part, which is hexadecimal after "0x" and octal after "0".
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

// parseDigits parses digits in either case. Requires: all are digits of the base. It links less
// code than strconv.ParseUint, which creates errors.
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

// AppendIPv4 appends an IPv4 address in dotted-decimal notation.
func AppendIPv4(dst []byte, v uint32) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		dst = strconv.AppendUint(dst, uint64(v>>shift&0xFF), 10)
		if shift > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}
