//go:build amd64 && gc && !purego

package engine

import "github.com/irilex/iri/tables/internal/hier"

// Newlines writes to ends the offset after each LF of text[from:to], and returns how many it wrote.
// It stops early when ends has no room for the LFs of another block. It requires AVX2, and that
// to-from is a multiple of BlockBytes.
//
//go:noescape
func Newlines(ends *[hier.MaxLines]int, text *byte, from, to int) (n int)
