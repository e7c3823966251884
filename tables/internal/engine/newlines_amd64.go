//go:build amd64 && gc && !purego

package engine

import "github.com/irilex/iri/tables/internal/hier"

// Newlines fills ends with the offset in text after each LF of text[from:to]. It returns the number
// of these LFs. It stops early when ends has no room for BlockBytes more offsets, the maximum that
// another block can add. It requires AVX2, and to-from must be a multiple of BlockBytes.
//
//go:noescape
func Newlines(ends *[hier.MaxLines]int, text *byte, from, to int) (n int)
