package format

import (
	"math/bits"
	"unsafe"
)

// This file contains helpers for words of eight bytes.

// Each byte of Ones is 1. Each byte of HighBits is 0x80.
const (
	Ones     = 0x0101010101010101
	HighBits = 0x80 * Ones
)

// Load returns the eight bytes at an offset from p as a little-endian number.
func Load(p unsafe.Pointer, at int) uint64 { return *(*uint64)(unsafe.Add(p, at)) }

// Zeros returns a number in which the high bit of the first zero byte of v is set, and the high
// bits of earlier bytes are clear. The bits of later bytes are meaningless.
func Zeros(v uint64) uint64 { return (v - Ones) &^ v }

// Clamp returns the smaller of at and last, without the branch that the compiler emits for min.
func Clamp(at, last int) int { return last + (at-last)&((at-last)>>(bits.UintSize-1)) }

// View returns b as a string without copying it. The string is valid until b is written to.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
