package engine

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file cuts a member at its delimiters.
//
// Idea. The first delimiters of a hierarchical identifier end its components: the colon after a
// scheme, the end of an authority after "//", the first "?" and the first "#" (RFC 3986, appendix
// B). Words of eight bytes find the first two. The last block overlaps the block before it.
// Conditional moves choose the first of three blocks with a delimiter, so hardly a branch
// mispredicts. [strings.IndexByte] finds the other two, in 0.95 of the time of words for both at
// once.
//
// Requires a member, and returns its [Ends]. The delimiters are no second description of the
// language: before a table has HasDelimiters, machine.Machine.VerifyRegions proves on the automaton
// that they cut every member as the labels do.
//
// Cost. 8 ns for a URL (Zen 5). Short members, and all members on processors without Shifts, are
// cut byte by byte.
//
// Rejected. The labels of states: they work for every rule, and take longer than the verdict.
//
// Twin: Regions.cutting, in the proof; labelled, in the jury.

// Words of eight bytes, each byte the delimiter. "/" and "?" differ in bit 4 alone, so a byte with
// the bit of slashToMark set is "?" for both of them.
const (
	eachColon   = ':' * format.Ones
	eachMark    = '?' * format.Ones
	eachSharp   = '#' * format.Ones
	slashToMark = ('?' ^ '/') * format.Ones

	cutFrom = 18 // bytes; shorter members are cut byte by byte
)

// cutMember returns the ends of s, a member of a rule with delimiters. relative reports whether a
// member may have no scheme.
func cutMember(s string, relative bool) Ends {
	if !format.Shifts || len(s) < cutFrom {
		return cutByByte(s, relative)
	}
	p := unsafe.Pointer(unsafe.StringData(s))
	w := format.Load(p, 0)
	colon := format.Zeros(w^eachColon) & format.HighBits
	first := colon
	if relative {
		first |= ending(w)
	}
	if first == 0 {
		return cutByByte(s, relative)
	}
	start := 0
	if first &= -first; first&colon != 0 {
		start = bits.TrailingZeros64(first)>>3 + 1
	}
	end := start
	if *(*[2]uint8)(unsafe.Add(p, start)) == [2]uint8{'/', '/'} {
		a, b, c := start+10, format.Clamp(start+18, len(s)), format.Clamp(start+26, len(s))
		end = earliest(a, b, c, ending(format.Load(p, a-8)), ending(format.Load(p, b-8)), ending(format.Load(p, c-8)))
		for ; end == c && c < len(s); end = c - 8 + bits.TrailingZeros64(ending(format.Load(p, c-8)))>>3 {
			c = format.Clamp(c+8, len(s))
		}
	}
	return cutRest(s, start, end)
}

// cutRest returns the ends of a member. It requires the ends of the scheme and of the authority.
func cutRest(s string, scheme, authority int) Ends {
	saw("delimiters", s)
	e := Ends{scheme, authority, len(s), len(s)}
	rest := s[authority:]
	if i := strings.IndexByte(rest, '#'); i >= 0 {
		rest = rest[:i]
		e.Query = authority + i
	}
	e.Path = e.Query
	if i := strings.IndexByte(rest, '?'); i >= 0 {
		e.Path = authority + i
	}
	return e
}

// earliest returns the offset of the first byte that ends an authority in three blocks of eight
// bytes. The blocks end at the offsets a, b and c, and each begins at the end of the block before
// it, or earlier. inA, inB and inC are the results of ending for the blocks. If all three are 0,
// earliest returns c. The conditions compile to conditional moves; two assignments under one
// condition would be a branch.
func earliest(a, b, c int, inA, inB, inC uint64) int {
	if inB != 0 {
		c = b
	}
	if inB != 0 {
		inC = inB
	}
	if inA != 0 {
		c = a
	}
	if inA != 0 {
		inC = inA
	}
	return c - 8 + bits.TrailingZeros64(inC)>>3
}

// ending sets the high bit of the first byte of w that ends an authority ("/", "?" or "#"), and
// of no byte before it. It returns 0 if no byte ends one.
func ending(w uint64) uint64 {
	return (format.Zeros((w|slashToMark)^eachMark) | format.Zeros(w^eachSharp)) & format.HighBits
}

// cutByByte is cutMember for short members, for members whose first eight bytes have no delimiter,
// and for processors without Shifts.
func cutByByte(s string, relative bool) Ends {
	start := 0
	for i := range len(s) {
		if s[i] == ':' {
			start = i + 1
			break
		}
		if relative && (s[i] == '/' || s[i] == '?' || s[i] == '#') {
			break
		}
	}
	end := start
	if len(s)-start >= 2 && s[start] == '/' && s[start+1] == '/' {
		for end = start + 2; end < len(s) && s[end] != '/' && s[end] != '?' && s[end] != '#'; end++ {
		}
	}
	return cutRest(s, start, end)
}
