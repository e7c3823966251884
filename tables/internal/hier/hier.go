// Package hier provides assembly kernels that validate strings in the shape of hierarchical
// identifiers (RFC 3986, section 3) on processors with AVX2 or AVX-512.
//
// Idea. There is no walk. For each region of an identifier, a 64-bit mask marks the bytes that are
// allowed there, and a few mask operations decide whether the regions follow each other in the
// order of the shape. Package machine represents the shape as an automaton, machine.Regions, and
// proves that every string of this shape is in the language.
//
// Requires and returns. The regions section may have any content: a kernel never reads outside the
// section and the string. InShape returns a verdict.
//
// Cost. 6 ns for a 48-byte URL, 0.01 ns per byte of a long string (AVX-512, Zen 5).
//
// Rejected. A walk using shift rows (package engine, front): 2.3 times as long for the verdicts on
// urls.txt, and 4.0 times on long strings (Zen 4).
//
// Tested against: Regions.Accepts in package machine, byte by byte.
package hier

import "github.com/irilex/iri/internal/cpu"

// Kernel verdicts.
const (
	Unknown = iota
	InLanguage
	NotInLanguage
)

// Instruction levels of kernels.
const (
	Plain  = cpu.Plain
	AVX2   = cpu.AVX2
	AVX512 = cpu.AVX512
)

// A Batch holds consecutive lines of a text, with their verdicts.
type Batch struct {
	N      int
	Starts [MaxLines + 1]int // offsets in bytes: the beginning of each line, and the end of the last
	Valid  [MaxLines]bool    // by line
	Picked [MaxLines]uint8   // line numbers
}

// MaxLines is the maximum number of lines in a batch.
const MaxLines = 256
