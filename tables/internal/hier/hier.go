// Package hier has the kernels that decide whether strings have the shape of hierarchical
// identifiers (RFC 3986, section 3), in assembly for processors with AVX2 or AVX-512, and what the
// processor can do.
//
// Idea. No walk: masks of 64 bits say in which regions of an identifier each byte may stand, and a
// few operations on masks decide whether the regions follow each other as the shape wants. Package
// machine has the shape as an automaton, machine.Regions, and the proof that the shape is in the
// language.
//
// Requires. A section of regions of any content: a kernel reads no byte outside of the section and
// the string.
package hier

// The verdicts of a kernel.
const (
	Unknown = iota
	InLanguage
	NotInLanguage
)

// The levels of instructions that the kernels are written in, each with those before it.
const (
	Plain  = iota
	AVX2   // AVX2, BMI1, BMI2 and POPCNT
	AVX512 // AVX-512 F, BW and VBMI
)

// A Stretch is some consecutive lines of a text, with their verdicts.
type Stretch struct {
	N      int
	Starts [MaxLines + 1]int // offsets in bytes: where each line begins, and the line after the last
	Valid  [MaxLines]bool    // by line
	Picked [MaxLines]uint8   // numbers of lines
}

// MaxLines is the most lines of a stretch.
const MaxLines = 256
