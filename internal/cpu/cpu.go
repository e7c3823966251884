// Package cpu reads which instructions for vectors the processor has. It has no state: a package
// with kernels reads the level once.
package cpu

// The levels of instructions, each with the levels before it.
const (
	Plain  = iota
	AVX2   // AVX2, BMI1, BMI2 and POPCNT
	AVX512 // AVX-512 F, BW and VBMI
)
