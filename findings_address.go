package iri

import (
	"strconv"
	"strings"
)

// This file reads and writes the numbers of addresses for findings. The grammars have accepted
// them.

// maxIPv6 is the length of the longest IPv6 address without an IPv4 address in it, in brackets.
const maxIPv6 = len("[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]")

// ipv6Groups returns the groups of 16 bits of an IPv6 address in brackets.
func ipv6Groups(host string) (groups [8]uint16) {
	address := host[1 : len(host)-1]
	front, rest, compressed := strings.Cut(address, "::")
	n := fillGroups(groups[:], front)
	if !compressed || rest == "" {
		return groups
	}
	var tail [8]uint16
	m := fillGroups(tail[:], rest)
	copy(groups[max(n, 8-m):], tail[:m])
	return groups
}

// fillGroups reads groups with colons between them, and returns their number. The last may be an
// IPv4 address, which is two.
func fillGroups(groups []uint16, s string) (n int) {
	for s != "" {
		group, rest, _ := strings.Cut(s, ":")
		if strings.IndexByte(group, '.') >= 0 {
			v := ipv4Number(group)
			groups[n], groups[n+1] = uint16(v>>16), uint16(v)
			return n + 2
		}
		v, _ := strconv.ParseUint(group, 16, 16)
		groups[n] = uint16(v)
		n++
		s = rest
	}
	return n
}

// appendIPv6 appends an IPv6 address as browsers write it (WHATWG URL, section 3.5): in lower case,
// without zeros that can go, and with "::" for the first of the longest runs of two zero groups or
// more. It is the form of RFC 5952 except for addresses that end in an IPv4 address.
func appendIPv6(b []byte, groups [8]uint16) []byte {
	gap, width := -1, 1
	for i := range groups {
		n := 0
		for i+n < len(groups) && groups[i+n] == 0 {
			n++
		}
		if n > width {
			gap, width = i, n
		}
	}
	b = append(b, '[')
	for i := 0; i < len(groups); i++ {
		if i == gap {
			b = append(b, "::"...)
			i += width - 1
			continue
		}
		if i > 0 && b[len(b)-1] != ':' {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, uint64(groups[i]), 16)
	}
	return append(b, ']')
}

// ipv4Number returns the number of an IPv4 address as browsers read it, with octal, hexadecimal and
// fewer parts (WHATWG URL, section 3.5, "IPv4 parser"). The rule numeric-IPv4 accepts the address.
func ipv4Number(address string) uint32 {
	parts := strings.Split(strings.TrimSuffix(address, "."), ".")
	var n uint64
	for i, part := range parts {
		v := ipv4Part(part)
		if i == len(parts)-1 {
			return uint32(n<<(8*(4-i)) | v)
		}
		n = n<<8 | v
	}
	return 0
}

// ipv4Part returns the number of a part: hexadecimal after "0x", octal after "0".
func ipv4Part(part string) uint64 {
	base := 10
	switch {
	case len(part) >= 2 && part[0] == '0' && part[1]|0x20 == 'x':
		base, part = 16, "0"+part[2:]
	case len(part) >= 2 && part[0] == '0':
		base = 8
	}
	v, _ := strconv.ParseUint(part, base, 64)
	return v
}

// ipv4Text returns an IPv4 address in dotted decimals.
func ipv4Text(v uint32) string {
	var b []byte
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, uint64(v>>shift&0xFF), 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return string(b)
}
