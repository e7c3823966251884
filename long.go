//go:build !iri_short_ends

package iri

// longEnds is the smallest string length, in bytes, at which a value no longer stores component
// ends, because they may not fit in 32 bits. Tests also build this package with the tag
// iri_short_ends, which sets it to 32.
const longEnds = 1 << 32
