//go:build !amd64 || !gc || purego

package tables

// OnEveryCPU calls f once: there are no kernels.
func OnEveryCPU(f func(name string)) { f("tables") }
