package iri

import (
	"strconv"
	"strings"
)

// appendAddress appends an IPv6 address in brackets as RFC 5952, section 4, writes it: no zeros
// before a group, "::" for the longest run of two or more zero groups, the first of equals, and
// lower case. The last two groups are in dotted decimals if the address is an IPv4-mapped one
// (section 5).
func appendAddress(dst []byte, host string) []byte {
	g := groups(host[1 : len(host)-1])
	mapped := g[0]|g[1]|g[2]|g[3]|g[4] == 0 && g[5] == 0xffff
	from, to := zeros(g)
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
		if mapped && i == 6 {
			dst = appendDotted(dst, g[6], g[7])
			break
		}
		dst = strconv.AppendUint(dst, uint64(g[i]), 16)
	}
	return append(dst, ']')
}

func appendDotted(dst []byte, high, low uint16) []byte {
	for i, b := range [4]byte{byte(high >> 8), byte(high), byte(low >> 8), byte(low)} {
		if i > 0 {
			dst = append(dst, '.')
		}
		dst = strconv.AppendUint(dst, uint64(b), 10)
	}
	return dst
}

// zeros returns the run of groups that "::" stands for, or -1, -1.
func zeros(g [8]uint16) (from, to int) {
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

// groups returns the groups of an address: a member of the rule IPv6address.
func groups(s string) (g [8]uint16) {
	front, back, _ := strings.Cut(s, "::")
	fill(&g, front, 0)
	fill(&g, back, len(g)-countGroups(back))
	return g
}

// countGroups returns of how many groups s is, where dotted decimals are two.
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

// fill sets the groups from i on to those of s.
func fill(g *[8]uint16, s string, i int) {
	for more := s != ""; more && i < len(g); i++ {
		var group string
		group, s, more = strings.Cut(s, ":")
		if strings.IndexByte(group, '.') >= 0 && i+1 < len(g) {
			for k := range 4 {
				var part string
				part, group, _ = strings.Cut(group, ".")
				v, _ := strconv.ParseUint(part, 10, 8)
				g[i+k/2] = g[i+k/2]<<8 | uint16(v)
			}
			return
		}
		v, _ := strconv.ParseUint(group, 16, 16)
		g[i] = uint16(v)
	}
}
