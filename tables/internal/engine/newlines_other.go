//go:build !amd64 || !gc || purego

package engine

import "github.com/irilex/iri/tables/internal/hier"

// Newlines is never called, because only AVX2 has a newline kernel.
func Newlines(ends *[hier.MaxLines]int, text *byte, from, to int) (n int) { return 0 }
