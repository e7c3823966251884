// Package cpu detects the vector instructions of the processor. It does not cache the result: a
// package with kernels must call Level only once.
package cpu

// The instruction levels. Each level includes the previous levels.
const (
	Plain  = iota
	AVX2   // AVX2, BMI1, BMI2 and POPCNT
	AVX512 // AVX-512 F, BW and VBMI
)
