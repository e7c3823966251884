//go:build amd64 && gc && !purego

package engine

import "github.com/irilex/iri/tables/internal/hier"

// Newlines writes to ends the offset after each LF of text[from:to], and returns the number of LFs.
// It stops early when ends has no room for the LFs of another block. It requires AVX2, and a
// to-from that is a multiple of BlockBytes.
//
//go:noescape
func Newlines(ends *[hier.MaxLines]int, text *byte, from, to int) (n int)
