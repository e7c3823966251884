package engine

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
)

// This file splits a member at its delimiters.
//
// Idea. The first delimiters of a hierarchical identifier end its components: the colon ends the
// scheme; "/", "?" or "#" ends an authority after "//"; the first "?" ends the path; the first "#"
// ends the query (RFC 3986, appendix B). The colon is the last byte of the scheme, and each other
// delimiter is the first byte of the next component: `http://a/b?c#d` is split at the offsets 5, 8,
// 10 and 12. The search for the ends of the scheme and the authority reads blocks of eight bytes,
// each loaded as a 64-bit number. A block that would extend beyond s begins earlier and overlaps
// the previous block. Conditional moves choose the first of three blocks that contains a delimiter,
// so branches rarely mispredict. A loop reads further blocks. Two calls to [strings.IndexByte] find
// "#" and "?". They take 0.95 times as long as a single search for both in blocks.
//
// Requires a member, and returns its [Ends]. A table has the flag HasDelimiters only after
// machine.Machine.VerifyRegions has proved on the automaton that delimiters split every member in
// the same way as the labels of its states.
//
// Cost. 8 ns for a URL (Zen 5). Short members, members without a delimiter in their first eight
// bytes, and all members on processors without Shifts, are split byte by byte.
//
// Rejected. State labels: they work for every rule, but take longer than the verdict.
//
// Tested against: Regions.cutting, in the proof; labelled, in the jury.

// eachColon, eachMark and eachSharp are 64-bit numbers that repeat a delimiter in all eight bytes.
// Each byte of slashToMark contains the one bit in which "/" (0x2F) and "?" (0x3F) differ. Setting
// this bit turns "/" into "?", but does not turn any other byte into "?". So one comparison with
// eachMark finds both.
const (
	eachColon   = ':' * format.Ones
	eachMark    = '?' * format.Ones
	eachSharp   = '#' * format.Ones
	slashToMark = ('?' ^ '/') * format.Ones

	cutFrom = 18 // bytes: 8 of a scheme, "//" and a block; shorter members are split byte by byte
)

// cutMember returns the ends of s, a member of a rule with delimiters. relative reports whether
// members of the rule may lack a scheme. If so, s lacks one if a "/", "?" or "#" precedes its first
// colon, or if it contains no colon.
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

// cutRest returns the ends of the member s. Given the ends of the scheme and the authority, it
// finds the other two ends in the bytes after the authority. The query ends before the first "#",
// or at the end of s. The path ends before the first "?" if this precedes the end of the query, and
// otherwise where the query ends.
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

// earliest searches three blocks of eight bytes for the first byte that ends an authority, and
// returns its offset in the member. The blocks end at the offsets a, b and c. Each begins at the
// end of the previous block, or earlier. inA, inB and inC are the results of ending for the blocks.
// If all three are 0, earliest returns c. Each condition has one assignment, which the compiler
// turns into a conditional move; two assignments would become a branch.
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

// ending finds the first of the eight bytes of w that ends an authority: "/", "?" or "#". In the
// result, the high bit of this byte is set, and all preceding bytes are zero. Bits of later bytes
// are meaningless. The result is 0 if no byte of w ends an authority.
func ending(w uint64) uint64 {
	return (format.Zeros((w|slashToMark)^eachMark) | format.Zeros(w^eachSharp)) & format.HighBits
}

// cutByByte does the work of cutMember byte by byte. It handles members of fewer than cutFrom
// bytes, members without a delimiter in the first eight bytes, and processors without Shifts.
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
