//go:build !iri_short_ends

package iri

// longEnds is the length in bytes from which a value stores no ends of components, because they may
// not fit in 32 bits. Tests also build this package with the tag iri_short_ends, where it is 32.
const longEnds = 1 << 32
