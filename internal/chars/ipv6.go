package chars

import (
	"strconv"
	"strings"
)

// An IPv6 is an IPv6 address as eight 16-bit groups.
type IPv6 [8]uint16

// IPv6Length is the maximum number of bytes that [IPv6.AppendRFC5952] and [IPv6.Append] append.
const IPv6Length = len("[1111:2222:3333:4444:5555:6666:7777:8888]")

// ParseIPv6 parses a valid IPv6 address in brackets.
func ParseIPv6(host string) IPv6 { return ParseIPv6Address(host[1 : len(host)-1]) }

// ParseIPv6Address parses a valid IPv6 address.
func ParseIPv6Address(s string) (g IPv6) {
	front, back, _ := strings.Cut(s, "::")
	g.fill(front, 0)
	g.fill(back, len(g)-countGroups(back))
	return g
}

// countGroups returns the number of groups in s; an IPv4 address counts as two.
func countGroups(s string) int {
	if s == "" {
		return 0
	}
	n := 1 + strings.Count(s, ":")
	if strings.IndexByte(s, '.') >= 0 {
		n++
	}
	return n
}

// fill parses the groups in s into g[i:]. Requires: the groups fit.
func (g *IPv6) fill(s string, i int) {
	for more := s != ""; more; i++ {
		var group string
		group, s, more = strings.Cut(s, ":")
		if strings.IndexByte(group, '.') >= 0 {
			v := ParseIPv4(group)
			g[i], g[i+1] = uint16(v>>16), uint16(v)
			return
		}
		g[i] = uint16(parseDigits(group, 16))
	}
}

// AppendRFC5952 appends the address in brackets as RFC 5952, section 4, recommends. It differs from
// Append only for IPv4-mapped addresses: it writes the last two groups as an IPv4 address (section
// 5).
func (g IPv6) AppendRFC5952(dst []byte) []byte {
	if g[0]|g[1]|g[2]|g[3]|g[4] != 0 || g[5] != 0xffff {
		return g.Append(dst)
	}
	return append(AppendIPv4(append(dst, "[::ffff:"...), uint32(g[6])<<16|uint32(g[7])), ']')
}

// Append appends the address in brackets as browsers write it (WHATWG URL, section 3.5): in lower
// case, without leading zeros, and with "::" for the longest run of two or more zero groups (the
// first one if several are equally long). Tested against: TestIPv6Forms.
func (g IPv6) Append(dst []byte) []byte {
	from, to := g.zeros()
	dst = append(dst, '[')
	for i := 0; i < len(g); i++ {
		switch {
		case i == from:
			dst = append(dst, "::"...)
			i = to - 1
			continue
		case i > 0 && i != to:
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, uint64(g[i]), 16)
	}
	return append(dst, ']')
}

// zeros returns the run of groups to write as "::", or -1, -1.
func (g IPv6) zeros() (from, to int) {
	from, to = -1, -1
	for i := 0; i < len(g); i++ {
		begin := i
		for i < len(g) && g[i] == 0 {
			i++
		}
		if i-begin > max(1, to-from) {
			from, to = begin, i
		}
	}
	return from, to
}
