//go:build !amd64 || !gc || purego

package engine

import "github.com/irilex/iri/tables/internal/hier"

// Newlines is never called in this build. hier.SIMD is false here, so Batch.Read does not call
// LineEnds.
func Newlines(ends *[hier.MaxLines]int, text *byte, from, to int) (n int) { return 0 }
