//go:build iri_short_ends

package iri

const longEnds = 32
