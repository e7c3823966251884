package engine

import (
	"unsafe"

	"github.com/irilex/iri/tables/internal/format"
	"github.com/irilex/iri/tables/internal/hier"
)

// This file reads the lines of a text, on one core.

// A Batch holds up to hier.MaxLines consecutive lines of a text, with their verdicts.
type Batch struct{ hier.Batch }

// Read reads up to hier.MaxLines lines of a text and validates each. The first line begins at the
// offset at. next is the offset after the last line read.
//
// Idea. With SIMD, the region kernel (hier.InShapes) first reads all lines, and collects those that
// it cannot decide. ValidOnTables then decides these lines. Testing the verdict after each line
// would add a branch that mispredicts and waits for the kernel. The kernel's loop over the lines is
// written in assembly: 32 instructions per line instead of 70. The kernel may read bytes of the
// text after a line, so its AVX2 version needs no masked loads. Without SIMD, Valid reads each line
// as soon as IndexByte has found its end, because the processor then overlaps Valid with the next
// search. This takes 0.85 times as long as finding the ends of all lines before the first verdict
// (Zen 5).
//
// Requires and returns. Read requires that at < len(text) and that a line begins at text[at]. It
// sets N, the number of lines, at least 1. It sets the first N+1 Starts: line i is
// text[Starts[i]:Starts[i+1]]. It sets the first N verdicts in Valid.
//
// Cost. With SIMD, Read takes 0.9 to 1.1 times as long as a loop that calls Valid on a list of the
// same lines, for lines of up to 2 KB (Zen 5).
//
// Rejected. Walking eight lines at once on a table: it takes 0.3 to 0.7 times as long as Read on
// processors without AVX2, but 0.6 to 1.9 times as long on the others, and needs 500 lines of code.
// Validating lines of at most 64 bytes before longer ones: sorting the lines costs more than the
// mispredicted branches that their varying lengths cause in the kernel.
//
// Tested against: Valid, line by line (TestBatchAgrees).
func (s *Batch) Read(t format.Table, text []byte, at int) (next int) {
	if s.Starts[0] = at; !hier.SIMD || hier.CPU == hier.Plain {
		for s.N = 0; s.N < hier.MaxLines && at < len(text); s.N++ {
			at = EndOfLine(text, at)
			s.Starts[s.N+1] = at
			s.Valid[s.N] = Valid(t, format.View(s.Line(text, s.N)))
		}
		return at
	}
	s.N = LineEnds((*[hier.MaxLines]int)(s.Starts[1:]), text, at)
	open := s.N
	if regions := t.Regions(); regions != nil {
		for i := range s.N * tracing {
			saw("regions", format.View(s.Line(text, i)))
		}
		open = hier.InShapes(&s.Batch, regions, unsafe.SliceData(text), len(text))
	} else {
		for i := range s.Picked {
			s.Picked[i] = uint8(i)
		}
	}
	for _, i := range s.Picked[:open] {
		s.Valid[i] = ValidOnTables(t, format.View(s.Line(text, int(i))))
	}
	return s.Starts[s.N]
}

// Line returns line i of the batch, without the LF or CRLF at its end.
func (s *Batch) Line(text []byte, i int) []byte {
	return WithoutEnd(text[s.Starts[i]:s.Starts[i+1]])
}

// Invalid returns the numbers of the invalid lines in the batch, from 0, in order. The result
// aliases s.Picked, which the next call to Read overwrites.
func (s *Batch) Invalid() []uint8 {
	n := 0
	for i, valid := range s.Valid[:s.N] {
		s.Picked[n] = uint8(i)
		if !valid {
			n++
		}
	}
	return s.Picked[:n]
}

// WithoutEnd returns the line without the LF or CRLF at its end, if there is one. The compiler
// inlines it. With [bytes.TrimSuffix] it would not be inlined, and would take 8 ns more (Zen 5).
func WithoutEnd(line []byte) []byte {
	n := len(line) - 1
	if n < 0 || line[n] != '\n' {
		return line
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n]
}
