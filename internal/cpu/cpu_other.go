//go:build !amd64 || !gc || purego

package cpu

// Level returns the instruction level of the processor.
func Level() uint8 { return Plain }
