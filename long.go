//go:build !iri_short_ends

package iri

// longEnds is the length in bytes from which the ends of components are not kept, because 32 bits do
// not hold them. The tests build this package with the tag iri_short_ends too, where it is 32.
const longEnds = 1 << 32
