package tables

import (
	"math/bits"
	"strings"
	"unsafe"
)

// This file cuts a member where its delimiters are.
//
// Counting the bytes of components by the labels of states works for every rule, and costs more
// than the verdict. Where the components are those of a
// hierarchical identifier, what is left to find in a member is where the first delimiters stand:
// the colon behind a scheme, the end of an authority that "//" introduces, and the first "?" and
// the first "#" (RFC 3986, appendix B). The first two are found eight bytes at a time. The blocks
// overlap at the end of the string, and of three blocks the first that has a delimiter is chosen and
// not jumped to, so that next to nothing has to be guessed. The others [strings.IndexByte] finds, in
// 0.95 of the time that words take for both at once.
//
// The delimiters are no second description of the language: that they cut every member as the
// states do is proved, on the automaton, before a table says so ([Machine.VerifyRegions]).

// Eight of a delimiter. What bit 4 tells apart are a slash and a question mark.
const (
	ones        = 0x0101010101010101
	eachColon   = ':' * ones
	eachMark    = '?' * ones
	eachSharp   = '#' * ones
	eachSlash   = '/' * ones
	slashToMark = ('?' ^ '/') * ones

	cutFrom = 18 // bytes; shorter members are cut byte by byte
)

// hasCuts reports whether delimiters cut the members of the rule.
func (r Rule) hasCuts() bool { return shifts && len(r) > atFlags && r[atFlags]&hasCuts != 0 }

// cut is [Rule.Ends] on tables.
func (r Rule) cut(s string) (e Ends, ok bool) {
	switch {
	case !r.hasCuts():
		var x Extents
		ok = r.splitByLabels(s, &x)
		return x.ends(), ok
	case !r.validOnTables(s):
		return e, false
	}
	return cutMember(s, r[atFlags]&hasRelative != 0), true
}

// cutMember returns the ends of a member of a rule with cuts.
func cutMember(s string, relative bool) Ends {
	if len(s) < cutFrom {
		return cutByByte(s, relative)
	}
	p := unsafe.Pointer(unsafe.StringData(s))
	w := load(p, 0)
	colon := zeros(w^eachColon) & highBits
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
		a, b, c := start+10, clamp(start+18, len(s)), clamp(start+26, len(s))
		end = earliest(a, b, c, ending(load(p, a-8)), ending(load(p, b-8)), ending(load(p, c-8)))
		for ; end == c && c < len(s); end = c - 8 + bits.TrailingZeros64(ending(load(p, c-8)))>>3 {
			c = clamp(c+8, len(s))
		}
	}
	return cutRest(s, start, end)
}

// cutRest returns the ends of a member of which the scheme and the authority end there.
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

// earliest returns the offset of the first delimiter in three blocks, of which each begins where the one
// in front of it ends, or before: a, b and c are where they end, and c is returned when there is none. These are
// conditional moves, and no branches: two assignments under one condition would be a branch.
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

// ending has the high bit of the first byte that ends an authority.
func ending(w uint64) uint64 {
	return (zeros((w|slashToMark)^eachMark) | zeros(w^eachSharp)) & highBits
}

// clamp returns at, and last if that is less: without a branch, which the compiler makes of min here.
func clamp(at, last int) int { return last + (at-last)&((at-last)>>(bits.UintSize-1)) }

// zeros has the high bit of the first byte of v that is 0; those of the bytes over it may be wrong.
func zeros(v uint64) uint64 { return (v - ones) &^ v }

// load returns the eight bytes at an offset, the first of them the lowest.
func load(p unsafe.Pointer, at int) uint64 { return *(*uint64)(unsafe.Add(p, at)) }

// cutByByte is cutMember for what is short, or begins with no delimiter for long.
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

// cutting returns in which region the delimiters say that a byte is: the twin of cut, which
// says it of every byte of every string.
func (r *Regions) cutting(region, b uint8) uint8 {
	switch {
	case region == shapeFragment:
		return region
	case region <= shapeScheme && b == ':':
		return shapeColon
	case region <= shapeScheme && !r.Relative:
		return shapeScheme
	case b == '#':
		return shapeFragment
	case b == '?' || region == shapeRest:
		return shapeRest
	case b != '/':
		switch region {
		case shapeStart:
			return shapeScheme
		case shapeScheme, shapeAuthority:
			return region
		}
		return shapeRest
	}
	switch region {
	case shapeStart:
		return shapeRoot
	case shapeColon:
		return shapeSlash
	case shapeRoot, shapeSlash:
		return shapeAuthority
	}
	return shapeRest
}
