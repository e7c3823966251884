//go:build !iri_short_ends

package iri

// longEnds is the length in bytes from which on a value keeps no ends of components, because 32
// bits do not hold them. The tests build this package with the tag iri_short_ends too, where it is
// 32.
const longEnds = 1 << 32
